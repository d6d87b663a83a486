"""Turning about an axis with the mouse. Pure geometry: rays in, angles out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.drag import FINE

__all__ = ["STEP_RAD", "RingDrag"]

Array = NDArray[np.float64]

STEP_RAD = float(np.radians(15.0))
"""The angles that Ctrl snaps to."""

_EDGE_ON = 0.25
"""Below this cosine between a ring's axis and the line of sight the ring is too thin to go round."""


@dataclass
class RingDrag:
    """One turn, from press to release.

    On a ring that is seen open the cursor goes round its centre. On a ring seen from its side, the way along the front
    of the ring counts.

    Args:
        camera: At the press.
        width, height: Of the viewport, logical pixels.
        center: (3,) of the ring, metres.
        axis: (3,) unit, that it turns about.
        radius_m: Of the ring.
        cursor: At the press, logical pixels.
    """

    camera: Camera
    width: float
    height: float
    center: Array
    axis: Array
    radius_m: float
    cursor: tuple[float, float]

    def __post_init__(self) -> None:
        away = self.center - self.camera.eye
        sight = self.camera.forward if self.camera.orthographic else away / np.linalg.norm(away)
        self._is_open = abs(float(self.axis @ sight)) > _EDGE_ON
        helper = np.eye(3)[int(np.argmin(np.abs(self.axis)))]
        self._u = np.cross(self.axis, helper)
        self._u /= np.linalg.norm(self._u)
        self._v = np.cross(self.axis, self._u)
        self._tangent_px = np.zeros(2) if self._is_open else self._tangent(sight)
        self._last = self._measure(self.cursor)
        self._sum = 0.0

    def turned(self, cursor: tuple[float, float], fine: bool = False, snap: bool = False) -> float:
        """How far it is turned now that the mouse is at `cursor`, radians, counter-clockwise about the axis."""
        now = self._measure(cursor)
        step = now - self._last
        if self._is_open:
            step = float(np.remainder(step + np.pi, 2 * np.pi) - np.pi)
        self._sum += step * (FINE if fine else 1.0)
        self._last = now
        return round(self._sum / STEP_RAD) * STEP_RAD if snap else self._sum

    def _measure(self, cursor: tuple[float, float]) -> float:
        if not self._is_open:
            return float((np.array(cursor) - self.cursor) @ self._tangent_px)
        start, direction = self.camera.ray(*cursor, self.width, self.height)
        hit = start + direction * ((self.center - start) @ self.axis / (direction @ self.axis)) - self.center
        return float(np.arctan2(hit @ self._v, hit @ self._u))

    def _tangent(self, sight: Array) -> Array:
        """(2,) radians per pixel of the cursor's way, along the front of the ring as it is seen."""
        front = -sight + (sight @ self.axis) * self.axis
        front /= np.linalg.norm(front)
        places = self.center + self.radius_m * np.stack([front, front + 1e-3 * np.cross(self.axis, front)])
        clip = self.camera.clip_from_world(self.width / self.height)
        screen, _ = picking.project(clip, places, self.width, self.height)
        way = (screen[1] - screen[0]) / 1e-3
        return np.asarray(way / max(float(way @ way), 1e-9))
