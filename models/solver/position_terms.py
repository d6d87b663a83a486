"""Terms on positions: points pinned or held in space, and points that should be near a prediction."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import Skeleton
from models.errors import ShapeError, SixpointError
from models.solver.kernels.terms import farthest_square, point_pulls
from models.solver.quadratic import QuadraticModel
from models.solver.state import State
from models.solver.term import Term

__all__ = ["FARTHEST_M", "HoldTerm", "PinTerm", "PointTerm"]

# Coordinates beyond this count as infinite: their squares would overflow.
FARTHEST_M = 1e15

Array = NDArray[np.float64]


class PointTerm(Term):
    """Points that should be near given positions: weight * (p - target), up to a distance.

    A prediction is a guess, and one that is far off is wrong: beyond `KNEE_M` a point pulls no harder than there,

        loss(e) = weight^2 KNEE^2 / p ((1 + e^2 / KNEE^2)^(p / 2) - 1),   p = POWER

    which is half the square of weight * e for small errors. It is solved by reweighting (iteratively reweighted least
    squares): `residual` and `jacobian` are those of the plain error, `add_to` scales them.

    Args:
        skeleton: Whose points.
        points: Names or indices of K points.
        targets_m: (K, 3) world positions, metres.
        weights: One weight or (K,) weights, per metre.

    Raises:
        UnknownJoint: if the skeleton has no such point.
        ShapeError: if the targets do not fit the points.
        SixpointError: if a target is not finite.
    """

    KNEE_M = 0.25
    POWER = 1.0
    IS_HARD = False
    # Beyond this distance the curvature of a limb's arc, not the distance, says how fast the pull turns.
    _ARC_M = 0.3

    def __init__(
        self,
        skeleton: Skeleton,
        points: Sequence[str] | NDArray[np.integer] | str,
        targets_m: ArrayLike,
        weights: ArrayLike = 1.0,
    ) -> None:
        self.points = _indices(skeleton, points)
        self._point_names = skeleton.point_names
        self.targets_m = np.array(targets_m, dtype=np.float64).reshape(-1, 3)
        if len(self.targets_m) != len(self.points):
            raise ShapeError(f"{len(self.points)} points need targets (K, 3), got {np.shape(targets_m)}")
        if not (np.abs(self.targets_m) <= FARTHEST_M).all():
            raise SixpointError(f"the targets of {', '.join(self.names)} must be finite numbers")
        self.weights = np.zeros(len(self.points)) + np.asarray(weights, dtype=np.float64)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the points."""
        return tuple(map(self._point_names.__getitem__, self.points.tolist()))

    def errors_m(self, state: State) -> Array:
        """(K, 3) from target to point, metres."""
        return state.points.take(self.points, axis=0) - self.targets_m

    def farthest_m(self, state: State) -> float:
        """The largest distance of a point from its target, metres."""
        return math.sqrt(farthest_square(self.points, state.points, self.targets_m))

    def residual(self, state: State) -> Array:
        return (self.weights[:, None] * self.errors_m(state)).ravel()

    def jacobian(self, state: State) -> Array:
        jacobian = state.point_jacobian(self.points)
        jacobian *= self.weights[:, None, None]
        return jacobian.reshape(-1, jacobian.shape[-1])

    def add_to(self, model: QuadraticModel) -> None:
        stiffness, pulls = model.springs_on(self.points, hard=self.IS_HARD)
        point_pulls(
            self.points,
            model.state.points,
            self.targets_m,
            self.weights,
            self.KNEE_M,
            self.POWER,
            self._ARC_M,
            stiffness,
            pulls,
        )


class HoldTerm(PointTerm):
    """Points that keep their place exactly, and give way to what holds more strongly.

    Within reach the weight makes everything else give way to less than a tenth of a millimetre. Out of reach, the pull
    of a squared error would grow with distance and a hand dragged across the room would tear the body off its feet. So
    the loss is nearly linear from the start: its pull, about 30, is more than all predicted points together have, and
    the many points that can be met outweigh the one that cannot. Points that conflict with each other alone share the
    gap.

    Args:
        strengths: One factor or (K,) factors on the pull; which point holds where two conflict.
    """

    WEIGHT = 1000.0
    KNEE_M = 3e-5
    POWER = 1.02
    IS_HARD = True

    def __init__(
        self,
        skeleton: Skeleton,
        points: Sequence[str] | NDArray[np.integer] | str,
        targets_m: ArrayLike,
        strengths: ArrayLike = 1.0,
    ) -> None:
        super().__init__(skeleton, points, targets_m, self.WEIGHT * np.sqrt(np.asarray(strengths, dtype=np.float64)))


class PinTerm(HoldTerm):
    """Points the user has set: obeyed exactly where the bones and joint limits allow, and reported where not."""


def _indices(skeleton: Skeleton, points: Sequence[str] | NDArray[np.integer] | str) -> NDArray[np.intp]:
    """Indices of points given by name or by index."""
    if isinstance(points, np.ndarray):
        return points.astype(np.intp)
    names = [points] if isinstance(points, str) else points
    return np.array([skeleton.point_index(name) for name in names], dtype=np.intp)
