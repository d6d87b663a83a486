"""The name and the state of the handle under the mouse, beside it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from editor.names import point_title
from editor.panels.parts import label
from editor.texts import tr
from models.posing import HandleState

__all__ = ["HoverLabel", "state_title"]

_AWAY = QPoint(16, -12)


def state_title(state: HandleState, is_unreached: bool = False) -> str:
    """A handle's state in a word or two."""
    if is_unreached:
        return tr("pinned, out of reach")
    return {HandleState.FREE: tr("free"), HandleState.PINNED: tr("pinned"), HandleState.OFF: tr("off")}[state]


class HoverLabel(QFrame):
    """A small bubble that the mouse passes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name, self._state = label(), label(role="dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(8)
        layout.addWidget(self._name)
        layout.addWidget(self._state)
        self.hide()

    @property
    def text(self) -> str:
        return f"{self._name.text()} {self._state.text()}"

    def show_for(self, point: int, state: HandleState, is_unreached: bool, at: QPoint) -> None:
        """Show the bubble for a handle at a place in the parent, logical pixels."""
        self._name.setText(point_title(point))
        self._state.setText(state_title(state, is_unreached))
        self.adjustSize()
        room = self._host.rect()
        x = min(at.x() + _AWAY.x(), room.width() - self.width() - 4)
        y = min(max(at.y() + _AWAY.y() - self.height(), 4), room.height() - self.height() - 4)
        self.move(x, y)
        self.show()
        self.raise_()
