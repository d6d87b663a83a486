"""The three hints of a first start, over the upper left corner of the viewport, and a walk to play with."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from editor.panels.parts import close_button, label
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["Hints"]

_MARGIN = 12
_KeysOf = Callable[[str], tuple[str, ...]]


class Hints(QFrame):
    """A card that stays until it is closed. Where the viewport is too small for it, it waits until there is room.

    Args:
        parent: The viewport.
        theme: Its colours.
        keys_of: The keys of an action, which users may have changed.
    """

    closed = Signal()
    sample_wanted = Signal()
    moved = Signal()  # it came, went or changed its place

    def __init__(self, parent: QWidget, theme: Theme, keys_of: _KeysOf) -> None:
        super().__init__(parent)
        self._host, self._keys_of = parent, keys_of
        self._is_wanted = self._is_crowded = False
        self.setProperty("role", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 12, 8, 12)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(8)
        self._close_button = close_button()
        self._close_button.clicked.connect(self.close_hints)
        layout.addWidget(label(tr("First steps"), "title"), 0, 0, 1, 2)
        layout.addWidget(self._close_button, 0, 2)
        self._caps = []
        for row, (_, effect) in enumerate(self._hints(), start=1):
            cap = label("", "key")
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(cap, row, 0)
            layout.addWidget(label(effect), row, 1)
            self._caps.append(cap)
        self.sample = QPushButton(tr("Open a sample walk"))
        self.sample.setToolTip(tr("A walk with keys and pinned feet, to play and to change"))
        self.sample.clicked.connect(self.sample_wanted)
        layout.addWidget(self.sample, len(self._caps) + 1, 0, 1, 2)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)
        self.hide()
        parent.installEventFilter(self)

    def texts(self) -> list[str]:
        """The hints as they read."""
        return [f"{key} {effect}" for key, effect in self._hints()]

    def set_theme(self, theme: Theme) -> None:
        self._close_button.setIcon(icon("close", theme))
        self.sample.setIcon(icon("walk", theme))

    def show_hints(self) -> None:
        """Show the card, now or as soon as there is room."""
        self._is_wanted = True
        self._place()

    def give_way(self, is_crowded: bool) -> None:
        """Hide while messages need the room."""
        self._is_crowded = is_crowded
        self._place()

    def _hints(self) -> list[tuple[str, str]]:
        return [
            (tr("Drag a ring"), tr("and the whole body follows")),
            (self._first_key("pin"), tr("pins the selected point, or frees it")),
            (self._first_key("shortcuts"), tr("lists all keys and mouse buttons")),
        ]

    def _first_key(self, action_id: str) -> str:
        keys = self._keys_of(action_id)
        return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else tr("Menu")

    def _place(self) -> None:
        for cap, (key, _) in zip(self._caps, self._hints(), strict=True):
            cap.setText(key)
        self.adjustSize()
        self.move(_MARGIN, _MARGIN)
        room = self._host.size()
        has_room = self.width() + 2 * _MARGIN <= room.width() and self.height() + 2 * _MARGIN <= room.height()
        self.setVisible(self._is_wanted and has_room and not self._is_crowded)
        self.raise_()
        self.moved.emit()

    def close_hints(self) -> None:
        """Close the card for good; the menu brings it back."""
        self._is_wanted = False
        self.hide()
        self.moved.emit()
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False
