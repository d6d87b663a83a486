"""Moving a point with the mouse in the plane of the view. Pure geometry: rays in, positions out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.viewport.camera import Camera

__all__ = ["FINE", "GRID_M", "PlaneDrag"]

Array = NDArray[np.float64]

FINE = 0.2
"""How far the point moves for the mouse's way while Shift is held."""

GRID_M = 0.05
"""Spacing of the places that Ctrl snaps to, metres."""


@dataclass
class PlaneDrag:
    """One drag, from press to release.

    The plane goes through the grabbed point and faces the camera as it was at the press. The point keeps its distance
    from the cursor, so grabbing a handle off-centre does not make it jump.

    Args:
        camera: At the press.
        width, height: Of the viewport, logical pixels.
        position: (3,) of the point at the press, metres.
        cursor: At the press, logical pixels.
    """

    camera: Camera
    width: float
    height: float
    position: Array
    cursor: tuple[float, float]

    def __post_init__(self) -> None:
        self._normal = self.camera.forward
        self._origin = self.position.copy()
        self._last = self._on_plane(self.cursor)
        self._way = np.zeros(3)

    def moved(self, cursor: tuple[float, float], fine: bool = False, snap: bool = False) -> Array:
        """(3,) where the point is now that the mouse is at `cursor`, metres."""
        hit = self._on_plane(cursor)
        # Summed in steps, so that pressing or releasing Shift half-way does not make the point jump.
        self._way += (hit - self._last) * (FINE if fine else 1.0)
        self._last = hit
        target = self._origin + self._way
        return np.round(target / GRID_M) * GRID_M if snap else target

    def _on_plane(self, cursor: tuple[float, float]) -> Array:
        start, direction = self.camera.ray(*cursor, self.width, self.height)
        return start + direction * ((self._origin - start) @ self._normal / (direction @ self._normal))
