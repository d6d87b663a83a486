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
from editor.viewport.extent import Box, Extents
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
        self._extents = Extents()
        self._pixels = np.zeros(4, dtype=np.uint8)
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
        box, scale = self._changed(), self.devicePixelRatioF()
        # A pixel more on every side: a logical pixel may be a part of several physical ones.
        left, top = int(box.left / scale) - 1, int(box.top / scale) - 1
        self.update(left, top, int(box.width / scale) + 3, int(box.height / scale) + 3)

    def image(self) -> QImage:
        self._draw(is_resting=True)
        self._is_stale = True
        return self._as_image().copy()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale or self._picture.shape[1::-1] != self._size():
            self._draw(self._is_resting)
            if not self._is_resting:
                self._rest_timer.start()
        painter = QPainter(self)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(0, 0, self._as_image())
        painter.end()
        self.painted.emit()

    def _draw(self, is_resting: bool) -> None:
        start, scale, size = time.perf_counter(), self.devicePixelRatioF(), self._size()
        width, height = size
        box = Box(0, 0, width, height) if is_resting else self._changed()
        if self._picture.shape[:2] != (height, width):
            self._pixels, self._picture = (
                np.zeros(4 * width * height, dtype=np.uint8),
                np.zeros((height, width, 4), dtype=np.uint8),
            )
        if not self._is_ready():
            return
        self._target.begin(width, height, 0)
        assert self._renderer is not None
        # All of it is drawn, for clearing and copying a part would take longer; what has changed is fetched and shown.
        self._renderer.draw(
            self._scene,
            (width, height),
            scale,
            samples=SAMPLES if is_resting else 0,
            destination=self._target.framebuffer,
            is_hurried=not is_resting,
        )
        if not box.is_empty:
            pixels = self._pixels[: 4 * box.width * box.height].reshape(box.height, box.width, 4)
            self._target.read(pixels, box.left, height - box.bottom)
            # OpenGL begins at the bottom.
            np.copyto(self._picture[box.top : box.bottom, box.left : box.right], pixels[::-1])
        self._extents.take(self._scene, size, scale)
        self._is_stale = False
        self.frame_ms = (time.perf_counter() - start) * 1e3

    def _size(self) -> tuple[int, int]:
        """Width and height in physical pixels."""
        scale = self.devicePixelRatioF()
        return max(round(self.width() * scale), 1), max(round(self.height() * scale), 1)

    def _changed(self) -> Box:
        """What of the picture is not as the scene is any more."""
        return self._extents.changed(self._scene, self._size(), self.devicePixelRatioF())

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
