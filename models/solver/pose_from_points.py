"""The product's one way from points to a pose: which terms, with which weights."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import POINTS, Skeleton
from models.errors import ShapeError
from models.solver.attempts import minimise
from models.solver.ground_term import GroundTerm
from models.solver.limit_term import LimitTerm
from models.solver.position_terms import PinTerm, PointTerm
from models.solver.rotation_terms import NearTerm
from models.solver.solve import SolveResult, SolverSettings
from models.solver.start import checked_points, start_state
from models.solver.state import State
from models.solver.term import Term

__all__ = ["default_terms", "pin_strengths", "pose_from_points"]

Array = NDArray[np.float64]

# Where pins conflict, the trunk outweighs one limb, and two limbs outweigh the trunk: a hand out of reach does not
# pull the hips away, and both feet stay on the ground when the hips are lifted too high.
_TRUNK_STRENGTH, _FOOT_STRENGTH = 2.0, 1.4
_TRUNK = ("Hips", "Spine", "Spine1", "Spine2", "Neck", "PelvisFront", "Sternum", "UpperBack")
_FEET = tuple(name for name in POINTS if name.endswith(("Foot", "Heel", "ToeBase", "ToeTip", "FootOuter")))


def pose_from_points(
    skeleton: Skeleton,
    points: ArrayLike,
    set_mask: ArrayLike,
    *,
    ground: bool = True,
    settings: SolverSettings | None = None,
) -> SolveResult:
    """The pose whose set points are where they are set and whose others are near where they are predicted.

    Args:
        skeleton: A body with the canonical joints and points and any proportions.
        points: (43, 3) world metres: set points and predictions.
        set_mask: (43,) which points are set.
        ground: Keep points that are not set above the ground, y = 0.
        settings: Of the solver.

    Raises:
        ShapeError, SixpointError: if the points or the mask are not as described.
    """
    points = checked_points(skeleton, points)
    is_set = np.asarray(set_mask, dtype=bool)
    if is_set.shape != (skeleton.n_points,):
        raise ShapeError(f"the mask of set points must be ({skeleton.n_points},), got {is_set.shape}")
    start = start_state(skeleton, points)
    return minimise(default_terms(skeleton, points, is_set, start, ground=ground), start, settings)


def default_terms(
    skeleton: Skeleton,
    points: Array,
    is_set: NDArray[np.bool_],
    start: State,
    *,
    ground: bool = True,
    weights: ArrayLike = 1.0,
    placed: NDArray[np.bool_] | None = None,
) -> list[Term]:
    """What `pose_from_points` asks for: pins, predicted points, joint limits, nearness to the start, the ground.

    Args:
        skeleton, points, is_set, ground: As for `pose_from_points`.
        start: The state that the solve starts from.
        weights: Of the points that are not set, one or (43,); zero asks nothing of a point.
        placed: (43,) points whose height says how low the ground may be; the set ones when left out.
    """
    weights = np.zeros(len(is_set)) + np.asarray(weights, dtype=np.float64)
    pinned, free = np.flatnonzero(is_set), np.flatnonzero(~is_set & (weights > 0))
    terms: list[Term] = [_limit_term(skeleton), NearTerm.of_state(start)]
    if pinned.size:
        terms.append(PinTerm(skeleton, pinned, points[pinned], pin_strengths(skeleton)[pinned]))
    if free.size:
        terms.append(PointTerm(skeleton, free, points[free], weights[free]))
    if ground:
        low = pinned if placed is None else np.flatnonzero(placed)
        height_m = min(0.0, float((points[low, 1] - _clearance_m(skeleton)[low]).min(initial=0.0)))
        terms.append(GroundTerm(skeleton, height_m))
    return terms


@lru_cache(maxsize=32)
def _limit_term(skeleton: Skeleton) -> LimitTerm:
    """The limits of a skeleton, made once: terms are never changed by a solve."""
    return LimitTerm(skeleton)


@lru_cache(maxsize=32)
def pin_strengths(skeleton: Skeleton) -> Array:
    """(43,) how strongly each point holds as a pin, beside a hand's 1."""
    feet = np.where(np.isin(skeleton.point_names, _FEET), _FOOT_STRENGTH, 1.0)
    return np.where(np.isin(skeleton.point_names, _TRUNK), _TRUNK_STRENGTH, feet)


@lru_cache(maxsize=32)
def _clearance_m(skeleton: Skeleton) -> Array:
    """(43,) how far below a point the ground may be that carries it: a foot's own height, nothing for other points.

    A foot put below the ground takes the ground down with it, to where its sole then is.
    """
    return np.where(np.isin(skeleton.point_names, _FEET), np.maximum(skeleton.rest_points[:, 1], 0.0), 0.0)
