"""The view cube: shows which side is seen, and turns the camera to the face, edge or corner that is clicked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from editor.texts import tr
from editor.theme import Theme
from editor.viewport.camera import Camera

__all__ = ["ViewCube"]

Array = NDArray[np.float64]

_SIDE_PX, _HALF_PX = 92, 27.0
_CLICK_PX = 3.0
_RIM = 0.32  # share of a face, from its edge, that belongs to the edge
_ORBIT_RAD_PER_PX = 0.012

# Outward direction, and the directions of a label's right and up, of the six faces. The body faces +Z.
_FACES: tuple[tuple[str, Array, Array], ...] = tuple(
    (name, np.array(outward, dtype=np.float64), np.array(right, dtype=np.float64))
    for name, outward, right in (
        ("Front", (0, 0, 1), (1, 0, 0)),
        ("Back", (0, 0, -1), (-1, 0, 0)),
        ("Left", (1, 0, 0), (0, 0, -1)),
        ("Right", (-1, 0, 0), (0, 0, 1)),
        ("Top", (0, 1, 0), (1, 0, 0)),
        ("Bottom", (0, -1, 0), (1, 0, 0)),
    )
)


class ViewCube(QWidget):
    """Click turns to a side; drag orbits.

    The body's own left and right are written on it: its left side is +X.
    """

    chosen = Signal(float, float)  # yaw and pitch, radians
    dragged = Signal(float, float)  # radians to the right and up

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._camera = Camera()
        self._picture: QPixmap | None = None
        self._hot: Array | None = None
        self._pressed_at: QPointF | None = None
        self._last = QPointF()
        self._is_dragging = False
        self.setMouseTracking(True)
        self.setFixedSize(self.sizeHint())
        self.setAccessibleName(tr("View cube"))
        self.setToolTip(tr("Click a side, edge or corner to look from there; drag to orbit"))

    def sizeHint(self) -> QSize:
        return QSize(_SIDE_PX, _SIDE_PX)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._repaint()

    def set_camera(self, camera: Camera) -> None:
        """Turn the cube as the camera sees the world."""
        if (camera.yaw, camera.pitch) != (self._camera.yaw, self._camera.pitch):
            self._camera = camera
            self._repaint()

    def _repaint(self) -> None:
        self._picture = None
        self.update()

    def place_of(self, direction: tuple[int, int, int]) -> QPointF:
        """Where a face, edge or corner, e.g. (1, 0, 1), is in the widget."""
        place = np.array(direction, dtype=np.float64)
        front = int(np.argmax(place * self._camera.axes[2]))  # the axis of the side that is seen best
        inset = np.where(np.arange(3) == front, 1.0, 1.0 - _RIM / 2)
        return self._at(place * inset)

    def _at(self, place: Array) -> QPointF:
        right, up, _ = self._camera.axes
        return QPointF(_SIDE_PX / 2 + _HALF_PX * float(place @ right), _SIDE_PX / 2 - _HALF_PX * float(place @ up))

    def _under(self, at: QPointF) -> Array | None:
        """(3,) of -1, 0, 1: the face, edge or corner under the mouse."""
        right, up, backward = self._camera.axes
        x, y = (at.x() - _SIDE_PX / 2) / _HALF_PX, (_SIDE_PX / 2 - at.y()) / _HALF_PX
        for _, outward, _ in _FACES:
            facing = float(outward @ backward)
            if facing <= 1e-3:
                continue
            flat = x * right + y * up
            place = flat + backward * (1.0 - float(flat @ outward)) / facing
            if np.abs(place).max() <= 1.0 + 1e-6:
                return np.sign(place) * (np.abs(place) > 1.0 - _RIM)
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        # The canvas below changes with every frame and this is painted over it again; the cube itself seldom changes.
        scale = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != scale:
            self._picture = self._painted(scale)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _painted(self, scale: float) -> QPixmap:
        result = QPixmap(round(self.width() * scale), round(self.height() * scale))
        result.setDevicePixelRatio(scale)
        result.fill(Qt.GlobalColor.transparent)
        painter = QPainter(result)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(12)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        backward = self._camera.axes[2]
        for name, outward, right in sorted(_FACES, key=lambda face: float(face[1] @ backward)):
            if float(outward @ backward) > 1e-3:
                self._paint_face(painter, name, outward, right)
        painter.end()
        return result

    def _paint_face(self, painter: QPainter, name: str, outward: Array, right: Array) -> None:
        up = np.cross(outward, right)
        corners = [outward + x * right + y * up for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        facing = float(outward @ self._camera.axes[2])
        axis = int(np.argmax(np.abs(outward)))
        color = QColor(self._theme["raised"]).darker(100 + int(26 * (1.0 - facing)))
        painter.setPen(QPen(QColor(self._theme["border"]).darker(112), 1.0))
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([self._at(corner) for corner in corners]))
        self._paint_hot(painter, outward)
        # A thin bar in the axis' colour along the lower edge repeats which axis the side belongs to.
        painter.setPen(QPen(QColor(self._theme[f"axis.{'xyz'[axis]}"]), 2.0, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(self._at(outward - 0.5 * right - 0.72 * up), self._at(outward + 0.5 * right - 0.72 * up))
        if facing < 0.25:
            return
        painter.save()
        painter.setTransform(self._label_transform(outward, right, up), combine=True)
        painter.setOpacity(min((facing - 0.25) / 0.3, 1.0))
        painter.setPen(QColor(self._theme["text"]))
        width = painter.fontMetrics().horizontalAdvance(tr(name))
        painter.drawText(QPointF(-width / 2, 4.0), tr(name))
        painter.restore()

    def _label_transform(self, outward: Array, right: Array, up: Array) -> QTransform:
        """From pixels on the face to pixels of the widget, so that the label lies on the face."""
        center, x, y = (self._at(place) for place in (outward, outward + right / _HALF_PX, outward - up / _HALF_PX))
        x, y = x - center, y - center
        return QTransform(x.x(), x.y(), y.x(), y.y(), center.x(), center.y())

    def _paint_hot(self, painter: QPainter, outward: Array) -> None:
        """The piece of a face that a click would take."""
        if self._hot is None or float(self._hot @ outward) < 0.5:
            return
        spans = [
            (h * (1.0 - _RIM), h) if h and not o else (-(1.0 - _RIM), 1.0 - _RIM)
            for h, o in zip(self._hot, outward, strict=True)
        ]
        axes = [axis for axis in range(3) if not outward[axis]]
        corners = []
        for i, j in ((0, 0), (0, 1), (1, 1), (1, 0)):
            place = outward.copy()
            place[axes[0]], place[axes[1]] = spans[axes[0]][i], spans[axes[1]][j]
            corners.append(self._at(place))
        accent = QColor(self._theme["accent"])
        accent.setAlphaF(0.55)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        painter.drawPolygon(QPolygonF(corners))

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._under(event.position()) is not None:
            self._pressed_at = self._last = event.position()
            self._is_dragging = False
        else:
            event.ignore()  # beside the cube the viewport is what was meant

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            self._show_hot(self._under(event.position()))
            if self._hot is None:
                event.ignore()
            return
        if not self._is_dragging and (event.position() - self._pressed_at).manhattanLength() < _CLICK_PX:
            return
        self._is_dragging = True
        self._show_hot(None)
        way, self._last = event.position() - self._last, event.position()
        self.dragged.emit(-_ORBIT_RAD_PER_PX * way.x(), _ORBIT_RAD_PER_PX * way.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            event.ignore()
            return
        direction, self._pressed_at = self._under(event.position()), None
        if not self._is_dragging and direction is not None:
            self._choose(direction)

    def _choose(self, direction: Array) -> None:
        across = float(np.hypot(direction[0], direction[2]))
        # Straight from above or below the view keeps its turn, to the nearest quarter.
        quarter = np.pi / 2
        yaw = np.arctan2(direction[0], direction[2]) if across else round(self._camera.yaw / quarter) * quarter
        self.chosen.emit(float(yaw), float(np.arctan2(direction[1], across)))

    def leaveEvent(self, event: QEvent) -> None:
        self._show_hot(None)
        super().leaveEvent(event)

    def _show_hot(self, hot: Array | None) -> None:
        before, self._hot = self._hot, hot
        if (hot is None) != (before is None) or (hot is not None and before is not None and (hot != before).any()):
            self._repaint()
