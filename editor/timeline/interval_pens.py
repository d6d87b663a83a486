"""How intervals are told apart: by their colour, by their line, and by a word."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from editor.texts import tr
from editor.theme import Theme
from models.animation import Interpolation

__all__ = ["interval_icon", "interval_pen", "interval_word"]

_LINES: dict[Interpolation, tuple[float, list[float]]] = {  # width, dashes in widths; none is a solid line
    Interpolation.STEP: (2.0, [1.0, 2.0]),
    Interpolation.LINEAR: (1.6, []),
    Interpolation.SMOOTH: (4.0, []),
    Interpolation.SPLINE: (2.4, [3.5, 1.8]),
}


def interval_pen(kind: Interpolation, theme: Theme) -> QPen:
    """Step is dotted, linear thin, smooth thick, spline dashed."""
    width, dashes = _LINES[kind]
    pen = QPen(QColor(theme[f"timeline.{kind.value}"]), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes:
        pen.setDashPattern(dashes)
    return pen


def interval_word(kind: Interpolation) -> str:
    """What it is called within a sentence."""
    return {
        Interpolation.STEP: tr("step"),
        Interpolation.LINEAR: tr("linear"),
        Interpolation.SMOOTH: tr("smooth"),
        Interpolation.SPLINE: tr("spline"),
    }[kind]


def interval_icon(kind: Interpolation, theme: Theme, size: QSize, scale: float) -> QIcon:
    """A piece of the line, for menus."""
    image = QPixmap(size * scale)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setPen(interval_pen(kind, theme))
    middle = size.height() / 2
    painter.drawLine(QLineF(0.0, middle, float(size.width()), middle))
    painter.end()
    return QIcon(image)
