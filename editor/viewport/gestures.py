"""What the left button does between press and release: move points, turn a part. One undo step each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.names import point_title
from editor.viewport.camera import Camera
from editor.viewport.drag import FREE, Constraint, PointDrag
from editor.viewport.parts import floor_of, part_title, world_rotation
from editor.viewport.turn import RingDrag
from models.body import POINTS
from models.kinematics import quat

__all__ = ["Cursor", "MoveGesture", "TurnGesture", "View"]

Array = NDArray[np.float64]

Cursor = tuple[float, float]


@dataclass(frozen=True, eq=False)
class View:
    """From where a gesture is seen: the camera and the size of the viewport, logical pixels."""

    camera: Camera
    width: float
    height: float


class MoveGesture:
    """Moves points together; the one that is grabbed follows the mouse.

    Args:
        document: Whose points they are.
        view: At the press.
        cursor: At the press, logical pixels.
        points: Indices.
        pivot: (3,) what follows the mouse, metres; the place of the first point if None.
        constraint: Which way it may go.
    """

    activity = "move"

    def __init__(
        self,
        document: EditorDocument,
        view: View,
        cursor: Cursor,
        points: Sequence[int],
        *,
        pivot: Array | None = None,
        constraint: Constraint = FREE,
    ) -> None:
        self._document = document
        places = np.where(document.unreached[:, None], document.targets, document.points)
        self.points = tuple(int(point) for point in points)
        self._starts = {POINTS[point]: places[point].copy() for point in self.points}
        self.pivot = places[self.points[0]].copy() if pivot is None else pivot
        floor = floor_of(self.points[0], document.points) if len(self.points) == 1 else None
        self._drag = PointDrag(view.camera, view.width, view.height, self.pivot, cursor, constraint, floor)
        self.way = np.zeros(3)
        self._latest = (cursor, False, False)
        count = len(self.points)
        document.begin(f"Move {point_title(self.points[0]).lower()}" if count == 1 else f"Move {count} points")

    @property
    def constraint(self) -> Constraint:
        return self._drag.constraint

    def constrain(self, constraint: Constraint) -> None:
        """Go on along an axis, in a plane, or freely again."""
        self._drag.constrain(constraint)
        self.move(*self._latest)

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        self._latest = (cursor, fine, snap)
        self.way = self._drag.moved(cursor, fine, snap) - self.pivot
        self._document.drag({name: start + self.way for name, start in self._starts.items()})

    def commit(self) -> None:
        self._document.commit()

    def abort(self) -> None:
        self._document.abort()


class TurnGesture:
    """Turns a hand, a foot or the head about an axis through its pivot.

    Args:
        document: Whose part it is.
        view: At the press.
        cursor: At the press, logical pixels.
        part: A name in `PARTS`.
        axis: (3,) unit, in the world.
        radius_m: Of the ring that was grabbed.
    """

    activity = "turn"

    def __init__(
        self, document: EditorDocument, view: View, cursor: Cursor, part: str, *, axis: Array, radius_m: float
    ) -> None:
        self._document, self.part, self.axis = document, part, axis
        center = document.points[POINTS.index(part)].copy()
        self._drag = RingDrag(view.camera, view.width, view.height, center, axis, radius_m, cursor)
        self.frame = quat.to_matrix(world_rotation(document, part)).T
        self.angle = 0.0
        document.begin(f"Turn {part_title(part)}")

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        self.angle = self._drag.turned(cursor, fine, snap)
        rotation = quat.from_axis_angle(self.axis, self.angle)
        self._document.preview(lambda: self._document.session.turn(self.part, rotation))

    def commit(self) -> None:
        self._document.commit()

    def abort(self) -> None:
        self._document.abort()
