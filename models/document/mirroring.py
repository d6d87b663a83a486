"""Mirroring keys: both sides swapped, or one side copied to the other, of whole keys or of chosen joints.

Twice the swap is the same content again: keys lie on a grid of nine decimals, and what two mirrorings leave of rounding
errors is a million times finer. A mirrored key is therefore not put on the grid itself.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.animation import Handles, Key, Pose, Track
from models.body import JOINT_MIRROR, JOINTS, POINT_MIRROR, REGIONS, Skeleton, body
from models.errors import SixpointError
from models.kinematics import forward, quat
from models.posing import Plane, mirrored_pose

__all__ = ["Direction", "mirrored_key", "mirrored_track"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.intp]
Direction = Literal["swap", "left to right", "right to left"]

_LEFT = np.array([name.startswith("Left") for name in JOINTS])
_REGION_NAMES = tuple(REGIONS)
_OTHER_SIDE = {"left": "right", "right": "left"}
_REGION_MIRROR = np.array(
    [_REGION_NAMES.index("_".join(_OTHER_SIDE.get(word, word) for word in name.split("_"))) for name in _REGION_NAMES]
)
_REFLECT_POSITION = np.array([-1.0, 1.0, 1.0])
_REFLECT_ROTATION = np.array([1.0, -1.0, -1.0, 1.0])


def mirrored_track(
    track: Track,
    skeleton: Skeleton,
    selection: Collection[int] | None = None,
    *,
    joints: Collection[str] | None = None,
    direction: Direction = "swap",
    plane: Plane = "body",
) -> Track:
    """The track with the selected keys mirrored, all of them when left out; see `mirrored_key`."""
    chosen = track.ticks.tolist() if selection is None else selection
    mirrored = {
        key.tick: mirrored_key(key, skeleton, joints=joints, direction=direction, plane=plane)
        for key in track
        if key.tick in chosen
    }
    return track.replaced(mirrored)


def mirrored_key(
    key: Key,
    skeleton: Skeleton,
    *,
    joints: Collection[str] | None = None,
    direction: Direction = "swap",
    plane: Plane = "body",
) -> Key:
    """The key with left and right exchanged, or one side copied to the other.

    Args:
        skeleton: Whose key it is.
        joints: Names of the joints to change, with their partners; all when left out. With the hips among them the
            root is reflected, too.
        direction: "swap", or from one side to the other; then the joints in the middle stay as they are.
        plane: "body", so that the character stays where it stands, or "world", x = 0. Only a swap that includes the
            hips depends on it.

    Raises:
        UnknownJoint: for a joint that the skeleton does not have.
    """
    changed = _changed(skeleton, joints, direction)
    whole = _mirrored_whole(key.pose, plane if changed[0] else "body")
    rotations = np.where(changed[:, None], whole.rotations, key.pose.rotations)
    pose = Pose(whole.root if changed[0] else key.pose.root, rotations)
    handles = key.handles
    points, states, targets, weights = _mirrored_points(key, pose, whole, skeleton, changed)
    joints_held, turns = _mirrored_turns(key, pose, skeleton, changed)
    predicted = np.where(_covered(changed), handles.predicted[_REGION_MIRROR], handles.predicted)
    return replace(key, pose=pose, handles=Handles(points, states, targets, weights, joints_held, turns, predicted))


def _changed(skeleton: Skeleton, joints: Collection[str] | None, direction: Direction) -> BoolArray:
    """(22,) which joints get the reflection of their partner."""
    changed = np.ones(len(JOINTS), dtype=bool)
    if joints is not None:
        changed[:] = False
        changed[[skeleton.joint_index(name) for name in joints]] = True
        changed |= changed[JOINT_MIRROR]
    if direction == "swap":
        return changed
    if direction not in ("left to right", "right to left"):
        raise SixpointError(f"the direction must be 'swap', 'left to right' or 'right to left', got '{direction}'")
    to_right = direction == "left to right"
    return changed & (_LEFT[JOINT_MIRROR] if to_right else _LEFT)


def _mirrored_whole(pose: Pose, plane: Plane) -> Pose:
    """`mirrored_pose`, exact for hips whose rotation is unit to nine decimals only: their length is kept aside."""
    length = np.linalg.norm(pose.rotations[0])
    rotations = pose.rotations.copy()
    rotations[0] /= length
    whole = mirrored_pose(Pose(pose.root, rotations), plane)
    whole.rotations[0] *= length
    return whole


def _covered(changed: BoolArray) -> BoolArray:
    """(6,) the regions all of whose joints are changed."""
    joints = body().point_joints
    return np.array([bool(changed[joints[points]].all()) for points in REGIONS.values()])


def _mirrored_points(
    key: Key, pose: Pose, whole: Pose, skeleton: Skeleton, changed: BoolArray
) -> tuple[IntArray, NDArray[np.int8], Array, Array]:
    """Points, states, targets and weights for the new pose.

    Each target is as far from its point in the new pose as its partner's was in the old one, reflected; `whole` is
    the pose mirrored as a whole, which says about which plane.
    """
    handles, partner = key.handles, POINT_MIRROR[key.handles.points]
    # Every reflection about an upright plane is the one about x = 0, then this turn.
    turn = quat.normalize(quat.mul(whole.rotations[0], quat.conj(key.pose.rotations[0] * _REFLECT_ROTATION)))
    offsets = handles.targets - key.pose.points(skeleton)[handles.points]
    places, moves = pose.points(skeleton), changed[skeleton.point_joints]
    goes, stays = moves[partner], ~moves[handles.points]
    reflected = places[partner] + quat.rotate(turn, offsets * _REFLECT_POSITION)
    points = np.concatenate([partner[goes], handles.points[stays]])
    order = np.argsort(points)
    return (
        points[order],
        np.concatenate([handles.states[goes], handles.states[stays]])[order],
        np.concatenate([reflected[goes], (places[handles.points] + offsets)[stays]])[order],
        np.concatenate([handles.weights[goes], handles.weights[stays]])[order],
    )


def _mirrored_turns(key: Key, pose: Pose, skeleton: Skeleton, changed: BoolArray) -> tuple[IntArray, Array]:
    """Joints and their held world rotations for the new pose, relative to it as their partners were to the old one."""
    held, partner = key.handles.joints, JOINT_MIRROR[key.handles.joints]
    before, after = (_world_rotations(skeleton, each) for each in (key.pose, pose))
    relative = quat.mul(quat.conj(before[held]), key.handles.turns)
    goes, stays = changed[partner], ~changed[held]
    joints = np.concatenate([partner[goes], held[stays]])
    turns = np.concatenate(
        [
            quat.mul(after[partner], relative * _REFLECT_ROTATION)[goes],
            quat.mul(after[held], relative)[stays],
        ]
    )
    order = np.argsort(joints)
    return joints[order], turns[order]


def _world_rotations(skeleton: Skeleton, pose: Pose) -> Array:
    """(22, 4) world rotations, unit whatever nine decimals left of that."""
    return quat.normalize(forward.globals_from_locals(skeleton, pose.root, pose.rotations)[0])
