"""The term that keeps joints within their anatomical range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import Skeleton
from models.body.canonical import JOINTS
from models.body.limits import JointLimits, joint_limits, swing_twist
from models.errors import RigError
from models.solver.quadratic import QuadraticModel
from models.solver.state import State
from models.solver.tables import chain_tables
from models.solver.term import Term

__all__ = ["LimitTerm"]

Array = NDArray[np.float64]

# A swing turned nearly right round has no direction; its derivative is kept finite by flooring the sine there.
_LEAST_SINE = 0.02


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
        self._parents = skeleton.parents[self.limits.joints]
        self._centre = 0.5 * (self.limits.high + self.limits.low) - self.limits.offset
        self._half = 0.5 * (self.limits.high - self.limits.low)
        self._n_variables = chain_tables(skeleton).n_variables
        # Where the rows of each joint's three angles have the joint's own three columns, and its parent's.
        rows = np.arange(3 * len(self._parents)).reshape(-1, 3, 1) * self._n_variables
        self._own = rows + 3 + 3 * self.limits.joints[:, None, None] + np.arange(3)
        self._above = rows + 3 + 3 * self._parents[:, None, None] + np.arange(3)

    def _relative(self, state: State) -> tuple[Array, Array]:
        """World orientation (L, 3, 3) of each mid-range frame, and the joint's rotation in it."""
        base = state.frames.take(self._parents, axis=0) @ self.limits.middle
        bone = state.frames.take(self.limits.joints, axis=0) @ self.limits.frame
        return base, base.swapaxes(-1, -2) @ bone

    def _outside(self, relative: Array) -> tuple[Array, Array]:
        """(L, 3) angle beyond the nearer end of the range, negative inside, and the sign of that end."""
        centred = swing_twist(relative) - self._centre
        return np.abs(centred) - self._half, np.sign(centred)

    def _rows(self, base: Array, relative: Array, signs: Array) -> Array:
        """(3 L, N) derivatives of the signed angles, weighted."""
        gradients = _angle_gradients(relative)
        gradients *= (self.weight * signs)[..., None]
        world = gradients @ base.swapaxes(-1, -2)
        rows = np.zeros(3 * len(relative) * self._n_variables)
        rows[self._own] = world
        rows[self._above] = -world
        return rows.reshape(-1, self._n_variables)

    def residual(self, state: State) -> Array:
        outside, _ = self._outside(self._relative(state)[1])
        return self.weight * np.maximum(outside, 0.0).ravel()

    def jacobian(self, state: State) -> Array:
        base, relative = self._relative(state)
        outside, signs = self._outside(relative)
        return self._rows(base, relative, signs) * (outside.ravel() > 0.0)[:, None]

    def add_to(self, model: QuadraticModel) -> None:
        base, relative = self._relative(model.state)
        outside, signs = self._outside(relative)
        model.add_one_sided(self.weight * outside.ravel(), self._rows(base, relative, signs))

    def enforced(self, state: State) -> State:
        outside, _ = self._outside(self._relative(state)[1])
        if outside.max() <= self.TOLERANCE_RAD:
            return state
        pose = state.pose()
        return State.from_pose(state.tables, Pose(pose.root, self.limits.clamp(pose.rotations)))


def _angle_gradients(relative: Array) -> Array:
    """Derivatives of `swing_twist` by a small rotation applied on the left. (L, 3, 3) -> (L, 3 angles, 3).

    With d = (x, y, z) the x axis as rotated and e the x axis: the twist changes by w . (e + d) / (1 + e . d), as it
    must for rotations about d, about e, and across. The swing is f (-z, y) with f(cos a) = a / sin a and d' = w x d.
    """
    x, y, z = relative[:, 0, 0], relative[:, 1, 0], relative[:, 2, 0]
    sine = np.sqrt(y * y + z * z)
    angle = np.arctan2(sine, x)
    floored = np.maximum(sine, _LEAST_SINE)
    # Near zero the series serve: a / sin a = 1 + a^2 / 6, and its slope by cos a is -1/3 - 2 a^2 / 15.
    small = angle < _LEAST_SINE
    square = angle * angle
    scale = np.where(small, 1.0 + square / 6.0, angle / floored)
    slope = np.where(small, -1.0 / 3.0 - square * (2.0 / 15.0), (angle * x - sine) / (floored * floored * floored))
    along, rest = scale * x, 1.0 / np.maximum(1.0 + x, 1e-3)
    gradients = np.zeros((len(relative), 3, 3))
    gradients[:, 0, 0] = -scale * y
    gradients[:, 0, 1] = along - slope * z * z
    gradients[:, 0, 2] = slope * y * z
    gradients[:, 1, 0] = -scale * z
    gradients[:, 1, 1] = gradients[:, 0, 2]
    gradients[:, 1, 2] = along - slope * y * y
    gradients[:, 2, 0] = 1.0
    gradients[:, 2, 1] = y * rest
    gradients[:, 2, 2] = z * rest
    return gradients
