"""Poses along a track at the times that are drawn, kept as long as the keys around them stay.

Pins that hold between keys cost a solve for each time, so they come in two steps: `poses` answers at once with the
splines alone, `refine` corrects as many times as fit into a few milliseconds, until nothing is left to correct.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.animation import Key, Pose, Track, sample
from models.body import Skeleton
from models.document import held_points, sample_held

__all__ = ["Sampler"]

Array = NDArray[np.float64]
# The key before an interval, its two ends, the key after it: all that its curve depends on.
_Window = tuple[Key | None, Key, Key, Key | None]
_MOST_INTERVALS, _MOST_TIMES = 2_000, 4_000


@dataclass
class _Interval:
    """The poses known inside one interval, by time."""

    poses: dict[int, tuple[Array, Array]] = field(default_factory=dict)
    exact: set[int] = field(default_factory=set)
    holds: bool | None = None  # whether a point is held; unknown until it is refined


class Sampler:
    """Remembers the poses of the intervals that were looked at last.

    Attributes:
        has_corrected: Whether `refine` changed any pose since `poses` was asked last.
    """

    def __init__(self) -> None:
        self._known: dict[_Window, _Interval] = {}
        self._wanted: list[tuple[_Window, list[int]]] = []
        self.has_corrected = False

    def poses(self, track: Track, times: NDArray[np.int64]) -> Pose:
        """Root (N, 3) and rotations (N, J, 4) at N ascending times."""
        self.has_corrected = False
        if len(track) < 2 or not len(times):
            self._wanted = []
            return sample(track, times)
        inside = np.clip(times, track.ticks[0], track.ticks[-1])
        at = np.clip(np.searchsorted(track.ticks, inside, side="right") - 1, 0, len(track) - 2)
        starts = np.flatnonzero(np.diff(at, prepend=-1))
        ticks = inside.tolist()
        found: list[_Interval] = []
        missing: list[tuple[_Interval, int]] = []
        self._wanted = []
        for start, stop in zip(starts, [*starts[1:], len(ticks)], strict=True):
            window = _window(track, int(at[start]))
            interval = self._known.setdefault(window, _Interval())
            if len(interval.poses) > _MOST_TIMES:
                interval = self._known[window] = _Interval()
            wanted = ticks[start:stop]
            missing += [(interval, tick) for tick in wanted if tick not in interval.poses]
            found += [interval] * len(wanted)
            if interval.holds is not False:
                self._wanted.append((window, wanted))
        if missing:
            new = sample(track, [tick for _, tick in missing])
            for row, (interval, tick) in enumerate(missing):
                interval.poses[tick] = new.root[row], new.rotations[row]
        pairs = [interval.poses[tick] for interval, tick in zip(found, ticks, strict=True)]
        self._forget()
        return Pose(np.array([root for root, _ in pairs]), np.array([turns for _, turns in pairs]))

    def refine(self, skeleton: Skeleton, budget_s: float) -> bool:
        """Hold the pins at some of the times asked for last; False once there is nothing more to do."""
        end = time.perf_counter() + budget_s
        while self._wanted:
            window, ticks = self._wanted[-1]
            interval = self._known.get(window)
            if interval is None:
                self._wanted.pop()
                continue
            before, first, last, after = window
            if interval.holds is None:
                interval.holds = bool(held_points(first, last, skeleton).size)
            if interval.holds:
                track = Track(tuple(key for key in (before, first, last, after) if key is not None))
                for tick in ticks:
                    if tick not in interval.exact:
                        pose = sample_held(track, skeleton, [tick])
                        interval.poses[tick] = pose.root[0], pose.rotations[0]
                        interval.exact.add(tick)
                        self.has_corrected = True
                        if time.perf_counter() >= end:
                            return True
            self._wanted.pop()
            if time.perf_counter() >= end:
                return bool(self._wanted)
        return False

    @property
    def is_exact(self) -> bool:
        """Whether everything asked for last has its pins held."""
        return not self._wanted

    def _forget(self) -> None:
        """Drop the intervals looked at longest ago."""
        while len(self._known) > max(_MOST_INTERVALS, 2 * len(self._wanted)):
            self._known.pop(next(iter(self._known)))


def _window(track: Track, at: int) -> _Window:
    keys = track.keys
    return (
        keys[at - 1] if at > 0 else None,
        keys[at],
        keys[at + 1],
        keys[at + 2] if at + 2 < len(keys) else None,
    )
