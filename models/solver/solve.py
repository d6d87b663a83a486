"""The one solver: Levenberg-Marquardt on a list of terms. A pure function of its arguments.

It is a local method: it finds the least of the cost near the start, and may rest where a better pose exists behind
a joint limit. What the terms cannot have is reported, never raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import Skeleton
from models.solver.position_terms import PinTerm
from models.solver.state import State
from models.solver.tables import chain_tables
from models.solver.quadratic import QuadraticModel
from models.solver.term import Term

__all__ = ["SolveResult", "SolverSettings", "minimise", "solve"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class SolverSettings:
    """When to stop and what counts as reached.

    Args:
        max_iterations: Linear solves at most; each costs about 0.1 ms for 22 joints.
        tolerance: Converged when no variable moves more than this, metres or radians.
        damping: First Levenberg-Marquardt damping.
        reach_m: A pin further off than this is reported as not reached, metres.
    """

    max_iterations: int = 40
    tolerance: float = 1e-3
    damping: float = 1e-6
    max_step: float = 0.7
    reach_m: float = 1e-3


@dataclass(frozen=True, eq=False)
class SolveResult:
    """A solved pose and how well it does what was asked.

    Args:
        pose: Root and local rotations.
        points: (P, 3) world positions of the skeleton's points in that pose, metres.
        iterations: Linear solves used.
        converged: Whether the last step was within the tolerance.
        residual_m: Distance of each pinned point from its target, by name, metres.
        unreached: Names of the pins further off than `SolverSettings.reach_m`, worst first.
    """

    pose: Pose
    points: Array
    iterations: int
    converged: bool
    residual_m: dict[str, float]
    unreached: tuple[str, ...]


def solve(
    skeleton: Skeleton, terms: Sequence[Term], start: Pose, settings: SolverSettings | None = None
) -> SolveResult:
    """The pose near `start` with the least cost, bones exact.

    Args:
        skeleton: J joints; terms on points and joints refer to it.
        terms: What is wanted; see the terms of this package.
        start: Root (3,) and local rotations (J, 4).
        settings: `SolverSettings()` when left out.
    """
    return minimise(terms, State.from_pose(chain_tables(skeleton), start), settings)


def minimise(terms: Sequence[Term], state: State, settings: SolverSettings | None = None) -> SolveResult:
    """`solve` from a state at hand."""
    settings = settings or SolverSettings()
    state, iterations, converged = _descend(terms, state, settings)
    for term in terms:
        state = term.enforced(state)
    residual_m = {}
    for term in terms:
        if isinstance(term, PinTerm):
            distances = np.linalg.norm(term.errors_m(state), axis=-1)
            residual_m.update(zip(term.names, distances.tolist(), strict=True))
    far = [name for name, distance in residual_m.items() if distance > settings.reach_m]
    far.sort(key=lambda name: -residual_m[name])
    return SolveResult(state.pose(), state.points, iterations, converged, residual_m, tuple(far))


def _descend(terms: Sequence[Term], state: State, settings: SolverSettings) -> tuple[State, int, bool]:
    """Newton steps until none is larger than the tolerance."""
    held = np.zeros_like(state.points)
    outside = None
    for iteration in range(1, settings.max_iterations + 1):
        model = QuadraticModel(state)
        for term in terms:
            term.add_to(model)
        model.finish(held)
        step, outside = model.step(settings.damping, outside)
        held = model.predicted_pulls(step)
        largest = float(np.abs(step).max())
        state = state.moved(step * min(1.0, settings.max_step / largest))
        if largest < settings.tolerance:
            return state, iteration, True
    return state, settings.max_iterations, False
