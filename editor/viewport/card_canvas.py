"""Drawing with a graphics card: every frame with smooth edges, straight to the screen."""

from __future__ import annotations

import time

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from editor.render.renderer import Renderer
from editor.viewport.canvas import SAMPLES
from editor.viewport.graphics import surface_format
from editor.viewport.scene import Scene
from models.errors import SixpointError

__all__ = ["CardCanvas"]


class CardCanvas(QOpenGLWidget):
    """Implements `SceneView`."""

    failed = Signal(str)
    painted = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFormat(surface_format())
        self.frameSwapped.connect(self.painted)
        self._scene = scene
        self._renderer: Renderer | None = None
        self.frame_ms = 0.0

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def device(self) -> str:
        return "none" if self._renderer is None else self._renderer.device

    def refresh(self) -> None:
        self.update()

    def image(self) -> QImage:
        return self.grabFramebuffer()

    def initializeGL(self) -> None:
        self.context().aboutToBeDestroyed.connect(self._release)
        try:
            self._renderer = Renderer()
        except SixpointError as error:
            self.failed.emit(str(error))

    def paintGL(self) -> None:
        if self._renderer is None:
            return
        start, scale = time.perf_counter(), self.devicePixelRatioF()
        size = round(self.width() * scale), round(self.height() * scale)
        self._renderer.draw(
            self._scene, size, scale, samples=SAMPLES, destination=self.defaultFramebufferObject(), is_hurried=False
        )
        self.frame_ms = (time.perf_counter() - start) * 1e3

    def _release(self) -> None:
        """The context is going away, at the end or when the window moves to another screen."""
        if self._renderer is not None:
            self.makeCurrent()
            self._renderer.delete()
            self._renderer = None
            self.doneCurrent()
