"""Which way is up in a BVH file, which the format does not state, and the turn to Y up.

Y is the custom, and a wrong turn is worse than none: Z is taken only when the posed figure is clearly taller along Z
and either its rest pose is too, or the floor is clearly at z = 0. A figure that lies on the ground for a whole clip
of a Y-up file is longer along Z as well, but its rest pose stands along Y and its floor is at y = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["Z_TO_Y_UP", "guess_up", "rest_stands_along", "turned_basis"]

Array = NDArray[np.float64]

Z_TO_Y_UP: Array = quat.from_axis_angle([1.0, 0.0, 0.0], -np.pi / 2)
"""The rotation that takes +Z to +Y (and +Y to -Z)."""

_CLEARLY = 1.5


def _extents(points: Array) -> Array:
    return np.ptp(points, axis=-2)


def rest_stands_along(rest_points: Array) -> str:
    """'y' or 'z' where the rest pose (P, 3) is clearly longer along one of them, else ''."""
    _, y, z = _extents(rest_points)
    if y > _CLEARLY * z:
        return "y"
    return "z" if z > _CLEARLY * y else ""


def guess_up(rest_points: Array, posed_points: Array) -> str:
    """'y' or 'z' for a figure.

    Args:
        rest_points: Joints and ends in the rest pose, (P, 3), any unit.
        posed_points: The same in some frames, (F, P, 3); F may be 0.
    """
    rest = rest_stands_along(rest_points)
    if len(posed_points) == 0:
        return rest or "y"
    _, y, z = np.median(_extents(posed_points), axis=0)
    if z <= _CLEARLY * y:
        return "y"
    if rest == "z":
        return "z"
    lowest = posed_points.min(axis=-2)  # (F, 3)
    floor_error = np.median(np.abs(lowest), axis=0)
    return "z" if floor_error[2] < 0.1 * z and floor_error[1] > 0.2 * z else "y"


def turned_basis(rotations: Array, turn: Array) -> Array:
    """Local rotations (..., 4) expressed in axes turned by `turn`: turn q turn^-1."""
    return quat.mul(quat.mul(turn, rotations), quat.conj(turn))
