"""A first pose from 43 predicted points: each rigid body aligned to its own points, limbs by their two bones.

The points come from a network or from a user, so they fit no skeleton exactly. The pose made here is exact in bone
lengths, close to the points, and a smooth function of them, so what the solver makes of it is one, too.

1. Bodies with three or more points that are not in a line (pelvis, chest, head, hands, feet, toes) are turned by the
   best rigid alignment (Kabsch).
2. Bodies seen as one line (spine, neck, shoulders) point along it; their roll is the mean of their neighbours'.
3. Arms and legs are two bones from a joint that is now known to a wrist or ankle: the law of cosines bends them, the
   predicted elbow or knee says which way, and where the limb is straight the body's natural bend does. The hinge axis
   that follows turns both bones, so elbows and knees start inside their range whatever the points.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Pose
from models.body import Skeleton
from models.body.reach import within_reach
from models.errors import ShapeError, SixpointError
from models.solver.position_terms import FARTHEST_M
from models.solver.start_tables import StartTables, start_tables
from models.solver.state import State

__all__ = ["start_from_points", "start_state"]

Array = NDArray[np.float64]

_FORWARD, _BACKWARD = np.array([1, 2, 0]), np.array([2, 0, 1])
# Metres: a predicted elbow nearer than this to the straight line leaves the choice of side to the natural bend.
_NATURAL_M = 0.02
# A limb is started no straighter than this share of its length, where the solver could not see how to bend it.
_STRAIGHT = 0.9999
_TINY = 1e-9
# How much of the roll of hands and feet the forearms and shins take: forearms all of it, as their two bones do.
_ROLL_SHARE = np.array([1.0, 1.0, 0.5, 0.5])


def start_from_points(skeleton: Skeleton, points: ArrayLike) -> Pose:
    """The pose nearest to 43 points (43, 3), world metres, body by body.

    Raises:
        ShapeError: if there are not 43 points.
        SixpointError: if a coordinate is not finite.
        RigError: if the skeleton has not the canonical joints and points.
    """
    return start_state(skeleton, checked_points(skeleton, points)).pose()


def checked_points(skeleton: Skeleton, points: ArrayLike) -> Array:
    """`points` as a float array (P, 3); raises ShapeError or SixpointError if it is not one of finite numbers."""
    points = np.asarray(points, dtype=np.float64)
    if points.shape != (skeleton.n_points, 3):
        raise ShapeError(f"a pose of '{skeleton.name}' needs points ({skeleton.n_points}, 3), got {points.shape}")
    is_good = np.abs(points) <= FARTHEST_M
    if not is_good.all():
        bad = skeleton.point_names[int(np.flatnonzero(~is_good.all(axis=-1))[0])]
        raise SixpointError(f"point '{bad}' is not finite; give every point three finite coordinates in metres")
    return points


def start_state(skeleton: Skeleton, points: Array) -> State:
    """`start_from_points` for points known to be valid, as a solver state."""
    tables = start_tables(skeleton)
    points = within_reach(points, skeleton)
    frames = np.zeros((tables.chain.n_joints, 3, 3))
    frames[tables.rigid] = _aligned(tables, points)
    columns = frames.swapaxes(-1, -2).reshape(-1, 3)
    frames[tables.lines] = _framed(
        points[tables.line_ends] - points[tables.line_starts], tables.line_axes @ columns, tables.line_rest
    )
    root = points[tables.root_point]
    rotated = (frames.take(tables.chain.owners, axis=0) @ tables.chain.vectors)[..., 0]
    tops = tables.limb_paths @ rotated + root
    columns = frames.swapaxes(-1, -2).reshape(-1, 3)
    upper, lower, hinge = _bent(tables, tops, points, tables.limb_poles @ columns)
    rolled = _rolled(tables, lower, hinge, frames.take(tables.limb_tips, axis=0))
    frames[tables.limbs] = _framed(np.concatenate((upper, lower)), np.concatenate((hinge, rolled)), tables.limb_rest)
    return State(tables.chain, root, frames)


def _aligned(tables: StartTables, points: Array) -> Array:
    """Kabsch for all bodies with enough points at once. (P, 3) -> (B, 3, 3)."""
    moment = points[tables.rigid_points].swapaxes(-1, -2) @ tables.rigid_rest
    u, _, vt = np.linalg.svd(moment)
    rotation = u @ vt
    # Where the best orthogonal matrix is a reflection, the weakest axis is flipped: R - 2 u3 v3'.
    flip = (np.linalg.det(rotation) < 0.0) * 2.0
    return rotation - flip[:, None, None] * (u[:, :, 2:] * vt[:, 2:, :])


def _bent(tables: StartTables, tops: Array, points: Array, natural: Array) -> tuple[Array, Array, Array]:
    """Directions of the upper and lower bones and the hinge axis of the four limbs, each (4, 3), unit."""
    reach = points[tables.limb_ends] - tops
    distance = np.sqrt(np.einsum("ij,ij->i", reach, reach))
    along = reach / np.maximum(distance, _TINY)[:, None]
    side = points[tables.limb_middles] - tops + _NATURAL_M * natural
    side = _across(side, along)
    first, second = tables.limb_lengths
    span = np.minimum(np.maximum(distance, np.abs(first - second) * 1.0001), (first + second) * _STRAIGHT)
    # Law of cosines: how far along the line the elbow is, and how far off it.
    offset = 0.5 * (span + (first - second) * (first + second) / span)
    height = np.sqrt(np.maximum(first * first - offset * offset, 0.0))
    elbow = offset[:, None] * along + height[:, None] * side
    upper = elbow / first[:, None]
    lower = (span[:, None] * along - elbow) / second[:, None]
    return upper, lower, _cross(side, along)


def _rolled(tables: StartTables, lower: Array, hinge: Array, tips: Array) -> Array:
    """Hinge axes (4, 3) turned about the lower bones by their share of the roll of the hand or foot.

    No point shows how a forearm is rolled; a hand turned at the wrist alone would be out of its range.
    """
    third = _cross(lower, hinge)
    tip = tips @ tables.limb_rest[4:].swapaxes(-1, -2)
    axis, other = tip[:, :, 1], tip[:, :, 2]
    dot = partial(np.einsum, "ij,ij->i")
    # The twist of `swing_twist`, from the entries of [lower, hinge, third]' tip.
    twist = np.arctan2(dot(third, axis) - dot(hinge, other), dot(hinge, axis) + dot(third, other))
    low, high = tables.limb_twist
    turn = np.minimum(np.maximum(twist * _ROLL_SHARE, low), high)
    return np.cos(turn)[:, None] * hinge + np.sin(turn)[:, None] * third


def _framed(along: Array, axis: Array, rest: Array) -> Array:
    """Rotations that take each rest frame's first axis to `along` and its second as near as possible to `axis`."""
    first = _unit(along, axis[:, _FORWARD])
    second = _across(axis, first)
    frame = np.stack((first, second, _cross(first, second)), axis=-1)
    return frame @ rest


