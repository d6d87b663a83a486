"""Forward kinematics: from local rotations to positions in the world, for any number of frames at once.

The tree is walked by depth, not by joint: all joints of one depth are done in one array operation over all
frames, so a human body takes about nine steps whatever the number of frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.errors import ShapeError
from models.kinematics import quat

if TYPE_CHECKING:
    from models.body.skeleton import Skeleton

__all__ = ["globals_from_locals", "locals_from_globals", "points", "points_from_globals"]

Array = NDArray[np.float64]


def _check(skeleton: Skeleton, rotations: Array) -> None:
    if rotations.shape[-2:] != (skeleton.n_joints, 4):
        raise ShapeError(
            f"rotations of '{skeleton.name}' need last dimensions ({skeleton.n_joints}, 4), got {rotations.shape}"
        )


def globals_from_locals(
    skeleton: Skeleton, root: Array, rotations: Array, translations: Array | None = None
) -> tuple[Array, Array]:
    """World rotations and positions of every joint.

    Args:
        skeleton: J joints.
        root: World position of joint 0, (..., 3), metres.
        rotations: Local rotations (..., J, 4), xyzw.
        translations: Local joint translations (..., J, 3) that replace the skeleton's offsets where a file animates
            them; row 0 is replaced by `root`.

    Returns:
        Rotations (..., J, 4) and positions (..., J, 3) in the world, metres.
    """
    root, rotations = np.asarray(root, dtype=np.float64), np.asarray(rotations, dtype=np.float64)
    _check(skeleton, rotations)
    offsets = skeleton.offsets if translations is None else np.asarray(translations, dtype=np.float64)
    world = rotations.copy()
    positions = np.zeros((*rotations.shape[:-1], 3))
    positions[...] = offsets
    positions[..., 0, :] = root
    for joints, parents in skeleton.depth_levels:
        above = world[..., parents, :]
        world[..., joints, :] = quat.mul(above, rotations[..., joints, :])
        positions[..., joints, :] = positions[..., parents, :] + quat.rotate(above, positions[..., joints, :])
    return world, positions


def locals_from_globals(skeleton: Skeleton, global_rotations: Array) -> Array:
    """Local rotations (..., J, 4) of world rotations (..., J, 4)."""
    global_rotations = np.asarray(global_rotations, dtype=np.float64)
    _check(skeleton, global_rotations)
    local = global_rotations.copy()
    child = np.flatnonzero(skeleton.parents >= 0)
    above = global_rotations[..., skeleton.parents[child], :]
    local[..., child, :] = quat.mul(quat.conj(above), global_rotations[..., child, :])
    return local


def points_from_globals(skeleton: Skeleton, global_rotations: Array, positions: Array) -> Array:
    """World positions (..., P, 3) of the skeleton's points, from its joints' world rotations and positions."""
    joints = skeleton.point_joints
    return positions[..., joints, :] + quat.rotate(global_rotations[..., joints, :], skeleton.point_offsets)


def points(skeleton: Skeleton, root: Array, rotations: Array, translations: Array | None = None) -> Array:
    """World positions (..., P, 3), metres, of the skeleton's points."""
    return points_from_globals(skeleton, *globals_from_locals(skeleton, root, rotations, translations))
