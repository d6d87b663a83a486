"""Terms on rotations: a joint's orientation in the world, and staying near a given pose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Pose
from models.body import Skeleton
from models.errors import ShapeError
from models.kinematics import quat
from models.solver.kernels.terms import near_gradient
from models.solver.quadratic import QuadraticModel
from models.solver.state import State
from models.solver.tables import chain_tables
from models.solver.term import Term

__all__ = ["NearTerm", "OrientationTerm"]

Array = NDArray[np.float64]

# Below this angle the series of the inverse Jacobian is exact to 1e-16.
_SMALL = 1e-4


class OrientationTerm(Term):
    """Joints that should be turned as given in the world: weight * rotation vector from target to joint.

    Args:
        skeleton: Whose joints.
        joints: Names of K joints.
        targets: (K, 4) world rotations, xyzw.
        weights: One weight or (K,), per radian.
    """

    def __init__(
        self, skeleton: Skeleton, joints: Sequence[str] | str, targets: ArrayLike, weights: ArrayLike = 1.0
    ) -> None:
        names = [joints] if isinstance(joints, str) else list(joints)
        self.joints = np.array([skeleton.joint_index(name) for name in names], dtype=np.intp)
        self.targets = quat.normalize(np.asarray(targets, dtype=np.float64).reshape(-1, 4))
        if len(self.targets) != len(self.joints):
            raise ShapeError(f"{len(names)} joints need target rotations (K, 4), got {np.shape(targets)}")
        self.weights = np.broadcast_to(np.asarray(weights, dtype=np.float64), self.joints.shape)

    def _rotvecs(self, state: State) -> Array:
        now = quat.from_matrix(state.frames[self.joints])
        return quat.to_rotvec(quat.mul(now, quat.conj(self.targets)))

    def residual(self, state: State) -> Array:
        return (self.weights[:, None] * self._rotvecs(state)).ravel()

    def jacobian(self, state: State) -> Array:
        """The inverse left Jacobian of SO(3): I - [r]x / 2 + (1 - (a / 2) cot(a / 2)) / a^2 [r]x [r]x, a = |r|."""
        rotvecs = self._rotvecs(state)
        angle = np.linalg.norm(rotvecs, axis=-1)
        half = 0.5 * np.where(angle < _SMALL, 1.0, angle)
        factor = np.where(angle < _SMALL, 1.0 / 12.0, (1.0 - half / np.tan(half)) / (4.0 * half * half))
        skew = np.cross(rotvecs[:, None, :], np.eye(3)[None]).swapaxes(-1, -2)
        blocks = np.eye(3) - 0.5 * skew + factor[:, None, None] * (skew @ skew)
        jacobian = np.zeros((len(self.joints), 3, state.tables.n_variables))
        for row, joint in enumerate(self.joints):
            jacobian[row, :, 3 + 3 * joint : 6 + 3 * joint] = self.weights[row] * blocks[row]
        return jacobian.reshape(-1, state.tables.n_variables)


class NearTerm(Term):
    """Stay near a pose: weight * (world rotations and root, minus those of the pose).

    It decides what nothing else does, such as the roll of a bone that no point shows. The difference of rotation
    matrices, halved by sqrt(2), has the length of the angle for small angles and no singularity for large ones; its
    Gauss-Newton matrix is weight^2 times the identity at every state.

    Args:
        skeleton: Whose pose.
        pose: Where to stay.
        weight: Per radian, of each body.
        root_weight: Per metre, of the root.
    """

    def __init__(self, skeleton: Skeleton, pose: Pose, weight: float = 0.2, root_weight: float = 0.0) -> None:
        near = State.from_pose(chain_tables(skeleton), pose)
        self._set(near, weight, root_weight)

    @classmethod
    def of_state(cls, near: State, weight: float = 0.2, root_weight: float = 0.0) -> NearTerm:
        """The same for a state at hand, without converting it to a pose and back."""
        term = cls.__new__(cls)
        term._set(near, weight, root_weight)
        return term

    def _set(self, near: State, weight: float, root_weight: float) -> None:
        self._near, self.weight, self.root_weight = near, weight, root_weight
        n_rotations = 3 * near.tables.n_joints
        self._diagonal = np.concatenate([np.full(3, root_weight**2), np.full(n_rotations, weight**2)])

    def residual(self, state: State) -> Array:
        turned = (state.frames - self._near.frames) * (self.weight / np.sqrt(2.0))
        return np.concatenate([self.root_weight * (state.root - self._near.root), turned.ravel()])

    def jacobian(self, state: State) -> Array:
        n_joints = state.tables.n_joints
        jacobian = np.zeros((3 + 9 * n_joints, state.tables.n_variables))
        jacobian[:3, :3] = self.root_weight * np.eye(3)
        # Column k of the rotation turns as w x column; entry (a, b) of the block is d R[a, k] / d w[b].
        for joint, frame in enumerate(state.frames):
            block = np.cross(np.eye(3)[:, None, :], frame.T[None]).transpose(2, 1, 0).reshape(9, 3)
            rows, columns = 3 + 9 * joint, 3 + 3 * joint
            jacobian[rows : rows + 9, columns : columns + 3] = block * (self.weight / np.sqrt(2.0))
        return jacobian

    def add_to(self, model: QuadraticModel) -> None:
        near, state = self._near, model.state
        gradient = np.zeros(len(self._diagonal))
        near_gradient(state.frames, near.frames, state.root, near.root, self.weight**2, self.root_weight**2, gradient)
        model.add_diagonal(gradient, self._diagonal)
