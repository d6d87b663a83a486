"""The term that keeps joints within their anatomical range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import Skeleton
from models.body.canonical import JOINTS
from models.body.limits import JointLimits, joint_limits
from models.errors import RigError
from models.solver.kernels.terms import limit_angles
from models.solver.quadratic import QuadraticModel
from models.solver.state import State
from models.solver.term import Term

__all__ = ["LimitTerm"]

Array = NDArray[np.float64]


class LimitTerm(Term):
    """weight * (angle outside the range) of flexion, side and twist of every limited joint; zero inside.

    The weight exceeds the strongest pull of a pin out of reach, so that pin and not the joint gives way. What is left
    over is removed at the end: `enforced` returns a state with every joint inside.

    Args:
        skeleton: A skeleton with the canonical joints.
        limits: The ranges; `joint_limits()` when left out.
        weight: Per radian.
    """

    # Outside by less than this is left alone: enforcing it would move pins for nothing. 0.05 degrees.
    TOLERANCE_RAD = 9e-4

    def __init__(self, skeleton: Skeleton, limits: JointLimits | None = None, weight: float = 1000.0) -> None:
        if skeleton.joint_names != JOINTS:
            raise RigError(f"joint limits are known for the canonical joints, '{skeleton.name}' has others")
        self.limits = limits or joint_limits()
        self.weight = weight
        self._joints = self.limits.joints.astype(np.intp)
        self._parents = skeleton.parents[self.limits.joints]
        self._centre = 0.5 * (self.limits.high + self.limits.low) - self.limits.offset
        self._half = 0.5 * (self.limits.high - self.limits.low)
        self._middle = np.ascontiguousarray(self.limits.middle)
        self._frame = np.ascontiguousarray(self.limits.frame)

    def _angles(self, state: State, *, with_rows: bool = True) -> tuple[Array, Array]:
        """(3 L,) how far each angle is beyond the nearer end of its range, negative inside, and (3 L, N) its rows."""
        n_angles = 3 * len(self._joints)
        residual = np.zeros(n_angles)
        rows = np.zeros((n_angles if with_rows else 0, state.tables.n_variables))
        limit_angles(
            state.frames,
            self._parents,
            self._joints,
            self._middle,
            self._frame,
            self._centre,
            self._half,
            self.weight,
            residual,
            rows,
        )
        return residual, rows

    def residual(self, state: State) -> Array:
        return np.maximum(self._angles(state, with_rows=False)[0], 0.0)

    def jacobian(self, state: State) -> Array:
        outside, rows = self._angles(state)
        return rows * (outside > 0.0)[:, None]

    def add_to(self, model: QuadraticModel) -> None:
        model.add_one_sided(*self._angles(model.state))

    def enforced(self, state: State) -> State:
        outside, _ = self._angles(state, with_rows=False)
        if outside.max() <= self.weight * self.TOLERANCE_RAD:
            return state
        pose = state.pose()
        return State.from_pose(state.tables, Pose(pose.root, self.limits.clamp(pose.rotations)))
