"""Rings on the ground where heels and toes touch it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.theme import Theme
from editor.viewport.scene import Marks
from editor.viewport.strokes import circle, polyline_rows
from models.body import POINTS

__all__ = ["drawn_contacts"]

Array = NDArray[np.float64]

_POINTS = [POINTS.index(name) for name in ("LeftHeel", "LeftToeTip", "RightHeel", "RightToeTip")]
_TOUCHING_M, _NEAR_M = 0.012, 0.04
_RADIUS_M, _WIDTH_PX = 0.055, 2.2


def drawn_contacts(points: Array, theme: Theme) -> Marks:
    """Rings for the pose with points (43, 3), metres: whole where a foot touches, fading a few centimetres above."""
    height = points[_POINTS, 1]
    strength = np.clip((_NEAR_M - height) / (_NEAR_M - _TOUCHING_M), 0.0, 1.0)
    color, x, z = theme.rgb("handle.contact"), np.eye(3)[0], np.eye(3)[2]
    rings = [
        polyline_rows(circle(points[point] * (1.0, 0.0, 1.0), x, z, _RADIUS_M, 32), color, _WIDTH_PX, float(alpha))
        for point, alpha in zip(_POINTS, strength, strict=True)
        if alpha > 0.0
    ]
    return Marks(lines=np.concatenate(rings)) if rings else Marks()
