"""The solver's quadratic model of the cost about one state, assembled from all terms.

Three things make it more than Gauss-Newton, and each was needed for the solve to take three steps instead of thirty:

- Terms on points give a stiffness and a pull per point, so all of them together cost one Jacobian and one product.
- A pull on a point also bends: turning a body carries its bone along an arc, so a force f on a bone s has the second
  derivative w'(s f' - (s.f) 1)w. With each body turned by its own variable these are 3 x 3 blocks on the diagonal.
  Without them the step overshoots to and fro wherever the points fit no pose exactly. For pins the pull is the one the
  last step predicted, because their present error times their great stiffness is no force that lasts.
- One-sided rows (joint limits, the ground) count only where the step would end outside. Which those are is found
  together with the step, so a joint resting at its limit neither sticks nor chatters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.solver.kernels import chain, linear
from models.solver.state import State

__all__ = ["QuadraticModel"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

# Solves for which side of their bounds the rows end on; one is usual.
_MAX_SIDES = 5
# Rounding makes a sum of squares indefinite by far less than this.
_MOST_DAMPING = 1e12
# Share of the step; Transtrum and Sethna recommend 0.75.
_LARGEST_ACCELERATION = 0.75


class QuadraticModel:
    """cost(d) = gradient . d + d . hessian . d / 2, plus the one-sided rows, for a step d (N,) from `state`."""

    def __init__(self, state: State) -> None:
        self.state = state
        n_variables, n_points = state.tables.n_variables, state.tables.n_points
        self.gradient = np.zeros(n_variables)
        # Only the lower triangle is filled.
        self.hessian = np.zeros((n_variables, n_variables))
        self._pattern = state.tables.chains
        self._stiffness = np.zeros(n_points)
        self._pulls = np.zeros((n_points, 3))
        self._is_hard = np.zeros(n_points, dtype=np.bool_)
        self._sides: list[tuple[Array, Array]] = []
        self._residual, self._jacobian = np.zeros(0), np.zeros((0, n_variables))
        self._factor = np.zeros((n_variables, n_variables))

    def add_rows(self, residual: Array, jacobian: Array) -> None:
        """Half the square of a residual (M,) with Jacobian (M, N), row-major."""
        if not linear.add_rows(residual, jacobian, self._pattern.related, self.gradient, self.hessian):
            self._pattern = self.state.tables.dense

    def add_diagonal(self, gradient: Array, diagonal: Array) -> None:
        """A quadratic that does not couple the variables: gradient (N,) and second derivatives (N,)."""
        self.gradient += gradient
        self.hessian.ravel()[:: len(gradient) + 1] += diagonal

    def add_one_sided(self, residual: Array, jacobian: Array) -> None:
        """Half the square of max(residual + jacobian . d, 0), for rows (M,) and (M, N)."""
        self._sides.append((residual, jacobian))

    def springs_on(self, points: NDArray[np.intp], *, hard: bool = False) -> tuple[Array, Array]:
        """The stiffness (P,) and the gradient of the cost by each point (P, 3), for a term to add to those of `points`.

        Args:
            hard: The points are constraints: their pull is known only after the step.
        """
        if hard:
            self._is_hard[points] = True
        return self._stiffness, self._pulls

    def finish(self, held: Array) -> None:
        """Assemble the points' share. `held` (P, 3): the pulls of hard points as the last step predicted them."""
        chain.springs(*self._vectors, self._stiffness, self._pulls, self.gradient, self.hessian)
        self._curvature = self.state.curvature(np.where(self._is_hard[:, None], held, self._pulls))
        if len(self._sides) == 1:
            self._residual, self._jacobian = self._sides[0]
        elif self._sides:
            self._residual = np.concatenate([residual for residual, _ in self._sides])
            self._jacobian = np.concatenate([jacobian for _, jacobian in self._sides])

    def predicted_pulls(self, step: Array) -> Array:
        """(P, 3) what points will pull with after the step; only those of hard points are of use."""
        pulls = np.zeros((len(self._pulls), 3))
        chain.predicted_pulls(*self._vectors, self._stiffness, self._pulls, step, pulls)
        return pulls

    def step(self, damping: float, outside: BoolArray | None) -> tuple[Array, BoolArray]:
        """The step (N,) to the least of the model, and which one-sided rows end outside.

        Args:
            damping: Added to the diagonal.
            outside: The rows that ended outside last time, to begin with; those outside now when None.
        """
        if outside is None or len(outside) != len(self._residual):
            outside = self._residual > 0.0
        step, after = self._damped_step(damping, outside)
        for _ in range(_MAX_SIDES):
            if after is None:
                break
            outside = after
            step, after = self._damped_step(damping, outside)
        return step, outside

    def _damped_step(self, damping: float, outside: BoolArray) -> tuple[Array, BoolArray | None]:
        """The step for given sides, and the sides it ends on if they are others.

        With less curvature, then more damping, where the model has no least.
        """
        found, step, after = self._solved(damping, outside)
        if found == linear.INDEFINITE and self._curvature.any():
            # Somewhere the cost curves downwards: leave out what does. What is left is a sum of squares.
            linear.leave_convex(self._curvature)
            found, step, after = self._solved(damping, outside)
        while found == linear.INDEFINITE:
            damping *= 100.0
            if damping > _MOST_DAMPING:
                return np.zeros_like(self.gradient), None
            found, step, after = self._solved(damping, outside)
        return step, after if found == linear.UNSETTLED else None

    def _solved(self, damping: float, outside: BoolArray) -> tuple[int, Array, BoolArray]:
        """What `solve_sides` found, with the step and the sides it ends on."""
        step, after = np.zeros(len(self.gradient)), np.zeros(len(outside), dtype=np.bool_)
        pattern = self._pattern
        found: int = linear.solve_sides(
            pattern.starts,
            pattern.above,
            pattern.related,
            self.hessian,
            self._curvature,
            damping,
            self.gradient,
            self._residual,
            self._jacobian,
            outside,
            self._factor,
            step,
            after,
        )
        if found == linear.OFF_TREE:
            self._pattern = self.state.tables.dense
            return self._solved(damping, outside)
        return found, step, after

    def accelerated(self, step: Array) -> Array:
        """`step` with what the arcs of its own turns ask for: geodesic acceleration (Transtrum and Sethna, 2012).

        A step turns bodies, so points leave the straight lines the model has them on by half the second derivative
        along the step. One more solve with the same matrix takes that back, and the error that is left is of third
        order. Where the correction is not small beside the step, the series says nothing and the step stays.
        """
        result = np.zeros(len(step))
        chain.arc_gradient(*self._vectors, self._stiffness, step, result)
        pattern = self._pattern
        linear.accelerate(pattern.starts, pattern.above, self._factor, step, _LARGEST_ACCELERATION, result)
        return result

    @property
    def _vectors(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Array, Array]:
        """The body's tree and its vectors in this state, as the kernels of `chain` take them."""
        state = self.state
        return state.tables.parents, state.tables.point_joints, state.bones, state.markers
