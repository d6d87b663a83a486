"""Quaternions along time to Euler curves without jumps.

Every rotation has two Euler triples, each up to whole turns; following the nearer one keeps curves smooth when the
middle angle passes 90 degrees. Where it is exactly there (gimbal lock) only the sum or the difference of the other
two matters; the last one then keeps its value of the frame before, so that programs that interpolate between frames
do not spin the joint.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import euler

__all__ = ["EulerCurves"]

Array = NDArray[np.float64]

_LOCKED_WITHIN = 1e-7  # radians from a middle angle of 90 degrees


class EulerCurves:
    """Continuous angles of J joints over frames that come in blocks.

    Args:
        orders: Rotation order of each joint.
    """

    def __init__(self, orders: tuple[str, ...]) -> None:
        self._groups = [
            (order, np.array([joint for joint, own in enumerate(orders) if own == order])) for order in set(orders)
        ]
        self._before: Array | None = None
        self._third: Array = np.zeros(len(orders))

    def next(self, rotations: Array) -> Array:
        """Angles (f, J, 3), radians, in the letters' order, of the next rotations (f, J, 4), f >= 1."""
        angles = np.zeros((*rotations.shape[:-1], 3))
        for order, joints in self._groups:
            own = euler.from_quat(rotations[:, joints], order)
            self._third[joints] = _hold_third(own, self._third[joints], euler.handedness(order))
            angles[:, joints] = own
        if self._before is None:
            angles = euler.unwrap(angles)
        else:
            angles = euler.unwrap(np.concatenate([self._before[None], angles]))[1:]
        self._before = angles[-1]
        return angles


def _hold_third(angles: Array, before: Array, handedness: float) -> Array:
    """Let the third angle of locked frames keep its last free value, in place; returns that of the last frame (n,).

    With the middle angle b at +-90 degrees the rotation depends on a + s c alone, where s is the sign of b times the
    handedness of the axes; the angles come with c = 0.
    """
    locked = np.pi / 2 - np.abs(angles[..., 1]) < _LOCKED_WITHIN
    if locked.any():
        frames = np.arange(1, len(angles) + 1)[:, None]
        last_free = np.maximum.accumulate(np.where(locked, 0, frames), axis=0)
        third = np.take_along_axis(np.concatenate([before[None], angles[..., 2]]), last_free, axis=0)
        turn = np.where(locked, third - angles[..., 2], 0.0)
        angles[..., 0] -= handedness * np.sign(angles[..., 1]) * turn
        angles[..., 2] += turn
    return angles[-1, :, 2].copy()
