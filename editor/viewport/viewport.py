"""The viewport: a document's figure and handles, a camera, and the mouse that works on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QNativeGestureEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QRubberBand, QWidget

from editor.document import EditorDocument
from editor.mannequin import meshes
from editor.theme import Theme
from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.canvas import new_canvas
from editor.viewport.glide import CameraGlide
from editor.viewport.graphics import Painter, graphics
from editor.viewport.handles import HandleTable, drawn, shown_points
from editor.viewport.navigation import Navigation
from editor.viewport.scene import Scene
from editor.viewport.tools import DragTool
from models.kinematics import forward, quat

__all__ = ["Viewport"]

Array = NDArray[np.float64]


class Viewport(QWidget):
    """Shows a `EditorDocument` and lets the mouse pose it.

    Left button: click selects, drag moves a handle or draws a selection box. Other buttons and Alt: the camera, see
    `navigation.BINDINGS`. Escape cancels a drag.
    """

    hovered = Signal(int)  # the point under the mouse, or -1
    activity_changed = Signal(str)  # what the mouse is doing, "" for nothing
    menu_requested = Signal(QPointF)
    graphics_failed = Signal(str)  # OpenGL stopped working, and the figure is drawn without it from here on
    painted = Signal()  # a picture is on screen

    def __init__(
        self, document: EditorDocument, theme: Theme, parent: QWidget | None = None, painter: Painter | None = None
    ) -> None:
        super().__init__(parent)
        rotations, positions = _joints(document)
        self._scene = Scene(theme, meshes(document.session.skeleton), rotations, positions)
        self._put_canvas(painter or graphics().painter)
        self.setMinimumSize(QSize(320, 240))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.document = document
        self._tool, self._navigation = DragTool(document), Navigation()
        self._handles = HandleTable(document.points, document.targets, document.states, np.zeros(0, dtype=bool))
        self._is_framed = False
        self._glide = CameraGlide(self._show_camera, int(theme["motion_ms"]), self)
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        document.pose_changing.connect(self.show_pose)
        document.pose_changed.connect(self.show_pose)
        document.selection_changed.connect(self.show_handles)
        document.level_changed.connect(self.show_handles)
        self.show_handles()

    # The canvas

    def _put_canvas(self, painter: Painter) -> None:
        self._canvas = new_canvas(painter, self._scene, self)
        self._canvas.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._canvas.painted.connect(self.painted)
        self._canvas.failed.connect(self._go_on_without_graphics)
        self._canvas.setGeometry(self.rect())
        self._canvas.lower()

    def _go_on_without_graphics(self, problem: str) -> None:
        self._canvas.deleteLater()
        self._put_canvas(Painter.PLAIN)
        self._canvas.show()
        self.graphics_failed.emit(problem)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._canvas.setGeometry(self.rect())
        super().resizeEvent(event)

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def device(self) -> str:
        return self._canvas.device

    @property
    def frame_ms(self) -> float:
        """How long the last picture took to draw, milliseconds."""
        return self._canvas.frame_ms

    def refresh(self) -> None:
        self._canvas.refresh()

    def grabFramebuffer(self) -> QImage:
        """The figure and all that is drawn with it, without the widgets above; named as in QOpenGLWidget."""
        return self._canvas.image()

    # The scene

    @property
    def handles(self) -> HandleTable:
        return self._handles

    def set_theme(self, theme: Theme) -> None:
        self._scene.theme = theme
        self.show_handles()

    def set_grid_shown(self, is_shown: bool) -> None:
        self._scene.show_grid = is_shown
        self.refresh()

    def show_pose(self) -> None:
        """Take the document's pose."""
        self._scene.rotations, self._scene.positions = _joints(self.document)
        self.show_handles()

    def show_handles(self) -> None:
        """Take the document's handles."""
        document, table = self.document, self._handles
        table.positions, table.targets, table.states = document.points, document.targets, document.states
        table.selected, table.unreached = document.selected, document.unreached
        table.shown = shown_points(document.level, document.states)
        self._scene.marks = drawn(table, self._scene.theme)
        self.refresh()

    # The camera

    @property
    def camera(self) -> Camera:
        return self._scene.camera

    def set_camera(self, camera: Camera) -> None:
        """Look from another camera at once."""
        self._glide.stop()
        self._show_camera(camera)

    def _show_camera(self, camera: Camera) -> None:
        self._scene.camera = camera
        self.refresh()

    def set_motion_ms(self, duration: int) -> None:
        """How long views take to change; 0 for at once."""
        self._glide.set_duration(duration)

    def frame(self) -> None:
        """Look at the selected points, or at the whole body."""
        document = self.document
        chosen = document.points[document.selected]
        points = chosen if len(chosen) > 1 else document.points
        self._glide.go(self.camera, self.camera.framed(points, self.width() / max(self.height(), 1)))

    def frame_if_lost(self) -> None:
        """Look at the body if a part of it is out of view, as after opening a motion that starts elsewhere."""
        screen, depth = self._projected()
        if not (np.isfinite(depth) & (screen >= 0).all(-1) & (screen <= (self.width(), self.height())).all(-1)).all():
            self._glide.go(self.camera, self.camera.framed(self.document.points, self.width() / max(self.height(), 1)))

    def showEvent(self, event: QShowEvent) -> None:
        """The first time, the size of the view is known now: the whole body is in it."""
        if not self._is_framed:
            self._is_framed = True
            self._scene.camera = self.camera.framed(self.document.points, self.width() / max(self.height(), 1))
        super().showEvent(event)

    def look_from(self, view: str) -> None:
        self._glide.go(self.camera, self.camera.turned_to(view))

    def set_orthographic(self, is_orthographic: bool) -> None:
        self.set_camera(replace(self.camera, orthographic=is_orthographic))

    # Picking

    def handle_positions(self) -> Array:
        """(43, 2) where the handles are in the widget, logical pixels."""
        return self._projected()[0]

    def _projected(self) -> tuple[Array, Array]:
        width, height = self.width(), max(self.height(), 1)
        return picking.project(self.camera.clip_from_world(width / height), self._handles.places, width, height)

    def pick(self, x: float, y: float) -> int | None:
        """The handle at a place in the widget, logical pixels."""
        return picking.nearest((x, y), *self._projected(), self._handles.shown)

    def _hover(self, at: QPointF) -> None:
        found = self.pick(at.x(), at.y())
        hovered = -1 if found is None else found
        if hovered != self._handles.hovered:
            self._handles.hovered = hovered
            self.setCursor(Qt.CursorShape.ArrowCursor if hovered < 0 else Qt.CursorShape.OpenHandCursor)
            self.hovered.emit(hovered)
            self.show_handles()

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._tool.is_active:
            return
        if self._navigation.press(event):
            self._glide.stop()
            self.activity_changed.emit(self._navigation.action or "")
        elif event.button() == Qt.MouseButton.LeftButton and self._navigation.action is None:
            self._tool.press(event, self.pick(event.position().x(), event.position().y()))
        elif event.button() == Qt.MouseButton.RightButton and self._navigation.action is None:
            handle = self.pick(event.position().x(), event.position().y())
            if handle is not None and not self.document.selected[handle]:
                self.document.select([handle])
            self.menu_requested.emit(event.globalPosition())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._navigation.action is not None:
            self.set_camera(self._navigation.move(event, self.camera, self.height()))
        elif self._tool.is_active:
            was_moving = self._tool.moving
            self._tool.move(event, self.camera, self.width(), max(self.height(), 1))
            if self._tool.moving is not None and was_moving is None:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.activity_changed.emit("move")
            if self._tool.box is not None:
                self._band.setGeometry(self._tool.box.toRect())
                self._band.show()
        else:
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._navigation.release(event):
            self.activity_changed.emit("")
        elif event.button() == Qt.MouseButton.LeftButton and self._tool.is_active:
            self._tool.release(event, self.handle_positions(), self._handles.shown)
            self._end_drag(event.position())

    def _end_drag(self, at: QPointF) -> None:
        self._band.hide()
        self._handles.hovered = -2  # neither a handle nor none: the next line looks afresh
        self._hover(at)
        self.activity_changed.emit("")

    def cancel(self) -> bool:
        """Take back the drag in progress; whether there was one."""
        if not self._tool.cancel():
            return False
        self._end_drag(QPointF(self.mapFromGlobal(self.cursor().pos())))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.cancel():
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if not self._tool.is_active:
            self._hover(QPointF(-1e6, -1e6))
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.set_camera(self._navigation.wheel(event, self.camera))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.set_camera(self.camera.zoomed(1.0 / (1.0 + event.value())))
            return True
        return super().event(event)


def _joints(document: EditorDocument) -> tuple[Array, Array]:
    """World rotations (J, 3, 3) and positions (J, 3), metres, of the document's pose."""
    session = document.session
    rotations, positions = forward.globals_from_locals(session.skeleton, session.pose.root, session.pose.rotations)
    return quat.to_matrix(rotations), positions
