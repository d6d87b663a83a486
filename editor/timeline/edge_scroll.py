"""Time that moves on under a drag which is held beyond a side of the view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from editor.timeline.time_view import TimeView

__all__ = ["EdgeScroll"]

_INTERVAL_MS, _SPEED = 16, 0.25


class EdgeScroll(QObject):
    """The further the mouse is beyond the side, the faster it goes.

    Args:
        view: What moves.
        moved: Called after each movement, for the drag to follow.
    """

    def __init__(self, view: TimeView, moved: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._moved, self._x = view, moved, 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._scroll)

    def follow(self, x: float) -> None:
        """The drag is at a place, inside the view or beyond."""
        self._x = x
        if not self._beyond:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """The drag is over."""
        self._timer.stop()

    @property
    def _beyond(self) -> float:
        """Pixels, negative on the left."""
        return self._x if self._x < 0 else max(self._x - self._view.width, 0.0)

    def _scroll(self) -> None:
        self._view.pan(-self._beyond * _SPEED)
        self._moved()
