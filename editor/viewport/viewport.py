"""The viewport: a document's figure and handles, and the mouse that works on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QRubberBand, QWidget

from editor.document import EditorDocument
from editor.mannequin import meshes
from editor.theme import Theme
from editor.viewport import picking
from editor.viewport.gestures import MoveGesture, TurnGesture, View
from editor.viewport.gizmo import GizmoPart, pick_part
from editor.viewport.graphics import Painter
from editor.viewport.handles import HandleTable
from editor.viewport.layers import Gesture, Layer, LayerStack
from editor.viewport.motion import MotionLayers, Times
from editor.viewport.presenter import Presenter, joints_of
from editor.viewport.readout import Readout
from editor.viewport.scene import Scene
from editor.viewport.scene_widget import SceneWidget
from editor.viewport.tools import DragTool, Tool, is_adding
from editor.viewport.trail_gesture import TrailGesture
from editor.viewport.trails import TrailKey

__all__ = ["Viewport"]

Array = NDArray[np.float64]

_AXIS_KEYS = {Qt.Key.Key_X: 0, Qt.Key.Key_Y: 1, Qt.Key.Key_Z: 2}
_OWN_REACH_PX = 9.0
"""So near to its centre a handle is meant, even if the gizmo of another one crosses it."""


class Viewport(SceneWidget):
    """Shows a `EditorDocument` and lets the mouse pose it.

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
        scene = Scene(theme, meshes(document.skeleton), *joints_of(document))
        super().__init__(scene, parent, painter)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.document = document
        self._layers = LayerStack()
        self._tool, self._presenter = DragTool(document), Presenter(document, scene, self._layers)
        self._motion = MotionLayers(document, scene, self._layers, self.refresh, self)
        self._readout = Readout(self)
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        document.pose_changing.connect(self.show_pose)
        document.pose_changed.connect(self.show_pose)
        document.selection_changed.connect(self.show_handles)
        document.level_changed.connect(self.show_handles)
        document.skeleton_changed.connect(self._take_skeleton)
        self.camera_changed.connect(lambda: self._presenter.show_gizmo(self.height()))
        self.show_pose()

    def handlers(self) -> dict[str, Callable[..., None]]:
        """What this part does for the table of actions."""
        return {
            **{f"tool_{tool.value}": lambda _=True, tool=tool: self.set_tool(tool) for tool in Tool},
            "grab": self.grab_selection,
            "gizmo_local": self.set_local,
            "snap": self.set_snapping,
            "trail": self.toggle_trails,
            "trails_none": lambda: self._motion.set_trails(()),
            "contacts": self.set_contacts_shown,
            "silhouette": self.set_silhouette,
        }

    def checked(self) -> dict[str, bool]:
        """Which of the actions that are on or off are on."""
        return {
            **{f"tool_{tool.value}": tool is self.tool for tool in Tool},
            "gizmo_local": self._presenter.is_local,
            "snap": self._tool.is_snapping,
            "contacts": self._presenter.show_contacts,
            "silhouette": self._scene.is_silhouette,
            "grid": self._scene.show_grid,
            "orthographic": self.camera.orthographic,
        }

    # The scene

    @property
    def handles(self) -> HandleTable:
        return self._presenter.handles

    def add_layer(self, layer: Layer) -> None:
        """Show, and give the mouse first to, what another part of the editor has in the viewport."""
        self._layers.add(layer)
        layer.changed.connect(self._show_layers)

    def _show_layers(self) -> None:
        self._motion.show_time()
        self._presenter.show_layers()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._scene.theme = theme
        self.cube.set_theme(theme)
        self._motion.show_time()
        self._presenter.show_layers()
        self.show_pose()

    def set_grid_shown(self, is_shown: bool) -> None:
        self._scene.show_grid = is_shown
        self.refresh()

    def set_silhouette(self, is_on: bool) -> None:
        """Show the figure as one dark shape, to judge how a pose reads."""
        self._scene.is_silhouette = is_on
        self.refresh()

    def set_contacts_shown(self, is_on: bool) -> None:
        self._presenter.show_contacts = is_on
        self.show_pose()

    def set_ghosts(self, times: Times | None) -> None:
        """Show the figure at other times; `times` says at which, given the keys and the time shown."""
        self._motion.set_ghosts(times)

    def toggle_trails(self) -> None:
        """Show the trails of the selected points, or hide them if all are shown."""
        chosen = {int(point) for point in np.flatnonzero(self.document.selected)}
        trails = set(self._motion.trails)
        self._motion.set_trails(trails - chosen if chosen <= trails else trails | chosen)

    def show_pose(self) -> None:
        """Take the document's pose."""
        self._presenter.show_pose(self.height())
        self.refresh()

    def show_handles(self) -> None:
        """Take the document's handles."""
        self._presenter.show_handles(self.height())
        self.refresh()

    def _take_skeleton(self) -> None:
        self._scene.meshes = meshes(self.document.skeleton)
        self._motion.show()

    # The camera

    def places_to_frame(self) -> Array:
        return self.document.points

    def frame(self) -> None:
        """Look at the selected points, or at the whole body."""
        chosen = self.document.points[self.document.selected]
        self.look_at(chosen if len(chosen) > 1 else self.document.points)

    def frame_if_lost(self) -> None:
        """Look at the body if a part of it is out of view, as after opening a motion that starts elsewhere."""
        screen, depth = self._projected()
        if not (np.isfinite(depth) & (screen >= 0).all(-1) & (screen <= (self.width(), self.height())).all(-1)).all():
            self.look_at(self.document.points)

    # Tools

    @property
    def tool(self) -> Tool:
        return self._presenter.tool

    def set_tool(self, tool: Tool) -> None:
        """Choose which gizmo the selection has."""
        self._presenter.tool, self._presenter.hot = tool, None
        self.show_handles()

    def set_local(self, is_local: bool) -> None:
        """Let the gizmo stand along the axes of what is selected instead of the world's."""
        self._presenter.is_local = is_local
        self.show_handles()

    def set_snapping(self, is_on: bool) -> None:
        """Snap without Ctrl, and with Ctrl not."""
        self._tool.is_snapping = is_on

    def grab_selection(self) -> None:
        """Let the selection follow the mouse until a click."""
        at = self._cursor()
        if self._navigation.action is None and self._tool.grab(self._view(), (at.x(), at.y())):
            self.setFocus()
            self._show_gesture()

    def _cursor(self) -> QPointF:
        """Where the mouse is, logical pixels."""
        return QPointF(self.mapFromGlobal(QCursor.pos()))

    # Picking

    def handle_positions(self) -> Array:
        """(43, 2) where the handles are in the widget, logical pixels."""
        return self._projected()[0]

    def _projected(self) -> tuple[Array, Array]:
        return self.projected(self.handles.places)

    def projected(self, places: Array) -> tuple[Array, Array]:
        """(N, 2) where places (N, 3), metres, are in the widget, logical pixels, and their depths (N,)."""
        return picking.project(self.camera.clip_from_world(self.aspect), places, self.width(), max(self.height(), 1))

    def _view(self) -> View:
        return View(self.camera, self.width(), max(self.height(), 1))

    def pick(self, x: float, y: float) -> int | None:
        """The handle at a place in the widget, logical pixels."""
        return picking.nearest((x, y), *self._projected(), self.handles.shown)

    def _under(self, at: QPointF) -> int | GizmoPart | TrailKey | None:
        """What a press would take: a handle, a part of the gizmo, or a key on a trail."""
        cursor, (screen, depth) = (at.x(), at.y()), self._projected()
        handle = picking.nearest(cursor, screen, depth, self.handles.shown, _OWN_REACH_PX)
        if handle is not None:
            return handle
        gizmo = self._presenter.gizmo()
        part = pick_part(gizmo, self.camera, (self.width(), max(self.height(), 1)), cursor) if gizmo else None
        key = self._motion.key_at(cursor, self.projected) if part is None else None
        return part or key or picking.nearest(cursor, screen, depth, self.handles.shown)

    def _hover(self, at: QPointF) -> None:
        if self._layers.hover(self._view(), (at.x(), at.y())):
            self.setCursor(Qt.CursorShape.OpenHandCursor)
            return
        under = self._under(at)
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
        gesture = self._layers.press(self._view(), cursor, add=is_adding(event))
        if gesture is not None:
            self._tool.follow(gesture, event.position())
            self._show_gesture()
            return
        under = self._under(event.position())
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
            self._tool.move(event, self._view())
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
