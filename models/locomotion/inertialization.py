"""Going from one motion over into another without a snap and without blending the two.

At a jump, the difference between what was shown and what comes is kept as an offset with a velocity, and springs decay
it to zero while the new motion plays (Bollo, "Inertialization", 2018). All bones and all drafts at once: jumps are
looked for at common frames, and a table says which draft jumps there. Offsets of jumps in quick succession add up
exactly, because what is stored is what is shown minus what plays.
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
    v: Array,
    *,
    frames: Sequence[int],
    jumps: NDArray[np.bool_],
    old_x: Array,
    old_v: Array,
    half_life: float = HALF_LIFE_S,
    dt: float,
) -> Array:
    """Values over F frames of N drafts, with the jumps decayed.

    Args:
        x, v: (F, N, ...) what plays and its velocity.
        frames: S frames in increasing order at which drafts may jump.
        jumps: (S, N) which do.
        old_x, old_v: (S, N, ...) what would have played at these frames without the jump.
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
        rate = rate + np.where(differs[n], old_v[n] - v[frame], 0.0)
        offsets[n], rates[n] = offset, rate
    first = int(at[0])
    since, segment = _segments(at, len(x))
    shown = x.copy()
    elapsed = (since * dt).reshape(-1, *(1,) * (x.ndim - 1))
    shown[first:] += decayed(offsets[segment], rates[segment], half_life, elapsed)[0]
    return shown


def inertialized_rotations(
    q: Array,
    w: Array,
    *,
    frames: Sequence[int],
    jumps: NDArray[np.bool_],
    old_q: Array,
    old_w: Array,
    half_life: float = HALF_LIFE_S,
    dt: float,
) -> Array:
    """The same for rotations (F, N, J, 4) with angular velocities (F, N, J, 3) in the parent's frame, rad/s."""
    if not len(frames):
        return q.copy()
    at = np.asarray(frames, dtype=np.intp)
    offsets, rates = np.zeros(old_w.shape), np.zeros(old_w.shape)
    offset, rate = np.zeros(w.shape[1:]), np.zeros(w.shape[1:])
    differs = _lead(jumps, w)
    for n, frame in enumerate(at):
        if n:
            offset, rate = decayed(offset, rate, half_life, dt * (frame - at[n - 1]))
        if jumps[n].any():
            shown = quat.mul(quat.from_rotvec(offset), old_q[n])
            offset = np.where(differs[n], quat.to_rotvec(quat.mul(shown, quat.conj(q[frame]))), offset)
            rate = rate + np.where(differs[n], old_w[n] - w[frame], 0.0)
        offsets[n], rates[n] = offset, rate
    first = int(at[0])
    since, segment = _segments(at, len(q))
    elapsed = (since * dt).reshape(-1, *(1,) * (w.ndim - 1))
    shown = q.copy()
    decaying = decayed(offsets[segment], rates[segment], half_life, elapsed)[0]
    shown[first:] = quat.mul(quat.from_rotvec(decaying), q[first:])
    return shown


def _lead(jumps: NDArray[np.bool_], values: Array) -> NDArray[np.bool_]:
    return jumps.reshape(*jumps.shape, *(1,) * (values.ndim - 2))


def _segments(at: NDArray[np.intp], n_frames: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each frame from the first jump on: frames since the last possible jump, and which one that was."""
    frames = np.arange(int(at[0]), n_frames)
    segment = np.searchsorted(at, frames, side="right") - 1
    return frames - at[segment], segment
