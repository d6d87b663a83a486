"""Which ghosts are shown around the time shown: how many, before and after, at keys or every n-th frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from models.animation import FrameRate, Track
from models.errors import SixpointError

__all__ = ["MAX_GHOSTS", "GhostRange"]

MAX_GHOSTS = 10


@dataclass(frozen=True)
class GhostRange:
    """What the viewport draws beside the pose.

    Args:
        is_on: Whether ghosts are shown at all.
        before, after: How many on either side, 0 to 10.
        at: "keys" for the keys themselves, however far apart, "frames" for every n-th frame.
        every: That n.
    """

    is_on: bool = False
    before: int = 2
    after: int = 2
    at: Literal["keys", "frames"] = "keys"
    every: int = 2

    def __post_init__(self) -> None:
        if not (0 <= self.before <= MAX_GHOSTS and 0 <= self.after <= MAX_GHOSTS):
            raise SixpointError(f"0 to {MAX_GHOSTS} ghosts can be shown on a side, got {self.before} and {self.after}")
        if self.at not in ("keys", "frames") or self.every < 1:
            raise SixpointError(f"ghosts are at 'keys' or at every 1st, 2nd... of 'frames', got {self.at!r}")

    def ticks(self, track: Track, tick: int, rate: FrameRate) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The times of the ghosts before and after a time, nearest first, never beyond the keys."""
        if not self.is_on or not len(track):
            return (), ()
        if self.at == "keys":
            first = int(track.ticks.searchsorted(tick, side="left"))
            last = int(track.ticks.searchsorted(tick, side="right"))
            before = track.ticks[max(first - self.before, 0) : first][::-1]
            return tuple(before.tolist()), tuple(track.ticks[last : last + self.after].tolist())
        frame = rate.frame(tick)
        sides = []
        for count, way in ((self.before, -1), (self.after, 1)):
            times = (rate.tick(frame + way * self.every * n) for n in range(1, count + 1))
            sides.append(tuple(time for time in times if track.ticks[0] <= time <= track.ticks[-1]))
        return sides[0], sides[1]

    def reaching(
        self, side: Literal["before", "after"], to: int, track: Track, tick: int, rate: FrameRate
    ) -> GhostRange:
        """With as many ghosts on a side as lie between the time shown and `to`: what dragging the bar's end means."""
        low, high = (to, tick) if side == "before" else (tick, to)
        if self.at == "keys":
            count = len(track.between(low, high) - {tick}) if low < high else 0
        else:
            count = max(rate.frame(high) - rate.frame(low), 0) // self.every
        count = min(count, MAX_GHOSTS)
        return replace(self, before=count) if side == "before" else replace(self, after=count)
