"""Time as whole ticks, so that keys stay at their time whatever the frame rate.

A second has 705,600,000 ticks: every frame of 24, 25, 30, 48, 50, 60, 90, 100 and 120 frames a second, and of the
film rates 24000/1001, 30000/1001 and 60000/1001, begins on a whole tick. Sums of times are exact, times compare
exactly, and a file holds them as integers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from models.errors import SixpointError

__all__ = ["MAX_TICK", "TICKS_PER_SECOND", "FrameRate", "seconds", "ticks_of"]

TICKS_PER_SECOND = 705_600_000
MAX_TICK = 1 << 53
"""Times lie within this of zero, five months: any program that reads the file can hold such an integer exactly."""

_MAX_FPS, _MAX_DENOMINATOR = 10_000, 1_000_000


@dataclass(frozen=True)
class FrameRate:
    """Frames a second as a ratio of whole numbers: 24000/1001 is exact, 23.976 is not it.

    Raises:
        SixpointError: unless 0 < numerator / denominator <= 10,000 with a denominator of at most a million.
    """

    numerator: int = 30
    denominator: int = 1

    def __post_init__(self) -> None:
        top, bottom = self.numerator, self.denominator
        if not (0 < bottom <= _MAX_DENOMINATOR and 0 < top <= _MAX_FPS * bottom):
            raise SixpointError(
                f"the frame rate must be above 0 and at most {_MAX_FPS} frames a second, got {top}/{bottom}"
            )

    @classmethod
    def of(cls, fps: float) -> FrameRate:
        """The ratio nearest to `fps`; 23.976, 29.97 and 59.94 become the film rates they stand for."""
        if not (math.isfinite(fps) and 0 < fps <= _MAX_FPS):
            raise SixpointError(f"the frame rate must be above 0 and at most {_MAX_FPS} frames a second, got {fps}")
        for nominal in (24, 30, 48, 60, 120):
            if abs(fps - nominal * 1000 / 1001) < 1e-3 * nominal / 24:
                return cls(nominal * 1000, 1001)
        ratio = Fraction(fps).limit_denominator(_MAX_DENOMINATOR)
        return cls(ratio.numerator, ratio.denominator)

    @property
    def fps(self) -> float:
        return self.numerator / self.denominator

    def tick(self, frame: int) -> int:
        """The tick at which a frame begins, to the nearest."""
        return _rounded(frame * TICKS_PER_SECOND * self.denominator, self.numerator)

    def frame(self, tick: int) -> int:
        """The frame nearest to a tick."""
        return _rounded(tick * self.numerator, TICKS_PER_SECOND * self.denominator)


def seconds(tick: int) -> float:
    """A tick in seconds."""
    return tick / TICKS_PER_SECOND


def ticks_of(time_s: float) -> int:
    """Seconds to the nearest tick; raises SixpointError beyond `MAX_TICK`."""
    if not math.isfinite(time_s) or abs(time_s) * TICKS_PER_SECOND > MAX_TICK:
        raise SixpointError(f"a time must be finite and within five months of zero, got {time_s} s")
    return round(time_s * TICKS_PER_SECOND)


def _rounded(top: int, bottom: int) -> int:
    """top / bottom to the nearest whole number, halves up, for any size of either."""
    return (2 * top + bottom) // (2 * bottom)
