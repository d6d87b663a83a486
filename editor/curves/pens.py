"""How curves are told apart: the colour is the axis, solid is a position, dashed a rotation."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from editor.curves.channels import Channel
from editor.theme import Theme

__all__ = ["channel_color", "channel_icon", "curve_pen", "dashed", "dot_sprite"]

Array = NDArray[np.float64]

_WIDTH, _FOCUSED_WIDTH = 1.6, 3.0
_DASH_PX, _GAP_PX = 8.0, 4.0
_ICON = QSize(18, 12)


def channel_color(channel: Channel, theme: Theme) -> QColor:
    return QColor(theme[f"axis.{channel.letter.lower()}"])


def curve_pen(channel: Channel, theme: Theme, is_focused: bool, ratio: float = 1.0) -> QPen:
    """The pen of a curve on a screen of `ratio` pixels a logical one: it does not scale with the plot's axes."""
    width = _FOCUSED_WIDTH if is_focused else _WIDTH
    pen = QPen(channel_color(channel, theme), width * ratio)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def dashed(x: Array, y: Array, height_px: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """A line cut into dashes: its points with the ends of the dashes among them, and which are joined to the next.

    Qt's own dashes cost several times as much as the line.

    Args:
        x: (N,) ascending, pixels.
        y: (N,) in any unit.
        height_px: (N,) the same, pixels.
    """
    length = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(height_px))))
    dashes = np.arange(0.0, length[-1], _DASH_PX + _GAP_PX)
    along = np.unique(np.concatenate([length, dashes, np.minimum(dashes + _DASH_PX, length[-1])]))
    middle = (along + np.append(along[1:], length[-1])) / 2
    joined = middle % (_DASH_PX + _GAP_PX) < _DASH_PX
    return np.interp(along, length, x), np.interp(along, length, y), joined


@lru_cache(maxsize=64)
def dot_sprite(color: str, edge: str, radius: float, edge_width: float, scale: float) -> QPixmap:
    """A key's dot, drawn once; its middle is the picture's."""
    size = 2 * int(radius + edge_width + 2)
    image = QPixmap(QSize(size, size) * scale)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(edge), edge_width))
    painter.setBrush(QColor(color))
    painter.drawEllipse(QPointF(size / 2, size / 2), radius, radius)
    painter.end()
    return image


def channel_icon(channel: Channel, theme: Theme, scale: float) -> QIcon:
    """A piece of the curve's line."""
    image = QPixmap(_ICON * scale)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    pen = curve_pen(channel, theme, True)
    if channel.group.kind == "turn":
        pen.setDashPattern([1.6, 0.9])
    painter.setPen(pen)
    painter.drawLine(QLineF(0.0, _ICON.height() / 2, _ICON.width(), _ICON.height() / 2))
    painter.end()
    return QIcon(image)
