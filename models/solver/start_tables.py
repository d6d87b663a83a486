"""What `start` needs to know of a skeleton: which points show which body, and the limbs' two bones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.body import JOINTS, POINTS, Skeleton
from models.body.limits import joint_limits
from models.errors import RigError
from models.solver.tables import ChainTables, chain_tables

__all__ = ["StartTables", "start_tables"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_SIDES = ("Left", "Right")
_RIGID = ("Hips", "Spine2", "Head", *(side + name for side in _SIDES for name in ("Hand", "Foot", "ToeBase")))

# Bodies seen as a line: the joint at its end, a rest axis across it, and whose axes give the roll. Unequal shares
# keep the mean of two neighbours from vanishing when they face opposite ways.
_LINES: dict[str, tuple[str, str, dict[str, float]]] = {
    "Spine": ("Spine1", "x", {"Hips": 2.0, "Spine2": 1.0}),
    "Spine1": ("Spine2", "x", {"Hips": 1.0, "Spine2": 2.0}),
    "Neck": ("Head", "x", {"Spine2": 0.55, "Head": 0.45}),
    "LeftShoulder": ("LeftArm", "y", {"Spine2": 1.0}),
    "RightShoulder": ("RightArm", "y", {"Spine2": 1.0}),
}


class _Limb(NamedTuple):
    """Joints of a limb, and the way its middle joint points by nature, in the frame of a body."""

    upper: str
    lower: str
    end: str
    origin: str
    natural: tuple[float, float, float]


_LIMBS = (
    *(_Limb(side + "Arm", side + "ForeArm", side + "Hand", "Spine2", (0.0, -0.5, -1.0)) for side in _SIDES),
    *(_Limb(side + "UpLeg", side + "Leg", side + "Foot", "Hips", (0.0, 0.0, 1.0)) for side in _SIDES),
)

# Forearms take all of a hand's roll, as their two bones do; shins half of a foot's.
_ROLL_SHARES = (1.0, 1.0, 0.5, 0.5)


@dataclass(frozen=True, eq=False)
class StartTables:
    """Indices and rest vectors, metres. B rigid bodies, K points each (padded), 5 lines, 4 limbs.

    Combinations of body axes (`line_axes`, `limb_poles`) multiply the (3 J, 3) array of all bodies' columns.

    Args:
        rigid: (B,) joints; rigid_points: (B, K) their points; rigid_rest: (B, K, 3) centred rest positions, zero
            where padded.
        lines: (5,) joints; line_starts, line_ends: (5,) points; line_axes: (5, 3 J); line_rest: (5, 3, 3).
        limbs: (8,) upper joints, then lower; limb_middles, limb_ends: (4,) points; limb_lengths: (2, 4);
            limb_tops: (4,) points at the limbs' upper joints; limb_poles: (4, 3 J); limb_rest: (8, 3, 3);
            limb_tips: (4,) hand and foot joints; limb_twist: (2, 4) range of the lower bones' twist, radians;
            limb_roll_shares: (4,) how much of the roll of hands and feet the forearms and shins take.
        root_point: The point at the root joint.
    """

    chain: ChainTables
    root_point: int
    rigid: IntArray
    rigid_points: IntArray
    rigid_rest: Array
    lines: IntArray
    line_starts: IntArray
    line_ends: IntArray
    line_axes: Array
    line_rest: Array
    limbs: IntArray
    limb_middles: IntArray
    limb_ends: IntArray
    limb_lengths: Array
    limb_tops: IntArray
    limb_poles: Array
    limb_rest: Array
    limb_tips: IntArray
    limb_twist: Array
    limb_roll_shares: Array


@lru_cache(maxsize=32)
def start_tables(skeleton: Skeleton) -> StartTables:
    """The tables of a skeleton with the canonical joints and points; raises RigError for any other."""
    if skeleton.joint_names != JOINTS or skeleton.point_names != POINTS:
        raise RigError(f"'{skeleton.name}' is not a 22-joint, 43-point body; retarget it to the canonical joints first")
    chain = chain_tables(skeleton)
    joint, point = skeleton.joint_index, skeleton.point_index
    rigid_points, rigid_rest = _rigid(skeleton)
    line_ends = [point(end) for end, _, _ in _LINES.values()]
    uppers, lowers, ends = zip(*((limb.upper, limb.lower, limb.end) for limb in _LIMBS), strict=True)
    bones = [skeleton.offsets[joint(name)] for name in (*lowers, *ends)]
    lengths = np.linalg.norm(bones, axis=-1)
    if lengths.min() < 1e-6:
        raise RigError(f"'{skeleton.name}' has a limb bone without length; every arm and leg bone needs one")
    hinges = _hinges()
    tables = StartTables(
        chain=chain,
        root_point=point("Hips"),
        rigid=_indices(joint(name) for name in _RIGID),
        rigid_points=rigid_points,
        rigid_rest=rigid_rest,
        lines=_indices(joint(name) for name in _LINES),
        line_starts=_indices(point(name) for name in _LINES),
        line_ends=_indices(line_ends),
        line_axes=np.array([_columns(skeleton, axis, shares) for _, axis, shares in _LINES.values()]),
        line_rest=np.array(
            [
                _rest_frame(skeleton.offsets[joint(end)], np.eye(3)["xyz".index(axis)])
                for end, axis, _ in _LINES.values()
            ]
        ),
        limbs=_indices(joint(name) for name in (*uppers, *lowers)),
        limb_middles=_indices(point(name) for name in lowers),
        limb_ends=_indices(point(name) for name in ends),
        limb_lengths=lengths.reshape(2, -1),
        limb_tops=_indices(point(name) for name in uppers),
        limb_poles=np.array([_pole(skeleton, limb) for limb in _LIMBS]),
        limb_rest=np.array([_rest_frame(bone, hinges[name]) for bone, name in zip(bones, lowers * 2, strict=True)]),
        limb_tips=_indices(joint(name) for name in ends),
        limb_twist=_twists(lowers),
        limb_roll_shares=np.array(_ROLL_SHARES),
    )
    for array in vars(tables).values():
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return tables


def _rigid(skeleton: Skeleton) -> tuple[IntArray, Array]:
    """Points fixed to each rigid body, its children's joints among them, and where they are at rest, centred."""
    origins = {name: skeleton.point_index(name) for name in skeleton.joint_names}
    members = []
    for name in _RIGID:
        joint = skeleton.joint_index(name)
        own = np.flatnonzero(skeleton.point_joints == joint).tolist()
        members.append(own + [origins[skeleton.joint_names[child]] for child in skeleton.children(joint)])
    most = max(map(len, members))
    points = np.zeros((len(members), most), dtype=np.intp)
    rest = np.zeros((len(members), most, 3))
    for row, indices in enumerate(members):
        places = skeleton.rest_points[indices]
        points[row, : len(indices)] = indices
        rest[row, : len(indices)] = places - places.mean(axis=0)
    return points, rest


