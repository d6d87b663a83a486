"""The ruler: frames and seconds, scrubbing, and the playback range with its ends."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.document import EditorDocument
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.character_keys import settled
from editor.timeline.gesture_area import GestureArea
from editor.timeline.playhead import FLAG_REACH_PX, flag_box, paint_flag, paint_line
from editor.timeline.row import Gesture, Pointer
from editor.timeline.ruler_marks import frame_marks, second_marks
from editor.timeline.sheet_gestures import MoveRange, Scrub
from editor.timeline.time_view import TimeView

__all__ = ["RULER_HEIGHT", "Ruler"]

RULER_HEIGHT = 48
_SECONDS_TOP, _NUMBERS_TOP, _STROKES_TOP, _BAND_TOP, _BAND_HEIGHT = 2, 15, 30, 37, 8
_END_PX = 8.0


class Ruler(GestureArea):
    """Seconds above, frames below them, at the foot the range as a band whose ends and middle can be dragged.

    Args:
        document: Whose time it shows.
        view: The part of time.
        theme: Its colours.
    """

    def __init__(self, document: EditorDocument, view: TimeView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self._document, self._theme = document, theme
        self._shown_tick = document.tick
        self.setFixedHeight(RULER_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # what keys do here they do on the sheet
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Ruler"))
        document.time_changed.connect(self._follow_time)
        document.pending_changed.connect(self._repaint)
        document.content_changing.connect(self._repaint)
        document.content_changed.connect(self._repaint)
        document.content_replaced.connect(self.drop_gesture)
        view.changed.connect(self._repaint)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, RULER_HEIGHT)

    # The mouse

    def gesture_at(self, pointer: Pointer) -> Gesture | None:
        end = self._end_at(pointer)
        if end is not None:
            return MoveRange(self._document, self.view, end, pointer)
        # Asked before the drag: the question takes the mouse away.
        return Scrub(self._document, self.view) if settled(self._document) else None

    def is_immediate(self, pointer: Pointer) -> bool:
        return isinstance(self.gesture, Scrub)

    def cursor_at(self, pointer: Pointer) -> Qt.CursorShape | None:
        match self._end_at(pointer):
            case "start" | "stop":
                return Qt.CursorShape.SizeHorCursor
            case "both":
                return Qt.CursorShape.OpenHandCursor
        return None

    def hint_at(self, pointer: Pointer) -> str:
        match self._end_at(pointer):
            case "start" | "stop":
                return tr("Drag: begin or end of what is played")
            case "both":
                return tr("Drag: move the range that is played")
        return tr("Drag: scrub  ·  wheel: zoom  ·  middle drag: move along time")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of a quick pair is a press like any other."""
        self.mousePressEvent(event)

    def _end_at(self, pointer: Pointer) -> Literal["start", "stop", "both"] | None:
        """The part of the range band there; of two ends at one place the later one."""
        if pointer.y < _BAND_TOP - 3:
            return None
        left, right = self._band()
        if abs(pointer.x - right) <= _END_PX:
            return "stop"
        if abs(pointer.x - left) <= _END_PX:
            return "start"
        return "both" if left < pointer.x < right else None

    def _band(self) -> tuple[float, float]:
        playback = self._document.playback
        return self.view.x_of(float(playback.start)), self.view.x_of(float(playback.stop))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, part = QPainter(self), self._theme, QRectF(event.rect())
        painter.fillRect(part, QColor(theme["window"]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_band(painter)
        # Texts reach beyond the part that must be drawn anew.
        left, right = part.left() - 60, part.right() + 60
        self._paint_seconds(painter, left, right)
        self._paint_frames(painter, left, right)
        painter.setPen(QPen(QColor(theme["border"]), 1.0))
        painter.drawLine(QLineF(part.left(), RULER_HEIGHT - 0.5, part.right(), RULER_HEIGHT - 0.5))
        paint_line(painter, self.view, self._document, theme, top=_NUMBERS_TOP, to=RULER_HEIGHT)
        paint_flag(painter, self.view, self._document, theme, _NUMBERS_TOP - 2)

    def _paint_seconds(self, painter: QPainter, left: float, right: float) -> None:
        font = painter.font()
        font.setPointSizeF(max(font.pointSizeF() * 0.8, 6.0))
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(self._theme["dim"]))
        for x, text in second_marks(self.view, left, right):
            painter.drawText(QRectF(x - 40, _SECONDS_TOP, 80, 13), Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()

    def _paint_frames(self, painter: QPainter, left: float, right: float) -> None:
        strokes: list[QLineF] = []
        # The flag stands there: half a number beside it would only be misread.
        flag, metrics = flag_box(painter, self.view, self._document, 0.0), painter.fontMetrics()
        painter.setPen(QColor(self._theme["text"]))
        for x, frame, has_number in frame_marks(self.view, self._document.rate, left, right):
            half = metrics.horizontalAdvance(str(frame)) / 2 + 2
            if has_number and not flag.left() - half < x < flag.right() + half:
                painter.drawText(QRectF(x - 40, _NUMBERS_TOP, 80, 16), Qt.AlignmentFlag.AlignCenter, str(frame))
            strokes.append(QLineF(x, _STROKES_TOP + (0 if has_number else 2), x, _BAND_TOP - 2))
        painter.setPen(QPen(QColor(self._theme["dim"]), 1.0))
        painter.drawLines(strokes)

    def _paint_band(self, painter: QPainter) -> None:
        theme, (left, right) = self._theme, self._band()
        left, right = max(left, -50.0), min(right, self.view.width + 50.0)
        if right < left:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme["timeline.range"]))
        painter.drawRoundedRect(QRectF(left, _BAND_TOP + 1, max(right - left, 2.0), _BAND_HEIGHT - 2), 3, 3)
        painter.setBrush(QColor(theme["accent"]))
        for x in (left, right):
            painter.drawRoundedRect(QRectF(QPointF(x - 3, _BAND_TOP - 1), QPointF(x + 3, _BAND_TOP + 9)), 2, 2)

    def _follow_time(self) -> None:
        for tick in (self._shown_tick, self._document.tick):
            x = round(self.view.x_of(float(tick)))
            self.update(QRect(x - FLAG_REACH_PX, 0, 2 * FLAG_REACH_PX, RULER_HEIGHT))
        self._shown_tick = self._document.tick

    def _repaint(self) -> None:
        self.update()
