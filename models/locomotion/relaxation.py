"""Feet held where they stand, over a whole draft at once.

Toes of planted feet are put to rest (`stance`), hips are lowered where a leg would not reach, legs follow by exact
inverse kinematics (`leg_ik`), and feet keep their rotation in the world, so heels still lift and toes still roll. No
part of a foot is left below the ground. How far everything was moved is reported with the draft.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, maximum_filter1d

from models.animation import Clip
from models.body import JOINTS, POINTS, body
from models.kinematics import forward, quat
from models.locomotion.contacts import TOES
from models.locomotion.features import FPS
from models.locomotion.generator import FootReport
from models.locomotion.leg_ik import MOST_EXTENDED, bent_legs
from models.locomotion.smoothing import smoothed
from models.locomotion.stance import corrections

__all__ = ["Feet", "feet_of", "foot_report", "relaxed"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

_LEGS = tuple(tuple(JOINTS.index(side + name) for name in ("UpLeg", "Leg", "Foot")) for side in ("Left", "Right"))
_SOLES = tuple(
    tuple(POINTS.index(side + name) for name in ("Heel", "ToeTip", "FootOuter", "ToeBase"))
    for side in ("Left", "Right")
)
_SMOOTH_HIPS_S = 0.10
_CLEARANCE_M = 0.0
_EASE_FRAMES = 10.0


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


def relaxed(clip: Clip, planted: Bools) -> tuple[Clip, Bools, FootReport]:
    """The clip with its planted feet at rest, the frames in which they are (F, 2), and what that took.

    Args:
        clip: F frames of the canonical body at 60 Hz.
        planted: (F, 2) left and right toe planted.
    """
    rotations, positions = clip.globals()
    before = feet_of(rotations, positions)
    moved, held = zip(
        *(corrections(before.toes[:, side], before.lowest[:, side], planted[:, side]) for side in (0, 1)), strict=True
    )
    shift, standing = np.stack(moved, axis=1), np.stack(held, axis=1)
    shift[..., 1] = np.maximum(shift[..., 1], _CLEARANCE_M - before.lowest)  # nothing below the ground
    hips = _hips_shift(positions, shift, standing)
    lowered = positions + hips[:, None, :]
    world = rotations.copy()
    ankles = np.zeros((clip.n_frames, 2, 3))
    for side, (thigh, shin, foot) in enumerate(_LEGS):
        target = positions[:, foot] + shift[:, side]
        world[:, thigh], world[:, shin], ankles[:, side] = bent_legs(
            lowered[:, thigh],
            lowered[:, shin],
            lowered[:, foot],
            target,
            thigh_rotation=rotations[:, thigh],
            shin_rotation=rotations[:, shin],
            firm=_firm(standing[:, side]),
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


def _firm(standing: Bools) -> Array:
    """(F,) 1 while a foot stands, smoothly to 0 within some frames before and after."""
    if not standing.any():
        return np.zeros(len(standing))
    t = np.clip(1.0 - distance_transform_edt(~standing) / _EASE_FRAMES, 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))


def _hips_shift(positions: Array, shift: Array, standing: Bools) -> Array:
    """(F, 3) how far the hips go down: with feet that are put on the ground, and so that both ankles are in reach."""
    down = np.where(standing, shift[..., 1], 0.0)
    weight = standing.sum(axis=1)
    follow = smoothed(down.sum(axis=1) / np.maximum(weight, 1), 3.0 * _SMOOTH_HIPS_S * FPS)
    needed = np.zeros(len(positions))
    for side, (thigh, shin, foot) in enumerate(_LEGS):
        hip, target = positions[:, thigh].copy(), positions[:, foot] + shift[:, side]
        hip[:, 1] += follow
        length = np.linalg.norm(positions[:, shin] - positions[:, thigh], axis=-1) + np.linalg.norm(
            positions[:, foot] - positions[:, shin], axis=-1
        )
        natural = np.linalg.norm(positions[:, foot] - positions[:, thigh], axis=-1)
        longest = np.maximum(MOST_EXTENDED * length, natural) - 1e-3
        level = np.linalg.norm((target - hip)[:, [0, 2]], axis=-1)
        height = np.sqrt(np.maximum(longest**2 - level**2, 0.0))
        too_high = hip[:, 1] - target[:, 1] - height
        needed = np.maximum(needed, np.where(standing[:, side], too_high, 0.0))
    # The smooth curve must lie above what is needed: widen it first by as much as smoothing narrows it.
    reach = round(2.0 * _SMOOTH_HIPS_S * FPS)
    needed = smoothed(maximum_filter1d(np.clip(needed, 0.0, 0.25), 2 * reach + 1, mode="nearest"), reach / 2.0)
    return np.stack([np.zeros_like(needed), follow - needed, np.zeros_like(needed)], axis=-1)


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
