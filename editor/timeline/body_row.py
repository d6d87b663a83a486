"""The head of a character's rows: all its keys with the intervals between them, and the box that scales."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.texts import tr
from editor.theme import Theme
from editor.timeline.columns import KINDS
from editor.timeline.interval_pens import interval_pen, interval_word
from editor.timeline.key_gestures import ScaleKeys
from editor.timeline.key_row import KeyRow, paint_keys
from editor.timeline.row import Gesture, Pointer
from editor.timeline.time_view import TimeView

__all__ = ["BodyRow"]

_GRIP_PX, _GRIP_REACH_PX = 18.0, 7.0


class BodyRow(KeyRow):
    """The head of a character's rows: every key, how it goes on to the next, and the box of the selected interval."""

    is_folded: bool | None = False

    def toggle(self) -> None:
        """It cannot be switched off."""

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        window, xs, selected = self._window(view, area)
        y = area.center().y()
        if len(xs) > 1:
            self._paint_intervals(painter, theme, xs, y, self._keys.columns.kinds[window])
        self._paint_box(painter, view, area, theme)
        paint_keys(
            painter,
            xs,
            y,
            selected,
            look=("diamond", theme["timeline.key"]),
            theme=theme,
            is_active=self._keys.is_active,
        )

    def _paint_intervals(
        self, painter: QPainter, theme: Theme, xs: NDArray[np.float64], y: float, kinds: NDArray[np.int8]
    ) -> None:
        """One line from each change of the kind to the next."""
        changes = np.flatnonzero(np.diff(kinds[:-1])) + 1
        bounds = [0, *changes.tolist(), len(xs) - 1]
        for first, last in itertools.pairwise(bounds):
            start = max(float(xs[first]), -1e5)
            pen = interval_pen(KINDS[kinds[first]], theme)
            # Dashes count from the view's edge, so that pieces painted at different times fit together.
            pen.setDashOffset(start / pen.widthF())
            painter.setPen(pen)
            painter.drawLine(QLineF(start, y, min(float(xs[last]), 1e5), y))

    def _paint_box(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        span = self._keys.selected_span
        if span is None:
            return
        left, right = (view.x_of(float(tick)) for tick in span)
        box = QRectF(left - _GRIP_PX, area.top() + 2.5, right - left + 2 * _GRIP_PX, area.height() - 5)
        box = box & QRectF(-100, area.top(), view.width + 200, area.height())
        color = QColor(theme["timeline.selected"])
        color.setAlphaF(0.14)
        painter.setPen(QPen(QColor(theme["timeline.selected"]), 1.0))
        painter.setBrush(color)
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QPen(QColor(theme["timeline.selected"]), 3.0, c=Qt.PenCapStyle.RoundCap))
        for x in (left - _GRIP_PX + 4, right + _GRIP_PX - 4):
            painter.drawLine(QLineF(x, area.center().y() - 4, x, area.center().y() + 4))

    def _grip_at(self, view: TimeView, x: float) -> str | None:
        span = self._keys.selected_span
        if span is None:
            return None
        left, right = (view.x_of(float(tick)) for tick in span)
        if abs(x - (left - _GRIP_PX + 3)) <= _GRIP_REACH_PX:
            return "start"
        return "stop" if abs(x - (right + _GRIP_PX - 3)) <= _GRIP_REACH_PX else None

    def press(self, view: TimeView, pointer: Pointer) -> Gesture | None:
        # The grips lie over keys beside the selected interval: while it is there, scaling it is what is meant.
        match self._grip_at(view, pointer.x):
            case "start":
                return ScaleKeys(self._keys, view, "start", pointer)
            case "stop":
                return ScaleKeys(self._keys, view, "stop", pointer)
        return super().press(view, pointer)

    def cursor(self, view: TimeView, pointer: Pointer) -> Qt.CursorShape | None:
        if self._grip_at(view, pointer.x):
            return Qt.CursorShape.SizeHorCursor
        return super().cursor(view, pointer)

    def hint(self, view: TimeView, pointer: Pointer) -> str:
        if self._grip_at(view, pointer.x):
            return tr("Drag: scale the selected interval")
        return super().hint(view, pointer)

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        if self._grip_at(view, pointer.x):
            return tr("Drag to scale the selected interval")
        key, rate = self.key_at(view, pointer.x), self._keys.document.rate
        if key is not None:
            return tr(
                "Key at frame {frame}, then {kind}", frame=rate.frame(key.tick), kind=interval_word(key.interval.kind)
            )
        before, after = self._keys.track.neighbours(view.tick_at(pointer.x))
        if before is None or after is None:
            return ""
        frames = rate.frame(after.tick) - rate.frame(before.tick)
        return tr("{frames} frames, {kind}", frames=frames, kind=interval_word(before.interval.kind))
