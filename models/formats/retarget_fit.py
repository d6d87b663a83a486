"""The canonical body in a rig's own proportions, measured on the rig's motion and its standing pose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation.clip import Clip
from models.body.canonical import JOINTS, POINTS, body
from models.body.skeleton import Skeleton
from models.errors import RigError
from models.formats.retarget_align import marker_position
from models.formats.retarget_rest import Reference
from models.formats.rig_map import MARKERS, RigMap
from models.kinematics import quat

__all__ = ["ankle_height", "fit", "leg_length"]

Array = NDArray[np.float64]

_SIDES = ("Left", "Right")
# What a joint the rig lacks lies on the way to: the next joint of its own chain.
_ONWARD = {
    "Spine": ("Spine1", "Spine2", "Neck", "Head"),
    "Spine1": ("Spine2", "Neck", "Head"),
    "Spine2": ("Neck", "Head"),
    "Neck": ("Head",),
    "LeftShoulder": ("LeftArm",),
    "RightShoulder": ("RightArm",),
}
_MOST_FRAMES = 200  # frames the bone lengths are averaged over
# Without a toe joint the foot ends in one point; farther out than this (canonical metres) it is the tip, not the ball.
_BALL_OR_TIP = 0.17


def leg_length(skeleton: Skeleton, rig_map: RigMap | None = None) -> float:
    """Thigh plus shin, the mean of both legs, metres."""
    rest = skeleton.rest_positions
    total = 0.0
    for side in _SIDES:
        names = [f"{side}{part}" for part in ("UpLeg", "Leg", "Foot")]
        if rig_map is not None:
            names = [str(rig_map.joints[name]) for name in names]
        hip, knee, ankle = (rest[skeleton.joint_index(name)] for name in names)
        total += 0.5 * float(np.linalg.norm(knee - hip) + np.linalg.norm(ankle - knee))
    if total <= 0.0:
        raise RigError(f"the legs of '{skeleton.name}' have no length")
    return total


def ankle_height(skeleton: Skeleton, rig_map: RigMap | None = None, reference: Reference | None = None) -> float | None:
    """Height of the ankles over the lowest of ball and toe tip, mean of both feet, metres; None without either."""
    heights = []
    for side in _SIDES:
        if rig_map is None or reference is None:
            ankle = skeleton.rest_positions[skeleton.joint_index(f"{side}Foot")]
            low = [skeleton.rest_points[skeleton.point_index(f"{side}{p}")] for p in ("ToeBase", "ToeTip")]
            up = np.array([0.0, 1.0, 0.0])
        else:
            ankle = reference.positions[skeleton.joint_index(str(rig_map.joints[f"{side}Foot"]))]
            names = (rig_map.joints.get(f"{side}ToeBase"), rig_map.markers.get(f"{side}ToeTip"))
            low = [p for name in names if (p := marker_position(skeleton, reference, name)) is not None]
            up = quat.rotate(reference.body, np.array([0.0, 1.0, 0.0]))
        heights += [max(float((ankle - p) @ up) for p in low)] if low else []
    return float(np.mean(heights)) if heights else None


def fit(
    clip: Clip, rig_map: RigMap, reference: Reference, alignment: Array, world: Array, positions: Array
) -> Skeleton:
    """The canonical body with the rig's bone lengths and points.

    Args:
        alignment: (22, 4) of `alignments`.
        world: (F, 22, 4) world rotations of the canonical joints.
        positions: (F, J, 3) world positions of the rig's joints, metres.
    """
    step = max(1, clip.n_frames // _MOST_FRAMES)
    offsets = _offsets(clip.skeleton, rig_map, world[::step], positions[::step])
    canonical = body()
    sizes = _sizes(offsets)
    points = _points(clip.skeleton, rig_map, reference, alignment, offsets, sizes)
    unplaced = Skeleton(
        name=f"{clip.skeleton.name}, fitted",
        joint_names=JOINTS,
        parents=canonical.parents,
        offsets=offsets,
        point_names=POINTS,
        point_joints=canonical.point_joints,
        point_offsets=points,
    )
    ground = canonical.rest_points[:, 1].min() * sizes["leg"]
    offsets[0] = (0.0, ground - unplaced.rest_points[:, 1].min(), 0.0)
    return unplaced.with_offsets(offsets)


def _offsets(skeleton: Skeleton, rig_map: RigMap, world: Array, positions: Array) -> Array:
    """(22, 3) rest offsets: the mean, over frames, of each joint as seen from its parent."""
    canonical = body()
    place = np.zeros((*world.shape[:-1], 3))
    offsets = np.zeros((len(JOINTS), 3))
    mapped = {name: skeleton.joint_index(j) for name, j in rig_map.joints.items() if j is not None}
    scale = leg_length(skeleton, rig_map) / leg_length(canonical)
    for joint, name in enumerate(JOINTS):
        parent = int(canonical.parents[joint])
        if parent < 0:
            place[:, joint] = positions[:, mapped[name]]
            continue
        back = quat.conj(world[:, parent])
        onward = next((other for other in _ONWARD.get(name, ()) if other in mapped), None)
        if name in mapped:
            offsets[joint] = quat.rotate(back, positions[:, mapped[name]] - place[:, parent]).mean(axis=0)
        elif onward is not None:
            way = quat.rotate(back, positions[:, mapped[onward]] - place[:, parent]).mean(axis=0)
            offsets[joint] = way * _share(canonical, joint, canonical.joint_index(onward))
        else:
            offsets[joint] = canonical.offsets[joint] * scale
        place[:, joint] = place[:, parent] + quat.rotate(world[:, parent], offsets[joint])
        if name in mapped:
            place[:, joint] = positions[:, mapped[name]]
    return offsets


def _share(canonical: Skeleton, joint: int, onward: int) -> float:
    """Part of the way from the joint's parent to `onward` at which the canonical body has the joint."""
    lengths = np.linalg.norm(canonical.offsets, axis=-1)
    total, walk = 0.0, onward
    while walk != joint:
        total, walk = total + lengths[walk], int(canonical.parents[walk])
    return float(lengths[joint] / (total + lengths[joint]))


