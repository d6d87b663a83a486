"""How far each joint of a human body turns: measured, judged and enforced.

A joint's local rotation is split into a swing, which points the bone, and a twist about the bone. The swing is a
rotation vector with two components, flexion and side, measured from the middle of its range, so the one place where
it is undefined (the bone turned right round) is as far from any pose as can be. Elbows and knees are the same joint
with a narrow side range and flexion from zero: they bend one way and never over-extend.

The right side is the mirror image of the left by construction; the ranges are in `limits.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body.canonical import JOINTS
from models.errors import ShapeError
from models.kinematics import quat

__all__ = ["JointLimits", "compose_swing_twist", "joint_limits", "swing_twist"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

# Decides the direction of a swing of exactly half a turn; elsewhere it changes angles by less than 1e-11 radians.
_TIE_BREAK = 1e-12


def swing_twist(rotations: Array) -> Array:
    """Swing about y, swing about z and twist about x, radians, of rotation matrices. (..., 3, 3) -> (..., 3).

    The swing is the shortest rotation, as a rotation vector (0, y, z), that takes the x axis where `rotations` takes
    it; the rotation is that swing applied after the twist. For R = swing @ twist, trace arguments give
    R[2,1] - R[1,2] = (1 + cos s) sin t and R[1,1] + R[2,2] = (1 + cos s) cos t, with s the swing's angle.
    """
    about_y = _TIE_BREAK - rotations[..., 2, 0]
    about_z = rotations[..., 1, 0]
    sine = np.sqrt(about_y * about_y + about_z * about_z)
    scale = np.arctan2(sine, rotations[..., 0, 0]) / np.maximum(sine, _TIE_BREAK)
    angles = np.zeros((*rotations.shape[:-2], 3))
    angles[..., 0] = scale * about_y
    angles[..., 1] = scale * about_z
    angles[..., 2] = np.arctan2(
        rotations[..., 2, 1] - rotations[..., 1, 2], rotations[..., 1, 1] + rotations[..., 2, 2]
    )
    return angles


def compose_swing_twist(angles: ArrayLike) -> Array:
    """Rotation matrices of what `swing_twist` measures. (..., 3) -> (..., 3, 3)."""
    angles = np.asarray(angles, dtype=np.float64)
    swing = np.concatenate([np.zeros_like(angles[..., :1]), angles[..., :2]], axis=-1)
    twist = quat.from_axis_angle([1.0, 0.0, 0.0], angles[..., 2])
    return quat.to_matrix(quat.mul(quat.from_rotvec(swing), twist))


@dataclass(frozen=True, eq=False)
class JointLimits:
    """The ranges of L joints.

    Args:
        joints: (L,) indices of the limited joints, in the order of `JOINTS`.
        middle: (L, 3, 3) from the limit's frame (bone, bend, side), swung to mid-range, to the parent's rest frame.
        frame: (L, 3, 3) from the limit's frame to the joint's own rest frame.
        offset: (L, 3) what to add to angles measured from mid-range to get flexion, side and twist, radians.
        low: (L, 3) smallest flexion, side and twist, radians.
        high: (L, 3) largest, radians.
    """

    joints: IntArray
    middle: Array
    frame: Array
    offset: Array
    low: Array
    high: Array

    @property
    def relaxed(self) -> Array:
        """(L, 3) flexion, side and twist, radians, of the rest pose with every joint a little bent."""
        return np.clip(np.radians([15.0, 0.0, 0.0]), self.low, self.high)

    def angles(self, rotations: ArrayLike) -> Array:
        """Flexion, side and twist (..., L, 3), radians, of local rotations (..., 22, 4)."""
        local = quat.to_matrix(_checked(rotations)[..., self.joints, :])
        return swing_twist(np.swapaxes(self.middle, -1, -2) @ local @ self.frame) + self.offset

    def excess(self, rotations: ArrayLike) -> Array:
        """How far flexion, side and twist (..., L, 3) are outside their ranges, radians; zero inside."""
        angles = self.angles(rotations)
        return np.maximum(np.maximum(angles - self.high, self.low - angles), 0.0)

    def clamp(self, rotations: ArrayLike) -> Array:
        """The rotations (..., 22, 4) with every angle brought into its range; joints inside are unchanged."""
        rotations = _checked(rotations)
        angles = self.angles(rotations)
        inside = np.clip(angles, self.low, self.high)
        turned = self.rotations(inside)
        result = rotations.copy()
        is_outside = np.any(inside != angles, axis=-1)
        result[..., self.joints, :] = np.where(is_outside[..., None], turned, rotations[..., self.joints, :])
        return result

    def rotations(self, angles: ArrayLike) -> Array:
        """Local rotations (..., L, 4) with the given flexion, side and twist (..., L, 3), radians."""
        from_middle = compose_swing_twist(np.asarray(angles, dtype=np.float64) - self.offset)
        return quat.from_matrix(self.middle @ from_middle @ np.swapaxes(self.frame, -1, -2))


@lru_cache(maxsize=1)
def joint_limits() -> JointLimits:
    """The limits of the canonical joints, read once from `limits.json`."""
    data = json.loads(files("models.body").joinpath("limits.json").read_text(encoding="utf-8"))["joints"]
    entries = {}
    for name, entry in data.items():
        entries[name] = entry
        if name.startswith("Left"):
            entries[name.replace("Left", "Right", 1)] = _mirrored(entry)
    joints = [index for index, name in enumerate(JOINTS) if name in entries]
    ordered = [entries[JOINTS[index]] for index in joints]
    axis, bend = (np.array([entry[key] for entry in ordered], dtype=np.float64) for key in ("axis", "bend"))
    frame = np.stack([axis, bend, np.cross(axis, bend)], axis=-1)
    ranges = np.radians([[entry[key] for key in ("flexion", "side", "twist")] for entry in ordered])
    low, high = ranges[..., 0], ranges[..., 1]
    # Twist is measured from zero: its range need not be centred, it is far from half a turn anyway.
    offset = 0.5 * (low + high) * np.array([1.0, 1.0, 0.0])
    limits = JointLimits(np.array(joints), frame @ compose_swing_twist(offset), frame, offset, low, high)
    for array in vars(limits).values():
        array.setflags(write=False)
    return limits


def _mirrored(entry: dict) -> dict:
    """The same joint on the other side: a bone mirrors as a vector, an axis of rotation with the opposite sign."""
    (ax, ay, az), (bx, by, bz) = entry["axis"], entry["bend"]
    flipped = {key: [-entry[key][1], -entry[key][0]] for key in ("side", "twist")}
    return {"axis": [-ax, ay, az], "bend": [bx, -by, -bz], "flexion": entry["flexion"], **flipped}


def _checked(rotations: ArrayLike) -> Array:
    rotations = np.asarray(rotations, dtype=np.float64)
    if rotations.shape[-2:] != (len(JOINTS), 4):
        raise ShapeError(f"joint limits need rotations (..., {len(JOINTS)}, 4), got {rotations.shape}")
    return rotations
