"""The names of the rows: a click folds a group, or switches a row on and off."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from editor.texts import tr
from editor.theme import Theme
from editor.timeline.row import ROW_HEIGHT, Row
from editor.timeline.row_list import RowList

__all__ = ["LABEL_WIDTH", "RowLabels"]

LABEL_WIDTH = 136
_INDENT = 16


class RowLabels(QWidget):
    """The column on the left of the dope sheet."""

    def __init__(self, rows: RowList, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows, self._theme = rows, theme
        self._hovered: Row | None = None
        self.setFixedWidth(LABEL_WIDTH)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Rows"))
        rows.changed.connect(self._fit)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._rows.at(event.position().y())
        if row is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if row.is_folded is not None:
            self._rows.fold(row)
        elif row.is_on is not None:
            row.toggle()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self._rows.at(event.position().y())
        acts = row is not None and (row.is_folded is not None or row.is_on is not None)
        self._hover(row if acts else None)

    def leaveEvent(self, event: object) -> None:
        self._hover(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.fillRect(event.rect(), QColor(theme["panel"]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, row in enumerate(self._rows.shown):
            self._paint_row(painter, row, QRectF(0, index * ROW_HEIGHT, self.width(), ROW_HEIGHT))
        painter.setPen(QPen(QColor(theme["border"]), 1.0))
        painter.drawLine(QPointF(self.width() - 0.5, 0), QPointF(self.width() - 0.5, self.height()))

    def _paint_row(self, painter: QPainter, row: Row, area: QRectF) -> None:
        theme = self._theme
        if row is self._hovered:
            painter.fillRect(area, QColor(theme["hover"]))
        elif row.level == 0:
            painter.fillRect(area, QColor(theme["timeline.other_row"]))
        painter.setPen(QPen(QColor(theme["timeline.line"]), 1.0))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        left = 8.0 + _INDENT * (row.level + 1 if row.level else 1)
        mark = QPointF(16.0, area.center().y())
        if row.is_folded is not None:
            _paint_arrow(painter, mark, row.is_folded, theme["dim"])
        elif row.is_on is not None:
            _paint_switch(painter, mark, row.is_on, theme["accent"], theme["dim"])
        is_quiet = row.level > 0 or row.is_on is False
        painter.setPen(QColor(theme["dim" if is_quiet else "text"]))
        text = QRectF(left, area.top(), area.width() - left - 8, area.height())
        short = painter.fontMetrics().elidedText(row.label, Qt.TextElideMode.ElideRight, int(text.width()))
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, short)

    def _hover(self, row: Row | None) -> None:
        if row is not self._hovered:
            self._hovered = row
            if row is None:
                self.unsetCursor()
            else:
                self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.update()

    def _fit(self) -> None:
        self.setMinimumHeight(self._rows.height)
        self.update()


def _paint_arrow(painter: QPainter, at: QPointF, is_folded: bool, color: str) -> None:
    """Right where the group is folded, down where it is open."""
    corners = [(-2.5, -4.0), (2.5, 0.0), (-2.5, 4.0)] if is_folded else [(-4.0, -2.5), (0.0, 2.5), (4.0, -2.5)]
    painter.setPen(QPen(QColor(color), 1.7, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPolyline(QPolygonF([at + QPointF(x, y) for x, y in corners]))


def _paint_switch(painter: QPainter, at: QPointF, is_on: bool, on: str, off: str) -> None:
    """A full disc where it is on, a ring where it is off."""
    painter.setPen(QPen(QColor(on if is_on else off), 1.6))
    painter.setBrush(QColor(on) if is_on else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, 4.0, 4.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
