"""The shapes of keys, each drawn once for a screen's resolution and then only copied."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

__all__ = ["Shape", "Sprite", "draw_crowd", "draw_sprites", "sprite"]

Shape = Literal["diamond", "open diamond", "disc", "dot", "square"]
Sprite = QPixmap

_RADIUS: dict[Shape, float] = {"diamond": 6.0, "open diamond": 5.0, "disc": 4.5, "dot": 2.5, "square": 3.5}
_SELECTED_SIZE = 1.2


@lru_cache(maxsize=256)
def sprite(shape: Shape, fill: str, edge: str, is_selected: bool, scale: float) -> Sprite:
    """One mark.

    Args:
        shape: What it says.
        fill: The colour that says it; of open shapes the line's.
        edge: The outline, which sets it off from lines behind it; of a selected mark it is its ring.
        is_selected: Larger, with a stronger outline.
        scale: Physical pixels a logical one.
    """
    radius = _RADIUS[shape] * (_SELECTED_SIZE if is_selected else 1.0)
    side = 2 * int(radius + 3) + 1
    image = QPixmap(round(side * scale), round(side * scale))
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path, middle = _outline(shape, radius), image.width() / scale / 2
    painter.translate(middle, middle)
    if shape in ("open diamond", "square"):
        painter.strokePath(path, QPen(QColor(edge), 3.6 if is_selected else 3.0))
        painter.strokePath(path, QPen(QColor(fill), 1.8))
    else:
        painter.strokePath(path, QPen(QColor(edge), 3.2 if is_selected else 2.0))
        painter.fillPath(path, QColor(fill))
    painter.end()
    return image


def _outline(shape: Shape, radius: float) -> QPainterPath:
    path = QPainterPath()
    if shape in ("disc", "dot"):
        path.addEllipse(QPointF(0.0, 0.0), radius, radius)
    elif shape == "square":
        path.addRect(-radius, -radius, 2 * radius, 2 * radius)
    else:
        corners = ((0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0))
        path.moveTo(*corners[0])
        for corner in corners[1:]:
            path.lineTo(*corner)
        path.closeSubpath()
    return path


def draw_sprites(painter: QPainter, image: Sprite, xs: NDArray[np.float64], y: float) -> None:
    """Copies of a mark with their middles at (x, y), on whole physical pixels so that all look alike."""
    scale = image.devicePixelRatio()
    half = image.width() / scale / 2
    lefts, top = np.round((xs - half) * scale) / scale, round((y - half) * scale) / scale
    for left in lefts.tolist():
        painter.drawPixmap(QPointF(left, top), image)


def draw_crowd(painter: QPainter, color: str, xs: NDArray[np.float64], y: float, height: float) -> None:
    """Keys too close for a mark each: strokes, which become bars where they touch.

    What is drawn is bounded by the pixels of the view, however many keys there are.
    """
    columns = np.unique(np.floor(xs).astype(np.int64))
    if not len(columns):
        return
    breaks = np.flatnonzero(np.diff(columns) > 2) + 1
    starts, ends = columns[np.r_[0, breaks]], columns[np.r_[breaks - 1, len(columns) - 1]]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    top = y - height / 2
    painter.drawRects(
        [QRectF(a - 0.5, top, b - a + 2.0, height) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    )
