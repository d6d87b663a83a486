"""The ways that points take through time: sampled motion, drawn as lines with dots at frames and keys."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from editor.theme import Theme
from editor.viewport.scene import Marks
from editor.viewport.strokes import DISC, DOT, disc_rows, polyline_rows
from models.animation import FrameRate, Track, sample
from models.body import POINTS, Skeleton
from models.document import Range, held_points, sample_held
from models.kinematics import forward

__all__ = ["TrailKey", "TrailSampler", "drawn_trail", "trail_ticks"]

Array = NDArray[np.float64]
IntArray = NDArray[np.int64]

_MOST_SAMPLES = 400
_WIDTH_PX, _FRAME_PX, _KEY_PX, _HOT_KEY_PX = 2.0, 1.5, 4.2, 6.0
_NEAREST_ALPHA, _FARTHEST_ALPHA = 0.95, 0.3


@dataclass(frozen=True)
class TrailKey:
    """A key on the trail of a point."""

    point: int
    tick: int


def trail_ticks(track: Track, playback: Range, rate: FrameRate) -> IntArray:
    """(N,) ascending times of a trail: frames of the playback range, every n-th if there are many, and its keys."""
    first, last = rate.frame(playback.start), rate.frame(playback.stop)
    step = max(-(-(last - first + 1) // _MOST_SAMPLES), 1)
    frames = [rate.tick(frame) for frame in range(first, last + 1, step)]
    keys = track.ticks[(track.ticks >= playback.start) & (track.ticks <= playback.stop)]
    return np.unique(np.concatenate([np.array(frames, dtype=np.int64), keys]))


@dataclass
class TrailSampler:
    """All points of the body at the times of a trail.

    The splines are sampled at once; pins that hold between keys are solved for afterwards, a few at a time, and kept as
    long as the keys around them stay as they are.
    """

    ticks: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    places: Array = field(default_factory=lambda: np.zeros((0, len(POINTS), 3)))
    _pending: list[tuple[int, tuple]] = field(default_factory=list)
    _solved: dict[tuple, Array] = field(default_factory=dict)
    _track: Track | None = None
    _skeleton: Skeleton | None = None

    def take(self, track: Track, skeleton: Skeleton, ticks: IntArray) -> bool:
        """Sample a track at times (N,); False if that is what is there already."""
        if track is self._track and skeleton is self._skeleton and np.array_equal(ticks, self.ticks):
            return False
        self.ticks, self._track, self._skeleton = ticks, track, skeleton
        poses = sample(track, ticks)
        self.places = forward.points(skeleton, poses.root, poses.rotations)
        self._pending, keep = [], {}
        for index, key in self._held(track, skeleton, ticks):
            if key in self._solved:
                keep[key] = self.places[index] = self._solved[key]
            else:
                self._pending.append((index, key))
        self._solved = keep
        return True

    @staticmethod
    def _held(track: Track, skeleton: Skeleton, ticks: IntArray) -> list[tuple[int, tuple]]:
        """(sample, what its pose depends on) for samples between keys that hold a point."""
        result = []
        for start in range(len(track) - 1):
            before, after = track.keys[start], track.keys[start + 1]
            inside = np.flatnonzero((ticks > before.tick) & (ticks < after.tick))
            if not len(inside) or not len(held_points(before, after, skeleton)):
                continue
            around = track.keys[max(start - 1, 0) : start + 3]
            base = (id(skeleton), *((key.tick, key.digest) for key in around))
            result += [(int(index), (*base, int(ticks[index]))) for index in inside]
        return result

    def refine(self, budget_s: float) -> bool:
        """Solve for held pins until the time is used up; whether some are left."""
        end = time.perf_counter() + budget_s
        while self._pending and time.perf_counter() < end:
            index, key = self._pending.pop(0)
            assert self._track is not None
            assert self._skeleton is not None
            pose = sample_held(self._track, self._skeleton, [self.ticks[index]])
            self.places[index] = self._solved[key] = forward.points(self._skeleton, pose.root, pose.rotations)[0]
        return bool(self._pending)


def drawn_trail(
    places: Array, ticks: IntArray, keys: IntArray, now: int, theme: Theme, *, hot: int | None = None
) -> Marks:
    """The trail through places (N, 3), metres, at times (N,): in the ghosts' colours, fading with distance in time.

    Args:
        places, ticks: The samples.
        keys: (K,) the times of keys.
        now: The time shown.
        theme: Colours.
        hot: The key under the mouse.
    """
    if len(places) < 2:
        return Marks()
    before, after = theme.rgb("ghost.before"), theme.rgb("ghost.after")
    span = max(float(ticks[-1] - ticks[0]) / 2, 1.0)
    alpha = np.clip(1.0 - np.abs(ticks - now) / span, 0.0, 1.0)
    alpha = _FARTHEST_ALPHA + (_NEAREST_ALPHA - _FARTHEST_ALPHA) * alpha
    color = np.where((ticks <= now)[:, None], before, after)
    lines = polyline_rows(places, color[1:], _WIDTH_PX, alpha[1:])
    is_key = np.isin(ticks, keys)
    dots = disc_rows(places[~is_key], _FRAME_PX, color[~is_key], DOT, alpha=alpha[~is_key])
    radius = np.where(ticks[is_key] == hot, _HOT_KEY_PX, _KEY_PX)
    discs = disc_rows(places[is_key], radius, color[is_key], DISC, outline=1.0)
    return Marks(discs=np.concatenate([dots, discs]), lines=lines)