def _across(vector: Array, unit: Array) -> Array:
    """Unit vectors along the part of `vector` perpendicular to `unit`; any perpendicular where there is none."""
    part = vector - np.einsum("ij,ij->i", vector, unit)[:, None] * unit
    length = np.sqrt(np.einsum("ij,ij->i", part, part))
    if length.min() < _TINY:
        parallel = length < _TINY
        least = np.eye(3)[np.argmin(np.abs(unit), axis=-1)]
        other = _cross(unit, least)
        part = np.where(parallel[:, None], other, part)
        length = np.sqrt(np.einsum("ij,ij->i", part, part))
    return part / length[:, None]


def _unit(vector: Array, fallback: Array) -> Array:
    length = np.sqrt(np.einsum("ij,ij->i", vector, vector))
    if length.min() < _TINY:
        vector = np.where((length < _TINY)[:, None], fallback + _TINY, vector)
        length = np.sqrt(np.einsum("ij,ij->i", vector, vector))
    return vector / np.maximum(length, 1e-300)[:, None]


def _cross(a: Array, b: Array) -> Array:
    """Cross product of (N, 3) arrays, several times faster than numpy's for few rows."""
    return a[:, _FORWARD] * b[:, _BACKWARD] - a[:, _BACKWARD] * b[:, _FORWARD]
