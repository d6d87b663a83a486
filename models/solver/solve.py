"""The one solver: damped Newton steps on a list of terms. A pure function of its arguments.

It is a local method: it finds a least of the cost near the start, and may rest where a better pose exists behind a
joint limit (`attempts` looks there). What the terms cannot have is reported, never raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.animation import Pose
from models.body import Skeleton
from models.solver.kernels import linear
from models.solver.position_terms import PinTerm
from models.solver.quadratic import QuadraticModel
from models.solver.state import Array, State
from models.solver.tables import chain_tables
from models.solver.term import Term

__all__ = ["SolveResult", "SolverSettings", "descend", "solve"]

# Moving the root by this is as much as turning a body by one radian, when steps are judged by their length.
_LEVER_M = 0.1
# Newton's step is trusted for so many iterations; nearly all solves are done before.
_TRUSTED_ITERATIONS = 5
# Then a step that is not shorter than this share of the one before is a sign of going round in circles.
_LEAST_PROGRESS = 0.7
# No longer step is the last one but for those that are left: what it leaves on pins is of its third power.
_LAST_STEP = 0.08
_DAMPING_FACTOR = 10.0
_LEAST_EXTRA_DAMPING = 0.1


@dataclass(frozen=True)
class SolverSettings:
    """When to stop and what counts as reached.

    Args:
        max_iterations: Linear solves at most; each costs about 0.2 ms for 22 joints.
        tolerance: Converged when no body turns more than this, radians, and the root moves less than a tenth of it,
            metres. Steps shrink by their square, so what is left after such a step is about its square, too.
        damping: Added to the diagonal of the Hessian throughout, as Levenberg and Marquardt do.
        max_step: Longer steps are shortened so that no body turns more than this, radians.
        reach_m: A pin further off than this is reported as not reached, metres.
        enough_m: Stop as soon as every pin is nearer than this, before the rest has come to rest, metres; 0 never does.
    """

    max_iterations: int = 40
    tolerance: float = 2e-2
    damping: float = 1e-6
    max_step: float = 0.7
    reach_m: float = 1e-3
    enough_m: float = 0.0


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
    return descend(terms, State.from_pose(chain_tables(skeleton), start), settings)


def descend(terms: Sequence[Term], state: State, settings: SolverSettings | None = None) -> SolveResult:
    """`solve` from a state at hand."""
    settings = settings or SolverSettings()
    state, iterations, converged = _descended(terms, state, settings)
    state = _enforced(terms, state)
    residual_m: dict[str, float] = {}
    for term in terms:
        if isinstance(term, PinTerm):
            errors = term.errors_m(state)
            distances = np.sqrt(np.einsum("ij,ij->i", errors, errors))
            residual_m.update(zip(term.names, distances.tolist(), strict=True))
    far = [name for name, distance in residual_m.items() if distance > settings.reach_m]
    far.sort(key=lambda name: -residual_m[name])
    return SolveResult(state.pose(), state.points, iterations, converged, residual_m, tuple(far))


def _descended(terms: Sequence[Term], state: State, settings: SolverSettings) -> tuple[State, int, bool]:
    """Newton steps until none is larger than the tolerance: the state, their number, and whether they ended so.

    There is no line search: with pins and limits as stiff springs, a good step along a limb's arc first raises the
    cost a thousandfold and the next one makes up for it, so the cost is no judge of a step. Its length is.
    """
    held = np.zeros_like(state.points)
    outside = None
    damping, before, last = settings.damping, np.inf, 0.0
    for iteration in range(1, settings.max_iterations + 1):
        model = QuadraticModel(state)
        for term in terms:
            term.add_to(model)
        model.finish(held)
        straight, outside = model.step(damping, outside)
        step = model.accelerated(straight)
        turn = linear.largest(step, 3, len(step))
        largest = max(turn, linear.largest(step, 0, 3) / _LEVER_M)
        state = state.moved(step * min(1.0, settings.max_step / max(turn, 1e-300)))
        if (
            largest < settings.tolerance
            or (_left_after(largest, last) < settings.tolerance and _are_near(terms, state, 0.5 * settings.reach_m))
            or (settings.enough_m and _is_enough(terms, state, settings.enough_m))
        ):
            return state, iteration, True
        held, last = model.predicted_pulls(straight), largest if damping == settings.damping else 0.0
        if iteration > _TRUSTED_ITERATIONS and largest > _LEAST_PROGRESS * before:
            damping, before = max(damping * _DAMPING_FACTOR, _LEAST_EXTRA_DAMPING), largest
        elif damping > settings.damping:
            # With less damping the next step is longer, which is no sign of trouble.
            damping, before = max(damping / _DAMPING_FACTOR, settings.damping), np.inf
        else:
            before = largest
    return state, settings.max_iterations, False


def _left_after(step: float, last: float) -> float:
    """How long the step after this one will be: steps shrink at least as fast as from the last to this one."""
    return step * min(1.0, step / last) if step < _LAST_STEP and last > 0.0 else step


def _is_enough(terms: Sequence[Term], state: State, enough_m: float) -> bool:
    """Whether every pin is nearer than a distance, metres, and stays so when all hard conditions are met."""
    if not _are_near(terms, state, enough_m):
        return False
    allowed = _enforced(terms, state)
    return allowed is state or _are_near(terms, allowed, enough_m)


def _are_near(terms: Sequence[Term], state: State, distance_m: float) -> bool:
    """Whether every pin is nearer than a distance, metres."""
    return all(term.farthest_m(state) < distance_m for term in terms if isinstance(term, PinTerm))


def _enforced(terms: Sequence[Term], state: State) -> State:
    for term in terms:
        state = term.enforced(state)
    return state
