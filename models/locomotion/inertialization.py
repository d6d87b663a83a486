"""Going from one motion over into another without a snap and without blending the two.

At a jump, the difference between what was shown and what comes is kept as an offset with a velocity, and springs decay
it to zero while the new motion plays (Bollo, "Inertialization", 2018). All bones and all drafts at once: jumps are
looked for at common frames, and a table says which draft jumps there. Offsets of jumps in quick succession add up
exactly, because what is stored is what is shown minus what plays.

Velocities at a jump are the differences of the very frames that are shown: those that a network predicts or a database
smoothed differ from them a little, and that little would be seen as a jerk.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat
from models.locomotion.springs import decayed

__all__ = ["HALF_LIFE_S", "inertialized", "inertialized_rotations"]

Array = NDArray[np.float64]

HALF_LIFE_S = 0.1


def inertialized(
    x: Array,
    *,
    frames: Sequence[int],
    jumps: NDArray[np.bool_],
    old_x: Array,
    half_life: float = HALF_LIFE_S,
    dt: float,
) -> Array:
    """Values over F frames of N drafts, with the jumps decayed.

    Args:
        x: (F, N, ...) what plays.
        frames: S frames in increasing order at which drafts may jump.
        jumps: (S, N) which do.
        old_x: (S, N, ...) what would have played at these frames without the jump.
        half_life: Of the springs, seconds.
        dt: Seconds of a frame.
    """
    if not len(frames):
        return x.copy()
    at = np.asarray(frames, dtype=np.intp)
    offsets, rates = np.zeros(old_x.shape), np.zeros(old_x.shape)
    offset, rate = np.zeros(x.shape[1:]), np.zeros(x.shape[1:])
    differs = _lead(jumps, x)
    for n, frame in enumerate(at):
        if n:
            offset, rate = decayed(offset, rate, half_life, dt * (frame - at[n - 1]))
        offset = offset + np.where(differs[n], old_x[n] - x[frame], 0.0)
        after, before = min(frame + 1, len(x) - 1), max(frame - 1, 0)
        change = (old_x[n] - x[before]) - (x[after] - x[frame])
        rate = rate + np.where(differs[n], change / dt, 0.0)
        offsets[n], rates[n] = offset, rate
    first = int(at[0])
    since, segment = _segments(at, len(x))
    shown = x.copy()
    elapsed = (since * dt).reshape(-1, *(1,) * (x.ndim - 1))
    shown[first:] += decayed(offsets[segment], rates[segment], half_life, elapsed)[0]
    return shown


def inertialized_rotations(
    q: Array,
    *,
    frames: Sequence[int],
    jumps: NDArray[np.bool_],
    old_q: Array,
    half_life: float = HALF_LIFE_S,
    dt: float,
) -> Array:
    """The same for rotations (F, N, J, 4); offsets are rotation vectors in the parent's frame."""
    if not len(frames):
        return q.copy()
    at = np.asarray(frames, dtype=np.intp)
    offsets, rates = np.zeros((*old_q.shape[:-1], 3)), np.zeros((*old_q.shape[:-1], 3))
    offset, rate = np.zeros((*q.shape[1:-1], 3)), np.zeros((*q.shape[1:-1], 3))
    differs = _lead(jumps, q)
    for n, frame in enumerate(at):
        if n:
            offset, rate = decayed(offset, rate, half_life, dt * (frame - at[n - 1]))
        if jumps[n].any():
            shown = quat.mul(quat.from_rotvec(offset), old_q[n])
            offset = np.where(differs[n], quat.to_rotvec(quat.mul(shown, quat.conj(q[frame]))), offset)
            after, before = min(frame + 1, len(q) - 1), max(frame - 1, 0)
            change = _turn(q[before], old_q[n]) - _turn(q[frame], q[after])
            rate = rate + np.where(differs[n], change / dt, 0.0)
        offsets[n], rates[n] = offset, rate
    first = int(at[0])
    since, segment = _segments(at, len(q))
    elapsed = (since * dt).reshape(-1, *(1,) * (q.ndim - 1))
    shown = q.copy()
    decaying = decayed(offsets[segment], rates[segment], half_life, elapsed)[0]
    shown[first:] = quat.mul(quat.from_rotvec(decaying), q[first:])
    return shown


def _turn(a: Array, b: Array) -> Array:
    """The rotation vector from a to b, in the parent's frame."""
    return quat.to_rotvec(quat.mul(b, quat.conj(a)))


def _lead(jumps: NDArray[np.bool_], values: Array) -> NDArray[np.bool_]:
    return jumps.reshape(*jumps.shape, *(1,) * (values.ndim - 2))


def _segments(at: NDArray[np.intp], n_frames: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each frame from the first jump on: frames since the last possible jump, and which one that was."""
    frames = np.arange(int(at[0]), n_frames)
    segment = np.searchsorted(at, frames, side="right") - 1
    return frames - at[segment], segment
