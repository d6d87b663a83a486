"""Mirroring a pose, or all that is asked of one, about the world's plane or the body's own.

Every reflection about an upright plane is the reflection about x = 0 followed by a turn about the vertical and a
shift, so the canonical mirror of `models.body` does the work and this module adds the rigid motion.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import JOINT_MIRROR, POINT_MIRROR, REGIONS, mirror_points
from models.errors import SixpointError
from models.kinematics import quat
from models.posing.posing import Posing

__all__ = ["Plane", "mirrored_pose", "mirrored_posing"]

Array = NDArray[np.float64]
Plane = Literal["world", "body"]

_UP, _LEFT = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
_REGION_NAMES = tuple(REGIONS)
_SWAPPED = {"left": "right", "right": "left"}
_REGION_MIRROR = np.array(
    [_REGION_NAMES.index("_".join(_SWAPPED.get(word, word) for word in name.split("_"))) for name in _REGION_NAMES]
)


def mirrored_pose(pose: Pose, plane: Plane = "world") -> Pose:
    """The pose with left and right swapped.

    Args:
        pose: One pose of the canonical joints.
        plane: "world" reflects about x = 0; "body" about the upright plane through the hips, so that the character
            stays where it stands and faces where it faced.
    """
    return _moved(pose.mirrored(), *_motion(pose, plane))


def mirrored_posing(posing: Posing, now: Pose, plane: Plane = "body") -> Posing:
    """Everything asked of a pose, with left and right swapped; `now` is the pose whose own plane is meant."""
    turn, shift = _motion(now, plane)
    turns = posing.turns[JOINT_MIRROR] * np.array([1.0, -1.0, -1.0, 1.0])
    return replace(
        posing.with_base(_moved(posing.base.mirrored(), turn, shift)),
        states=posing.states[POINT_MIRROR],
        targets=quat.rotate(turn, mirror_points(posing.targets)) + shift,
        turned=posing.turned[JOINT_MIRROR],
        turns=quat.mul(turn, turns),
        predicted=posing.predicted[_REGION_MIRROR],
        weights=posing.weights[POINT_MIRROR],
    )


def _motion(pose: Pose, plane: Plane) -> tuple[Array, Array]:
    """Turn (4,) and shift (3,) that follow the reflection about x = 0."""
    if plane == "world":
        return quat.IDENTITY, np.zeros(3)
    if plane != "body":
        raise SixpointError(f"the mirror plane must be 'world' or 'body', got '{plane}'")
    left = quat.rotate(pose.rotations[0], _LEFT)
    # Reflecting about the plane with normal n at angle a from x is reflecting about x = 0, then turning by twice a.
    turn = quat.from_axis_angle(_UP, 2.0 * np.arctan2(-left[2], left[0]))
    hips = pose.root * [1.0, 0.0, 1.0]
    return turn, hips - quat.rotate(turn, hips * [-1.0, 1.0, 1.0])


def _moved(pose: Pose, turn: Array, shift: Array) -> Pose:
    rotations = pose.rotations.copy()
    rotations[0] = quat.mul(turn, rotations[0])
    return Pose(quat.rotate(turn, pose.root) + shift, rotations)
