"""A skeleton as plain values for JSON, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from models.body import Skeleton, body
from models.errors import FileFormatError, RigError
from models.formats.json_values import array, member
from models.kinematics import euler

__all__ = ["is_canonical", "skeleton_as_dict", "skeleton_from_dict"]

_MAX_JOINTS = 4096


def is_canonical(skeleton: Skeleton) -> bool:
    """Is this the canonical body with its own proportions?"""
    own = body()
    return skeleton is own or (
        skeleton.joint_names == own.joint_names
        and skeleton.point_names == own.point_names
        and np.array_equal(skeleton.offsets, own.offsets)
        and np.array_equal(skeleton.point_offsets, own.point_offsets)
    )


def skeleton_as_dict(skeleton: Skeleton) -> dict[str, Any]:
    """{"name", "joints": [{"name", "parent", "offset", "order"}], "points": [{"name", "joint", "offset"}]}."""
    names = skeleton.joint_names
    return {
        "name": skeleton.name,
        "joints": [
            {"name": name, "parent": names[parent] if parent >= 0 else None, "offset": offset, "order": order}
            for name, parent, offset, order in zip(
                names, skeleton.parents, skeleton.offsets.tolist(), skeleton.rotation_orders, strict=True
            )
        ],
        "points": [
            {"name": name, "joint": names[joint], "offset": offset}
            for name, joint, offset in zip(
                skeleton.point_names, skeleton.point_joints, skeleton.point_offsets.tolist(), strict=True
            )
        ],
    }


def skeleton_from_dict(data: Any, path: str | Path) -> Skeleton:
    """The skeleton of such values.

    Raises:
        FileFormatError: if something is missing, of another kind, or names a joint that does not exist.
    """
    joints, points = member(data, "joints", list, path), member(data, "points", list, path)
    if max(len(joints), len(points)) > _MAX_JOINTS:
        raise FileFormatError(path, "the skeleton is too large", expected=f"at most {_MAX_JOINTS} joints and points")
    names = [member(joint, "name", str, path) for joint in joints]
    index = {name: n for n, name in enumerate(names)}

    def place(name: Any) -> int:
        if not isinstance(name, str) or name not in index:
            raise FileFormatError(path, "the skeleton names a joint it does not have", found=str(name))
        return index[name]

    orders = tuple(member(joint, "order", str, path) for joint in joints)
    if unknown := next((order for order in orders if order not in euler.ORDERS), None):
        raise FileFormatError(path, "this is no rotation order", expected=", ".join(euler.ORDERS), found=unknown)
    try:
        return Skeleton(
            name=member(data, "name", str, path),
            joint_names=tuple(names),
            parents=np.array([-1 if joint.get("parent") is None else place(joint["parent"]) for joint in joints]),
            offsets=array([joint.get("offset") for joint in joints], (len(joints), 3), "offset", path),
            point_names=tuple(member(point, "name", str, path) for point in points),
            point_joints=np.array([place(member(point, "joint", str, path)) for point in points], dtype=np.intp),
            point_offsets=array([point.get("offset") for point in points], (len(points), 3), "offset", path),
            rotation_orders=orders,
        )
    except RigError as error:
        raise FileFormatError(path, str(error)) from error