def _columns(skeleton: Skeleton, axis: str, shares: dict[str, float]) -> Array:
    """(3 J,) weights that add up one axis of several bodies."""
    weights = np.zeros(3 * skeleton.n_joints)
    for name, share in shares.items():
        weights[3 * skeleton.joint_index(name) + "xyz".index(axis)] = share
    return weights


def _pole(skeleton: Skeleton, limb: _Limb) -> Array:
    """(3 J,) weights that turn the natural direction of a limb's bend into the world."""
    weights = np.zeros(3 * skeleton.n_joints)
    first = 3 * skeleton.joint_index(limb.origin)
    weights[first : first + 3] = np.array(limb.natural) / np.linalg.norm(limb.natural)
    return weights


def _hinges() -> dict[str, Array]:
    """The axis each elbow and knee bends about, from the joint limits."""
    limits = joint_limits()
    return {JOINTS[joint]: limits.frame[row, :, 1] for row, joint in enumerate(limits.joints)}


def _twists(names: Sequence[str]) -> Array:
    """(2, N) least and largest twist of joints, radians."""
    limits = joint_limits()
    rows = [limits.joints.tolist().index(JOINTS.index(name)) for name in names]
    return np.stack([limits.low[rows, 2], limits.high[rows, 2]])


def _rest_frame(along: Array, axis: Array) -> Array:
    """(3, 3) rows: the unit direction, the axis made perpendicular to it, and their cross product."""
    first = along / np.linalg.norm(along)
    second = axis - (axis @ first) * first
    second /= np.linalg.norm(second)
    return np.stack([first, second, np.cross(first, second)])


def _indices(values: Iterable[int]) -> IntArray:
    return np.array(list(values), dtype=np.intp)
