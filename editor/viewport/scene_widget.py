"""A widget that shows a scene on whatever canvas this computer can have, and moves its camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QImage, QNativeGestureEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor.viewport.camera import Camera
from editor.viewport.canvas import new_canvas
from editor.viewport.cube import ViewCube
from editor.viewport.glide import CameraGlide
from editor.viewport.graphics import Painter, graphics
from editor.viewport.navigation import Navigation
from editor.viewport.scene import Scene

__all__ = ["SceneWidget"]

Array = NDArray[np.float64]

_CUBE_MARGIN_PX = 8


class SceneWidget(QWidget):
    """Implements `SceneView`.

    Args:
        scene: What is shown.
        parent: Owner.
        painter: Who draws; what is best on this computer if None.
    """

    painted = Signal()  # a picture is on screen
    graphics_failed = Signal(str)  # OpenGL stopped working, and the figure is drawn without it from here on
    camera_changed = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None, painter: Painter | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self.setMinimumSize(QSize(240, 240))
        self._put_canvas(painter or graphics().painter)
        self._is_framed = False
        self._navigation = Navigation()
        self._glide = CameraGlide(self._show_camera, int(scene.theme["motion_ms"]), self)
        self.cube = ViewCube(scene.theme, self)
        self.cube.chosen.connect(lambda yaw, pitch: self._glide.go(self.camera, self.camera.seen_from(yaw, pitch)))
        self.cube.dragged.connect(lambda right, up: self.set_camera(self.camera.orbited(right, up)))

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
        self.cube.move(self.width() - self.cube.width() - _CUBE_MARGIN_PX, _CUBE_MARGIN_PX)
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

    def image(self) -> QImage:
        return self._canvas.image()

    def grabFramebuffer(self) -> QImage:
        """As `image`; named as in QOpenGLWidget."""
        return self._canvas.image()

    # The camera

    @property
    def camera(self) -> Camera:
        return self._scene.camera

    @property
    def aspect(self) -> float:
        return self.width() / max(self.height(), 1)

    def set_camera(self, camera: Camera) -> None:
        """Look from another camera at once."""
        self._glide.stop()
        self._show_camera(camera)

    def _show_camera(self, camera: Camera) -> None:
        self._scene.camera = camera
        self.cube.set_camera(camera)
        self.camera_changed.emit()
        self.refresh()

    def set_motion_ms(self, duration: int) -> None:
        """How long views take to change; 0 for at once."""
        self._glide.set_duration(duration)

    def set_navigation(self, style: str) -> None:
        """Move the camera as in "blender" or as in "maya"."""
        self._navigation.set_style(style)

    def places_to_frame(self) -> Array:
        """(N, 3) what the first picture has in it, metres."""
        return self._scene.positions

    def look_at(self, places: Array) -> None:
        """Come so near, or so far, that places (N, 3), metres, fill the view."""
        self._glide.go(self.camera, self.camera.framed(places, self.aspect))

    def look_from(self, view: str) -> None:
        self._glide.go(self.camera, self.camera.turned_to(view))

    def set_orthographic(self, is_orthographic: bool) -> None:
        self.set_camera(replace(self.camera, orthographic=is_orthographic))

    def showEvent(self, event: QShowEvent) -> None:
        """The first time, the size of the view is known now: the whole body is in it."""
        if not self._is_framed:
            self._is_framed = True
            self._show_camera(self.camera.framed(self.places_to_frame(), self.aspect))
        super().showEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.set_camera(self._navigation.wheel(event, self.camera))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.set_camera(self.camera.zoomed(1.0 / (1.0 + event.value())))
            return True
        return super().event(event)
