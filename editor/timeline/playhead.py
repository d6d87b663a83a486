"""The line at the time shown, across ruler and sheet, and the numbers' flag on the ruler."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from editor.document import EditorDocument
from editor.theme import Theme
from editor.timeline.time_view import TimeView

__all__ = ["FLAG_REACH_PX", "LINE_REACH_PX", "flag_box", "paint_flag", "paint_line"]

LINE_REACH_PX, FLAG_REACH_PX = 3, 64
_FLAG_HEIGHT = 18.0


def playhead_color(document: EditorDocument, theme: Theme) -> QColor:
    """A pose that is no key yet shows at the line, too."""
    return QColor(theme["warning" if document.has_pending_edit else "accent"])


def paint_line(
    painter: QPainter, view: TimeView, document: EditorDocument, theme: Theme, *, top: float, to: float
) -> None:
    """The line from one height to another."""
    scale = painter.device().devicePixelRatio()
    # On whole physical pixels: a line that is sharp at some frames and soft at others seems to flicker.
    x = round(view.x_of(float(document.tick)) * scale) / scale
    painter.fillRect(QRectF(x - 1.0, top, 2.0, to - top), playhead_color(document, theme))


def paint_flag(painter: QPainter, view: TimeView, document: EditorDocument, theme: Theme, top: float) -> None:
    """The frame in a flag above the line."""
    flag = flag_box(painter, view, document, top)
    painter.setFont(_bold(painter))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(playhead_color(document, theme))
    painter.drawRoundedRect(flag, 4, 4)
    painter.setPen(QColor(theme["on_accent"]))
    painter.drawText(flag, Qt.AlignmentFlag.AlignCenter, str(document.frame))


def flag_box(painter: QPainter, view: TimeView, document: EditorDocument, top: float) -> QRectF:
    """Where the flag is."""
    width = max(QFontMetricsF(_bold(painter)).horizontalAdvance(str(document.frame)) + 12, 24)
    return QRectF(view.x_of(float(document.tick)) - width / 2, top, width, _FLAG_HEIGHT)


def _bold(painter: QPainter) -> QFont:
    font = QFont(painter.font())
    font.setBold(True)
    return font
