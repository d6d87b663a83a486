"""The term that keeps joints within their anatomical range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body import Skeleton
from models.body.canonical import JOINTS
from models.body.limits import JointLimits, joint_limits, swing_twist
from models.errors import RigError
from models.solver.state import State
from models.solver.tables import chain_tables
from models.solver.term import NormalEquations, Term

__all__ = ["LimitTerm"]

Array = NDArray[np.float64]

# A swing turned nearly right round has no direction; its derivative is kept finite by flooring the sine there.
_LEAST_SINE = 0.05
_SMALL = 1e-3


class LimitTerm(Term):
    """weight * (angle outside the range) of flexion, side and twist of every limited joint; zero inside.

    The weight exceeds the strongest pull of a pin out of reach, so that pin and not the joint gives way. What is left
    over is removed at the end: `enforced` returns a state with every joint exactly inside.

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
        self._low = self.limits.low - self.limits.offset
        self._high = self.limits.high - self.limits.offset
        self._columns = 3 + 3 * np.stack([self.limits.joints, self._parents])[..., None] + np.arange(3)
        self._n_variables = chain_tables(skeleton).n_variables

    def _relative(self, state: State) -> tuple[Array, Array]:
        """World orientation (L, 3, 3) of each mid-range frame, and the joint's rotation in it."""
        base = state.frames.take(self._parents, axis=0) @ self.limits.middle
        bone = state.frames.take(self.limits.joints, axis=0) @ self.limits.frame
        return base, base.swapaxes(-1, -2) @ bone

    def _excess(self, relative: Array) -> Array:
        """(L, 3) signed angle outside the range."""
        angles = swing_twist(relative)
        return angles - np.minimum(np.maximum(angles, self._low), self._high)

    def residual(self, state: State) -> Array:
        return self.weight * self._excess(self._relative(state)[1]).ravel()

    def jacobian(self, state: State) -> Array:
        base, relative = self._relative(state)
        outside = np.flatnonzero(self._excess(relative))
        jacobian = np.zeros((3 * len(self.limits.joints), self._n_variables))
        jacobian[outside] = self._rows(base, relative, outside)
        return jacobian

    def add_to(self, equations: NormalEquations, state: State) -> None:
        base, relative = self._relative(state)
        excess = self._excess(relative).ravel()
        outside = np.flatnonzero(excess)
        if outside.size:
            equations.add(self.weight * excess[outside], self._rows(base, relative, outside))

    def _rows(self, base: Array, relative: Array, outside: NDArray[np.intp]) -> Array:
        """(M, N) derivatives of the angles numbered `outside`, weighted."""
        joints, angles = np.divmod(outside, 3)
        gradients = _angle_gradients(relative[joints])[np.arange(len(joints)), angles]
        world = self.weight * np.einsum("mab,mb->ma", base[joints], gradients)
        rows = np.zeros((len(joints), self._n_variables))
        index = np.arange(len(joints))[:, None]
        rows[index, self._columns[0, joints]] = world
        rows[index, self._columns[1, joints]] -= world
        return rows

    def enforced(self, state: State) -> State:
        excess = self._excess(self._relative(state)[1])
        if np.abs(excess).max() <= self.TOLERANCE_RAD:
            return state
        pose = state.pose()
        return State.from_pose(state.tables, type(pose)(pose.root, self.limits.clamp(pose.rotations)))


def _angle_gradients(relative: Array) -> Array:
    """Derivatives of `swing_twist` by a small rotation applied on the left. (M, 3, 3) -> (M, 3 angles, 3).

    With d the x axis as rotated and e the x axis: the twist changes by w . (e + d) / (1 + e . d), as it must for
    rotations about d, about e, and across. The swing is f(d_x) (-d_z, d_y) with f(cos a) = a / sin a, and d' = w x d.
    """
    x, y, z = relative[:, 0, 0], relative[:, 1, 0], relative[:, 2, 0]
    sine = np.sqrt(y * y + z * z)
    angle = np.arctan2(sine, x)
    floor = np.maximum(sine, _LEAST_SINE)
    small = angle < _SMALL
    scale = np.where(small, 1.0, angle / np.where(small, 1.0, floor))
    slope = np.where(small, -1.0 / 3.0, -(sine - angle * x) / np.where(small, 1.0, floor**3))
    zero = np.zeros_like(x)
    dx = np.stack([zero, z, -y], axis=-1)
    dy = np.stack([-z, zero, x], axis=-1)
    dz = np.stack([y, -x, zero], axis=-1)
    about_y = -scale[:, None] * dz - (slope * z)[:, None] * dx
    about_z = scale[:, None] * dy + (slope * y)[:, None] * dx
    twist = np.stack([1.0 + x, y, z], axis=-1) / np.maximum(1.0 + x, 1e-3)[:, None]
    return np.stack([about_y, about_z, twist], axis=1)
