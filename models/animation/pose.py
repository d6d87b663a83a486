"""A pose of the canonical tree: where the hips are and how each joint is turned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.body.mirror import mirror_pose
from models.body.skeleton import Skeleton
from models.errors import ShapeError
from models.kinematics import forward, quat

__all__ = ["Pose"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pose:
    """Root position (..., 3), metres, and local rotations (..., J, 4), xyzw; leading dimensions are free."""

    root: Array
    rotations: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", np.asarray(self.root, dtype=np.float64))
        object.__setattr__(self, "rotations", np.asarray(self.rotations, dtype=np.float64))
        quat.check(self.rotations, "rotations of a pose")
        if self.root.shape[-1:] != (3,) or self.root.shape[:-1] != self.rotations.shape[:-2]:
            raise ShapeError(
                "a pose is root (..., 3) and rotations (..., J, 4) with the same leading dimensions, "
                f"got {self.root.shape} and {self.rotations.shape}"
            )

    @classmethod
    def rest(cls, skeleton: Skeleton) -> Pose:
        """Every rotation zero, the root where the skeleton's rest pose has it."""
        return cls(skeleton.offsets[0].copy(), np.tile(quat.IDENTITY, (skeleton.n_joints, 1)))

    def points(self, skeleton: Skeleton) -> Array:
        """World positions (..., P, 3) of the skeleton's points, metres."""
        return forward.points(skeleton, self.root, self.rotations)

    def mirrored(self) -> Pose:
        """The pose reflected about x = 0, left and right swapped."""
        return Pose(*mirror_pose(self.root, self.rotations))
