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
def _chains(skeleton: Skeleton) -> tuple[IntArray, IntArray, Array]:
    """Points that hang from an anchor, anchors first; their anchors; and their reach, metres; read-only."""
    anchors = np.array([_anchor_of(skeleton, point) for point in range(skeleton.n_points)], dtype=np.intp)
    depth = np.zeros(skeleton.n_points, dtype=np.intp)
    for point in range(skeleton.n_points):
        step = point
        while anchors[step] != step:
            step, depth[point] = anchors[step], depth[point] + 1
    order = np.argsort(depth, kind="stable")
    order = order[depth[order] > 0]
    reach_m = np.array([_path_m(skeleton, int(anchors[point]), int(point)) for point in order])
    chains = order, anchors[order], reach_m
    for array in chains:
        array.setflags(write=False)
    return chains


def within_reach(points: Array, skeleton: Skeleton) -> Array:
    """Points (..., 43, 3) of a skeleton, each no further from its anchor than the bones allow, world metres.

    Raises:
        RigError: if the skeleton has not the canonical points.
    """
    from models.body.reach_kernel import pull_within

    if skeleton.point_names != POINTS:
        raise RigError(f"'{skeleton.name}' is not a 43-point body; retarget it to the canonical joints first")
    pulled = np.array(points, dtype=np.float64, order="C")
    pull_within(*_chains(skeleton), pulled.reshape(-1, len(POINTS), 3))
    return pulled
