"""Where a ruler has its strokes and numbers: round frame numbers of the rate, and round seconds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from editor.timeline.time_view import TimeView
from models.animation import TICKS_PER_SECOND, FrameRate

__all__ = ["frame_marks", "frame_steps", "second_marks"]

_NUMBER_PX, _STROKE_PX, _SECOND_PX = 52.0, 7.0, 72.0
_ROUND = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 86400)


def frame_steps(px_per_frame: float, rate: FrameRate) -> tuple[int, int]:
    """Frames from number to number and from stroke to stroke.

    Below a second they divide it: 24 frames a second give 1, 2, 3, 4, 6, 8, 12, so that every second has a number.
    """
    second = max(round(rate.fps), 1)
    steps = [step for step in range(1, second) if second % step == 0] + [second * factor for factor in _ROUND]
    numbers = next((step for step in steps if step * px_per_frame >= _NUMBER_PX), steps[-1])
    strokes = next((step for step in steps if step * px_per_frame >= _STROKE_PX and numbers % step == 0), numbers)
    return numbers, strokes


def frame_marks(view: TimeView, rate: FrameRate, left: float, right: float) -> Iterator[tuple[float, int, bool]]:
    """(x, frame, whether it has a number) for the strokes between two places."""
    numbers, strokes = frame_steps(rate.tick(1) / view.ticks_per_px, rate)
    first, last = (rate.frame(view.tick_at(x)) for x in (left, right))
    for index in range(first // strokes, last // strokes + 2):
        frame = index * strokes
        yield view.x_of(float(rate.tick(frame))), frame, frame % numbers == 0


def second_marks(view: TimeView, left: float, right: float) -> Iterator[tuple[float, str]]:
    """(x, text) for the seconds between two places."""
    px_per_second = TICKS_PER_SECOND / view.ticks_per_px
    step = next((s for s in (0.1, 0.2, 0.5, *_ROUND) if s * px_per_second >= _SECOND_PX), _ROUND[-1])
    first, last = (view.tick_at(x) / TICKS_PER_SECOND for x in (left, right))
    for index in range(math.floor(first / step), math.ceil(last / step) + 1):
        time_s = index * step
        yield view.x_of(time_s * TICKS_PER_SECOND), second_text(time_s, step)


def second_text(time_s: float, step_s: float) -> str:
    """ "0.5 s", "12 s", from a minute on "1:05"."""
    if step_s < 1:
        return f"{time_s:.1f} s"
    whole, sign = abs(round(time_s)), "-" if time_s < 0 else ""
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{sign}{hours}:{minutes:02}:{rest:02}"
    return f"{sign}{minutes}:{rest:02}" if minutes else f"{sign}{rest} s"
