"""The tween slider on a document: a breakdown between two keys that keeps what both of them pin."""

from __future__ import annotations

import numpy as np

from models.animation import Handles, Key, Pose, Track, tweened
from models.body import Skeleton
from models.document.pins import corrected, held_points
from models.posing import HandleState

__all__ = ["breakdown"]


def breakdown(track: Track, skeleton: Skeleton, tick: int, factor: float) -> Key:
    """A key at `tick` a fraction of the way from the key before it to the key after it, pins held.

    Args:
        track: With a key before or after `tick`.
        skeleton: Whose it is.
        factor: 0 is the key before, 1 the key after; beyond, the motion is exaggerated.

    A point that both neighbours pin in the same place is pinned there on the new key, so that it does not drift on
    either side of it. Other handles are free.
    """
    key = tweened(track, tick, factor)
    before, after = track.neighbours(tick)
    held = held_points(before, after, skeleton) if before and after else np.zeros(0, dtype=np.intp)
    if before is None or not held.size:
        return key
    places = before.pose.points(skeleton)[held]
    pose = corrected(skeleton, Pose(key.pose.root, key.pose.rotations), held, places)
    handles = Handles(
        points=held,
        states=np.full(len(held), HandleState.PINNED, dtype=np.int8),
        targets=places,
        weights=np.ones(len(held)),
        predicted=before.handles.predicted,
    )
    return Key.of(tick, pose, handles, key.interval)
