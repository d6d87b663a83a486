"""A slider over the window that shows its effect at once: Enter or a click beside it keeps it, Escape takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from editor.panels.parts import label
from editor.poses.blend_slider import BlendSlider
from editor.texts import tr

__all__ = ["BlendPopup"]

_WIDTH = 360
_START = 0.5


class BlendPopup(QFrame):
    """Ends in exactly one of `accepted` and `rejected`.

    Args:
        title: What it does.
        preview: Shows a factor, 1 is all the way.
        parent: Owns it.
    """

    accepted = Signal()
    rejected = Signal()

    def __init__(self, title: str, preview: Callable[[float], object], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("role", "card")
        self._preview, self._is_over = preview, False
        self.slider = BlendSlider()
        self.slider.moved.connect(preview)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(label(title, "title"))
        layout.addWidget(self.slider)
        layout.addWidget(label(tr("Enter keeps it, Escape takes it back"), "dim"))
        self.setFixedWidth(_WIDTH)

    def show_over(self, window: QWidget) -> None:
        """Open in the middle of a window, half the way."""
        self.adjustSize()
        middle = window.mapToGlobal(window.rect().center())
        self.move(middle - QPoint(self.width() // 2, self.height() // 2))
        self.slider.set_factor(_START)
        self._preview(_START)
        self.show()
        self.slider.slider.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end(is_kept=False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._end(is_kept=True)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._finish(is_kept=True)
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._finish(is_kept=True)
        super().hideEvent(event)

    def _end(self, *, is_kept: bool) -> None:
        self._finish(is_kept=is_kept)
        self.close()

    def _finish(self, *, is_kept: bool) -> None:
        if not self._is_over:
            self._is_over = True
            (self.accepted if is_kept else self.rejected).emit()
