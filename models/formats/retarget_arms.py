"""The roll of arms, which bone directions leave open.

No joint moves by what is done here: a bone is only turned about itself, so that on every rig the elbow bends about
the same axis of the upper arm and the forearm carries the roll of the hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body.canonical import JOINTS
from models.kinematics import quat

__all__ = ["elbow_roll", "move_twist_to_forearms"]

Array = NDArray[np.float64]

# An elbow shows its axis when it is bent by more than this, in at least this share of a second's worth of frames, and
# when the axes of all those frames agree (mean resultant length, 1 = the same).
_BENT = np.sin(np.radians(15.0))
_LEAST_FRAMES = 10
_AGREEMENT = 0.85
_X = np.array([1.0, 0.0, 0.0])


def elbow_roll(world: Array, side: str) -> float | None:
    """How far the upper arm must turn about its bone for the elbow to bend forward, toward the canonical +Z; radians.

    Rigs give the elbow different axes: in CMU's skeletons it is 30 degrees from where the palms-down T-pose of others
    has it. A straight rest arm does not tell, so the motion is asked.

    Args:
        world: (F, 22, 4) world rotations of the canonical joints.
        side: "Left" or "Right".

    Returns:
        The angle, or None where the elbow is not bent enough, or not about one axis.
    """
    upper, forearm = JOINTS.index(f"{side}Arm"), JOINTS.index(f"{side}ForeArm")
    bone = _X if side == "Left" else -_X
    bend = quat.rotate(quat.mul(quat.conj(world[:, upper]), world[:, forearm]), bone)[:, 1:]
    amount = np.linalg.norm(bend, axis=-1)
    bend, amount = bend[amount > _BENT], amount[amount > _BENT]
    if len(amount) < _LEAST_FRAMES:
        return None
    y, z = bend.sum(axis=0)  # longer vectors, of more bent elbows, know the axis better
    if np.hypot(y, z) < _AGREEMENT * amount.sum():
        return None
    return float(-np.arctan2(y, z))


def move_twist_to_forearms(world: Array) -> None:
    """Turn each forearm about its own bone until the wrist only bends; (F, 22, 4) world rotations, in place.

    Rigs put the roll of the forearm into the elbow, the wrist or a joint between. Anatomy has it in the forearm.
    """
    for side in ("Left", "Right"):
        forearm, hand = JOINTS.index(f"{side}ForeArm"), JOINTS.index(f"{side}Hand")
        local = quat.mul(quat.conj(world[:, forearm]), world[:, hand])
        twist = local * np.array([1.0, 0.0, 0.0, 1.0])  # the bone is the X axis; the rest of `local` is pure bend
        world[:, forearm] = quat.mul(world[:, forearm], quat.normalize(twist))
