"""Handles and lines of constant size on screen, and the metre marks of the grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QImage, QPainter

from editor.render.gl import GL, Program, VertexArray, texture
from editor.theme import Theme
from editor.viewport.camera import Camera
from editor.viewport.scene import Marks

__all__ = ["MarkPass", "MetreLabels"]

Array = NDArray[np.float64]

_FARTHEST_LABEL_M = 5


class MarkPass:
    """Draws `Marks`; nothing hides them, since a handle inside the body must still be found."""

    def __init__(self) -> None:
        self._discs, self._lines, self._fills = (Program(name, name) for name in ("mark", "line", "fill"))
        self._disc_rows, self._line_rows = VertexArray((4, 4, 4), True), VertexArray((4, 4, 4, 4), True)
        self._fill_rows = VertexArray((3, 4))

    def set_theme(self, theme: Theme) -> None:
        self._discs.use()
        self._discs.set("outline_color", theme.rgb("handle.selected"))
        self._discs.set("halo_color", theme.rgb("handle.halo"))

    def draw(self, marks: Marks, clip_from_world: Array, pixels: Array, scale: float) -> None:
        """Args: `pixels` (2,) size of the viewport in physical pixels, `scale` physical per logical pixel."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        if len(marks.fills):
            self._fills.use()
            self._fills.set("clip_from_world", clip_from_world)
            self._fill_rows.upload(marks.fills)
            GL.glDrawArrays(GL.GL_TRIANGLES, 0, self._fill_rows.n_rows)
        for program, array, rows in (
            (self._lines, self._line_rows, marks.lines),
            (self._discs, self._disc_rows, marks.discs),
        ):
            if not len(rows):
                continue
            program.use()
            program.set("clip_from_world", clip_from_world)
            program.set("pixels", pixels)
            program.set("scale", scale)
            array.upload(rows)
            GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, array.n_rows)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        programs, arrays = (self._discs, self._lines, self._fills), (self._disc_rows, self._line_rows, self._fill_rows)
        for thing in (*programs, *arrays):
            thing.delete()


class MetreLabels:
    """Numbers along both axes of the ground, in a small texture that is painted again when the scale changes."""

    def __init__(self) -> None:
        self._program = Program("label", "label")
        self._rows = VertexArray((4, 4), True)
        self._texture = 0
        self._scale = 0.0
        self._ink = np.ones(3)

    def set_theme(self, theme: Theme) -> None:
        self._ink = theme.rgb("grid.label")

    def _paint(self, scale: float) -> None:
        font = QFont(QGuiApplication.font())
        font.setPixelSize(max(round(10.5 * scale), 1))
        metrics = QFontMetricsF(font)
        texts = [f"{metres} m" for metres in range(1, _FARTHEST_LABEL_M + 1)]
        width, height = int(max(metrics.horizontalAdvance(text) for text in texts)) + 4, int(metrics.height()) + 2
        image = QImage(width, height * len(texts), QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.setFont(font)
        painter.setPen(Qt.GlobalColor.white)
        for row, text in enumerate(texts):
            painter.drawText(QRectF(0, row * height, width, height), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
        if self._texture:
            GL.glDeleteTextures([self._texture])
        pixels = np.ascontiguousarray(pixels[:, :width])
        self._texture = texture(pixels, width, image.height(), GL.GL_R8, GL.GL_RED)
        self._scale, self._size = scale, np.array([width, height, image.height()], dtype=np.float64)

    def draw(self, camera: Camera, clip_from_world: Array, pixels: Array, scale: float) -> None:
        if scale != self._scale:
            self._paint(scale)
        width, height, total = self._size
        metres = np.repeat(np.arange(1, _FARTHEST_LABEL_M + 1), 4)
        direction = np.tile(np.array([[1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]]), (_FARTHEST_LABEL_M, 1))
        rows = np.zeros((len(metres), 8), dtype=np.float32)
        rows[:, :3] = metres[:, None] * direction
        away = np.linalg.norm(rows[:, :3] - camera.target * (1, 0, 1), axis=-1)
        # Labels fade like the grid, and vanish when the ground is seen edge-on or the figure fills the screen.
        steep = np.clip(abs(np.sin(camera.pitch)) * 9.0 - 0.35, 0.0, 1.0)
        rows[:, 3] = 0.8 * steep * np.exp(-((away / (1.2 + 0.75 * camera.distance)) ** 2))
        rows[:, 5] = (metres - 1) * height
        rows[:, 6:] = width, height
        self._rows.upload(rows)
        self._program.use()
        self._program.set("clip_from_world", clip_from_world)
        self._program.set("pixels", pixels)
        self._program.set("atlas_size", np.array([width, total]))
        self._program.set("atlas", 0)
        self._program.set("ink", self._ink)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, self._rows.n_rows)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        self._program.delete()
        self._rows.delete()
        if self._texture:
            GL.glDeleteTextures([self._texture])
