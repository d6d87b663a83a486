"""Feet held where they stand, over a whole draft at once.

`stance` says when feet stand, `footing` how hips and feet are moved for that; legs follow by exact inverse kinematics
(`leg_ik`), and feet keep their rotation in the world, so heels still lift and toes still roll. How far everything was
moved is reported with the draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import JOINTS, POINTS, body
from models.kinematics import forward, quat
from models.locomotion.contacts import TOES
from models.locomotion.features import FPS
from models.locomotion.footing import Legs, footing
from models.locomotion.generator import FootReport
from models.locomotion.leg_ik import bent_legs
from models.locomotion.stance import Stand, resting, stand

__all__ = ["Feet", "feet_of", "foot_report", "relaxed"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

_LEGS = tuple(tuple(JOINTS.index(side + name) for name in ("UpLeg", "Leg", "Foot")) for side in ("Left", "Right"))
_SOLES = tuple(
    tuple(POINTS.index(side + name) for name in ("Heel", "ToeTip", "FootOuter", "ToeBase"))
    for side in ("Left", "Right")
)


@dataclass(frozen=True, eq=False)
class Feet:
    """Both feet of a clip: toes (F, 2, 3), and the height of their lowest points (F, 2); metres."""

    toes: Array
    lowest: Array


def feet_of(rotations: Array, positions: Array) -> Feet:
    """The feet of world rotations (F, 22, 4) and positions (F, 22, 3) of the canonical body."""
    skeleton = body()
    soles = np.array(_SOLES)
    joints = skeleton.point_joints[soles]
    points = positions[:, joints] + quat.rotate(rotations[:, joints], skeleton.point_offsets[soles])
    return Feet(positions[:, TOES], points[..., 1].min(axis=-1))


def relaxed(clip: Clip, planted: Bools, kept: Sequence[int] = ()) -> tuple[Clip, Bools, FootReport]:
    """The clip with its planted feet at rest, the frames in which they are (F, 2), and what that took.

    Args:
        clip: F frames of the canonical body at 60 Hz.
        planted: (F, 2) left and right toe planted.
        kept: Frames that are to stay as they are.
    """
    rotations, positions = clip.globals()
    before = feet_of(rotations, positions)
    hip, knee, ankle = (positions[:, [leg[joint] for leg in _LEGS]] for joint in range(3))
    stays = np.zeros(clip.n_frames, dtype=bool)
    stays[list(kept)] = True
    legs = Legs(hip, knee, ankle, before.toes, before.lowest, stays)
    moved = footing(legs, _stands(before, planted), rounds=1)
    # A toe that hardly moves just before or after its contact, or without one, would be seen to slide: it stands, too.
    toes, lowest = before.toes + moved.feet, before.lowest + moved.feet[..., 1]
    rests = np.stack([resting(toes[:, side], lowest[:, side]) for side in (0, 1)], axis=1)
    stands = _stands(before, planted | rests)
    standing = np.stack([each.on for each in stands], axis=1)
    moved = footing(legs, stands, moved)
    hips = moved.hips
    lowered = positions + hips[:, None, :]
    world = rotations.copy()
    ankles = np.zeros((clip.n_frames, 2, 3))
    for side, (thigh, shin, foot) in enumerate(_LEGS):
        world[:, thigh], world[:, shin], ankles[:, side] = bent_legs(
            lowered[:, thigh],
            lowered[:, shin],
            lowered[:, foot],
            positions[:, foot] + moved.feet[:, side],
            thigh_rotation=rotations[:, thigh],
            shin_rotation=rotations[:, shin],
        )
    local = clip.rotations.copy()
    for thigh, shin, foot in _LEGS:
        for joint, above in ((thigh, JOINTS.index("Hips")), (shin, thigh), (foot, shin)):
            local[:, joint] = quat.mul(quat.conj(world[:, above]), world[:, joint])
    result = replace(clip, root=clip.root + hips, rotations=quat.unroll(quat.normalize(local)))
    after = feet_of(*forward.globals_from_locals(clip.skeleton, result.root, result.rotations))
    feet = [foot for _, _, foot in _LEGS]
    change = np.linalg.norm(ankles - positions[:, feet] - hips[:, None], axis=-1)
    return result, standing, foot_report(before, after, planted, standing, change=change, hips=hips)


def _stands(feet: Feet, planted: Bools) -> list[Stand]:
    return [stand(feet.toes[:, side], feet.lowest[:, side], planted[:, side]) for side in (0, 1)]


def foot_report(
    before: Feet, after: Feet, planted: Bools, standing: Bools, *, change: Array, hips: Array
) -> FootReport:
    """What feet did and do; speeds are those of toes that stand in a frame and in the one before."""
    return FootReport(
        slide_before=_slide(before.toes, planted),
        slide_after=_slide(after.toes, standing),
        depth_before=float(np.maximum(-before.lowest, 0.0).max(initial=0.0)),
        depth_after=float(np.maximum(-after.lowest, 0.0).max(initial=0.0)),
        moved_mean=float(change.mean()),
        moved_max=float(change.max(initial=0.0)),
        hips_lowered_max=float(np.maximum(-hips[:, 1], 0.0).max(initial=0.0)),
    )


def _slide(toes: Array, on: Bools) -> float:
    speed = np.linalg.norm(np.diff(toes[..., [0, 2]], axis=0), axis=-1) * FPS
    both = on[1:] & on[:-1]
    return float(speed[both].mean()) if both.any() else 0.0
