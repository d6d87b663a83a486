"""The three hints of a first start, over the upper left corner of the viewport."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from editor.panels.parts import close_button, label
from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["HINTS", "Hints"]

HINTS = (
    ("Drag a ring", "and the whole body follows"),
    ("R", "pins the selected point, or frees it"),
    ("?", "lists all keys and mouse buttons"),
)

_MARGIN = 12


class Hints(QFrame):
    """A card that stays until it is closed."""

    closed = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        layout = QGridLayout(self)
        layout.setContentsMargins(14, 10, 8, 12)
        layout.setHorizontalSpacing(10)
        layout.setVerticalSpacing(6)
        self._close_button = close_button()
        self._close_button.clicked.connect(self._close)
        layout.addWidget(label("First steps", "title"), 0, 0, 1, 2)
        layout.addWidget(self._close_button, 0, 2)
        for row, (key, effect) in enumerate(HINTS, start=1):
            cap = label(key, "key")
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(cap, row, 0)
            layout.addWidget(label(effect), row, 1)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._close_button.setIcon(icon("close", theme))

    def show_hints(self) -> None:
        self.adjustSize()
        self.move(_MARGIN, _MARGIN)
        self.show()
        self.raise_()

    def _close(self) -> None:
        self.hide()
        self.closed.emit()
