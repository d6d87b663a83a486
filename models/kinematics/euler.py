"""Euler angles for file formats and for curves shown to people; never used inside the solver.

`order` is three different letters, e.g. "ZXY": the matrices are multiplied in that order (intrinsic), so the
first letter is the outermost rotation. Angles are in radians, in the order of the letters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.errors import ShapeError
from models.kinematics import quat

__all__ = ["ORDERS", "from_quat", "handedness", "to_quat", "unwrap"]

Array = NDArray[np.float64]

ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


def _axes(order: str) -> tuple[int, int, int]:
    if order not in ORDERS:
        raise ShapeError(f"rotation order must be one of {', '.join(ORDERS)}, got '{order}'")
    i, j, k = ("XYZ".index(letter) for letter in order)
    return i, j, k


def handedness(order: str) -> float:
    """1.0 if the axes in this order are right-handed, -1.0 if left-handed."""
    return 1.0 if _axes(order) in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) else -1.0


def to_quat(angles_rad: ArrayLike, order: str, out: Array | None = None) -> Array:
    """Quaternions of Euler angles. (..., 3) -> (..., 4), put into `out` where it is given."""
    angles = np.asarray(angles_rad, dtype=np.float64)
    if angles.ndim == 0 or angles.shape[-1] != 3:
        raise ShapeError(f"Euler angles need last dimension 3, got shape {angles.shape}")
    i, j, k = _axes(order)
    # Sine and cosine of the half angles by t = tan(angle / 4), as exact and three times as fast as asking for both;
    # one array an angle, changed in place, because that keeps them in the processor's cache.
    sines = np.ascontiguousarray(np.moveaxis(angles, -1, 0)) * 0.25
    np.tan(sines, out=sines)
    cosines = sines * sines
    cosines += 1.0
    np.divide(2.0, cosines, out=cosines)
    sines *= cosines
    cosines -= 1.0
    (sa, sb, sc), (ca, cb, cc) = sines, cosines
    # The product of the three half-angle quaternions, written out: an odd order changes the sign of the second terms.
    sign = handedness(order)
    cc_cb, cc_sb, sc_cb, sc_sb = cc * cb, cc * sb, sign * (sc * cb), sign * (sc * sb)
    q = np.zeros((*angles.shape[:-1], 4)) if out is None else out
    q[..., i] = sa * cc_cb + ca * sc_sb
    q[..., j] = ca * cc_sb - sa * sc_cb
    q[..., k] = sign * (ca * sc_cb + sa * cc_sb)
    q[..., 3] = ca * cc_cb - sa * sc_sb
    return q


def from_quat(q: Array, order: str) -> Array:
    """Euler angles of quaternions, middle angle in [-pi/2, pi/2]. (..., 4) -> (..., 3).

    At gimbal lock (middle angle +-90 degrees) the third angle is set to zero and the first carries the rest.
    """
    i, j, k = _axes(order)
    m = quat.to_matrix(q)
    sign = handedness(order)
    # For R = Ri(a) Rj(b) Rk(c): R[i,k] = sign*sin b, R[i,i] = cos b cos c, R[i,j] = -sign*cos b sin c.
    cosine = np.hypot(m[..., i, i], m[..., i, j])
    b = np.arctan2(sign * m[..., i, k], cosine)
    locked = cosine < 1e-9
    a = np.where(
        locked,
        np.arctan2(sign * m[..., k, j], m[..., j, j]),
        np.arctan2(-sign * m[..., j, k], m[..., k, k]),
    )
    c = np.where(locked, 0.0, np.arctan2(-sign * m[..., i, j], m[..., i, i]))
    return np.stack([a, b, c], axis=-1)


def unwrap(angles_rad: Array, axis: int = 0) -> Array:
    """The same rotations with each frame's angles as near as possible to the frame before.

    Every rotation has two Euler triples, (a, b, c) and (a+pi, pi-b, c+pi), each up to whole turns. Following the
    nearer one keeps curves free of 180-degree jumps when the middle angle passes 90 degrees.
    """
    angles = np.moveaxis(np.asarray(angles_rad, dtype=np.float64), axis, 0)
    other = np.stack([angles[..., 0] + np.pi, np.pi - angles[..., 1], angles[..., 2] + np.pi], axis=-1)
    result = angles.copy()
    turn = 2.0 * np.pi
    for frame in range(1, len(result)):
        before = result[frame - 1]
        one = angles[frame] - turn * np.round((angles[frame] - before) / turn)
        two = other[frame] - turn * np.round((other[frame] - before) / turn)
        nearer = np.abs(two - before).sum(-1) < np.abs(one - before).sum(-1) - 1e-9
        result[frame] = np.where(nearer[..., None], two, one)
    return np.moveaxis(result, 0, axis)
