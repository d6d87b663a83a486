"""Which part of time is on screen: ticks to pixels and back, zoom and pan."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from models.animation import TICKS_PER_SECOND
from models.animation.ticks import MAX_TICK

__all__ = ["TimeView"]

# From a hundredth of a second across a hundred pixels to an hour.
_FINEST, _COARSEST = TICKS_PER_SECOND * 1e-4, TICKS_PER_SECOND * 36.0


class TimeView(QObject):
    """The window onto time that the ruler, the dope sheet and the curves share.

    Attributes:
        start: The tick at the left edge, a float so that panning does not collect rounding errors.
        ticks_per_px: Its scale.
        width: In logical pixels.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.start = -0.2 * TICKS_PER_SECOND
        self.ticks_per_px = 5.0 * TICKS_PER_SECOND / 800
        self.width = 800

    @property
    def stop(self) -> float:
        """The tick at the right edge."""
        return self.start + self.width * self.ticks_per_px

    @overload
    def x_of(self, tick: float) -> float: ...
    @overload
    def x_of(self, tick: NDArray) -> NDArray[np.float64]: ...
    def x_of(self, tick: float | NDArray) -> float | NDArray[np.float64]:
        """Where ticks lie, in pixels from the left edge."""
        return (tick - self.start) / self.ticks_per_px

    def tick_at(self, x: float) -> int:
        """The tick at a place, within what times can be."""
        return max(-MAX_TICK, min(MAX_TICK, round(self.start + x * self.ticks_per_px)))

    def set_width(self, width: int) -> None:
        """The widget has another size: more or less of time is seen at the same scale."""
        if width > 0 and width != self.width:
            self.width = width
            self.changed.emit()

    def zoom(self, factor: float, x: float) -> None:
        """Show `factor` times as much of time, the tick at `x` staying where it is."""
        at = self.start + x * self.ticks_per_px
        scale = float(np.clip(self.ticks_per_px * factor, _FINEST, _COARSEST))
        self._set(at - x * scale, scale)

    def pan(self, dx: float) -> None:
        """Move time by pixels to the right."""
        self._set(self.start - dx * self.ticks_per_px, self.ticks_per_px)

    def show(self, start: float, stop: float, margin_px: int = 24) -> None:
        """Fit a stretch of time between the margins."""
        room = max(self.width - 2 * margin_px, 1)
        scale = float(np.clip((stop - start) / room, _FINEST, _COARSEST))
        middle = (start + stop) / 2
        self._set(middle - self.width * scale / 2, scale)

    def reveal(self, tick: int, margin_px: int = 24) -> None:
        """Turn the page where a time has left the view, and do nothing otherwise."""
        x = self.x_of(float(tick))
        if x < 0 or x > self.width:
            self._set(tick - margin_px * self.ticks_per_px, self.ticks_per_px)

    def _set(self, start: float, scale: float) -> None:
        bounded = float(np.clip(start, -MAX_TICK, MAX_TICK - self.width * scale))
        if (bounded, scale) != (self.start, self.ticks_per_px):
            self.start, self.ticks_per_px = bounded, scale
            self.changed.emit()
