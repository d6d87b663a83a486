"""One configuration of a body while it is being solved: world rotations, points, and their derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.kinematics import quat
from models.solver.kernels import chain
from models.solver.tables import ChainTables

__all__ = ["Array", "State"]

Array = NDArray[np.float64]


class State:
    """A body's configuration; treated as immutable.

    Attributes:
        tables: The skeleton's tables.
        root: (3,) world position of the root joint, metres.
        frames: (J, 3, 3) world rotation matrices of the bodies.
        bones: (J, 3) from each joint's parent to the joint, in the world, metres; zero for the root.
        markers: (P, 3) from each point's joint to the point, in the world, metres.
        points: (P, 3) world positions of the points, metres.
    """

    __slots__ = ("bones", "frames", "markers", "points", "root", "tables")

    def __init__(self, tables: ChainTables, root: Array, frames: Array) -> None:
        self.tables = tables
        self.root = root
        self.frames = frames
        self.bones = np.zeros((tables.n_joints, 3))
        self.markers = np.zeros((tables.n_points, 3))
        self.points = np.zeros((tables.n_points, 3))
        chain.place(
            tables.parents,
            tables.offsets,
            tables.point_joints,
            tables.point_offsets,
            root,
            frames,
            self.bones,
            self.markers,
            self.points,
        )

    @classmethod
    def from_pose(cls, tables: ChainTables, pose: Pose) -> State:
        """The state of root (3,) and local rotations (J, 4)."""
        frames = quat.to_matrix(quat.normalize(pose.rotations))
        chain.chained(tables.parents, frames)
        return cls(tables, np.array(pose.root, dtype=np.float64), frames)

    def pose(self) -> Pose:
        """The same configuration as local rotations."""
        rotations = np.zeros((self.tables.n_joints, 4))
        chain.local_rotations(self.tables.parents, self.frames, rotations)
        return Pose(self.root.copy(), rotations)

    def point_jacobian(self, points: NDArray[np.intp]) -> Array:
        """Derivatives (K, 3, N) of K points by all variables."""
        rows = np.zeros((len(points), 3, self.tables.n_variables))
        chain.point_rows(self.tables.parents, self.tables.point_joints, self.bones, self.markers, points, rows)
        return rows

    def curvature(self, pulls: Array) -> Array:
        """Second derivatives of pulls . points by each body's turn: symmetric blocks (J, 3, 3), for pulls (P, 3).

        Turning a body by w carries its vector s along an arc, s + w x s + w x (w x s) / 2; with the force f on
        everything that hangs from s, the second-order term is w'(s f' - (s . f) 1) w / 2.
        """
        tables = self.tables
        blocks = np.zeros((tables.n_joints, 3, 3))
        chain.curvature(tables.parents, tables.point_joints, self.bones, self.markers, pulls, blocks)
        return blocks

    def moved(self, step: Array) -> State:
        """The configuration after a step (N,): the root translated, every body turned in the world.

        The turn is Cayley's map, I + 2 ([c]x + [c]x [c]x) / (1 + c.c) with c half the step: equal to the rotation by
        the step to second order, a rotation exactly, and never more than half a turn however long the step.
        """
        frames = np.zeros((self.tables.n_joints, 3, 3))
        chain.turned(self.frames, step, frames)
        return State(self.tables, self.root + step[:3], frames)
