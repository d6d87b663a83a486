"""The canonical body in a rig's own proportions, measured on the rig's motion and its standing pose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body.canonical import JOINTS, POINTS, body
from models.body.skeleton import Skeleton
from models.formats.retarget_source import Source
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
# Where a foot is one joint, its end is the tip of the toes when it reaches farther than this, else the ball; metres on
# the canonical body.
_TIP_BEYOND = 0.17
# Sizes of head and hand come from one marker each: no odder than this against the trunk and the arms.
_ODDEST = 1.6


def leg_length(skeleton: Skeleton) -> float:
    """Thigh plus shin of a canonical tree, the mean of both legs, metres."""
    rows = [skeleton.joint_index(side + part) for side in _SIDES for part in ("Leg", "Foot")]
    return float(np.linalg.norm(skeleton.offsets[rows], axis=-1).sum()) / 2


def ankle_height(skeleton: Skeleton) -> float:
    """Height of the ankles over the lowest of ball and toe tip of a canonical tree, mean of both feet, metres."""
    heights = []
    for side in _SIDES:
        ball = skeleton.offsets[skeleton.joint_index(f"{side}ToeBase")]
        tip = ball + skeleton.point_offsets[skeleton.point_index(f"{side}ToeTip")]
        heights.append(-min(ball[1], tip[1]))
    return float(np.mean(heights))


def fit(source: Source) -> Skeleton:
    """The canonical body with the rig's bone lengths, markers and proportions, standing on the ground at rest."""
    canonical = body()
    offsets = _offsets(source)
    sizes = _sizes(source, offsets)
    points = _points(source, offsets, sizes)
    fitted = Skeleton(
        name=f"{source.skeleton.name}, fitted",
        joint_names=JOINTS,
        parents=canonical.parents,
        offsets=offsets,
        point_names=POINTS,
        point_joints=canonical.point_joints,
        point_offsets=points,
    )
    ground = canonical.rest_points[:, 1].min() * sizes["leg"]
    offsets[0] = (0.0, ground - fitted.rest_points[:, 1].min(), 0.0)
    return fitted.with_offsets(offsets)


def _offsets(source: Source) -> Array:
    """(22, 3) rest offsets: the mean, over frames, of each joint as seen from its parent."""
    canonical = body()
    step = max(1, len(source.world) // _MOST_FRAMES)
    world, positions = source.world[::step], source.positions[::step]
    mapped = {name for name, joint in source.rig_map.joints.items() if joint is not None}
    scale = source.leg_length / leg_length(canonical)
    place = np.zeros((*world.shape[:-1], 3))
    offsets = np.zeros((len(JOINTS), 3))
    place[:, 0] = positions[:, source.row("Hips")]
    for joint, name in list(enumerate(JOINTS))[1:]:
        parent = int(canonical.parents[joint])
        onward = next((other for other in (name, *_ONWARD.get(name, ())) if other in mapped), None)
        if onward is None:
            side = name.removesuffix("ToeBase")
            offsets[joint] = _bare_ball(source, side, scale) if side != name else canonical.offsets[joint] * scale
        else:
            way = positions[:, source.row(onward)] - place[:, parent]
            share = _share(joint, canonical.joint_index(onward))
            offsets[joint] = quat.rotate(quat.conj(world[:, parent]), way).mean(axis=0) * share
        place[:, joint] = place[:, parent] + quat.rotate(world[:, parent], offsets[joint])
        if name in mapped:  # joints between the mapped ones move it a little: errors must not add up
            place[:, joint] = positions[:, source.row(name)]
    return offsets


def _share(joint: int, onward: int) -> float:
    """Part of the way from the joint's parent to `onward` at which the canonical body has the joint."""
    canonical = body()
    lengths = np.linalg.norm(canonical.offsets, axis=-1)
    beyond, walk = 0.0, onward
    while walk != joint:
        beyond, walk = beyond + lengths[walk], int(canonical.parents[walk])
    return float(lengths[joint] / (beyond + lengths[joint]))


def _bare_ball(source: Source, side: str, scale: float) -> Array:
    """Offset of the ball of a foot that has no toe joint, from where the foot ends."""
    canonical = body()
    usual = canonical.offsets[canonical.joint_index(f"{side}ToeBase")]
    end = source.seen(f"{side}ToeTip", f"{side}Foot")
    if end is None:
        return usual * scale
    if end[2] <= _TIP_BEYOND * scale:
        return end
    tip = canonical.point_offsets[POINTS.index(f"{side}ToeTip")]
    return end * np.array([1.0, 1.0, usual[2] / (usual[2] + tip[2])])


def _sizes(source: Source, offsets: Array) -> dict[str, float]:
    """Size of each part over the canonical body's."""
    canonical = body()
    own, usual = np.linalg.norm(offsets, axis=-1), np.linalg.norm(canonical.offsets, axis=-1)

    def bones(*names: str) -> float:
        rows = [canonical.joint_index(name) for name in names]
        return float(own[rows].sum() / usual[rows].sum())

    def marker(name: str, joint: str, at_least: float) -> float:
        place = source.seen(name, joint)
        if place is None:
            return at_least
        size = np.linalg.norm(place) / np.linalg.norm(canonical.point_offsets[POINTS.index(name)])
        return float(np.clip(size, at_least / _ODDEST, at_least * _ODDEST))

    trunk = bones("Spine", "Spine1", "Spine2", "Neck")
    arm = bones(*(side + part for side in _SIDES for part in ("ForeArm", "Hand")))
    hands = {f"{side}Hand": marker(f"{side}MiddleTip", f"{side}Hand", arm) for side in _SIDES}
    feet = {side + part: bones(f"{side}ToeBase") for side in _SIDES for part in ("Foot", "ToeBase")}
    leg = bones(*(side + part for side in _SIDES for part in ("Leg", "Foot")))
    return {"trunk": trunk, "leg": leg, "Head": marker("HeadTop", "Head", trunk), **hands, **feet}


def _points(source: Source, offsets: Array, sizes: dict[str, float]) -> Array:
    """(43, 3) point offsets: markers where the rig has them, else canonical ones in the part's size."""
    canonical = body()
    points = np.zeros((len(POINTS), 3))
    for row, name in enumerate(POINTS):
        joint = JOINTS[canonical.point_joints[row]]
        seen = source.seen(name, joint) if name not in JOINTS else None
        points[row] = canonical.point_offsets[row] * sizes.get(joint, sizes["trunk"]) if seen is None else seen
        # Heels, and toes that the rig does not show, stand on the ground that the ball of the foot stands on.
        if name.endswith("Heel"):
            points[row, 1] = offsets[canonical.joint_index(name.replace("Heel", "ToeBase")), 1]
        elif name.endswith("ToeTip") and seen is None:
            points[row, 1] = 0.0
    return points
