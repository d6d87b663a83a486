"""Exact springs: closed forms, so that one step of n dt gives what n steps of dt give.

`half_life` is in seconds and nominal for springs: from rest, (1 + 2 ln 2) / 4 of the offset is left after it. All
functions are vectorised; leading dimensions are free. Formulas: D. Holden, "Spring-It-On", 2021.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.kinematics import quat

__all__ = ["damped", "decayed", "decayed_rotation", "sprung", "sprung_rotation", "sprung_velocity", "stiffness"]

Array = NDArray[np.float64]
_EPSILON = 1e-5


def stiffness(half_life: float) -> float:
    """y of a critically damped spring: it decays as exp(-y t)."""
    return 2.0 * math.log(2.0) / (half_life + _EPSILON)


def damped(x: ArrayLike, goal: ArrayLike, half_life: float, dt: float) -> Array:
    """Nearer to the goal by half in each half-life."""
    x = np.asarray(x, dtype=np.float64)
    return x + (np.asarray(goal) - x) * (1.0 - math.exp(-math.log(2.0) * dt / (half_life + _EPSILON)))


def sprung(x: ArrayLike, v: ArrayLike, goal: ArrayLike, half_life: float, dt: float) -> tuple[Array, Array]:
    """Position and velocity after dt of a critically damped spring to a goal that stands still."""
    end = np.asarray(goal, dtype=np.float64)
    offset, velocity = decayed(np.asarray(x, dtype=np.float64) - end, v, half_life, dt)
    return offset + end, velocity


def decayed(x: ArrayLike, v: ArrayLike, half_life: float, dt: ArrayLike) -> tuple[Array, Array]:
    """An offset and its velocity after dt, going to zero; dt may be an array that broadcasts."""
    x, v, dt = np.asarray(x, dtype=np.float64), np.asarray(v, dtype=np.float64), np.asarray(dt, dtype=np.float64)
    y = stiffness(half_life)
    j1, e = v + x * y, np.exp(-y * dt)
    return e * (x + j1 * dt), e * (v - j1 * y * dt)


def decayed_rotation(q: Array, w: Array, half_life: float, dt: ArrayLike) -> tuple[Array, Array]:
    """The same for a rotation (..., 4) and its angular velocity (..., 3), rad/s."""
    offset, velocity = decayed(quat.to_rotvec(q), w, half_life, dt)
    return quat.from_rotvec(offset), velocity


def sprung_rotation(q: Array, w: Array, goal: Array, half_life: float, dt: float) -> tuple[Array, Array]:
    """A rotation (..., 4) with angular velocity (..., 3) on a spring to a goal (..., 4), the short way round."""
    offset, velocity = decayed_rotation(quat.mul(q, quat.conj(goal)), w, half_life, dt)
    return quat.mul(offset, goal), velocity


def sprung_velocity(
    x: ArrayLike, v: ArrayLike, a: ArrayLike, wanted: ArrayLike, *, half_life: float, dt: float
) -> tuple[Array, Array, Array]:
    """Position, velocity and acceleration after dt where a spring pulls the velocity to `wanted`."""
    place, moving, gaining, goal = (np.asarray(value, dtype=np.float64) for value in (x, v, a, wanted))
    y = stiffness(half_life)
    j0 = moving - goal
    j1, e = gaining + j0 * y, math.exp(-y * dt)
    position = place + e * (-j1 / y**2 - (j0 + j1 * dt) / y) + j1 / y**2 + j0 / y + goal * dt
    return position, e * (j0 + j1 * dt) + goal, e * (gaining - j1 * y * dt)
