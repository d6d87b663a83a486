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
from scipy.linalg import blas, lapack

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
        # Column-major for LAPACK; only the lower triangle is filled.
        self.hessian = np.zeros((n_variables, n_variables), order="F")
        self._stiffness = np.zeros(n_points)
        self._pulls = np.zeros((n_points, 3))
        self._hard: list[NDArray[np.intp]] = []
        self._sides: list[tuple[Array, Array]] = []
        self._residual, self._jacobian = np.zeros(0), np.zeros((0, n_variables))

    def add_rows(self, residual: Array, jacobian: Array) -> None:
        """Half the square of a residual (M,) with Jacobian (M, N), row-major."""
        self.gradient += residual @ jacobian
        blas.dsyrk(1.0, jacobian.T, beta=1.0, c=self.hessian, lower=1, overwrite_c=1)

    def add_diagonal(self, gradient: Array, diagonal: Array) -> None:
        """A quadratic that does not couple the variables: gradient (N,) and second derivatives (N,)."""
        self.gradient += gradient
        self.hessian.ravel(order="K")[:: len(gradient) + 1] += diagonal

    def add_points(self, points: NDArray[np.intp], stiffness: Array, pulls: Array, *, hard: bool = False) -> None:
        """Springs on K different points: stiffness (K,) and the gradient of the cost by each point (K, 3).

        Args:
            hard: The points are constraints: their pull is known only after the step.
        """
        self._stiffness[points] += stiffness
        self._pulls[points] += pulls
        if hard:
            self._hard.append(points)

    def add_one_sided(self, residual: Array, jacobian: Array) -> None:
        """Half the square of max(residual + jacobian . d, 0), for rows (M,) and (M, N)."""
        self._sides.append((residual, jacobian))

    def finish(self, held: Array) -> None:
        """Assemble the points' share. `held` (P, 3): the pulls of hard points as the last step predicted them."""
        asked = np.flatnonzero(self._stiffness)
        layout = self.state.tables.layout
        root = np.sqrt(self._stiffness[asked])[:, None]
        rows = self.state.point_jacobian(layout if len(asked) == len(layout) else layout.take(asked, axis=0))
        rows *= root[..., None]
        errors = self._pulls[asked] / root
        self.add_rows(errors.ravel(), rows.reshape(-1, len(self.gradient)))
        self._asked, self._root, self._rows, self._errors = asked, root, rows, errors
        pulls = self._pulls
        if self._hard:
            pulls = pulls.copy()
            for points in self._hard:
                pulls[points] = held[points]
        self._curvature = self.state.curvature(pulls) if pulls.any() else None
        if len(self._sides) == 1:
            self._residual, self._jacobian = self._sides[0]
        elif self._sides:
            self._residual = np.concatenate([residual for residual, _ in self._sides])
            self._jacobian = np.concatenate([jacobian for _, jacobian in self._sides])

    def predicted_pulls(self, step: Array) -> Array:
        """(P, 3) what points will pull with after the step; only those of hard points are of use."""
        after = self._errors + self._rows @ step
        after *= self._root
        pulls = np.zeros_like(self._pulls)
        pulls[self._asked] = after
        return pulls

    def step(self, damping: float, outside: BoolArray | None) -> tuple[Array, BoolArray]:
        """The step (N,) to the least of the model, and which one-sided rows end outside.

        Args:
            damping: Added to the diagonal.
            outside: The rows that ended outside last time, to begin with; those outside now when None.
        """
        if not len(self._residual):
            return self._damped_step(damping, self._residual > 0.0), self._residual > 0.0
        if outside is None or len(outside) != len(self._residual):
            outside = self._residual > 0.0
        step = self._damped_step(damping, outside)
        for _ in range(_MAX_SIDES):
            after = self._residual + self._jacobian @ step > 0.0
            if (after == outside).all():
                break
            outside = after
            step = self._damped_step(damping, outside)
        return step, outside

    def _damped_step(self, damping: float, outside: BoolArray) -> Array:
        """The step for given sides; with less curvature, then more damping, where the model has no least."""
        step = self._solved(damping, outside)
        if step is None and self._curvature is not None:
            # Somewhere the cost curves downwards: leave out what does. What is left is a sum of squares.
            values, vectors = np.linalg.eigh(self._curvature)
            self._curvature = (vectors * np.maximum(values, 0.0)[:, None, :]) @ vectors.swapaxes(-1, -2)
            step = self._solved(damping, outside)
        while step is None:
            damping *= 100.0
            if damping > _MOST_DAMPING:
                return np.zeros_like(self.gradient)
            step = self._solved(damping, outside)
        return step

    def _solved(self, damping: float, outside: BoolArray) -> Array | None:
        """The step for given sides, or None where the model has no least."""
        matrix = self.hessian.copy(order="F")
        flat = matrix.ravel(order="K")
        if self._curvature is not None:
            flat[self.state.tables.blocks] += self._curvature
        flat[:: len(self.gradient) + 1] += damping
        gradient = self.gradient
        rows = self._jacobian[outside]
        if len(rows):
            gradient = gradient + self._residual[outside] @ rows
            blas.dsyrk(1.0, rows.T, beta=1.0, c=matrix, lower=1, overwrite_c=1)
        self._factor, step, failed = lapack.dposv(matrix, gradient, lower=1, overwrite_a=1)
        return None if failed else -step

    def accelerated(self, step: Array) -> Array:
        """`step` with what the arcs of its own turns ask for: geodesic acceleration (Transtrum and Sethna, 2012).

        A step turns bodies, so points leave the straight lines the model has them on by half the second derivative
        along the step. One more solve with the same matrix takes that back, and the error that is left is of third
        order. Where the correction is not small beside the step, the series says nothing and the step stays.
        """
        bend = self.state.bend(step).take(self._asked, axis=0)
        bend *= self._root
        pull = bend.ravel() @ self._rows.reshape(-1, len(step))
        more, _ = lapack.dpotrs(self._factor, pull, lower=1, overwrite_b=1)
        return step - more if np.abs(more).max() < _LARGEST_ACCELERATION * np.abs(step).max() else step
