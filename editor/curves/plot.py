"""The curves themselves on pyqtgraph's plot: lines, value axis, grid. The mouse is taken by the area on top of it."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QWidget

from editor.curves.canvas import AXIS_WIDTH
from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel
from editor.curves.lines import peaks
from editor.curves.pens import curve_pen, dashed
from editor.theme import Theme
from editor.timeline.ruler_marks import frame_marks
from models.animation import TICKS_PER_SECOND

__all__ = ["CurvePlot"]


class CurvePlot(pg.PlotWidget):
    """One line a channel that is shown.

    Args:
        model: What is drawn.
        theme: Its colours.
    """

    def __init__(self, model: CurveModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._theme = model, theme
        self._items: dict[Channel, pg.PlotCurveItem] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The background has the grid, which moves with the view.
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        # Drawn once for each change of the curves: playhead, dots and mouse move over a picture of them.
        self._picture: QPixmap | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.hideAxis("bottom")
        plot.layout.setContentsMargins(0, 0, 0, 0)
        box = plot.getViewBox()
        box.setMouseEnabled(False, False)
        box.disableAutoRange()
        box.setDefaultPadding(0.0)
        self._axis = plot.getAxis("left")
        self._axis.setWidth(AXIS_WIDTH)
        self._axis.enableAutoSIPrefix(False)
        self._axis.setStyle(tickLength=0, tickTextOffset=6, autoExpandTextSpace=False)
        model.changed.connect(self.refresh)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setBackground(QColor(theme["panel"]))
        self._axis.setTextPen(QColor(theme["dim"]))
        self._axis.setPen(QPen(QColor(theme["border"]), 1.0))
        self.refresh()

    def refresh(self) -> None:
        """Draw what the model has now."""
        model, lines = self._model, self._model.lines
        view, values = model.view, model.values
        shown = model.shown if lines is not None else []
        for channel in [channel for channel in self._items if channel not in shown]:
            self.removeItem(self._items.pop(channel))
        ratio = self.devicePixelRatioF()
        for height, channel in enumerate(shown):
            if lines is None or channel.group not in lines.values:
                continue
            item = self._items.get(channel)
            if item is None:
                item = self._items[channel] = pg.PlotCurveItem(skipFiniteCheck=True)
                # Thick lines are several times faster one by one than as a path.
                item.setSegmentedLineMode("on")
                self.addItem(item)
            pen = curve_pen(channel, self._theme, channel == model.focused, ratio)
            columns = np.asarray(view.x_of(lines.ticks.astype(np.float64)))
            numbers = np.asarray(model.scale.shown(channel, lines.channel(channel)))
            joined: str | np.ndarray = "all"
            if lines.is_dense:
                # As a band of the values in each pixel; dashes would only run into each other.
                columns, numbers = peaks(columns, numbers)
            elif channel.group.kind == "turn":
                columns, numbers, joined = dashed(columns, numbers, values.y_of(numbers))
            item.setZValue(height)
            item.setData(
                columns * view.ticks_per_px / TICKS_PER_SECOND,
                numbers,
                pen=pen,
                antialias=not lines.is_dense,
                connect=joined,
            )
        # Seconds from the left edge: the numbers stay small however late it is.
        width_s = view.width * view.ticks_per_px / TICKS_PER_SECOND
        self.setRange(xRange=(0.0, width_s), yRange=(values.low, values.high), padding=0, update=True)
        self._picture = None
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio, size = self.devicePixelRatioF(), self.viewport().size()
        if self._picture is None or self._picture.size() != size * ratio:
            self.scene().prepareForPaint()
            self._picture = QPixmap(size * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(QColor(self._theme["panel"]))
            painter = QPainter(self._picture)
            self.render(painter, QRectF(QPointF(), QSizeF(size)), QRect(QPoint(), size))
            painter.end()
        painter = QPainter(self.viewport())
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Time outside the range, and a line at every frame that has its number on the ruler."""
        super().drawBackground(painter, rect)
        model, theme, height = self._model, self._theme, self.height()
        view, playback = model.view, model.document.playback
        left, right = (AXIS_WIDTH + view.x_of(float(tick)) for tick in (playback.start, playback.stop))
        outside = QColor(theme["timeline.outside"])
        if left > AXIS_WIDTH:
            painter.fillRect(QRectF(AXIS_WIDTH, 0, left - AXIS_WIDTH, height), outside)
        if right < self.width():
            painter.fillRect(QRectF(max(right, AXIS_WIDTH), 0, self.width() - max(right, AXIS_WIDTH), height), outside)
        painter.setPen(QPen(QColor(theme["timeline.line"]), 1.0))
        marks = frame_marks(view, model.document.rate, 0.0, float(view.width))
        lines = [QLineF(AXIS_WIDTH + x, 0, AXIS_WIDTH + x, height) for x, _, has_number in marks if has_number]
        painter.drawLines([line for line in lines if line.x1() >= AXIS_WIDTH])
        self._draw_values(painter)

    def _draw_values(self, painter: QPainter) -> None:
        """A line at every number of the value axis, a stronger one at zero."""
        values, theme = self._model.values, self._theme
        levels = self._axis.tickValues(values.low, values.high, values.height)
        for value in levels[0][1] if levels else ():
            y = float(values.y_of(value))
            painter.setPen(QPen(QColor(theme["timeline.second" if value == 0 else "timeline.line"]), 1.0))
            painter.drawLine(QLineF(AXIS_WIDTH, y, self.width(), y))
