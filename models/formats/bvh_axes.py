"""Which way is up in a BVH file, which the format does not state, and the turn to Y up.

Three things speak for an axis: the rest pose is long along it, the posed figure is long along it, and the lowest
point of the figure stays near zero along it. Each alone fails for some clips (a rest pose that is no standing pose, a
figure that lies or crawls all the time, a stage whose floor is elsewhere), so each has one bounded vote and the sum
decides; Y, the custom, where they balance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["Z_TO_Y_UP", "guess_up", "rest_stands_along"]

Array = NDArray[np.float64]

Z_TO_Y_UP: Array = quat.from_axis_angle([1.0, 0.0, 0.0], -np.pi / 2)
"""The rotation that takes +Z to +Y (and +Y to -Z)."""

_CLEARLY = 1.5
# A foot may be this share of the figure's size off the floor without its height meaning anything.
_FLOOR_TOLERANCE = 0.05


def rest_stands_along(rest_points: Array) -> str:
    """'y' or 'z' where the rest pose (P, 3) is clearly longer along one of them, else ''."""
    _, y, z = np.ptp(rest_points, axis=0)
    if y > _CLEARLY * z:
        return "y"
    return "z" if z > _CLEARLY * y else ""


def guess_up(rest_points: Array, posed_points: Array) -> str:
    """'y' or 'z' for a figure.

    Args:
        rest_points: Joints and ends in the rest pose, (P, 3), any unit.
        posed_points: The same in some frames spread over the clip, (F, P, 3); F may be 0.
    """
    rest_size = np.ptp(rest_points, axis=0)
    floor = _FLOOR_TOLERANCE * rest_size.max()
    if floor == 0.0:
        return "y"
    votes = _vote(rest_size, floor)
    if len(posed_points):
        votes += _vote(np.median(np.ptp(posed_points, axis=1), axis=0), floor)
        # The nearer to zero, the better: the roles of the axes are exchanged.
        off_zero = np.sort(np.abs(posed_points.min(axis=1)), axis=0)
        votes -= _vote(off_zero[int(0.9 * (len(off_zero) - 1))], floor)
    return "z" if votes > 0.0 else "y"


def _vote(sizes: Array, tolerance: float) -> float:
    """From -1 (longer along y) to 1 (longer along z) for sizes (3,); differences below `tolerance` hardly count."""
    return float(np.clip(np.log((sizes[2] + tolerance) / (sizes[1] + tolerance)), -1.0, 1.0))
