"""The left mouse button in the viewport: click selects, dragging a handle moves it, dragging elsewhere boxes.

Press and move on a handle is one gesture and one undo entry; Escape takes it back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from editor.document import EditorDocument
from editor.names import point_title
from editor.viewport.camera import Camera
from editor.viewport.drag import PlaneDrag
from models.body import POINTS

__all__ = ["DragTool"]

Array = NDArray[np.float64]

_CLICK_PX = 3.0
"""A press that moves less is a click: it selects and does not pin."""


class DragTool:
    """Keeps one record between press and release.

    Args:
        document: Whose handles are moved.
    """

    def __init__(self, document: EditorDocument) -> None:
        self._document = document
        self._pressed_at: QPointF | None = None
        self._grabbed: int | None = None
        self._plane: PlaneDrag | None = None
        self._starts: dict[str, Array] = {}
        self.box: QRectF | None = None

    @property
    def is_active(self) -> bool:
        """Whether the left button is down."""
        return self._pressed_at is not None

    @property
    def moving(self) -> int | None:
        """The point being dragged."""
        return self._grabbed if self._plane is not None else None

    def press(self, event: QMouseEvent, handle: int | None) -> None:
        """The left button went down over a handle, or over none."""
        self._pressed_at, self._grabbed = event.position(), handle
        if handle is None:
            return
        add = bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        if add or not self._document.selected[handle]:
            self._document.select([handle], add)

    def move(self, event: QMouseEvent, camera: Camera, width: float, height: float) -> None:
        """The mouse moved with the button down."""
        if self._pressed_at is None:
            return
        at = event.position()
        if self._plane is None and self.box is None:
            if (at - self._pressed_at).manhattanLength() < _CLICK_PX:
                return
            self._start(camera, width, height)
        if self._plane is not None:
            modifiers = event.modifiers()
            fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            snap = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
            target = self._plane.moved((at.x(), at.y()), fine, snap)
            way = target - self._plane.position
            self._document.drag({name: start + way for name, start in self._starts.items()})
        else:
            self.box = QRectF(self._pressed_at, at).normalized()

    def _start(self, camera: Camera, width: float, height: float) -> None:
        assert self._pressed_at is not None
        if self._grabbed is None:
            self.box = QRectF(self._pressed_at, self._pressed_at)
            return
        document, grabbed = self._document, self._grabbed
        points = np.flatnonzero(document.selected) if document.selected[grabbed] else np.array([grabbed])
        places = np.where(document.unreached[:, None], document.targets, document.points)
        cursor = (self._pressed_at.x(), self._pressed_at.y())
        self._plane = PlaneDrag(camera, width, height, places[grabbed].copy(), cursor)
        self._starts = {POINTS[point]: places[point].copy() for point in points}
        document.begin(f"Move {point_title(grabbed).lower()}" if len(points) == 1 else f"Move {len(points)} points")

    def release(self, event: QMouseEvent, screen: Array, shown: NDArray[np.bool_]) -> None:
        """The button came up. `screen` (43, 2) is where handles are, `shown` (43,) which of them can be selected."""
        add = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._plane is not None:
            self._document.commit()
        elif self.box is not None:
            inside = [int(point) for point in np.flatnonzero(shown) if self.box.contains(QPointF(*screen[point]))]
            self._document.select(inside, add)
        elif not add and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            # A click, not a drag of all that is selected: it selects the one under it, or nothing.
            self._document.select([] if self._grabbed is None else [self._grabbed])
        self._forget()

    def cancel(self) -> bool:
        """Take back what the press began; whether there was anything."""
        if not self.is_active:
            return False
        if self._plane is not None:
            self._document.abort()
        self._forget()
        return True

    def _forget(self) -> None:
        self._pressed_at = self._grabbed = self._plane = self.box = None
        self._starts = {}
