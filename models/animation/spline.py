"""Curves from one key to the next, of positions and of rotations, with the speed given at both ends.

Positions follow cubic Hermite curves. Rotations follow their counterpart on unit quaternions, the cumulative cubic
Bezier curve of Kim, Kim and Shin ("A General Construction Scheme for Unit Quaternion Curves", 1995):

    q(u) = q0 exp(w1 B1(u)) exp(w2 B2(u)) exp(w3 B3(u)),   B1 = 1 - (1 - u)^3,  B2 = 3 u^2 - 2 u^3,  B3 = u^3

with w1 and w3 a third of the angular velocities at the ends, and w2 what is left of the way. Every factor is a rotation
about a fixed axis, so the curve has no flip wherever the keys are less than half a turn apart; about one axis it is the
Hermite curve of the angle.

The speeds are those of Fritsch and Butland (1984), component by component: the weighted harmonic mean of the slopes on
both sides, zero where these differ in sign. So a curve never overshoots a key and stays where two keys are equal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["eased", "free_tangents", "hermite", "rotation_curve", "tangents"]

Array = NDArray[np.float64]
Ends = tuple[Array, Array]


def tangents(one: Array, other: Array, one_s: Array, other_s: Array) -> Array:
    """The speed at a key, from the slopes on both sides of it, in either order.

    Args:
        one, other: (..., C) slopes of the two intervals that meet at the key, per second.
        one_s, other_s: Lengths of these intervals, seconds, > 0; must broadcast.
    """
    # 3 (h0 + h1) / ((2 h1 + h0) / d0 + (h1 + 2 h0) / d1), without dividing by a slope.
    weight_one, weight_other = 2.0 * other_s + one_s, other_s + 2.0 * one_s
    agree = one * other > 0.0
    below = weight_one * other + weight_other * one
    mean = (weight_one + weight_other) * one * other / np.where(agree, below, 1.0)
    return np.where(agree, mean, 0.0)


def free_tangents(one: Array, other: Array, one_s: Array, other_s: Array) -> Array:
    """The speed at a key of the parabola through it and its neighbours: closest to sampled motion, may overshoot."""
    return (one * other_s + other * one_s) / (one_s + other_s)


def eased(speed: Array, slope: Array, ease: Array) -> Array:
    """A speed multiplied by an ease handle, no more than the curve can take without overshoot: 3 times the slope."""
    most = 3.0 * np.abs(slope)
    return np.clip(speed * ease, -most, most)


def hermite(ends: Ends, speeds: Ends, duration_s: Array, u: Array) -> Array:
    """Positions at shares `u` of an interval, from positions and speeds at its two ends; all broadcast."""
    rest = 1.0 - u
    start, end = rest * rest * (1.0 + 2.0 * u), u * u * (3.0 - 2.0 * u)
    return start * ends[0] + end * ends[1] + (rest * rest * u * speeds[0] - u * u * rest * speeds[1]) * duration_s


def rotation_curve(ends: Ends, speeds: Ends, duration_s: Array, u: Array) -> Array:
    """Rotations (..., 4) at shares `u` of an interval.

    Args:
        ends: Two of (..., 4), the rotations at its ends, less than half a turn apart.
        speeds: Two of (..., 3), the angular velocities there, in the rotating frame, radians a second.
        duration_s, u: (..., 1).
    """
    rest = 1.0 - u
    first, last = speeds[0] * (duration_s / 3.0), speeds[1] * (duration_s / 3.0)
    turns = quat.from_rotvec(np.stack([-first, -last, first * (1.0 - rest**3), last * u**3]))
    way = quat.mul(quat.conj(ends[0]), ends[1])
    middle = quat.to_rotvec(quat.mul(quat.mul(turns[0], way), turns[1]))
    turn = quat.mul(turns[2], quat.from_rotvec(middle * (u * u * (3.0 - 2.0 * u))))
    return quat.mul(ends[0], quat.mul(turn, turns[3]))
