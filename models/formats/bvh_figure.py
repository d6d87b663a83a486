"""One skeleton out of a BVH hierarchy: the chosen ROOT, unique names, joints and End Sites as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.body import Skeleton
from models.errors import UnknownJoint
from models.formats.bvh_channels import rotation_order
from models.formats.bvh_hierarchy import Hierarchy

__all__ = ["Figure", "select_figure"]

IntArray = NDArray[np.intp]


@dataclass(frozen=True)
class Figure:
    """The joints that belong to one ROOT.

    Args:
        joints: (J,) their indices in the hierarchy, parents first.
        skeleton: In file units and file axes.
        notes: Sentences about other figures and renamed joints.
    """

    joints: IntArray
    skeleton: Skeleton
    notes: tuple[str, ...]


def select_figure(hierarchy: Hierarchy, root: str | None, name: str) -> Figure:
    """The figure under the ROOT called `root`, or under the first; `name` is what to call its skeleton.

    Raises:
        UnknownJoint: if no ROOT has that name.
    """
    joints, notes = hierarchy.joints, []
    roots = [index for index, joint in enumerate(joints) if joint.parent < 0]
    names = [joints[index].name for index in roots]
    if root is not None and root not in names:
        raise UnknownJoint(root, names, f"'{name}'", kind="ROOT")
    top = roots[0 if root is None else names.index(root)]
    if len(roots) > 1:
        notes.append(f"the file has {len(roots)} figures ({', '.join(names)}); this is '{joints[top].name}'")
    # Depth-first order: a figure's joints stand together, from its ROOT to the next.
    stop = next((index for index in roots if index > top), len(joints))
    inside = np.arange(top, stop)
    unique = _unique([joint.name for joint in joints[top:stop]])
    renamed = [
        f"'{joint.name}' to '{new}'" for joint, new in zip(joints[top:stop], unique, strict=True) if joint.name != new
    ]
    if renamed:
        notes.append(f"joints with the same name were renamed: {', '.join(renamed)}")
    ends = [end for end in hierarchy.ends if top <= end.parent < stop]
    skeleton = Skeleton(
        name=name,
        joint_names=unique,
        parents=np.array([max(joint.parent - top, -1) for joint in joints[top:stop]]),
        offsets=np.array([joint.offset for joint in joints[top:stop]]),
        point_names=_unique([f"{unique[end.parent - top]}/End Site" for end in ends]),
        point_joints=np.array([end.parent - top for end in ends], dtype=np.intp),
        point_offsets=np.array([end.offset or (0.0, 0.0, 0.0) for end in ends], dtype=np.float64).reshape(-1, 3),
        rotation_orders=tuple(rotation_order(joint) for joint in joints[top:stop]),
    )
    return Figure(inside, skeleton, tuple(notes))


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    """The names with " 2", " 3", ... appended to repeated ones."""
    used: dict[str, None] = {}  # a set that keeps the order
    for name in names:
        candidate, number = name, 2
        while candidate in used:
            candidate, number = f"{name} {number}", number + 1
        used[candidate] = None
    return tuple(used)
