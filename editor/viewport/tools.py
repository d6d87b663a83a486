"""The left mouse button in the viewport: click selects, dragging a handle or the gizmo moves, elsewhere it boxes.

Press and move is one gesture and one undo entry; Escape takes it back. `grab` begins a move without a button, as in
Blender: it follows the mouse until a click.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from editor.document import EditorDocument
from editor.viewport.drag import FREE, Constraint
from editor.viewport.gestures import MoveGesture, View
from editor.viewport.layers import Gesture

__all__ = ["DragTool", "Tool", "is_adding"]

Array = NDArray[np.float64]

_CLICK_PX = 3.0
"""A press that moves less is a click: it selects and does not pin."""


class Tool(Enum):
    """Which gizmo the selection has."""

    SELECT = "select"
    MOVE = "move"
    TURN = "turn"


class DragTool:
    """Keeps one record between press and release.

    Args:
        document: Whose handles are moved.
    """

    def __init__(self, document: EditorDocument) -> None:
        self._document = document
        self._pressed_at: QPointF | None = None
        self._grabbed: int | None = None
        self._begin: Callable[[View, tuple[float, float]], Gesture] | None = None
        self._is_modal = self._is_still = False
        self.gesture: Gesture | None = None
        self.box: QRectF | None = None
        self.is_snapping = False

    @property
    def is_active(self) -> bool:
        """Whether the left button is down, or a grab follows the mouse."""
        return self._pressed_at is not None

    @property
    def is_modal(self) -> bool:
        """Whether a grab follows the mouse without a button."""
        return self._is_modal

    @property
    def _on_gizmo(self) -> bool:
        return self._begin is not None and self._grabbed is None

    @property
    def moving(self) -> int | None:
        """The point being dragged."""
        return self.gesture.points[0] if isinstance(self.gesture, MoveGesture) else None

    def press(
        self,
        event: QMouseEvent,
        handle: int | None,
        begin: Callable[[View, tuple[float, float]], Gesture] | None = None,
    ) -> None:
        """The left button went down over a handle, over something that begins a gesture of its own, or over nothing."""
        self._pressed_at, self._grabbed, self._begin = event.position(), handle, begin
        if handle is None:
            return
        self._begin = self._moving_selection
        add = is_adding(event)
        if add or not self._document.selected[handle]:
            self._document.select([handle], add)

    def follow(self, gesture: Gesture, at: QPointF) -> None:
        """The left button went down on something that has begun a gesture already: a click leaves that as it is."""
        self._pressed_at, self.gesture, self._is_still = at, gesture, True

    def grab(self, view: View, cursor: tuple[float, float]) -> bool:
        """Let the selection follow the mouse until a click; whether there is one."""
        points = np.flatnonzero(self._document.selected)
        if self.is_active or not len(points):
            return False
        self._pressed_at, self._is_modal = QPointF(*cursor), True
        self.gesture = MoveGesture(self._document, view, cursor, points.tolist())
        return True

    def move(self, event: QMouseEvent, view: View) -> None:
        """The mouse moved with the button down, or during a grab."""
        if self._pressed_at is None:
            return
        at = event.position()
        if self._is_still or (self.gesture is None and self.box is None):
            if (at - self._pressed_at).manhattanLength() < _CLICK_PX:
                return
            self._is_still = False
        if self.gesture is None and self.box is None:
            if self._begin is None:
                self.box = QRectF(self._pressed_at, self._pressed_at)
            else:
                self.gesture = self._begin(view, (self._pressed_at.x(), self._pressed_at.y()))
        if self.gesture is not None:
            modifiers = event.modifiers()
            fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            snap = bool(modifiers & Qt.KeyboardModifier.ControlModifier) != self.is_snapping
            self.gesture.move((at.x(), at.y()), fine, snap)
        else:
            self.box = QRectF(self._pressed_at, at).normalized()

    def _moving_selection(self, view: View, cursor: tuple[float, float]) -> Gesture:
        document, grabbed = self._document, self._grabbed
        assert grabbed is not None
        points = [grabbed]
        if document.selected[grabbed]:
            points += [int(point) for point in np.flatnonzero(document.selected) if point != grabbed]
        return MoveGesture(document, view, cursor, points)

    def constrain(self, axis: int, is_plane: bool, frame: Array) -> bool:
        """X, Y or Z during a move: along that axis, or in the plane across it; the same again lets go of it."""
        if not isinstance(self.gesture, MoveGesture):
            return False
        wanted = Constraint.across(axis, frame) if is_plane else Constraint.along(axis, frame)
        is_same = np.array_equal(self.gesture.constraint.axes, wanted.axes)
        self.gesture.constrain(FREE if is_same else wanted)
        return True

    def release(self, event: QMouseEvent, screen: Array, shown: NDArray[np.bool_]) -> None:
        """The button came up. `screen` (43, 2) is where handles are, `shown` (43,) which of them can be selected."""
        add = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.gesture is not None:
            self.gesture.commit()
        elif self.box is not None:
            inside = [int(point) for point in np.flatnonzero(shown) if self.box.contains(QPointF(*screen[point]))]
            self._document.select(inside, add)
        elif not (self._on_gizmo or add or event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            # A click, not a drag of all that is selected: it selects the one under it, or nothing.
            self._document.select([] if self._grabbed is None else [self._grabbed])
        self._forget()

    def finish(self) -> None:
        """End a grab where it is."""
        if self.gesture is not None:
            self.gesture.commit()
        self._forget()

    def cancel(self) -> bool:
        """Take back what the press began; whether there was anything."""
        if not self.is_active:
            return False
        if self.gesture is not None:
            self.gesture.abort()
        self._forget()
        return True

    def _forget(self) -> None:
        self._pressed_at = self._grabbed = self._begin = self.gesture = self.box = None
        self._is_modal = self._is_still = False


def is_adding(event: QMouseEvent) -> bool:
    """Whether a press adds to the selection."""
    return bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
