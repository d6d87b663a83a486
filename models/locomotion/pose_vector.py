"""The pose vector: what a decompressor gives for one frame, 15 J + 8 numbers for the J = 22 joints (338).

| numbers | what | frame |
|---|---|---|
| 3 J | joint positions, metres | parent; hips: root bone |
| 6 J | joint rotations: first two columns of the matrix, row by row `[r00 r01 r10 r11 r20 r21]` | same |
| 3 J | velocities of the positions, m/s | same |
| 3 J | angular velocities, rad/s | same |
| 3 | velocity of the root bone, m/s | root bone |
| 3 | angular velocity of the root bone, rad/s | root bone |
| 2 | contacts of the left and right toe, 0 to 1 | |

The pose of the root bone is not in it: it is integrated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import JOINTS
from models.errors import ShapeError
from models.kinematics import quat

__all__ = ["N_JOINTS", "POSE_SIZE", "SLICES", "PoseFrames", "decode", "encode", "integrate_root", "six_from_quat"]

Array = NDArray[np.float64]

N_JOINTS = len(JOINTS)
_SHORTEST = 1e-8  # a shorter column has no direction


def _slices() -> dict[str, slice]:
    sizes = {
        "positions": 3 * N_JOINTS,
        "rotations": 6 * N_JOINTS,
        "velocities": 3 * N_JOINTS,
        "angular": 3 * N_JOINTS,
        "root_velocity": 3,
        "root_angular": 3,
        "contacts": 2,
    }
    stops = np.cumsum(list(sizes.values()))
    return {name: slice(int(stop) - size, int(stop)) for (name, size), stop in zip(sizes.items(), stops, strict=True)}


SLICES: dict[str, slice] = _slices()
POSE_SIZE: int = SLICES["contacts"].stop


@dataclass(frozen=True, eq=False)
class PoseFrames:
    """Decoded pose vectors; any leading dimensions.

    Args:
        positions: (..., 22, 3) local, metres; hips relative to the root bone.
        rotations: (..., 22, 4) local, xyzw.
        velocities, angular: (..., 22, 3) local, m/s and rad/s.
        root_velocity, root_angular: (..., 3) in the frame of the root bone.
        contacts: (..., 2) left and right toe; trained on absolute error, so not probabilities: above 0.5 is contact.
    """

    positions: Array
    rotations: Array
    velocities: Array
    angular: Array
    root_velocity: Array
    root_angular: Array
    contacts: Array


def encode(frames: PoseFrames) -> Array:
    """Pose vectors (..., 338)."""
    lead = frames.root_velocity.shape[:-1]
    parts = [frames.positions, six_from_quat(frames.rotations), frames.velocities, frames.angular]
    tail = [frames.root_velocity, frames.root_angular, np.asarray(frames.contacts, dtype=np.float64)]
    return np.concatenate([part.reshape(*lead, -1) for part in [*parts, *tail]], axis=-1)


def decode(vectors: ArrayLike) -> PoseFrames:
    """What pose vectors (..., 338) say; rotations are made orthonormal."""
    vectors = np.asarray(vectors, dtype=np.float64)
    if vectors.shape[-1:] != (POSE_SIZE,):
        raise ShapeError(f"pose vectors need last dimension {POSE_SIZE}, got {vectors.shape}")
    lead = vectors.shape[:-1]

    def joints(name: str, size: int) -> Array:
        return vectors[..., SLICES[name]].reshape(*lead, N_JOINTS, size)

    return PoseFrames(
        positions=joints("positions", 3),
        rotations=quat_from_six(joints("rotations", 6)),
        velocities=joints("velocities", 3),
        angular=joints("angular", 3),
        root_velocity=vectors[..., SLICES["root_velocity"]],
        root_angular=vectors[..., SLICES["root_angular"]],
        contacts=vectors[..., SLICES["contacts"]],
    )


def six_from_quat(rotations: Array) -> Array:
    """First two columns of the matrices, row by row. (..., 4) -> (..., 6)."""
    matrices = quat.to_matrix(np.asarray(rotations, dtype=np.float64))
    return matrices[..., :2].reshape(*matrices.shape[:-2], 6)


def quat_from_six(six: Array) -> Array:
    """Rotations of two columns that need not be orthonormal. (..., 6) -> (..., 4).

    The first column is normalised and kept, the third is perpendicular to both, the second to these two (Zhou et
    al., 2019). Columns that are zero or parallel give a rotation all the same, chosen by a fixed rule.

    Bones turn by less than 120 degrees from their parents in nearly every frame. There the scalar part is large enough
    to divide by, so all of them are done number by number; only the others take the way that is accurate at any angle.
    """
    rows = np.asarray(six, dtype=np.float64).reshape(-1, 6)
    turns, is_sure = _small_turns(rows)
    if not is_sure.all():
        turns[~is_sure] = _any_turns(rows[~is_sure])
    return turns.reshape(*np.shape(six)[:-1], 4)


def _small_turns(six: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Rotations (N, 4) of columns (N, 6), and for which they hold."""
    x0, y0, x1, y1, x2, y2 = np.ascontiguousarray(six.T)
    long = np.sqrt(x0 * x0 + x1 * x1 + x2 * x2)
    is_sure = long > _SHORTEST
    scale = 1.0 / np.maximum(long, _SHORTEST)
    x0, x1, x2 = x0 * scale, x1 * scale, x2 * scale
    z0, z1, z2 = x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0
    long = np.sqrt(z0 * z0 + z1 * z1 + z2 * z2)
    is_sure &= long > _SHORTEST
    scale = 1.0 / np.maximum(long, _SHORTEST)
    z0, z1, z2 = z0 * scale, z1 * scale, z2 * scale
    y0, y1, y2 = z1 * x2 - z2 * x1, z2 * x0 - z0 * x2, z0 * x1 - z1 * x0
    # 4 w times the quaternion.
    parts = (y2 - z1, z0 - x2, x1 - y0, 1.0 + x0 + y1 + z2)
    is_sure &= parts[3] > 1.0
    scale = 1.0 / np.sqrt(np.maximum(sum(part * part for part in parts), _SHORTEST))
    return np.stack([part * scale for part in parts], axis=-1), is_sure


def _any_turns(six: Array) -> Array:
    columns = six.reshape(-1, 3, 2)
    first = _unit(columns[..., 0], np.eye(3)[0])
    third = _unit(np.cross(first, columns[..., 1]), _perpendicular(first))
    return quat.from_matrix(np.stack([first, np.cross(third, first), third], axis=-1))


def _unit(vectors: Array, otherwise: Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    ok = length > _SHORTEST
    return np.where(ok, vectors / np.where(ok, length, 1.0), otherwise)


def _perpendicular(vectors: Array) -> Array:
    smallest = np.eye(3)[np.argmin(np.abs(vectors), axis=-1)]
    across = np.cross(vectors, smallest)
    return np.asarray(across / np.linalg.norm(across, axis=-1, keepdims=True))


def integrate_root(
    position: Array, rotation: Array, root_velocity: Array, root_angular: Array, dt: float
) -> tuple[Array, Array]:
    """The root bone one step of `dt` seconds later. (..., 3), (..., 4) -> the same.

    `p += R(q) v dt`, `q = from_rotvec(R(q) w dt) q`.
    """
    moved = position + quat.rotate(rotation, root_velocity) * dt
    turned = quat.mul(quat.from_rotvec(quat.rotate(rotation, root_angular) * dt), rotation)
    return moved, quat.normalize(turned)
