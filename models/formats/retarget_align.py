"""Rest poses laid on one another: for each canonical joint, the rotation from its frame to its source joint's.

With these, `world rotation of the canonical joint = world rotation of the source joint * alignment` in every frame,
whatever pose either body calls rest, and whatever joints lie between the mapped ones.

The trunk, the head and the collar bones are aligned by the body's frame, so a spine joint that sits 7 cm behind the
hips does not tilt the body. Arms and legs are aligned by the direction of their bones. Hands are aligned by knuckles
and thumb where the rig shows them, feet so that a sole that is flat at rest is flat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body.canonical import JOINTS, body
from models.body.skeleton import Skeleton
from models.formats.retarget_rest import Reference
from models.formats.rig_map import RigMap
from models.kinematics import quat

__all__ = ["alignments", "marker_position"]

Array = NDArray[np.float64]

# Limb bones: the joint and the one its bone points at, from the trunk outward.
_BONES = {"Arm": "ForeArm", "ForeArm": "Hand", "UpLeg": "Leg", "Leg": "Foot"}
_Y = np.array([0.0, 1.0, 0.0])
# Legs spread by less than this stand on flat feet; beyond it the feet may have been turned out with the legs.
_SPREAD_RAD = np.radians(8.0)


def alignments(skeleton: Skeleton, rig_map: RigMap, reference: Reference) -> Array:
    """(22, 4) rotations from each canonical joint's frame to the frame of its source joint, in the reference pose.

    A joint the rig lacks has that of its parent, so it keeps its rest rotation relative to it.
    """
    canonical = body()
    place = {name: reference.positions[skeleton.joint_index(j)] for name, j in rig_map.joints.items() if j is not None}
    world = np.tile(reference.body, (len(JOINTS), 1))  # where each canonical joint stands in the reference pose
    for joint, name in enumerate(JOINTS):
        parent = int(canonical.parents[joint])
        side, part = _split(name)
        if part in _BONES and name in place and side + _BONES[part] in place:
            carrier = world[parent] if part in ("ForeArm", "Leg") else reference.body
            bone = quat.rotate(carrier, canonical.offsets[canonical.joint_index(side + _BONES[part])])
            world[joint] = quat.mul(quat.between(bone, place[side + _BONES[part]] - place[name]), carrier)
        elif part == "Hand":
            found = _hand(skeleton, rig_map, reference, side, place) if name in place else None
            world[joint] = world[parent] if found is None else found
        elif part == "Foot":
            world[joint] = _foot(skeleton, rig_map, reference, side, place)
        elif name not in place or part == "ToeBase":
            world[joint] = world[parent]
    source = [j if (j := rig_map.joints.get(name)) is not None else None for name in JOINTS]
    turned = np.array(
        [reference.rotations[skeleton.joint_index(j)] if j is not None else quat.IDENTITY for j in source]
    )
    return quat.normalize(quat.mul(quat.conj(turned), world))


def marker_position(skeleton: Skeleton, reference: Reference, marker: str | None) -> Array | None:
    """Where a marker of the rig map is in the reference pose, (3,) metres, or None where the rig has none."""
    if marker is None:
        return None
    if marker in skeleton.point_names:
        return reference.points[skeleton.point_index(marker)]
    return reference.positions[skeleton.joint_index(marker)]


def _split(name: str) -> tuple[str, str]:
    for side in ("Left", "Right"):
        if name.startswith(side):
            return side, name.removeprefix(side)
    return "", name


def _hand(
    skeleton: Skeleton, rig_map: RigMap, reference: Reference, side: str, place: dict[str, Array]
) -> Array | None:
    """World rotation of the hand: along the fingers, the palm by the line of the knuckles or by the thumb."""
    canonical = body()
    wrist = place[f"{side}Hand"]

    def pair(marker: str) -> tuple[Array, Array] | None:
        found = marker_position(skeleton, reference, rig_map.markers.get(side + marker))
        own = canonical.point_offsets[canonical.point_index(side + marker)]
        return None if found is None or np.allclose(found, wrist) else (own, found - wrist)

    index, pinky, tip, thumb = (pair(m) for m in ("IndexKnuckle", "PinkyKnuckle", "MiddleTip", "ThumbTip"))
    if index and pinky:
        return _two_directions(
            (0.5 * (index[0] + pinky[0]), index[0] - pinky[0]), (0.5 * (index[1] + pinky[1]), index[1] - pinky[1])
        )
    if tip and thumb:
        return _two_directions((tip[0], thumb[0]), (tip[1], thumb[1]))
    if tip:
        # No palm to see: it is carried along straight from the arm, as palms are in a T-pose.
        arm = quat.rotate(reference.body, tip[0])
        along_arm = quat.mul(quat.between(arm, wrist - place.get(f"{side}ForeArm", wrist - arm)), reference.body)
        return quat.mul(quat.between(quat.rotate(along_arm, tip[0]), tip[1]), along_arm)
    return None


def _foot(skeleton: Skeleton, rig_map: RigMap, reference: Reference, side: str, place: dict[str, Array]) -> Array:
    """World rotation of the foot: heading where the foot points, the sole flat, or square to a leg spread sideways."""
    up = quat.rotate(reference.body, _Y)
    ankle = place[f"{side}Foot"]
    tip = marker_position(skeleton, reference, rig_map.markers.get(f"{side}ToeTip"))
    ball = place.get(f"{side}ToeBase")
    ahead = ball if ball is not None else tip
    if ahead is None:
        return reference.body
    foot = ahead - ankle
    onward = tip - ball if ball is not None and tip is not None else None
    tilt = _foot_tilt(reference, ankle - place[f"{side}UpLeg"], foot, onward, up)
    normal = quat.rotate(tilt, up)
    forward = foot - (foot @ normal) * normal
    rest_forward = quat.rotate(quat.mul(tilt, reference.body), np.array([0.0, 0.0, 1.0]))
    if np.linalg.norm(forward) < 0.2 * np.linalg.norm(foot):  # it points down or up: no heading to take
        return quat.mul(tilt, reference.body)
    return quat.mul(quat.between(rest_forward, forward), quat.mul(tilt, reference.body))


def _foot_tilt(reference: Reference, leg: Array, foot: Array, onward: Array | None, up: Array) -> Array:
    """Sideways turn of the sole at rest: none, or that of the leg where ball and toe line up only after undoing it."""
    forward = quat.rotate(reference.body, np.array([0.0, 0.0, 1.0]))
    level = leg - (leg @ forward) * forward
    spread = quat.between(-up, level)
    if quat.angle(spread, quat.IDENTITY) < _SPREAD_RAD or onward is None or np.linalg.norm(onward) < 1e-9:
        return quat.IDENTITY

    def bend(turn: Array) -> float:
        """Angle between the headings of foot and toes once `turn` is undone, radians."""
        a, b = (quat.rotate(quat.conj(turn), v) for v in (foot, onward))
        a, b = a - (a @ up) * up, b - (b @ up) * up
        return float(quat.angle(quat.between(a, b), quat.IDENTITY))

    return spread if bend(spread) < bend(quat.IDENTITY) else quat.IDENTITY


def _two_directions(own: tuple[Array, Array], wanted: tuple[Array, Array]) -> Array:
    """Rotation that lays the first direction exactly on the first wanted and the second as near as that allows."""
    return quat.mul(_frame(*wanted), quat.conj(_frame(*own)))


def _frame(along: Array, across: Array) -> Array:
    """Rotation whose X axis is `along` and whose Z axis is nearest `across`."""
    x = along / np.linalg.norm(along)
    z = across - (across @ x) * x
    length = np.linalg.norm(z)
    if length < 1e-9:
        return quat.between(np.array([1.0, 0.0, 0.0]), x)
    z = z / length
    return quat.from_matrix(np.stack([x, np.cross(z, x), z], axis=-1))
