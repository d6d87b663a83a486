"""From poses to what a channel shows: places of single points, Euler angles without jumps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.curves.channels import Group
from models.animation import Pose
from models.body import Skeleton
from models.kinematics import euler, quat

__all__ = ["continuous", "group_values", "place_of"]

Array = NDArray[np.float64]

_TURN = 2.0 * np.pi


def group_values(skeleton: Skeleton, poses: Pose, group: Group, after: Array | None = None) -> Array:
    """(N, 3) metres or degrees of N poses in order of time, columns in the group's order.

    Args:
        after: (3,) the angles just before, degrees, that the first ones go on from.
    """
    if group.kind == "place":
        return place_of(skeleton, poses, group.index)
    angles = euler.from_quat(poses.rotations[:, group.index], group.order)
    if after is None:
        return np.degrees(continuous(angles))
    return np.degrees(continuous(np.concatenate([np.radians(after)[None], angles]))[1:])


def place_of(skeleton: Skeleton, poses: Pose, point: int) -> Array:
    """(N, 3) world places of one point, metres: up its chain, so that the rest of the body costs nothing."""
    joint = int(skeleton.point_joints[point])
    place = np.broadcast_to(skeleton.point_offsets[point], poses.root.shape)
    while joint >= 0:
        place = quat.rotate(poses.rotations[:, joint], place)
        above = int(skeleton.parents[joint])
        place = place + (skeleton.offsets[joint] if above >= 0 else poses.root)
        joint = above
    return place


def continuous(angles_rad: Array) -> Array:
    """`euler.unwrap` of (N, 3), at once where no step comes near the other triple of the same rotation.

    A triple (a, b, c) is also (a + pi, pi - b, c + pi). After a step (da, db, dc) the other one is at least
    2 pi - |da| - |dc| away, so the nearer one is certain while 2 |da| + |db| + 2 |dc| stays below 2 pi.
    """
    if len(angles_rad) < 2:
        return np.array(angles_rad)
    plain = np.unwrap(angles_rad, axis=0)
    steps = np.abs(np.diff(plain, axis=0))
    if bool((2.0 * steps[:, 0] + steps[:, 1] + 2.0 * steps[:, 2] < _TURN).all()):
        return plain
    return euler.unwrap(angles_rad)
