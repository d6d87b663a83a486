"""Unit quaternions as arrays, scalar last.

Every function takes and returns arrays whose last dimension is `(x, y, z, w)`; leading dimensions are free and
broadcast. A quaternion `q` and `-q` are the same rotation; `unroll` chooses the signs along time.

`mul(a, b)` rotates by `b` first, like the matrix product `A @ B`.
Formulas: J. Diebel, "Representing Attitude", 2006, with the scalar moved last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.errors import ShapeError

__all__ = [
    "IDENTITY",
    "angle",
    "between",
    "check",
    "conj",
    "from_axis_angle",
    "from_matrix",
    "from_rotvec",
    "mul",
    "normalize",
    "rotate",
    "slerp",
    "to_matrix",
    "to_rotvec",
    "unroll",
]

Array = NDArray[np.float64]

IDENTITY: Array = np.array([0.0, 0.0, 0.0, 1.0])
IDENTITY.setflags(write=False)

# Below this angle (radians) sin(x)/x and its inverse are taken from their series: the next term is < 1e-16.
_SMALL = 1e-4


def check(q: Array, name: str = "quaternions") -> None:
    """Raise ShapeError unless the last dimension is 4."""
    if q.ndim == 0 or q.shape[-1] != 4:
        raise ShapeError(f"{name} need last dimension 4 (x, y, z, w), got shape {q.shape}")


def normalize(q: ArrayLike) -> Array:
    """Unit quaternions in the direction of `q`; a zero quaternion becomes the identity."""
    q = np.asarray(q, dtype=np.float64)
    check(q)
    norm = np.linalg.norm(q, axis=-1, keepdims=True)
    ok = norm > 1e-300
    return np.where(ok, q / np.where(ok, norm, 1.0), IDENTITY)


def mul(a: Array, b: Array) -> Array:
    """The rotation that applies `b`, then `a`. (..., 4), (..., 4) -> (..., 4)."""
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def conj(q: Array) -> Array:
    """The inverse rotation of unit quaternions."""
    return q * np.array([-1.0, -1.0, -1.0, 1.0])


def rotate(q: Array, v: Array) -> Array:
    """Vectors `v` (..., 3) rotated by `q` (..., 4)."""
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    vx, vy, vz = v[..., 0], v[..., 1], v[..., 2]
    # v + w t + xyz × t with t = 2 xyz × v, written out: np.cross costs several times the arithmetic.
    tx, ty, tz = 2.0 * (y * vz - z * vy), 2.0 * (z * vx - x * vz), 2.0 * (x * vy - y * vx)
    rotated = [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx]
    return np.stack(rotated, axis=-1)


def from_axis_angle(axis: ArrayLike, angle_rad: ArrayLike) -> Array:
    """Rotations by `angle_rad` (...) about unit vectors `axis` (..., 3)."""
    half = 0.5 * np.asarray(angle_rad, dtype=np.float64)[..., None]
    xyz = np.sin(half) * np.asarray(axis, dtype=np.float64)
    return np.concatenate([xyz, np.broadcast_to(np.cos(half), (*xyz.shape[:-1], 1))], axis=-1)


def from_rotvec(v: ArrayLike) -> Array:
    """Rotations by |v| radians about v. (..., 3) -> (..., 4)."""
    v = np.asarray(v, dtype=np.float64)
    half = 0.5 * np.linalg.norm(v, axis=-1, keepdims=True)
    small = half < _SMALL
    scale = np.where(small, 0.5 - half * half / 12.0, 0.5 * np.sin(half) / np.where(small, 1.0, half))
    return np.concatenate([scale * v, np.cos(half)], axis=-1)


def to_rotvec(q: Array) -> Array:
    """The shortest rotation vector of `q`, length in [0, pi] radians. (..., 4) -> (..., 3)."""
    check(q)
    q = np.where(q[..., 3:] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    half = np.arctan2(sine, q[..., 3:])
    small = sine < _SMALL
    scale = np.where(small, 2.0 + sine * sine / 3.0, 2.0 * half / np.where(small, 1.0, sine))
    return scale * q[..., :3]


def to_matrix(q: Array) -> Array:
    """Rotation matrices whose columns are the rotated axes. (..., 4) -> (..., 3, 3)."""
    check(q)
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz, xy, xz, yz = x * x2, y * y2, z * z2, x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    rows = [1.0 - yy - zz, xy - wz, xz + wy, xy + wz, 1.0 - xx - zz, yz - wx, xz - wy, yz + wx, 1.0 - xx - yy]
    return np.stack(rows, axis=-1).reshape(*q.shape[:-1], 3, 3)


def from_matrix(m: ArrayLike) -> Array:
    """Quaternions of rotation matrices, accurate at every angle. (..., 3, 3) -> (..., 4).

    The largest of the four components is taken from the diagonal and the others from it (Shepperd, 1978), so no
    division is by a small number.
    """
    m = np.asarray(m, dtype=np.float64)
    if m.shape[-2:] != (3, 3):
        raise ShapeError(f"rotation matrices need last dimensions (3, 3), got shape {m.shape}")
    # Row k is 4 * q[k] * q: the outer product of the quaternion with itself, which is linear in the matrix.
    outer = m.reshape(-1, 9) @ _OUTER + np.eye(4).ravel()
    best = np.argmax(outer[:, ::5], axis=-1)
    row = outer.reshape(-1, 4, 4)[np.arange(len(best)), best]
    return normalize(row).reshape(*m.shape[:-2], 4)


def _outer_table() -> Array:
    """(9, 16): the matrix's entries times this, plus one on the diagonal, are 4 q q', row by row."""
    table = np.zeros((3, 3, 4, 4))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        table[i, i] = np.diag([1.0 if axis in (i, 3) else -1.0 for axis in range(4)])
        for row, column in ((i, j), (j, i)):
            table[row, column, [i, j], [j, i]] = 1.0
        table[k, j, [i, 3], [3, i]], table[j, k, [i, 3], [3, i]] = 1.0, -1.0
    return table.reshape(9, 16)


_OUTER = _outer_table()


def angle(a: Array, b: Array) -> Array:
    """Geodesic distance between rotations, radians in [0, pi]; exact near 0 and near pi. (..., 4) -> (...)."""
    d = mul(conj(a), b)
    return 2.0 * np.arctan2(np.linalg.norm(d[..., :3], axis=-1), np.abs(d[..., 3]))


def slerp(a: Array, b: Array, t: ArrayLike) -> Array:
    """The rotation a fraction `t` (...) of the short way from `a` to `b`; t outside [0, 1] extrapolates."""
    step = to_rotvec(mul(conj(a), b)) * np.asarray(t, dtype=np.float64)[..., None]
    return mul(a, from_rotvec(step))


def between(u: ArrayLike, v: ArrayLike) -> Array:
    """The shortest rotation that takes direction `u` to direction `v`. (..., 3), (..., 3) -> (..., 4).

    For opposite directions the axis is one perpendicular to `u`, chosen by a fixed rule; a zero vector gives the
    identity.
    """
    u, v = np.broadcast_arrays(np.asarray(u, dtype=np.float64), np.asarray(v, dtype=np.float64))
    product = np.sqrt((u * u).sum(-1) * (v * v).sum(-1))
    w = product + (u * v).sum(-1)
    opposite = w <= 1e-14 * product
    smallest = np.eye(3)[np.argmin(np.abs(u), axis=-1)]
    xyz = np.where(opposite[..., None], np.cross(u, smallest), np.cross(u, v))
    return normalize(np.concatenate([xyz, np.where(opposite, 0.0, w)[..., None]], axis=-1))


def unroll(q: Array, axis: int = 0) -> Array:
    """The same rotations with signs chosen so that neighbours along `axis` have a dot product >= 0.

    Must run before anything interpolates, differences or averages quaternions along time.
    """
    check(q)
    q = np.moveaxis(q, axis, 0)
    flips = np.ones(q.shape[:-1])
    flips[1:] = np.where((q[1:] * q[:-1]).sum(-1) < 0.0, -1.0, 1.0)
    return np.moveaxis(q * np.cumprod(flips, axis=0)[..., None], 0, axis)
