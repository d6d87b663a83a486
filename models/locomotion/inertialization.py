"""Going from one motion over into another without a snap and without blending the two.

At a jump, what was shown and what comes differ in place and speed. The two are not blended; their difference becomes an
offset of what plays (Bollo, "Inertialization", 2018). A game has to take up all of it after the jump, by a spring that
decays and whose pull begins at its strongest. A draft knows its jumps in advance, so both sides share the offset: of
all offsets that take up a difference x in place and v in speed, this one has the least acceleration and size, by the
integral of offset''^2 + (4 / T^4) offset^2 over time. With s = |t| / T from the jump it is

    x / 2 exp(-s) cos(s), against x before the jump and with it after
    v T / 4 exp(-s) (sin(s) - cos(s)), on both sides

and what it adds in acceleration begins from nothing (x) or is the least there is (v). Offsets of jumps in quick
succession add up. All bones and all drafts at once: jumps are looked for at common frames, and a table says which
draft jumps there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["SETTLES_S", "inertialized", "inertialized_rotations"]

Array = NDArray[np.float64]

SETTLES_S = 0.11
"""T: after it an offset is a fifth of what it was. The recipes' spring of 0.1 s half-life takes 0.21 s for that."""

_GONE = 7.0  # times T after which less than a thousandth is left


def inertialized(
    x: Array, *, frames: Sequence[int], jumps: NDArray[np.bool_], old_x: Array, settles: float = SETTLES_S, dt: float
) -> Array:
    """Values over F frames of N drafts, with the jumps taken up.

    Args:
        x: (F, N, ...) what plays.
        frames: S frames in increasing order at which drafts may jump.
        jumps: (S, N) which do.
        old_x: (S, N, ...) what would have played at these frames without the jump.
        settles: T of the offsets, seconds.
        dt: Seconds of a frame.
    """
    shown = x.copy()
    wide = int(np.ceil(_GONE * settles / dt))
    for n, frame in enumerate(frames):
        which = np.flatnonzero(jumps[n])
        if not which.size:
            continue
        after, before = min(frame + 1, len(x) - 1), max(frame - 1, 0)
        place = old_x[n, which] - x[frame, which]
        # Speeds of the very frames that are shown: those that a network predicts would differ a little.
        speed = (old_x[n, which] - x[before, which]) - (x[after, which] - x[frame, which])
        near = np.arange(max(frame - wide, 0), min(frame + wide, len(x)))
        since = (np.abs(near - frame) * (dt / settles)).reshape(-1, *(1,) * (x.ndim - 1))
        side = np.where(near < frame, -0.5, 0.5).reshape(since.shape)
        fade = np.exp(-since)
        offset = fade * np.cos(since) * side * place
        offset += fade * (np.sin(since) - np.cos(since)) * (0.25 * settles / dt) * speed
        shown[near[:, None], which] += offset
    return shown


def inertialized_rotations(
    q: Array, *, frames: Sequence[int], jumps: NDArray[np.bool_], old_q: Array, settles: float = SETTLES_S, dt: float
) -> Array:
    """The same for rotations (F, N, J, 4): offsets of unit quaternions along time, made unit again.

    Unlike rotation vectors, they add up exactly where one jump follows another.
    """
    if not len(frames):
        return q.copy()
    q = quat.unroll(q)
    old_q = np.where((old_q * q[np.asarray(frames)]).sum(-1, keepdims=True) < 0.0, -old_q, old_q)
    return quat.normalize(inertialized(q, frames=frames, jumps=jumps, old_x=old_q, settles=settles, dt=dt))
