"""A widget that draws a scene with OpenGL, and knows nothing of posing."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from editor.render.renderer import Renderer
from editor.viewport.scene import Scene
from models.errors import SixpointError

__all__ = ["SceneCanvas", "surface_format"]

_SAMPLES = 4
_REST_MS = 160


def surface_format() -> QSurfaceFormat:
    """OpenGL 3.3 core. Smoothing is the renderer's own business, so the window asks for no samples."""
    result = QSurfaceFormat()
    result.setVersion(3, 3)
    result.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    result.setDepthBufferSize(24)
    result.setSamples(0)
    return result


class SceneCanvas(QOpenGLWidget):
    """Implements `SceneView`.

    With a graphics card every frame has smooth edges. Without one they would halve the frame rate, so they are
    smoothed as soon as nothing has moved for a moment.
    """

    graphics_failed = Signal(str)

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFormat(surface_format())
        self._scene = scene
        self._renderer: Renderer | None = None
        self._is_resting = False
        self._rest_timer = QTimer(self)
        self._rest_timer.setSingleShot(True)
        self._rest_timer.setInterval(_REST_MS)
        self._rest_timer.timeout.connect(self._rest)
        self.frame_ms = 0.0

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def device(self) -> str:
        """What draws: the name of the graphics card, or of the software in its place."""
        return "none" if self._renderer is None else self._renderer.device

    def refresh(self) -> None:
        """Draw soon: many calls within a frame draw once."""
        self._is_resting = False
        self.update()

    def initializeGL(self) -> None:
        self.context().aboutToBeDestroyed.connect(self._release)
        try:
            self._renderer = Renderer()
        except SixpointError as error:
            self.graphics_failed.emit(str(error))

    def paintGL(self) -> None:
        if self._renderer is None:
            return
        start = time.perf_counter()
        scale = self.devicePixelRatioF()
        is_smooth = self._is_resting or not self._renderer.is_software
        size = round(self.width() * scale), round(self.height() * scale)
        samples = _SAMPLES if is_smooth else 0
        self._renderer.draw(self._scene, size, scale, samples=samples, destination=self.defaultFramebufferObject())
        self.frame_ms = (time.perf_counter() - start) * 1e3
        if not is_smooth:
            self._rest_timer.start()

    def _rest(self) -> None:
        self._is_resting = True
        self.update()

    def _release(self) -> None:
        """The context is going away, at the end or when the window moves to another screen."""
        if self._renderer is not None:
            self.makeCurrent()
            self._renderer.delete()
            self._renderer = None
            self.doneCurrent()
