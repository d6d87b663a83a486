"""Drawing with OpenGL on the processor.

A `QOpenGLWidget` would have the whole window put together by OpenGL, which the processor takes longer for than for the
scene itself. So the scene is drawn out of sight, and its pixels are painted like any other picture.
"""

from __future__ import annotations

import time

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QImage, QOffscreenSurface, QOpenGLContext, QPainter, QPaintEvent, Qt
from PySide6.QtWidgets import QWidget

from editor.render.gl import RenderTarget
from editor.render.renderer import Renderer
from editor.viewport.canvas import REST_MS, SAMPLES
from editor.viewport.graphics import surface_format
from editor.viewport.scene import Scene
from models.errors import SixpointError

__all__ = ["SoftwareCanvas"]


class SoftwareCanvas(QWidget):
    """Implements `SceneView`. Edges are smoothed as soon as nothing has moved for a moment."""

    failed = Signal(str)
    painted = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._scene = scene
        self._surface, self._context = QOffscreenSurface(parent=self), QOpenGLContext(self)
        self._renderer: Renderer | None = None
        self._has_failed = False
        self._target = RenderTarget()
        self._pixels = np.zeros((1, 1, 4), dtype=np.uint8)
        self._picture = np.zeros((1, 1, 4), dtype=np.uint8)
        self._is_stale = True
        self._is_resting = False
        self._rest_timer = QTimer(self)
        self._rest_timer.setSingleShot(True)
        self._rest_timer.setInterval(REST_MS)
        self._rest_timer.timeout.connect(self._rest)
        self.frame_ms = 0.0

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def device(self) -> str:
        return "none" if self._renderer is None else self._renderer.device

    def refresh(self) -> None:
        self._is_stale, self._is_resting = True, False
        self.update()

    def image(self) -> QImage:
        self._draw(is_resting=True)
        self._is_stale = True
        return self._as_image().copy()

    def paintEvent(self, event: QPaintEvent) -> None:
        scale = self.devicePixelRatioF()
        size = round(self.height() * scale), round(self.width() * scale)
        if self._is_stale or self._picture.shape[:2] != size:
            self._draw(self._is_resting)
            if not self._is_resting:
                self._rest_timer.start()
        painter = QPainter(self)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(0, 0, self._as_image())
        painter.end()
        self.painted.emit()

    def _draw(self, is_resting: bool) -> None:
        start, scale = time.perf_counter(), self.devicePixelRatioF()
        width, height = max(round(self.width() * scale), 1), max(round(self.height() * scale), 1)
        if self._picture.shape[:2] != (height, width):
            self._pixels, self._picture = np.zeros((2, height, width, 4), dtype=np.uint8)
        if not self._is_ready():
            return
        self._target.begin(width, height, 0)
        assert self._renderer is not None
        self._renderer.draw(
            self._scene,
            (width, height),
            scale,
            samples=SAMPLES if is_resting else 0,
            destination=self._target.framebuffer,
            is_hurried=not is_resting,
        )
        self._target.read(self._pixels)
        np.copyto(self._picture, self._pixels[::-1])  # OpenGL begins at the bottom
        self._is_stale = False
        self.frame_ms = (time.perf_counter() - start) * 1e3

    def _is_ready(self) -> bool:
        """Make the context the current one, and the renderer at the first time."""
        if self._has_failed:
            return False
        try:
            if self._renderer is None:
                for part in (self._surface, self._context):
                    part.setFormat(surface_format())
                self._surface.create()
                self._context.create()
            if not self._context.makeCurrent(self._surface):
                raise SixpointError("OpenGL cannot be used any more; the figure is drawn without it from here on")
            self._renderer = self._renderer or Renderer()
        except SixpointError as error:
            self._has_failed = True
            self.failed.emit(str(error))
            return False
        return True

    def _as_image(self) -> QImage:
        """The picture, not copied: it lives as long as the array."""
        height, width, _ = self._picture.shape
        image = QImage(self._picture.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self.devicePixelRatioF())
        return image

    def _rest(self) -> None:
        self._is_resting = self._is_stale = True
        self.update()
