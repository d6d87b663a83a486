"""Velocities of bones: by central differences where they are local, by the chain rule where they are in the world.

Units are metres and radians a second. Angular velocities are rotation vectors in the frame of the parent: a bone's
rotation after dt is `from_rotvec(angular * dt) * rotation`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.errors import ShapeError
from models.kinematics import quat

__all__ = ["angular_velocities", "global_motion", "linear_velocities"]

Array = NDArray[np.float64]


def linear_velocities(positions: Array, dt: float) -> Array:
    """Velocities of positions (F, ..., 3), metres a second; the ends are extrapolated."""
    positions = np.asarray(positions, dtype=np.float64)
    return _central(np.diff(positions, axis=0) / dt, len(positions))


def angular_velocities(rotations: Array, dt: float) -> Array:
    """Angular velocities of rotations (F, ..., 4), radians a second, as (F, ..., 3).

    Each step takes the short way round, so signs of the quaternions do not matter here.
    """
    rotations = np.asarray(rotations, dtype=np.float64)
    steps = quat.to_rotvec(quat.mul(rotations[1:], quat.conj(rotations[:-1]))) / dt
    return _central(steps, len(rotations))


def _central(steps: Array, n_frames: int) -> Array:
    """Means of the differences before and after each frame; linear extrapolation at the ends.

    With fewer than four frames there is nothing to extrapolate from: the ends repeat their neighbour, and one frame
    stands still.
    """
    velocities = np.zeros((n_frames, *steps.shape[1:]))
    if n_frames == 2:
        velocities[:] = steps
    if n_frames < 3:
        return velocities
    velocities[1:-1] = 0.5 * (steps[1:] + steps[:-1])
    if n_frames == 3:
        velocities[0] = velocities[2] = velocities[1]
        return velocities
    # Between neighbours of the end, not at it: the difference there is one-sided and noisier.
    velocities[0] = velocities[1] - (velocities[min(3, n_frames - 2)] - velocities[min(2, n_frames - 3)])
    velocities[-1] = velocities[-2] + (velocities[-2] - velocities[-3])
    return velocities


def global_motion(
    parents: NDArray[np.intp], positions: Array, rotations: Array, velocities: Array, angular: Array
) -> tuple[Array, Array, Array, Array]:
    """World positions, rotations, velocities and angular velocities of every bone.

    `P = R(Qp) p + Pp`, `Q = Qp q`, `V = R(Qp) v + Wp x (R(Qp) p) + Vp`, `W = R(Qp) w + Wp`: a bone moves because it
    moves in its parent, because its parent turns with it, and because its parent moves.

    Args:
        parents: (B,) parents before children, -1 for the first.
        positions, rotations, velocities, angular: Local, (..., B, 3), (..., B, 4), (..., B, 3), (..., B, 3).

    Returns:
        The same four in the world, with the same shapes.
    """
    n_bones = len(parents)
    if positions.shape[-2:] != (n_bones, 3) or rotations.shape[-2:] != (n_bones, 4):
        raise ShapeError(
            f"{n_bones} bones need positions (..., {n_bones}, 3) and rotations (..., {n_bones}, 4), "
            f"got {positions.shape} and {rotations.shape}"
        )
    P, Q, V, W = (np.array(values, dtype=np.float64) for values in (positions, rotations, velocities, angular))
    for bone, parent in enumerate(parents):
        if parent < 0:
            continue
        turn, turning = Q[..., parent, :].copy(), W[..., parent, :]
        arm = quat.rotate(turn, P[..., bone, :])
        V[..., bone, :] = quat.rotate(turn, V[..., bone, :]) + np.cross(turning, arm) + V[..., parent, :]
        W[..., bone, :] = quat.rotate(turn, W[..., bone, :]) + turning
        P[..., bone, :] = arm + P[..., parent, :]
        Q[..., bone, :] = quat.mul(turn, Q[..., bone, :])
    return P, Q, V, W
