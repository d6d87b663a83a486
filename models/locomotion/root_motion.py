"""The root bone of a draft: moved as its motion moves it, and kept on the path.

The root's own motion is integrated; what separates it from the path is smoothed along time and added. So drift goes,
and the surge and sway within a step stay, which a root nailed to the path would turn into sliding feet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat
from models.locomotion.features import FPS
from models.locomotion.root import yaw_rotation
from models.locomotion.smoothing import smoothed

__all__ = ["followed"]

Array = NDArray[np.float64]

_PLACE_S, _YAW_S = 0.8, 0.6
_FARTHEST_M = 0.15  # from the path


def followed(positions: Array, yaw_rad: Array, velocity: Array, turn: Array) -> tuple[Array, Array]:
    """The root bone over F frames of N drafts.

    Args:
        positions: (F, N, 3) the path, metres.
        yaw_rad: (F, N) its heading.
        velocity: (F, N, 3) of the root bone in its own frame, m/s.
        turn: (F, N) its turning about +Y, rad/s.

    Returns:
        Positions (F, N, 3) on the ground and headings (F, N).
    """
    own_yaw = _integrated(turn, yaw_rad[:1])
    yaw = own_yaw + smoothed(yaw_rad - own_yaw, _YAW_S * FPS)
    moving = quat.rotate(yaw_rotation(yaw), velocity) * [1.0, 0.0, 1.0]
    own = _integrated(moving, positions[:1])
    surge = own - smoothed(own - positions, _PLACE_S * FPS) - positions
    return positions + surge / np.sqrt(1.0 + (surge * surge).sum(-1, keepdims=True) / _FARTHEST_M**2), yaw


def _integrated(rates: Array, start: Array) -> Array:
    """Frame t + 1 is frame t moved by the rate of frame t."""
    return np.concatenate([start, start + np.cumsum(rates[:-1], axis=0) / FPS])
