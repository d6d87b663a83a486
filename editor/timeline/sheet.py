"""The dope sheet: rows of keys over time, with all that the mouse does to them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from editor.document import EditorDocument
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.gesture_area import GestureArea
from editor.timeline.playhead import LINE_REACH_PX, paint_line
from editor.timeline.row import ROW_HEIGHT, Gesture, Pointer
from editor.timeline.row_list import RowList
from editor.timeline.ruler_marks import frame_marks
from editor.timeline.sheet_gestures import BoxSelect
from editor.timeline.time_view import TimeView

__all__ = ["DopeSheet"]


class DopeSheet(GestureArea):
    """Paints what lies in the part that must be drawn anew, so the playhead costs a strip of a few pixels.

    Args:
        document: What is shown.
        view: The part of time.
        rows: What stands where.
        theme: Its colours.
    """

    menu_requested = Signal(QPoint, object, object)  # global place, Row or None, Pointer

    def __init__(
        self, document: EditorDocument, view: TimeView, rows: RowList, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(view, parent)
        self._document, self._rows, self._theme = document, rows, theme
        self._shown_tick = document.tick
        self._shows_focus = False
        self.setAccessibleName(tr("Dope sheet"))
        self.setMinimumWidth(60)
        document.time_changed.connect(self._follow_time)
        document.pending_changed.connect(self._repaint)
        document.content_changing.connect(self._repaint)
        document.content_changed.connect(self._repaint)
        document.content_replaced.connect(self.drop_gesture)
        document.keys_selected.connect(self._repaint)
        view.changed.connect(self._repaint)
        rows.changed.connect(self._fit)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, self._rows.height)

    # What is under the mouse

    def gesture_at(self, pointer: Pointer) -> Gesture | None:
        row = self._rows.at(pointer.y)
        gesture = row.press(self.view, pointer) if row is not None else None
        return gesture or BoxSelect(self._document, self.view, self._keys_in, pointer)

    def cursor_at(self, pointer: Pointer) -> Qt.CursorShape | None:
        row = self._rows.at(pointer.y)
        return row.cursor(self.view, pointer) if row is not None else None

    def hint_at(self, pointer: Pointer) -> str:
        row = self._rows.at(pointer.y)
        hint = row.hint(self.view, pointer) if row is not None else ""
        return hint or tr("Drag: select with a box  ·  wheel: zoom  ·  middle drag: move along time  ·  Home: all keys")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        pointer = Pointer(event.position().x(), event.position().y(), event.modifiers())
        row = self._rows.at(pointer.y)
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            row.double_click(self.view, pointer)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.gesture is None:
            pointer = Pointer(event.pos().x(), event.pos().y(), event.modifiers())
            self.menu_requested.emit(event.globalPos(), self._rows.at(pointer.y), pointer)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            pointer = Pointer(event.pos().x(), event.pos().y())
            row = self._rows.at(pointer.y)
            # The place goes along, so that the text is put away when the mouse leaves the key.
            around = QRect(event.pos() - QPoint(4, 4), QSize(8, 8))
            QToolTip.showText(event.globalPos(), row.tip(self.view, pointer) if row else "", self, around)
            return True
        return super().event(event)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self._take_width()  # who is painted is in front
        painter = QPainter(self)
        part = QRectF(event.rect())
        self._paint_ground(painter, part)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, row in enumerate(self._rows.shown):
            area = QRectF(part.left(), index * ROW_HEIGHT, part.width(), ROW_HEIGHT)
            if area.intersects(part):
                row.paint(painter, self.view, area, self._theme)
        if not len(self._document.track):
            painter.setPen(QColor(self._theme["dim"]))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("No keys yet: pose the body and press K"))
        if isinstance(self.gesture, BoxSelect):
            self._paint_box(painter, self.gesture.box)
        paint_line(painter, self.view, self._document, self._theme, top=part.top(), to=part.bottom())
        if self._shows_focus:
            painter.setPen(QPen(QColor(self._theme["accent"]), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _paint_ground(self, painter: QPainter, part: QRectF) -> None:
        theme, view = self._theme, self.view
        painter.fillRect(part, QColor(theme["panel"]))
        other = QColor(theme["timeline.other_row"])
        for index, row in enumerate(self._rows.shown):
            if row.level == 0:
                painter.fillRect(QRectF(part.left(), index * ROW_HEIGHT, part.width(), ROW_HEIGHT) & part, other)
        playback = self._document.playback
        left, right = view.x_of(float(playback.start)), view.x_of(float(playback.stop))
        outside = QColor(theme["timeline.outside"])
        for shade in (QRectF(-1, 0, left + 1, self.height()), QRectF(right, 0, view.width - right + 1, self.height())):
            if shade.width() > 0:
                painter.fillRect(shade & part, outside)
        painter.setPen(QPen(QColor(theme["timeline.line"]), 1.0))
        lines = [
            QLineF(x, part.top(), x, part.bottom())
            for x, _, has_number in frame_marks(view, self._document.rate, part.left(), part.right())
            if has_number
        ]
        lines += [
            QLineF(part.left(), y, part.right(), y)
            for y in (index * ROW_HEIGHT for index in range(1, len(self._rows.shown) + 1))
        ]
        painter.drawLines(lines)

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        color = QColor(self._theme["accent"])
        painter.setPen(QPen(color, 1.0))
        color.setAlphaF(0.16)
        painter.setBrush(color)
        painter.drawRect(box)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here by keys sees where they are; who comes by the mouse knows."""
        keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self._shows_focus = event.reason() in keys
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._shows_focus = False
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._take_width()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take_width()

    def _take_width(self) -> None:
        if not self.visibleRegion().isEmpty():  # behind another tab the other panel says how much of time is seen
            self.view.set_width(self.width())

    # Inside

    def _keys_in(self, top: float, bottom: float, start: int, stop: int) -> frozenset[int]:
        return frozenset().union(*(row.keys_in(start, stop) for row in self._rows.between(top, bottom)))

    def _follow_time(self) -> None:
        """Draw the playhead's old and new place anew, and the rows that depend on the time."""
        for tick in (self._shown_tick, self._document.tick):
            x = round(self.view.x_of(float(tick)))
            self.update(QRect(x - LINE_REACH_PX, 0, 2 * LINE_REACH_PX, self.height()))
        self._shown_tick = self._document.tick
        for index, row in enumerate(self._rows.shown):
            if row.follows_time and row.is_on:
                self.update(QRect(0, index * ROW_HEIGHT, self.width(), ROW_HEIGHT))

    def _repaint(self) -> None:
        self.update()

    def _fit(self) -> None:
        self.setMinimumHeight(self._rows.height)
        self.update()
