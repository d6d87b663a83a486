"""From poses to what a channel shows: places of single points, Euler angles without jumps."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from editor.curves.channels import Group
from models.animation import Pose
from models.body import Skeleton
from models.kinematics import euler, quat

__all__ = ["continuous", "group_values", "place_of", "shown_values", "single_values"]

Array = NDArray[np.float64]

_TURN = 2.0 * np.pi


def group_values(skeleton: Skeleton, poses: Pose, group: Group, after: Array | None = None) -> Array:
    """(N, 3) metres or degrees of N poses in order of time, columns in the group's order.

    Args:
        after: (3,) the angles just before, degrees, that the first ones go on from.
    """
    return shown_values(group, single_values(skeleton, poses, group), after)


def single_values(skeleton: Skeleton, poses: Pose, group: Group) -> Array:
    """(N, 3) of each pose by itself: metres, or the angles of least size, radians."""
    if group.kind == "place":
        return place_of(skeleton, poses, group.index)
    return euler.from_quat(poses.rotations[:, group.index], group.order)


def shown_values(group: Group, singles: Array, after: Array | None = None) -> Array:
    """(N, 3) as curves show them, from `single_values` in order of time: angles in degrees, without jumps."""
    if group.kind == "place":
        return singles
    if after is None:
        return np.degrees(continuous(singles))
    return np.degrees(continuous(np.concatenate([np.radians(after)[None], singles]))[1:])


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
    """`euler.unwrap` of (N, 3), run by run instead of step by step.

    A triple (a, b, c) is also (a + pi, pi - b, c + pi). After a step (da, db, dc) the other one is at least
    2 pi - |da| - |dc| away, so the nearer one is certain while 2 |da| + |db| + 2 |dc| stays below 2 pi. A run of such
    steps keeps to one of the two; which one is asked only where it begins.
    """
    plain = np.unwrap(angles_rad, axis=0)
    steps = np.abs(np.diff(plain, axis=0))
    starts = np.flatnonzero(2.0 * steps[:, 0] + steps[:, 1] + 2.0 * steps[:, 2] >= _TURN) + 1
    result = plain.copy()
    for start, stop in itertools.pairwise([*starts, len(plain)]):
        before, run = result[start - 1], plain[start:stop]
        one, other = _near(run, before), _near(run * [1.0, -1.0, 1.0] + np.pi, before)
        is_other = np.abs(other[0] - before).sum() < np.abs(one[0] - before).sum() - 1e-9
        result[start:stop] = other if is_other else one
    return result


def _near(angles: Array, before: Array) -> Array:
    """Whole turns added, the same to all, that bring the first triple as near as possible to another one."""
    return np.asarray(angles - _TURN * np.round((angles[0] - before) / _TURN))
