"""The figure at other times, as the scene wants it: nearest in time first, fading with the distance."""

from __future__ import annotations

from collections import OrderedDict
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from editor.theme import Theme
from editor.viewport.scene import Ghosts
from models.animation import Track
from models.body import Skeleton
from models.document import sample_held
from models.kinematics import forward, quat

__all__ = ["GhostPoses", "ghosts_at"]

Array = NDArray[np.float64]

_NEAREST_ALPHA, _FARTHEST_ALPHA = 0.5, 0.12
_MOST_KEPT = 256


class GhostPoses:
    """Poses of a track, each worked out once: when playing, most ghosts of a frame were there in an earlier one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Array, Array]] = OrderedDict()
        self._of: tuple[bytes, int] | None = None

    def at(self, track: Track, skeleton: Skeleton, tick: int) -> tuple[Array, Array]:
        """World rotations (J, 3, 3) and positions (J, 3) of the joints, metres."""
        owner = (track.digest, id(skeleton))
        if owner != self._of:
            self._kept.clear()
            self._of = owner
        if tick not in self._kept:
            pose = sample_held(track, skeleton, [tick])
            rotations, positions = forward.globals_from_locals(skeleton, pose.root[0], pose.rotations[0])
            self._kept[tick] = quat.to_matrix(rotations), positions
        self._kept.move_to_end(tick)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[tick]


def ghosts_at(
    poses: GhostPoses,
    track: Track,
    skeleton: Skeleton,
    times: tuple[tuple[int, ...], tuple[int, ...]],
    theme: Theme,
) -> Ghosts:
    """Ghosts at times before and after, each nearest first."""
    rows = []
    for index, pair in enumerate(zip_longest(*times)):
        for tick, side, count in zip(pair, ("before", "after"), map(len, times), strict=True):
            if tick is not None:
                share = index / max(count - 1, 1)
                alpha = _NEAREST_ALPHA + (_FARTHEST_ALPHA - _NEAREST_ALPHA) * share
                rows.append((*poses.at(track, skeleton, tick), [*theme.rgb(f"ghost.{side}"), alpha]))
    if not rows:
        return Ghosts()
    return Ghosts(*(np.array(column) for column in zip(*rows, strict=True)))
