"""Poses between and beyond two poses: the tween slider, paste with a factor, the pose library's blend."""

from __future__ import annotations

import math

from models.animation.key import Key
from models.animation.pose import Pose
from models.animation.sampling import sample_one
from models.animation.track import Track
from models.errors import SixpointError
from models.kinematics import quat

__all__ = ["blended", "pasted_pose", "tweened"]

_MOST = 10.0


def blended(a: Pose, b: Pose, factor: float) -> Pose:
    """The pose a fraction of the way from `a` to `b`; below 0 and above 1 it goes on in the same direction.

    Each joint turns the short way about one axis; the root moves on a line.
    """
    if not (math.isfinite(factor) and abs(factor) <= _MOST):
        raise SixpointError(f"the factor must be within {-_MOST:g} and {_MOST:g}, got {factor}")
    return Pose(a.root + (b.root - a.root) * factor, quat.slerp(a.rotations, b.rotations, factor))


def tweened(track: Track, tick: int, factor: float) -> Key:
    """A key at `tick` that is a fraction of the way from the key before it to the key after it.

    A key that is already there keeps its interval; at the ends of the track the one neighbour there is serves as both.
    """
    before, after = track.neighbours(tick)
    first, last = before or after, after or before
    if first is None or last is None:
        raise SixpointError("a tween needs another key before or after it; set one first")
    there = track.get(tick)
    interval = there.interval if there else (before or first).interval
    return Key.of(tick, blended(first.pose, last.pose, factor), interval=interval)


def pasted_pose(track: Track, tick: int, pose: Pose, factor: float) -> Key:
    """A key at `tick` that is a fraction of the way from the motion there to a copied pose."""
    there = track.get(tick)
    now = sample_one(track, tick) if len(track) else pose
    return Key.of(tick, blended(now, pose, factor), interval=there.interval if there else None)