def _sizes(offsets: Array) -> dict[str, float]:
    """Size of each part over the canonical body's."""
    canonical = body()
    own, usual = np.linalg.norm(offsets, axis=-1), np.linalg.norm(canonical.offsets, axis=-1)

    def ratio(*names: str) -> float:
        rows = [canonical.joint_index(name) for name in names]
        return float(own[rows].sum() / usual[rows].sum())

    return {
        "trunk": ratio("Spine", "Spine1", "Spine2", "Neck"),
        "arm": ratio(*(s + part for s in _SIDES for part in ("ForeArm", "Hand"))),
        "leg": ratio(*(s + part for s in _SIDES for part in ("Leg", "Foot"))),
        "foot": ratio("LeftToeBase", "RightToeBase"),
    }


def _points(
    skeleton: Skeleton,
    rig_map: RigMap,
    reference: Reference,
    alignment: Array,
    offsets: Array,
    sizes: dict[str, float],
) -> Array:
    """(43, 3) point offsets: markers where the rig has them, else canonical ones in the part's size."""
    canonical = body()
    seen: dict[str, Array] = {}
    for name in MARKERS:
        place = marker_position(skeleton, reference, rig_map.markers.get(name))
        joint = canonical.point_joints[POINTS.index(name)]
        source = rig_map.joints.get(JOINTS[joint])
        if place is not None and source is not None:
            row = skeleton.joint_index(source)
            turned = quat.mul(reference.rotations[row], alignment[joint])
            seen[name] = quat.rotate(quat.conj(turned), place - reference.positions[row])
    points = canonical.point_offsets.copy()
    head = seen["HeadTop"][1] / 0.17 if "HeadTop" in seen else sizes["trunk"]
    for row, name in enumerate(POINTS):
        joint = JOINTS[canonical.point_joints[row]]
        side = next((s for s in _SIDES if joint.startswith(s)), "")
        if joint == "Head":
            size = float(np.clip(head / sizes["trunk"], 0.7, 1.4)) * sizes["trunk"]
        elif joint.endswith("Hand"):
            size = sizes["arm"]
        elif joint.endswith(("Foot", "ToeBase")):
            size = sizes["foot"]
        else:
            size = sizes["trunk"]
        points[row] = seen.get(name, points[row] * size)
        if name == f"{side}Heel":
            points[row, 1] = offsets[canonical.joint_index(f"{side}ToeBase"), 1]
    return points
