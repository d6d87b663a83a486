"""The root bone: a smooth point on the ground with a heading, made from the motion of the body.

Features, root motion and network outputs are relative to it, so it must move smoothly and turn only as the body does.
Its place is the upper spine projected to the ground, which sways less than the hips; its heading is that of hips and
shoulders together. Both are smoothed by Savitzky-Golay filters (order 3 over 31 and 61 frames at 60 Hz). Nothing here
depends on the axes of a rig: only on positions of the canonical joints.

A character is the root bone and the 22 joints: `BONES`, 23 of them. Hips are local to the root bone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import JOINTS, body
from models.errors import ShapeError, SixpointError
from models.kinematics import quat

__all__ = [
    "BONES",
    "BONE_PARENTS",
    "MAX_GAP_M",
    "Root",
    "local_to_root",
    "procedural_root",
    "savitzky_golay",
    "world_hips",
    "yaw_rotation",
]

Array = NDArray[np.float64]

BONES: tuple[str, ...] = ("Root", *JOINTS)
BONE_PARENTS: NDArray[np.intp] = np.concatenate([[-1], body().parents + 1]).astype(np.intp)
BONE_PARENTS.setflags(write=False)

POSITION_WINDOW, FACING_WINDOW, ORDER = 31, 61, 3  # frames at 60 Hz

# A root this far beside the upper spine makes features that say little about the body.
MAX_GAP_M = 0.25

_ABOVE = JOINTS.index("Spine2")
_LEFT = [JOINTS.index("LeftUpLeg"), JOINTS.index("LeftArm")]
_RIGHT = [JOINTS.index("RightUpLeg"), JOINTS.index("RightArm")]
_UP = np.array([0.0, 1.0, 0.0])

# Where hips and shoulders point up or down by more than this, the horizontal part of their direction is noise.
_LEAST_LEVEL = 0.25


@dataclass(frozen=True, eq=False)
class Root:
    """The root bone over F frames.

    Args:
        positions: (F, 3) metres, on the ground (y = 0).
        yaw_rad: (F,) heading about +Y, 0 faces +Z, continuous along time.
        rotations: (F, 4) the same as quaternions, sign-continuous.
        gap_m: (F,) horizontal distance from the upper spine; smoothing makes it.
        lost: (F,) bool: the body's heading was undefined (lying, bent double) and taken from an earlier frame.
    """

    positions: Array
    yaw_rad: Array
    rotations: Array
    gap_m: Array
    lost: NDArray[np.bool_]


def procedural_root(joint_positions: ArrayLike, fps: float = 60.0) -> Root:
    """The root bone of a motion.

    Args:
        joint_positions: World positions (F, 22, 3) of the canonical joints, metres; F >= 1.
        fps: Frames a second; the windows keep their length in seconds.
    """
    positions = np.asarray(joint_positions, dtype=np.float64)
    if positions.ndim != 3 or positions.shape[1:] != (len(JOINTS), 3) or len(positions) == 0:
        raise ShapeError(f"a root needs joint positions (F, {len(JOINTS)}, 3) of one frame or more, {positions.shape}")
    if not np.isfinite(positions).all():
        raise SixpointError("a root needs finite joint positions; repair the motion first")
    scale = fps / 60.0
    above = positions[:, _ABOVE] * [1.0, 0.0, 1.0]
    place = savitzky_golay(above, round(POSITION_WINDOW * scale), ORDER)
    directions, lost = _facing(positions)
    smooth = savitzky_golay(directions, round(FACING_WINDOW * scale), ORDER)
    # A filter of opposite directions may pass zero; the unsmoothed direction stands in there.
    smooth = np.where(np.linalg.norm(smooth, axis=-1, keepdims=True) > 1e-3, smooth, directions)
    yaw = np.unwrap(np.arctan2(smooth[:, 0], smooth[:, 2]))
    return Root(place, yaw, quat.unroll(yaw_rotation(yaw)), np.linalg.norm(place - above, axis=-1), lost)


def _facing(positions: Array) -> tuple[Array, NDArray[np.bool_]]:
    """(F, 3) horizontal unit directions of hips and shoulders, and where they are those of an earlier frame."""
    across = (positions[:, _LEFT] - positions[:, _RIGHT]).sum(axis=1)
    facing = np.cross(across, _UP)
    level = np.linalg.norm(facing, axis=-1)
    lost = level < _LEAST_LEVEL * np.maximum(np.linalg.norm(across, axis=-1), 1e-9)
    if lost.all():
        return np.broadcast_to([0.0, 0.0, 1.0], facing.shape).copy(), lost
    # Before the first direction that is known, the first; after that, the last one known.
    last = np.maximum.accumulate(np.where(lost, -1, np.arange(len(facing))))
    last = np.where(last < 0, int(np.argmin(lost)), last)
    return facing[last] / level[last, None], lost


def yaw_rotation(yaw_rad: ArrayLike) -> Array:
    """Quaternions (..., 4) of rotations about +Y.

    Headings become rotations through their angle: the shortest arc from +Z to a direction is undefined at -Z.
    """
    half = 0.5 * np.asarray(yaw_rad, dtype=np.float64)[..., None]
    zero = np.zeros_like(half)
    return np.concatenate([zero, np.sin(half), zero, np.cos(half)], axis=-1)


def local_to_root(root: Root, hips: Array, hips_rotation: Array) -> tuple[Array, Array]:
    """World hips (F, 3), (F, 4) -> the same relative to the root bone."""
    inverse = quat.conj(root.rotations)
    return quat.rotate(inverse, hips - root.positions), quat.unroll(quat.mul(inverse, hips_rotation))


def world_hips(root_position: Array, root_rotation: Array, hips: Array, hips_rotation: Array) -> tuple[Array, Array]:
    """Hips relative to the root bone -> world; the inverse of `local_to_root`. (..., 3), (..., 4)."""
    return root_position + quat.rotate(root_rotation, hips), quat.mul(root_rotation, hips_rotation)


def savitzky_golay(values: ArrayLike, window: int, order: int) -> Array:
    """Each value replaced by that of the polynomial fitted to the window around it (Savitzky and Golay, 1964).

    At the ends, the polynomial of the first or last whole window is used. A series shorter than the window is
    smoothed over the largest odd window that it holds, with a lower order where that needs it.

    Args:
        values: (F, ...) along time.
        window: Frames; an even number is taken as the next smaller odd one.
        order: Of the polynomial.
    """
    values = np.asarray(values, dtype=np.float64)
    n_frames = len(values)
    window = min(window - 1 + window % 2, n_frames - 1 + n_frames % 2)
    order = min(order, window - 1)
    if window < 3:
        return values.copy()
    half = window // 2
    powers = np.vander(np.arange(-half, half + 1) / half, order + 1, increasing=True)
    fit = np.linalg.pinv(powers)  # (order + 1, window): coefficients of the polynomial from values
    flat = values.reshape(n_frames, -1)
    windows = np.lib.stride_tricks.sliding_window_view(flat, window, axis=0)  # (F - window + 1, D, window)
    smooth = np.zeros_like(flat)
    smooth[half : n_frames - half] = windows @ fit[0]
    smooth[:half] = (powers @ fit @ flat[:window])[:half]
    smooth[n_frames - half :] = (powers @ fit @ flat[n_frames - window :])[half + 1 :]
    return smooth.reshape(values.shape)
