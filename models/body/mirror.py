"""Mirror about the body's left-right plane (x = 0 in the canonical frame): twice is the identity.

The canonical body's offsets and axes mirror exactly, so a reflection of the pose is: swap left and right, reflect
positions (x -> -x) and conjugate rotations by the reflection ((x, y, z, w) -> (x, -y, -z, w)).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body.canonical import JOINT_MIRROR, POINT_MIRROR
from models.errors import ShapeError

__all__ = ["mirror_points", "mirror_pose"]

Array = NDArray[np.float64]

_REFLECT_POSITION = np.array([-1.0, 1.0, 1.0])
_REFLECT_ROTATION = np.array([1.0, -1.0, -1.0, 1.0])


def mirror_pose(root: ArrayLike, rotations: ArrayLike) -> tuple[Array, Array]:
    """Root (..., 3) and local rotations (..., 22, 4) of the mirrored pose."""
    root, rotations = np.asarray(root, dtype=np.float64), np.asarray(rotations, dtype=np.float64)
    if rotations.shape[-2:] != (len(JOINT_MIRROR), 4) or root.shape[-1:] != (3,):
        raise ShapeError(f"a pose is root (..., 3) and rotations (..., 22, 4), got {root.shape}, {rotations.shape}")
    return root * _REFLECT_POSITION, rotations[..., JOINT_MIRROR, :] * _REFLECT_ROTATION


def mirror_points(points: ArrayLike) -> Array:
    """The 43 points (..., 43, 3) of the mirrored pose, metres."""
    points = np.asarray(points, dtype=np.float64)
    if points.shape[-2:] != (len(POINT_MIRROR), 3):
        raise ShapeError(f"body points are (..., {len(POINT_MIRROR)}, 3), got {points.shape}")
    return points[..., POINT_MIRROR, :] * _REFLECT_POSITION
