"""Which part of the body a point belongs to, as far as gizmos are concerned: axes, turning, standing on the ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from models.body import JOINTS, POINTS, body
from models.kinematics import forward
from models.posing import PARTS

__all__ = ["floor_of", "part_of", "part_title", "point_frame", "world_rotation"]

Array = NDArray[np.float64]

_PART_OF_JOINT = {JOINTS.index(joint): part for part, joints in PARTS.items() for joint in joints}
# The smallest set of handles has no head; its rings stand at the head all the same.
_PART_OF_POINT = {
    **{index: _PART_OF_JOINT.get(int(joint)) for index, joint in enumerate(body().point_joints)},
    POINTS.index("Neck"): "Head",
}
_FEET = ("LeftFoot", "RightFoot")


def part_of(point: int) -> str | None:
    """The part that turns as one piece with a point, if any."""
    return _PART_OF_POINT[point]


def part_title(part: str) -> str:
    """Its name in a sentence."""
    return {"LeftHand": "left hand", "RightHand": "right hand", "LeftFoot": "left foot", "RightFoot": "right foot"}.get(
        part, "head"
    )


def floor_of(point: int, points: Array) -> float | None:
    """The height of a foot's point at which the lowest point of the foot is on the ground, metres; None elsewhere.

    Args:
        point: Index.
        points: (43, 3) of the pose, metres.
    """
    if part_of(point) not in _FEET:
        return None
    foot = [index for index in range(len(POINTS)) if part_of(index) == part_of(point)]
    return float(points[point, 1] - points[foot, 1].min())


def world_rotation(document: EditorDocument, part: str) -> Array:
    """(4,) xyzw world rotation of a part's pivot joint."""
    session = document.session
    rotations, _ = forward.globals_from_locals(session.skeleton, session.pose.root, session.pose.rotations)
    return rotations[JOINTS.index(PARTS[part][0])]


def point_frame(point: int, rotations: Array) -> Array:
    """(3, 3) rows: the axes in the world of the joint that a point is fixed to; rotations (J, 3, 3)."""
    return rotations[body().point_joints[point]].T
