"""How curves are told apart: the colour is the axis, solid is a position, dashed a rotation."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from editor.curves.channels import Channel
from editor.theme import Theme

__all__ = ["channel_color", "channel_icon", "curve_pen"]

_WIDTH, _FOCUSED_WIDTH = 1.6, 3.0
_DASH = [5.0, 2.5]
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
    if channel.group.kind == "turn":
        pen.setDashPattern(_DASH)
    return pen


def channel_icon(channel: Channel, theme: Theme, scale: float) -> QIcon:
    """A piece of the curve's line."""
    image = QPixmap(_ICON * scale)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setPen(curve_pen(channel, theme, True, scale))
    painter.drawLine(QLineF(0.0, _ICON.height() / 2, _ICON.width(), _ICON.height() / 2))
    painter.end()
    return QIcon(image)
