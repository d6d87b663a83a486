"""Keeps points within what a body's bones allow.

No two points of a body are further apart than the bones between them. A target dragged across the room is, and what is
made of points that no body can have is worthless: a network that never saw such a pose may answer anything, and a foot
aligned to its own toes and an ankle two metres away turns upside down. Each point is therefore pulled to within reach
of the point it hangs from: the neck, the feet and the legs from the hips, the hands and arms from the neck, fingers
from their hand, toes from their foot. Inside its reach a point is not changed at all, and the projection to the sphere
is continuous, so a drag out of reach and back passes through the same points both ways.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.body.canonical import POINTS
from models.body.skeleton import Skeleton
from models.errors import RigError

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


@lru_cache(maxsize=32)
def _stages(skeleton: Skeleton) -> tuple[tuple[IntArray, IntArray, Array], ...]:
    """(points, their anchors, reach in metres): of all, then of each depth below the hips, nearest first.

    Where every point is within reach of its anchor as it stands, nothing moves, which one look at all of them tells.
    """
    anchors = np.array([_anchor_of(skeleton, point) for point in range(skeleton.n_points)], dtype=np.intp)
    depth = np.zeros(skeleton.n_points, dtype=np.intp)
    for point in range(skeleton.n_points):
        step = point
        while anchors[step] != step:
            step, depth[point] = anchors[step], depth[point] + 1
    stages = []
    for points in (np.flatnonzero(depth), *(np.flatnonzero(depth == d) for d in range(1, int(depth.max()) + 1))):
        reach = np.array([_path_m(skeleton, int(anchors[point]), int(point)) for point in points])
        stages.append((points, anchors[points], reach))
    return tuple(stages)


def within_reach(points: Array, skeleton: Skeleton) -> Array:
    """Points (..., 43, 3) of a skeleton, each no further from its anchor than the bones allow, world metres.

    Raises:
        RigError: if the skeleton has not the canonical points.
    """
    if skeleton.point_names != POINTS:
        raise RigError(f"'{skeleton.name}' is not a 43-point body; retarget it to the canonical joints first")
    points = points.copy()
    everything, *stages = _stages(skeleton)
    if not _beyond(points, *everything)[1].any():
        return points
    for members, anchors, reach_m in stages:
        arm, is_far = _beyond(points, members, anchors, reach_m)
        # Inside, the factor would be one and the sum would still round, so those points are left as they are.
        where = np.nonzero(is_far)
        if where[0].size:
            far = arm[where]
            shorter = reach_m[where[-1]] / np.sqrt(np.einsum("ki,ki->k", far, far))
            points[*where[:-1], members[where[-1]]] = points[*where[:-1], anchors[where[-1]]] + far * shorter[:, None]
    return points


def _beyond(points: Array, members: IntArray, anchors: IntArray, reach_m: Array) -> tuple[Array, NDArray[np.bool_]]:
    """From anchors to members (..., M, 3), metres, and which are longer than they can be (..., M)."""
    arm = points.take(members, axis=-2) - points.take(anchors, axis=-2)
    return arm, np.einsum("...i,...i->...", arm, arm) > reach_m * reach_m
