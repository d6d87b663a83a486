"""Moving a point with the mouse, freely or along an axis or a plane. Pure geometry: rays in, positions out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from editor.viewport.camera import Camera

__all__ = ["FINE", "FREE", "GRID_M", "Constraint", "PointDrag"]

Array = NDArray[np.float64]

FINE = 0.2
"""How far the point moves for the mouse's way while Shift is held."""

GRID_M = 0.05
"""Spacing of the places that Ctrl snaps to, metres."""

_EDGE_ON = 0.06
"""Sine of the angle at which a plane seen nearly from its side, or an axis nearly end-on, moves no faster."""

_NOWHERE = np.zeros(3, dtype=bool)


@dataclass(frozen=True, eq=False)
class Constraint:
    """Which way a point may move.

    Args:
        axes: (3,) flags: along which axes of the frame; none for the plane of the view.
        frame: (3, 3) rows: the axes in the world.
    """

    axes: NDArray[np.bool_] = field(default_factory=_NOWHERE.copy)
    frame: Array = field(default_factory=lambda: np.eye(3))

    @classmethod
    def along(cls, axis: int, frame: Array) -> Constraint:
        return cls(np.arange(3) == axis, frame)

    @classmethod
    def across(cls, axis: int, frame: Array) -> Constraint:
        """In the plane that an axis stands upright on."""
        return cls(np.arange(3) != axis, frame)

    @property
    def is_free(self) -> bool:
        return not self.axes.any()

    @property
    def axis(self) -> int | None:
        """The axis it moves along, if it is one."""
        return int(np.argmax(self.axes)) if self.axes.sum() == 1 else None


FREE = Constraint()


@dataclass
class PointDrag:
    """One drag, from press to release.

    The point keeps its distance from the cursor, so grabbing a handle off-centre does not make it jump. Unconstrained
    it moves in the plane through itself that faces the camera as it was at the press.

    Args:
        camera: At the press.
        width, height: Of the viewport, logical pixels.
        position: (3,) of the point at the press, metres.
        cursor: At the press, logical pixels.
        constraint: Which way it may move.
        floor: Height at which the point stands when its body touches the ground, metres; Ctrl also snaps to it.
    """

    camera: Camera
    width: float
    height: float
    position: Array
    cursor: tuple[float, float]
    constraint: Constraint = FREE
    floor: float | None = None

    def __post_init__(self) -> None:
        self._origin = self.position.copy()
        self._last = self._hit(self.cursor)
        self._latest = self.cursor
        self._way = np.zeros(3)

    def constrain(self, constraint: Constraint) -> None:
        """Go on under another constraint, as if it had held from the beginning."""
        self.constraint = constraint
        self._last = self._hit(self._latest)
        self._way = self._last - self._hit(self.cursor)

    def moved(self, cursor: tuple[float, float], fine: bool = False, snap: bool = False) -> Array:
        """(3,) where the point is now that the mouse is at `cursor`, metres."""
        hit = self._hit(cursor)
        # Summed in steps, so that pressing or releasing Shift half-way does not make the point jump.
        self._way += (hit - self._last) * (FINE if fine else 1.0)
        self._last, self._latest = hit, cursor
        return self._snapped(self._origin + self._way) if snap else self._origin + self._way

    def _snapped(self, target: Array) -> Array:
        """The nearest place of the grid, in the coordinates that are free to change, or on the ground."""
        frame, axes = self.constraint.frame, self.constraint.axes | self.constraint.is_free
        is_world = np.allclose(np.abs(frame).max(1), 1.0)
        # A frame that leans has its grid around the point, the world's is the one on the ground.
        zero = np.zeros(3) if is_world else self._origin
        along = frame @ (target - zero)
        result = zero + np.where(axes, np.round(along / GRID_M) * GRID_M, along) @ frame
        if self.floor is not None and is_world and axes[1] and abs(target[1] - self.floor) <= GRID_M / 2:
            result[1] = self.floor
        return result

    def _hit(self, cursor: tuple[float, float]) -> Array:
        """(3,) the place that the constraint allows and that the cursor points at."""
        start, direction = self.camera.ray(*cursor, self.width, self.height)
        axis = self.constraint.axis
        if axis is not None:
            return self._on_line(start, direction, self.constraint.frame[axis])
        if self.constraint.is_free:
            normal = self.camera.forward
        else:
            normal = self.constraint.frame[int(np.argmin(self.constraint.axes))]
        facing = float(direction @ normal)
        steep = np.copysign(max(abs(facing), _EDGE_ON), facing)
        hit = start + direction * ((self._origin - start) @ normal / steep)
        # Where the ray was bent to keep the plane from running away, the hit is brought back to it.
        return hit - ((hit - self._origin) @ normal) * normal

    def _on_line(self, start: Array, direction: Array, axis: Array) -> Array:
        """The place on the axis nearest to a line of sight."""
        lean = float(axis @ direction)
        between = self._origin - start
        along = (lean * (between @ direction) - between @ axis) / max(1.0 - lean * lean, _EDGE_ON**2)
        return self._origin + along * axis
