"""The viewport: the view of a document's figure, and the mouse that works on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QRubberBand, QWidget

from editor.document import EditorDocument
from editor.theme import Theme
from editor.viewport.figure_view import FigureView
from editor.viewport.gestures import MoveGesture, TurnGesture, View
from editor.viewport.gizmo import GizmoPart
from editor.viewport.graphics import Painter
from editor.viewport.layers import Gesture
from editor.viewport.readout import Readout
from editor.viewport.tools import DragTool, is_adding
from editor.viewport.trail_gesture import TrailGesture
from editor.viewport.trails import TrailKey

__all__ = ["Viewport"]

_AXIS_KEYS = {Qt.Key.Key_X: 0, Qt.Key.Key_Y: 1, Qt.Key.Key_Z: 2}


class Viewport(FigureView):
    """Lets the mouse pose what it shows.

    Left button: click selects, drag moves a handle, uses the gizmo or draws a selection box. Other buttons and Alt: the
    camera, see `navigation.STYLES`. During a move X, Y and Z hold it to an axis, with Shift to the plane across it.
    Escape cancels a drag.
    """

    hovered = Signal(int)  # the point under the mouse, or -1
    activity_changed = Signal(str)  # what the mouse is doing, "" for nothing
    menu_requested = Signal(QPointF)

    def __init__(
        self, document: EditorDocument, theme: Theme, parent: QWidget | None = None, painter: Painter | None = None
    ) -> None:
        super().__init__(document, theme, parent, painter)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tool, self._readout = DragTool(document), Readout(self)
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)

    def handlers(self) -> dict[str, Callable[..., None]]:
        return {**super().handlers(), "grab": self.grab_selection, "snap": self.set_snapping}

    def checked(self) -> dict[str, bool]:
        return {**super().checked(), "snap": self._tool.is_snapping}

    def set_snapping(self, is_on: bool) -> None:
        """Snap without Ctrl, and with Ctrl not."""
        self._tool.is_snapping = is_on

    def grab_selection(self) -> None:
        """Let the selection follow the mouse until a click."""
        at = self._cursor()
        if self._navigation.action is None and self._tool.grab(self.view(), (at.x(), at.y())):
            self.setFocus()
            self._show_gesture()

    def _cursor(self) -> QPointF:
        """Where the mouse is, logical pixels."""
        return QPointF(self.mapFromGlobal(QCursor.pos()))

    def _hover(self, at: QPointF) -> None:
        if self._layers.hover(self.view(), (at.x(), at.y())):
            self.setCursor(Qt.CursorShape.OpenHandCursor)
            return
        under = self.under(at)
        hovered = under if isinstance(under, int) else -1
        hot = under if isinstance(under, GizmoPart) else None
        is_new = hovered != self.handles.hovered
        if is_new or hot != self._presenter.hot or under is not None:
            shape = Qt.CursorShape.ArrowCursor if under is None else Qt.CursorShape.OpenHandCursor
            if self.cursor().shape() != shape:
                self.setCursor(shape)
        self._motion.set_hot(under if isinstance(under, TrailKey) else None)
        if is_new or hot != self._presenter.hot:
            self.handles.hovered, self._presenter.hot = hovered, hot
            if is_new:
                self.hovered.emit(hovered)
            self.show_handles()
        elif under is None and self.cursor().shape() != Qt.CursorShape.ArrowCursor:
            self.setCursor(Qt.CursorShape.ArrowCursor)

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._tool.is_modal:
            if event.button() == Qt.MouseButton.RightButton:
                self.cancel()
            return
        if self._tool.is_active:
            return
        if self._navigation.press(event):
            self._glide.stop()
            self.activity_changed.emit(self._navigation.action or "")
        elif event.button() == Qt.MouseButton.LeftButton and self._navigation.action is None:
            self._press(event)
        elif event.button() == Qt.MouseButton.RightButton and self._navigation.action is None:
            handle = self.pick(event.position().x(), event.position().y())
            if handle is not None and not self.document.selected[handle]:
                self.document.select([handle])
            self.menu_requested.emit(event.globalPosition())

    def _press(self, event: QMouseEvent) -> None:
        cursor = (event.position().x(), event.position().y())
        gesture = self._layers.press(self.view(), cursor, add=is_adding(event))
        if gesture is not None:
            self._tool.follow(gesture, event.position())
            self._show_gesture()
            return
        under = self.under(event.position())
        if isinstance(under, GizmoPart):
            self._presenter.active = under
            self._tool.press(event, None, lambda view, cursor: self._gizmo_gesture(under, view, cursor))
        elif isinstance(under, TrailKey):
            self._tool.press(event, None, lambda view, cursor: TrailGesture(self.document, view, cursor, under))
        else:
            self._tool.press(event, under)

    def _gizmo_gesture(self, part: GizmoPart, view: View, cursor: tuple[float, float]) -> Gesture:
        gizmo = self._presenter.gizmo()
        assert gizmo is not None
        if gizmo.is_turning:
            name = self._presenter.turning_part()
            assert name is not None
            radius_m = gizmo.radius_m(part, view.camera, view.height)
            axis = gizmo.axis_of(part, view.camera)
            return TurnGesture(self.document, view, cursor, name, axis=axis, radius_m=radius_m)
        points = [int(point) for point in np.flatnonzero(self.document.selected)]
        constraint = self._presenter.constraint_of(part, gizmo.frame)
        return MoveGesture(self.document, view, cursor, points, pivot=gizmo.origin, constraint=constraint)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._navigation.action is not None:
            self.set_camera(self._navigation.move(event, self.camera, self.height()))
        elif self._tool.is_active:
            had_gesture = self._tool.gesture is not None
            self._tool.move(event, self.view())
            if self._tool.gesture is not None and not had_gesture:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
            if self._tool.box is not None:
                self._band.setGeometry(self._tool.box.toRect())
                self._band.show()
            else:
                self._show_gesture()
        else:
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._navigation.release(event):
            self.activity_changed.emit("")
        elif event.button() == Qt.MouseButton.LeftButton and self._tool.is_active:
            self._tool.release(event, self.handle_positions(), self.handles.shown)
            self._end_drag(event.position())

    def _show_gesture(self) -> None:
        gesture = self._tool.gesture
        if gesture is not None and self._presenter.gesture is not gesture:
            self._presenter.gesture = gesture
            self.activity_changed.emit(gesture.activity)
            self.show_handles()
        self._readout.show_gesture(self.document, gesture)

    def _end_drag(self, at: QPointF) -> None:
        self._band.hide()
        self._presenter.gesture = self._presenter.active = None
        self._readout.show_gesture(self.document, None)
        self.handles.hovered = -2  # neither a handle nor none: the next line looks afresh
        self._hover(at)
        self.activity_changed.emit("")

    def cancel(self) -> bool:
        """Take back the drag in progress; whether there was one."""
        if not self._tool.cancel():
            return False
        self._end_drag(self._cursor())
        return True

    def event(self, event: QEvent) -> bool:
        # During a move X, Y and Z are the move's, whatever shortcuts of the window they are.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._tool.is_active
            and Qt.Key(event.key()) in _AXIS_KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.cancel():
            return
        if self._layers.key(event.key()):
            return
        axis = _AXIS_KEYS.get(Qt.Key(event.key()))
        is_plane = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if axis is not None and self._tool.constrain(axis, is_plane, self._presenter.frame()):
            self._show_gesture()
            return
        if self._tool.is_modal and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._tool.finish()
            self._end_drag(self._cursor())
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if not self._tool.is_active:
            self._hover(QPointF(-1e6, -1e6))
        super().leaveEvent(event)
