"""The term that keeps the body above the ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import Skeleton
from models.solver.kernels.chain import depth_rows
from models.solver.quadratic import QuadraticModel
from models.solver.state import State
from models.solver.term import Term

__all__ = ["GroundTerm"]

Array = NDArray[np.float64]


class GroundTerm(Term):
    """weight * (height below the ground) of every point; zero above.

    Args:
        skeleton: Whose points.
        height_m: Height of the ground, one number or (P,) for each point: lower where the user has pinned a point
            below it.
        weight: Per metre.
    """

    # Points further above the ground than a step can take them below are not looked at.
    _NEAR_M = 0.2

    def __init__(self, skeleton: Skeleton, height_m: ArrayLike = 0.0, weight: float = 10.0) -> None:
        self.height_m = np.zeros(skeleton.n_points) + np.asarray(height_m, dtype=np.float64)
        self.weight = weight
        self._all = np.arange(skeleton.n_points)

    def residual(self, state: State) -> Array:
        return self.weight * np.minimum(state.points[:, 1] - self.height_m, 0.0)

    def jacobian(self, state: State) -> Array:
        below = state.points[:, 1] < self.height_m
        return (self.weight * below)[:, None] * state.point_jacobian(self._all)[:, 1]

    def add_to(self, model: QuadraticModel) -> None:
        depth = self.height_m - model.state.points[:, 1]
        near = (depth > -self._NEAR_M).nonzero()[0]
        if near.size:
            state = model.state
            rows = np.zeros((len(near), state.tables.n_variables))
            tree = state.tables.parents, state.tables.point_joints
            depth_rows(*tree, state.bones, state.markers, near, self.weight, rows)
            model.add_one_sided(self.weight * depth[near], rows)
