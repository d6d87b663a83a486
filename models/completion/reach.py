"""Keeps what a network is asked within what a body can do.

A network has only seen poses of a body, where no two points are further apart than the bones between them allow. Far
outside it may answer anything, so a target dragged across the room would tear the prediction apart. Each given point
is therefore pulled, for the network only, to within reach of the point it hangs from: the neck, the feet and the legs
from the hips, the hands and arms from the neck, fingers from their hand, toes from their foot. Inside its reach a
point is not changed at all, and the projection to the sphere is continuous, so a drag out of reach and back passes
through the same predictions both ways.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body import POINTS, body
from models.body.skeleton import Skeleton

__all__ = ["within_reach"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

# Anchors in the order they are settled; every other point hangs from the nearest of them up the tree.
_ANCHORS = ("Hips", "Neck", "LeftHand", "RightHand", "LeftFoot", "RightFoot")


def _path_m(skeleton: Skeleton, start: int, end: int) -> float:
    """The longest distance two points can have: the bones along the tree between their joints, outstretched."""
    up, down = skeleton.point_joints[start], skeleton.point_joints[end]
    bones = np.linalg.norm(skeleton.offsets, axis=-1)
    # A joint's bone is on the path where exactly one of the two points hangs below it.
    between = skeleton.descends[up] != skeleton.descends[down]
    markers = np.linalg.norm(skeleton.point_offsets[[start, end]], axis=-1)
    # The slack lets points that always stand at full reach, as hip joints do, through unchanged despite rounding.
    return float(bones[between].sum() + markers.sum()) * (1 + 1e-9)


def _anchor_of(skeleton: Skeleton, point: int) -> int:
    """The point that `point` hangs from: the nearest anchor above it, and the neck for arms and head."""
    joint = skeleton.point_joints[point]
    above = [name for name in _ANCHORS if skeleton.descends[joint, skeleton.joint_index(name)]]
    nearest = [name for name in above if skeleton.point_index(name) != point]
    is_arm = any(skeleton.descends[joint, skeleton.joint_index(side)] for side in ("LeftShoulder", "RightShoulder"))
    if is_arm and nearest == ["Hips"]:
        return skeleton.point_index("Neck")
    return skeleton.point_index(nearest[-1]) if nearest else point


def _stages() -> tuple[tuple[IntArray, IntArray, Array], ...]:
    """(points, their anchors, reach in metres) of each depth below the hips, nearest first."""
    skeleton = body()
    anchors = np.array([_anchor_of(skeleton, point) for point in range(len(POINTS))], dtype=np.intp)
    depth = np.zeros(len(POINTS), dtype=np.intp)
    for point in range(len(POINTS)):
        step = point
        while anchors[step] != step:
            step, depth[point] = anchors[step], depth[point] + 1
    stages = []
    for level in range(1, int(depth.max()) + 1):
        points = np.flatnonzero(depth == level)
        reach = np.array([_path_m(skeleton, int(anchors[point]), int(point)) for point in points])
        stages.append((points, anchors[points], reach[:, None]))
    return tuple(stages)


_STAGES = _stages()


def within_reach(points: Array) -> Array:
    """Points (..., 43, 3) at canonical size, each no further from its anchor than the body's bones allow, metres."""
    points = points.copy()
    for members, anchors, reach_m in _STAGES:
        origin = points[..., anchors, :]
        arm = points[..., members, :] - origin
        distance = np.sqrt(np.einsum("...i,...i->...", arm, arm))[..., None]
        far = distance > reach_m
        if far.any():
            pulled = origin + arm * (reach_m / np.maximum(distance, reach_m))
            points[..., members, :] = np.where(far, pulled, points[..., members, :])
    return points
