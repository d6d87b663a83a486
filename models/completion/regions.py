"""Which network answers for which point: the third rule of combining levels.

In each region (an arm, a leg, the head, the torso) the answer comes from the highest level of which the user has set
an extra point there, and from level 6 where none is set. A point that belongs to no level can be set too; no network
takes it as an input, so it does not change the choice.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.body import LEVELS, POINTS, REGIONS, level_indices

__all__ = ["LEVEL_ORDER", "point_levels"]

LEVEL_ORDER: tuple[int, ...] = tuple(sorted(LEVELS))

_N_POINTS = len(POINTS)

# (R, P): is a point in a region? Each point is in exactly one.
_IN_REGION = np.zeros((len(REGIONS), _N_POINTS), dtype=bool)
for _row, _members in enumerate(REGIONS.values()):
    _IN_REGION[_row, _members] = True
_REGION_OF_POINT = _IN_REGION.argmax(axis=0)

# (P,): 1 where level 16 adds a point, 2 where level 28 does, 0 for the main points and those of no level.
_RANK = np.zeros(_N_POINTS, dtype=np.intp)
for _rank, (_below, _level) in enumerate(pairwise(LEVEL_ORDER), start=1):
    _RANK[np.setdiff1d(level_indices(_level), level_indices(_below))] = _rank


def point_levels(set_mask: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Which level answers for each point: indices (..., 43) into `LEVEL_ORDER`, from set points (..., 43)."""
    ranks = np.where(set_mask, _RANK, 0)
    per_region = np.where(_IN_REGION, ranks[..., None, :], 0).max(axis=-1)
    return per_region[..., _REGION_OF_POINT]
