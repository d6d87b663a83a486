"""From keys to frames and back: what files are written from, and what becomes of motion that is read."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.animation.clip import Clip
from models.animation.key import Interpolation, Interval, Key
from models.animation.pose import Pose
from models.animation.sampling import sample
from models.animation.ticks import FrameRate
from models.animation.track import Track
from models.body.skeleton import Skeleton
from models.errors import SixpointError
from models.kinematics import forward

__all__ = ["Reduced", "baked", "frame_ticks", "keyed", "reduced"]

_MAX_FRAMES = 10_000_000


@dataclass(frozen=True, eq=False)
class Reduced:
    """A track made of few keys: how far any of the skeleton's points is from the frames it was made of, at most."""

    track: Track
    error_m: float


def frame_ticks(start: int, stop: int, rate: FrameRate) -> NDArray[np.int64]:
    """(F,) the ticks of frames from one time to another, both included, the first at `start`."""
    n_frames = rate.frame(stop - start) + 1
    if not 1 <= n_frames <= _MAX_FRAMES:
        raise SixpointError(f"the range must be 1 to {_MAX_FRAMES:,} frames long, got {n_frames:,}")
    return np.array([start + rate.tick(frame) for frame in range(n_frames)], dtype=np.int64)


def baked(track: Track, skeleton: Skeleton, start: int, stop: int, rate: FrameRate, *, name: str = "clip") -> Clip:
    """The motion from one time to another, both included, as frames."""
    poses = sample(track, frame_ticks(start, stop, rate))
    return Clip(skeleton, poses.root, poses.rotations, rate.fps, name=name)


def keyed(clip: Clip, at: int = 0) -> Track:
    """A key on every frame of a clip, the first at `at`.

    Raises:
        SixpointError: if joints move relative to their parents, which keys do not hold.
    """
    _check(clip)
    rate = FrameRate.of(clip.fps)
    interval = Interval(Interpolation.LINEAR)
    return Track(
        tuple(Key.of(at + rate.tick(frame), clip.pose(frame), interval=interval) for frame in range(clip.n_frames))
    )


def reduced(clip: Clip, tolerance_cm: float, at: int = 0) -> Reduced:
    """Few keys with spline intervals that keep every point within a tolerance of every frame.

    Starts with the first and the last frame and sets, in every interval that is off by more, a key on its worst frame.

    Args:
        clip: At least one frame.
        tolerance_cm: Above zero; measured on the skeleton's points and joints, centimetres.
    """
    if not (np.isfinite(tolerance_cm) and tolerance_cm > 0):
        raise SixpointError(f"the tolerance must be above 0 cm, got {tolerance_cm}")
    every = keyed(clip, at).keys
    if not every:
        raise SixpointError(f"clip '{clip.name}' has no frames to make keys of")
    ticks = np.array([key.tick for key in every])
    wanted = _positions(clip.skeleton, Pose(clip.root, clip.rotations))
    is_key = np.zeros(len(every), dtype=bool)
    is_key[[0, -1]] = True
    while True:
        track = Track(tuple(every[frame].leaving(Interval(Interpolation.SPLINE)) for frame in np.flatnonzero(is_key)))
        now = _positions(clip.skeleton, sample(track, ticks))
        error_m = np.linalg.norm(now - wanted, axis=-1).max(axis=-1)
        worst = _worst(error_m, np.flatnonzero(is_key))
        worst = worst[(error_m[worst] > tolerance_cm / 100.0) & ~is_key[worst]]
        if not len(worst):
            return Reduced(track, float(error_m.max()))
        is_key[worst] = True


def _worst(error_m: NDArray[np.float64], keys: NDArray[np.intp]) -> NDArray[np.intp]:
    """The frame with the largest error from each key up to the next."""
    bounds = [*keys.tolist(), len(error_m)]
    return np.array([a + int(error_m[a:b].argmax()) for a, b in itertools.pairwise(bounds)], dtype=np.intp)


def _positions(skeleton: Skeleton, poses: Pose) -> NDArray[np.float64]:
    """(F, J + P, 3) where joints and points are, metres."""
    world, joints = forward.globals_from_locals(skeleton, poses.root, poses.rotations)
    return np.concatenate([joints, forward.points_from_globals(skeleton, world, joints)], axis=1)


def _check(clip: Clip) -> None:
    if clip.translations is not None:
        raise SixpointError(
            f"in clip '{clip.name}' joints move relative to their parents, which keys do not hold; retarget it first"
        )
