"""Which values are on screen: a channel's own numbers to heights and back, in a unit or normalised."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from editor.curves.channels import Channel

__all__ = ["UNITS", "Scale", "ValueView"]

Array = NDArray[np.float64]

UNITS = {"m": 1.0, "cm": 100.0}
_FINEST, _COARSEST = 1e-5, 1e6  # shown values a pixel


class Scale:
    """From a channel's values, metres or degrees, to what the axis shows.

    Args:
        unit: In which places are told; drawn they are in centimetres.
        extent: Lowest and highest value of a channel; with it every channel runs from -1 to 1.
    """

    def __init__(self, unit: str = "cm", extent: Callable[[Channel], tuple[float, float]] | None = None) -> None:
        self.unit, self._extent = unit, extent
        self._known: dict[Channel, tuple[float, float]] = {}

    @property
    def is_normalised(self) -> bool:
        return self._extent is not None

    def _line(self, channel: Channel) -> tuple[float, float]:
        """Factor and shift."""
        if channel not in self._known:
            self._known[channel] = self._worked_out(channel)
        return self._known[channel]

    def _worked_out(self, channel: Channel) -> tuple[float, float]:
        if self._extent is None:
            # Centimetres whatever the unit: beside degrees a curve in metres would be a flat line.
            return (UNITS["cm"] if channel.group.kind == "place" else 1.0), 0.0
        low, high = self._extent(channel)
        # A curve that hardly moves is a straight line, not its rounding errors a hundred times their size.
        half = max((high - low) / 2, 1e-4 if channel.group.kind == "place" else 1e-2)
        return 1.0 / half, -(low + high) / 2 / half

    def shown(self, channel: Channel, values: Array | float) -> Array:
        """Values as the axis has them."""
        factor, shift = self._line(channel)
        return np.asarray(values) * factor + shift

    def change(self, channel: Channel, shown: float) -> float:
        """A distance along the axis in the channel's own unit."""
        return shown / self._line(channel)[0]

    def text(self, channel: Channel, value: float) -> str:
        """A value with its unit, whatever the axis shows."""
        if channel.group.kind == "turn":
            return f"{value:.1f}°"
        return f"{value * UNITS[self.unit]:.{3 if self.unit == 'm' else 1}f} {self.unit}"


class ValueView(QObject):
    """The part of the value axis on screen, and how high the area is, logical pixels."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.middle, self.per_px, self.height = 0.0, 1.0, 200

    @property
    def low(self) -> float:
        return self.middle - self.per_px * self.height / 2

    @property
    def high(self) -> float:
        return self.middle + self.per_px * self.height / 2

    def y_of(self, shown: Array | float) -> Array:
        """Heights of shown values, pixels from the top."""
        return self.height / 2 - (np.asarray(shown) - self.middle) / self.per_px

    def value_at(self, y: float) -> float:
        return self.middle - (y - self.height / 2) * self.per_px

    def set_height(self, height: int) -> None:
        """The widget has another size: the same values are seen, at another scale."""
        if height > 0 and height != self.height:
            self.per_px *= self.height / height
            self.height = height
            self.changed.emit()

    def zoom(self, factor: float, y: float) -> None:
        """Show `factor` times as many values, the one at `y` staying where it is."""
        at = self.value_at(y)
        per_px = float(np.clip(self.per_px * factor, _FINEST, _COARSEST))
        self.middle = at + (y - self.height / 2) * per_px
        self.per_px = per_px
        self.changed.emit()

    def pan(self, dy: float) -> None:
        """Move the values by pixels downwards."""
        self.middle += dy * self.per_px
        self.changed.emit()

    def show(self, low: float, high: float) -> None:
        """Fit values between margins, smaller ones in a low area; equal values get some room around them."""
        margin_px = min(28.0, 0.1 * self.height)
        span = max(high - low, 1e-3 * max(abs(high), abs(low), 1.0))
        self.per_px = float(np.clip(span / max(self.height - 2 * margin_px, 1), _FINEST, _COARSEST))
        self.middle = (low + high) / 2
        self.changed.emit()
