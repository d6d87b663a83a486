"""What a session shows of a character at a time: a key as it was set, or the motion between keys with its pins."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose, Track
from models.body import POINTS, REGIONS, Skeleton
from models.document.pins import held_points, sample_held
from models.document.posing_keys import posing_of
from models.posing import HandleState, Posing, Snapshot

__all__ = ["Snapshots", "snapshot_at"]

_REACHED_M = 1e-3
_MOST_KEPT = 512  # of about 4 kB


class Snapshots:
    """What `snapshot_at` gives for the times of one track, each worked out once: a loop shows them again and again."""

    def __init__(self) -> None:
        self._of: tuple[Track, Skeleton] | None = None
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()

    def at(self, track: Track, skeleton: Skeleton, tick: int) -> Snapshot:
        """The pose at a time; tracks and skeletons are never changed, so another object means other motion."""
        if self._of is None or self._of[0] is not track or self._of[1] is not skeleton:
            self._of = track, skeleton
            self._kept.clear()
        if tick not in self._kept:
            self._kept[tick] = snapshot_at(track, skeleton, tick)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(tick)
        return self._kept[tick]


def snapshot_at(track: Track, skeleton: Skeleton, tick: int) -> Snapshot:
    """The pose at a time with the handles to go on from.

    On a key these are the key's own. Between keys all are free, but those that both keys pin at one place; before the
    first and after the last key they are free. Without keys the character rests.
    """
    key = track.get(tick)
    if key is not None:
        posing, points = posing_of(key, skeleton), key.pose.points(skeleton)
        return Snapshot(posing, key.pose, points, _unreached(posing, points))
    if not len(track):
        pose = Pose.rest(skeleton)
        return Snapshot(Posing.of_pose(skeleton, pose), pose, pose.points(skeleton))
    motion = sample_held(track, skeleton, [tick])
    pose = Pose(motion.root[0], motion.rotations[0])
    before, after = track.neighbours(tick)
    posing = Posing.of_pose(skeleton, pose)
    nearest = before or after
    if nearest is not None:
        regions = [name for name, is_on in zip(REGIONS, nearest.handles.predicted, strict=True) if not is_on]
        posing = posing.with_prediction(regions, False, pose) if regions else posing
    if before and after:
        held = np.intersect1d(held_points(before, after, skeleton), before.handles.in_state(HandleState.PINNED))
        posing = posing.with_states(held, HandleState.PINNED, pose) if held.size else posing
    return Snapshot(posing, pose, posing.base_points)


def _unreached(posing: Posing, points: NDArray[np.float64]) -> tuple[str, ...]:
    """Points pinned in earnest that are more than a millimetre from their target, worst first."""
    miss = np.where(posing.pinned & (posing.weights == 1.0), np.linalg.norm(points - posing.targets, axis=-1), 0.0)
    return tuple(POINTS[index] for index in np.argsort(-miss) if miss[index] > _REACHED_M)
