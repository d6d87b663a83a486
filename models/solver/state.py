"""One configuration of a body while it is being solved: world rotations, points, and their derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.kinematics import quat
from models.solver.tables import ChainTables

__all__ = ["Array", "State"]

Array = NDArray[np.float64]

_IDENTITY = np.eye(3)
_ZERO, _ONE = np.zeros(1), np.ones(1)


class State:
    """A body's configuration; treated as immutable.

    Attributes:
        tables: The skeleton's tables.
        root: (3,) world position of the root joint, metres.
        frames: (J, 3, 3) world rotation matrices of the bodies.
        points: (P, 3) world positions of the points, metres.
    """

    __slots__ = ("_entries", "_rotated", "frames", "points", "root", "tables")

    def __init__(self, tables: ChainTables, root: Array, frames: Array) -> None:
        self.tables = tables
        self.root = root
        self.frames = frames
        self._rotated = (frames.take(tables.owners, axis=0) @ tables.vectors)[..., 0]
        self.points = tables.paths @ self._rotated + root
        self._entries: Array | None = None

    @classmethod
    def from_pose(cls, tables: ChainTables, pose: Pose) -> State:
        """The state of root (3,) and local rotations (J, 4).

        A body's world rotation is the product of the local ones on its way to the root. Multiplying each by its
        ancestor's 1, 2, 4, ... steps up gives all products in a number of steps that is the logarithm of the depth.
        """
        frames = np.concatenate((quat.to_matrix(quat.normalize(pose.rotations)), _IDENTITY[None]))
        for above in tables.jumps:
            frames = frames.take(above, axis=0) @ frames
        return cls(tables, pose.root, frames[:-1])

    def pose(self) -> Pose:
        """The same configuration as local rotations."""
        local = self.frames.copy()
        local[1:] = np.swapaxes(self.frames.take(self.tables.parents[1:], axis=0), -1, -2) @ self.frames[1:]
        return Pose(self.root.copy(), quat.from_matrix(local))

    def point_jacobian(self, layout: NDArray[np.intp]) -> Array:
        """Derivatives of points by all variables, for rows of `ChainTables.layout`; same shape as `layout`."""
        if self._entries is None:
            rotated = self._rotated.ravel()
            self._entries = np.concatenate((rotated, -rotated, _ZERO, _ONE))
        return self._entries.take(layout)

    def curvature(self, pulls: Array) -> Array:
        """Second derivatives of pulls . points by each body's turn: symmetric blocks (J, 3, 3), for pulls (P, 3).

        Turning a body by w carries its vector s along an arc, s + w x s + w x (w x s) / 2; with the force f on
        everything that hangs from s, the second-order term is w'(s f' - (s . f) 1) w / 2.
        """
        forces = self.tables.on_vectors @ pulls
        products = (self._rotated[:, :, None] * forces[:, None, :]).reshape(-1, 9)
        blocks = (self.tables.of_owners @ products).reshape(-1, 3, 3)
        blocks = 0.5 * (blocks + blocks.swapaxes(-1, -2))
        trace = blocks[:, 0, 0] + blocks[:, 1, 1] + blocks[:, 2, 2]
        return blocks - trace[:, None, None] * _IDENTITY

    def bend(self, step: Array) -> Array:
        """(P, 3) how far points leave the straight lines of the Jacobian in a step (N,), to second order, metres.

        A vector s turned by w goes to s + w x s + w x (w x s) / 2, and w x (w x s) = w (w . s) - s (w . w).
        """
        turns = step[3:].reshape(-1, 3).take(self.tables.owners, axis=0)
        along = np.einsum("ij,ij->i", turns, self._rotated)[:, None]
        square = np.einsum("ij,ij->i", turns, turns)[:, None]
        return self.tables.paths @ (0.5 * (turns * along - self._rotated * square))

    def moved(self, step: Array) -> State:
        """The configuration after a step (N,): the root translated, every body turned in the world.

        The turn is Cayley's map, I + 2 ([c]x + [c]x [c]x) / (1 + c.c) with c half the step: equal to the rotation by
        the step to second order, a rotation exactly, and never more than half a turn however long the step.
        """
        half = 0.5 * step[3:]
        c = half.reshape(-1, 3)
        square = np.einsum("ji,ji->j", c, c)[:, None, None]
        skew = np.concatenate((half, -half, _ZERO)).take(self.tables.skew)
        turn = (skew + skew @ skew) * (2.0 / (1.0 + square)) + _IDENTITY
        return State(self.tables, self.root + step[:3], turn @ self.frames)
