"""Drawing without OpenGL: the figure as shaded strokes, good enough to pose by."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from editor.mannequin import joint_side
from editor.theme.tokens import rgb
from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.scene import Marks, Scene

__all__ = ["PlainCanvas"]

Array = NDArray[np.float64]

_GRID_M = 5
_RING, _DISC = 0.0, 1.0


class PlainCanvas(QWidget):
    """Implements `SceneView` with Qt's own drawing."""

    failed = Signal(str)
    painted = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._scene = scene
        self.frame_ms = 0.0

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def device(self) -> str:
        return "lines, without OpenGL"

    def refresh(self) -> None:
        self.update()

    def image(self) -> QImage:
        return self.grab().toImage()

    def paintEvent(self, event: QPaintEvent) -> None:
        start, painter = time.perf_counter(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _Drawing(painter, self._scene, self.width(), max(self.height(), 1)).draw()
        painter.end()
        self.frame_ms = (time.perf_counter() - start) * 1e3
        self.painted.emit()


class _Drawing:
    """One frame."""

    def __init__(self, painter: QPainter, scene: Scene, width: int, height: int) -> None:
        self._painter, self._scene, self._size = painter, scene, (width, height)
        self._camera: Camera = scene.camera
        self._clip = scene.camera.clip_from_world(width / height)

    def draw(self) -> None:
        scene = self._scene
        self._draw_backdrop()
        if scene.show_grid:
            self._draw_grid()
        self._draw_marks(scene.ground)
        for rotations, positions, paint in reversed(list(zip(*vars(scene.ghosts).values(), strict=True))):
            capsules = scene.meshes.fine.capsules(rotations, positions)
            self._draw_capsules(capsules, np.tile(paint[:3], (len(capsules), 1)), 0.6 * float(paint[3]))
        capsules = scene.meshes.fine.capsules(scene.rotations, scene.positions)
        self._draw_capsules(capsules, self._colors(), 1.0)
        self._draw_marks(scene.trails)
        self._draw_marks(scene.marks)

    def _projected(self, places: Array) -> tuple[Array, Array]:
        return picking.project(self._clip, places, *self._size)

    def _draw_backdrop(self) -> None:
        theme, (width, height) = self._scene.theme, self._size
        gradient = QLinearGradient(0, 0, 0, height)
        gradient.setColorAt(0, QColor(theme["backdrop.top"]))
        gradient.setColorAt(1, QColor(theme["backdrop.bottom"]))
        self._painter.fillRect(0, 0, width, height, gradient)

    def _draw_grid(self) -> None:
        steps = np.arange(-_GRID_M, _GRID_M + 1, dtype=np.float64)
        theme = self._scene.theme
        for axis in (0, 2):
            ends = np.zeros((len(steps), 2, 3))
            ends[..., 2 - axis] = steps[:, None]
            ends[:, 0, axis], ends[:, 1, axis] = -_GRID_M, _GRID_M
            for step, line in zip(steps, ends, strict=True):
                name = f"axis.{'xyz'[axis]}" if step == 0 else "grid.line"
                self._line(line[0], line[1], _color(theme.rgb(name), 0.7 if step == 0 else theme["grid.strength"]), 1.0)

    def _line(self, start: Array, end: Array, color: QColor, width_px: float, dash_px: float = 0.0) -> None:
        """A line, cut where it would go behind the eye."""
        depths = (np.stack([start, end]) - self._camera.eye) @ self._camera.forward
        if not self._camera.orthographic:
            nearest = 0.02 * self._camera.distance
            if depths.max() < nearest:
                return
            if depths.min() < nearest:
                t = (nearest - depths[0]) / (depths[1] - depths[0])
                cut = start + t * (end - start)
                start, end = (cut, end) if depths[0] < nearest else (start, cut)
        screen, _ = self._projected(np.stack([start, end]))
        pen = QPen(color, width_px, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        if dash_px:
            pen.setDashPattern([dash_px / width_px, dash_px / width_px])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._painter.setPen(pen)
        self._painter.drawLine(QPointF(*screen[0]), QPointF(*screen[1]))

    def _colors(self) -> Array:
        """(C, 3) each capsule's colour: sides as on the shaded figure."""
        mesh, theme = self._scene.meshes.fine, self._scene.theme
        if self._scene.is_silhouette:
            return np.tile(theme.rgb("silhouette.fill"), (len(mesh.capsule_joints), 1))
        codes = [theme[f"figure.{joint_side(joint)}"][mesh.tones[joint]] for joint in mesh.capsule_joints]
        return np.array([rgb(code) for code in codes])

    def _draw_capsules(self, capsules: Array, colors: Array, alpha: float) -> None:
        """Strokes as thick as the bodies, those far away first, each with a dark rim."""
        height = self._size[1]
        middles = capsules[..., :3].mean(1)
        screen, depth = self._projected(capsules[..., :3].reshape(-1, 3))
        screen, depth = screen.reshape(-1, 2, 2), depth.reshape(-1, 2)
        if not np.isfinite(depth).all():
            return
        for index in np.argsort(-depth.mean(1)):
            thick = 2.0 * capsules[index, :, 3].mean() / self._camera.metres_per_pixel(height, middles[index])
            ends = [QPointF(*place) for place in screen[index]]
            for color, width in ((colors[index] * 0.45, thick + 2.0), (colors[index], thick)):
                pen = QPen(_color(color, alpha), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
                self._painter.setPen(pen)
                self._painter.drawLine(*ends)

    def _draw_marks(self, marks: Marks) -> None:
        painter = self._painter
        for triangle in marks.fills.reshape(-1, 3, 7):
            screen, depth = self._projected(triangle[:, :3].astype(np.float64))
            if np.isfinite(depth).all():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_color(triangle[0, 3:6], triangle[0, 6]))
                painter.drawPolygon(QPolygonF([QPointF(*place) for place in screen]))
        for row in marks.lines.astype(np.float64):
            color = _color(row[8:11], row[11])
            if row[3] == row[12]:
                self._line(row[:3], row[4:7], color, max(row[3], 1.0), row[7])
            else:
                self._draw_taper(row, color)
        screen, depth = self._projected(marks.discs[:, :3].astype(np.float64))
        for row, place, z in zip(marks.discs, screen, depth, strict=True):
            if np.isfinite(z):
                self._draw_disc(row, QPointF(*place))

    def _draw_taper(self, row: Array, color: QColor) -> None:
        """A line that is wider at one end, e.g. the head of an arrow."""
        screen, depth = self._projected(np.stack([row[:3], row[4:7]]))
        if not np.isfinite(depth).all():
            return
        way = screen[1] - screen[0]
        across = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-6) / 2
        corners = [screen[0] + row[3] * across, screen[1] + row[12] * across]
        corners += [screen[1] - row[12] * across, screen[0] - row[3] * across]
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(color)
        self._painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_disc(self, row: NDArray[np.float32], place: QPointF) -> None:
        painter, radius, color = self._painter, float(row[3]), _color(row[4:7], row[7])
        if row[9]:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_color(self._scene.theme.rgb("handle.selected"), 1.0))
            painter.drawEllipse(place, radius + 2.0, radius + 2.0)
        if row[8] == _RING:
            painter.setPen(QPen(color, 2.4))
            painter.setBrush(_color(self._scene.theme.rgb("handle.halo"), 0.55))
            painter.drawEllipse(place, radius - 1.2, radius - 1.2)
        else:
            painter.setPen(QPen(_color(self._scene.theme.rgb("handle.halo"), 0.5), 1.0))
            painter.setBrush(color)
            painter.drawEllipse(place, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _color(rgb: Array | NDArray[np.float32], alpha: float) -> QColor:
    red, green, blue, opacity = np.clip([*rgb, alpha], 0.0, 1.0).tolist()
    return QColor.fromRgbF(red, green, blue, opacity)
