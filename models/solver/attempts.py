"""More than one try where a pin is not reached and the bones would allow it.

The solver walks downhill from its start, and a joint limit or a bone turned the other way can be a wall between that
start and the pose that was asked for. A few other starts get round nearly all such walls: where pins alone, pulling
with the square of their distance, take the first answer; a relaxed pose; every joint in the middle of its range; the
pose that would answer if there were no limits; and at last, with predictions left aside, the relaxed pose and where
the pulling pins take it. All follow from the first start alone, so the result still depends on nothing but what was
asked. They cost time only where the first try failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from models.animation import Pose
from models.body import Skeleton
from models.body.limits import JointLimits
from models.solver.limit_term import LimitTerm
from models.solver.position_terms import HoldTerm, PointTerm
from models.solver.solve import SolveResult, SolverSettings, descend
from models.solver.state import Array, State
from models.solver.term import Term

__all__ = ["minimise"]

# Another try that has not come to rest by then will not.
_MAX_ITERATIONS = 20


def minimise(terms: Sequence[Term], start: State, settings: SolverSettings | None = None) -> SolveResult:
    """The first of several solves that reaches every pin, else the one from `start`.

    Other starts are only tried if a pin within reach was not reached.

    Args:
        terms: What is wanted.
        start: Where the first solve begins.
        settings: `SolverSettings()` when left out.
    """
    first = descend(terms, start, settings)
    if not first.unreached or not _within_bones(terms, start):
        return first
    settings = settings or SolverSettings()
    brief = replace(settings, max_iterations=min(settings.max_iterations, _MAX_ITERATIONS))
    for wanted, state in _other_tries(terms, start, first, brief):
        result = descend(wanted, state, brief)
        if not result.unreached:
            return result
    # None reaches every pin: the first is as good as any, and stays the choice while a drag goes on.
    return first


class _SpringTerm(HoldTerm):
    """A pin that pulls with its distance, however far."""

    KNEE_M = 1.0
    POWER = 2.0


def _other_tries(
    terms: Sequence[Term], start: State, first: SolveResult, settings: SolverSettings
) -> Iterator[tuple[Sequence[Term], State]]:
    """Terms and starts, the likeliest first."""
    tables = start.tables
    springs = [_SpringTerm(tables.skeleton, t.points, t.targets_m) for t in terms if isinstance(t, HoldTerm)]
    others = [term for term in terms if not isinstance(term, PointTerm)]
    pulled = descend([*springs, *others], State.from_pose(tables, first.pose), settings)
    yield terms, State.from_pose(tables, pulled.pose)
    limits = next((term.limits for term in terms if isinstance(term, LimitTerm)), None)
    if limits is None:
        return
    pose = start.pose()
    relaxed = _with_angles(start, pose, limits, limits.relaxed)
    middle = _with_angles(start, pose, limits, 0.5 * (limits.low + limits.high))
    yield terms, relaxed
    yield terms, middle
    free = descend([term for term in terms if not isinstance(term, LimitTerm)], start, settings).pose
    yield terms, State.from_pose(tables, Pose(free.root, limits.clamp(free.rotations)))
    without_predictions = [term for term in terms if isinstance(term, HoldTerm) or not isinstance(term, PointTerm)]
    yield without_predictions, relaxed
    for state in (relaxed, middle):
        yield without_predictions, State.from_pose(tables, descend([*springs, *others], state, settings).pose)


def _with_angles(start: State, pose: Pose, limits: JointLimits, angles: Array) -> State:
    """The start with its limited joints at angles (L, 3), radians: the root stays."""
    rotations = pose.rotations.copy()
    rotations[limits.joints] = limits.rotations(angles)
    return State.from_pose(start.tables, Pose(pose.root, rotations))


def _within_bones(terms: Sequence[Term], start: State) -> bool:
    """Whether no two pinned or held points are further apart than the bones between them, outstretched.

    Where held points have to give way, the first solve says by how much; more tries find nothing better.
    """
    pins = [term for term in terms if isinstance(term, HoldTerm)]
    points = np.concatenate([term.points for term in pins])
    targets = np.concatenate([term.targets_m for term in pins])
    apart = np.linalg.norm(targets[:, None] - targets, axis=-1)
    return bool((apart <= _reach_m(start.tables.skeleton)[np.ix_(points, points)] + 1e-6).all())


@lru_cache(maxsize=32)
def _reach_m(skeleton: Skeleton) -> Array:
    """(P, P) the length of the bones and offsets between two points."""
    above = skeleton.descends[skeleton.point_joints]
    bones = (above[:, None] != above) @ np.linalg.norm(skeleton.offsets, axis=-1)
    markers = np.linalg.norm(skeleton.point_offsets, axis=-1)
    return bones + (markers[:, None] + markers) * ~np.eye(len(markers), dtype=bool)
