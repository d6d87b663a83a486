"""The area of the curves: dots, tangents and playhead over the plot, and the mouse."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel
from editor.curves.dots import Dots, dots_in_view, keys_in_box, nearest_curve, nearest_dot
from editor.curves.gestures import EaseDrag, KeyDrag, PanBoth
from editor.curves.pens import channel_color, dot_sprite
from editor.curves.tangents import EaseHandle, ease_handles
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.character_keys import settled
from editor.timeline.gesture_area import GestureArea
from editor.timeline.playhead import paint_line
from editor.timeline.row import Gesture, Pointer
from editor.timeline.sheet_gestures import BoxSelect, Scrub

__all__ = ["CurveArea"]

_ZOOM_A_NOTCH = 1.2
_PLAYHEAD_REACH_PX, _HANDLE_REACH_PX = 4.0, 9.0
_DOT_PX, _SELECTED_PX, _HOT_PX, _SQUARE_PX = 3.2, 4.8, 5.6, 3.4
_EDGE_PX, _RING_PX = 1.2, 1.6


class CurveArea(GestureArea):
    """Lies on top of the plot, without its axis.

    Args:
        model: What is shown.
        theme: Its colours.
    """

    hovered = Signal(object, QPoint)  # Channel or None, and where
    inserted = Signal(int)  # a key is asked for at this tick
    menu_requested = Signal(QPoint, int)  # where, and at which tick

    def __init__(self, model: CurveModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model.view, parent)
        self.model, self._theme = model, theme
        self._dots: list[Dots] = []
        self._handles: list[EaseHandle] = []
        self._hot: tuple[Channel, int] | EaseHandle | None = None
        self.setAccessibleName(tr("Curves"))
        model.changed.connect(self._take)
        model.document.time_changed.connect(self._repaint)
        model.document.pending_changed.connect(self._repaint)
        model.document.content_replaced.connect(self.drop_gesture)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    @property
    def dots(self) -> list[Dots]:
        """What is on screen."""
        return self._dots

    @property
    def handles(self) -> list[EaseHandle]:
        """The ease handles on screen."""
        return self._handles

    # The mouse

    def gesture_at(self, pointer: Pointer) -> Gesture | None:
        handle = self._handle_at(pointer)
        if handle is not None:
            return EaseDrag(self.model, handle, pointer)
        hit = nearest_dot(self._dots, pointer.x, pointer.y)
        if hit is not None:
            return KeyDrag(self.model, *hit, pointer)
        if self._is_on_playhead(pointer):
            return Scrub(self.model.document, self.view) if settled(self.model.document) else None
        curve = nearest_curve(self.model, pointer.x, pointer.y)
        self.model.focus(curve)
        return BoxSelect(self.model.document, self.view, self._keys_in, pointer)

    def cursor_at(self, pointer: Pointer) -> Qt.CursorShape | None:
        if self._handle_at(pointer) is not None:
            return Qt.CursorShape.PointingHandCursor
        if nearest_dot(self._dots, pointer.x, pointer.y) is not None:
            return Qt.CursorShape.SizeAllCursor
        return Qt.CursorShape.SizeHorCursor if self._is_on_playhead(pointer) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(None, QPoint())
        if self.gesture is not None:
            event.accept()
            return
        pointer = Pointer(event.position().x(), event.position().y(), event.modifiers())
        is_alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if event.button() == Qt.MouseButton.MiddleButton or (event.button() == Qt.MouseButton.LeftButton and is_alt):
            self._begin(PanBoth(self.model, pointer), event.button(), pointer)
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_requested.emit(event.globalPosition().toPoint(), self._frame_tick(pointer.x))
        else:
            super().mousePressEvent(event)

    def _begin(self, gesture: Gesture, button: Qt.MouseButton, pointer: Pointer) -> None:
        self.gesture, self._button = gesture, button
        self._pressed = self._last = pointer
        self.setCursor(gesture.cursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        pointer = Pointer(event.position().x(), event.position().y())
        if self.gesture is not None:
            self.setCursor(self.gesture.cursor)
            return
        hit = nearest_dot(self._dots, pointer.x, pointer.y)
        handle = self._handle_at(pointer)
        hot = handle if handle is not None else hit
        if hot != self._hot:
            self._hot = hot
            self.update()
        channel = hit[0] if hit else nearest_curve(self.model, pointer.x, pointer.y)
        self.hovered.emit(None if handle is not None else channel, event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a handle the curve's own speed again, on a curve a new key; else a press like any other."""
        pointer = Pointer(event.position().x(), event.position().y(), event.modifiers())
        handle = self._handle_at(pointer)
        if handle is not None:
            drag = EaseDrag(self.model, handle, pointer)
            drag.apply(1.0, is_all=pointer.holds(Qt.KeyboardModifier.ShiftModifier))
            drag.finish()
        elif (
            nearest_dot(self._dots, pointer.x, pointer.y) is None
            and nearest_curve(self.model, pointer.x, pointer.y) is not None
        ):
            self.inserted.emit(self._frame_tick(pointer.x))
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Time, as on the dope sheet; with Ctrl the values."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.model.values.zoom(_ZOOM_A_NOTCH ** (-event.angleDelta().y() / 120.0), event.position().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hot = None
        self.hovered.emit(None, QPoint())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.model.values.set_height(self.height())

    def _handle_at(self, pointer: Pointer) -> EaseHandle | None:
        near = [
            (math.hypot(handle.place.x() - pointer.x, handle.place.y() - pointer.y), -index, handle)
            for index, handle in enumerate(self._handles)
        ]
        away, _, handle = min(near, default=(math.inf, 0, None), key=lambda each: each[:2])
        return handle if away <= _HANDLE_REACH_PX else None

    def _is_on_playhead(self, pointer: Pointer) -> bool:
        return abs(self.view.x_of(float(self.model.document.tick)) - pointer.x) <= _PLAYHEAD_REACH_PX

    def _keys_in(self, top: float, bottom: float, start: int, stop: int) -> frozenset[int]:
        left, right = self.view.x_of(float(start)), self.view.x_of(float(stop))
        return keys_in_box(self.model, QRectF(left, top, right - left, bottom - top))

    def _frame_tick(self, x: float) -> int:
        rate = self.model.document.rate
        return rate.tick(rate.frame(self.view.tick_at(x)))

    # Painting

    def _take(self) -> None:
        self._dots, self._handles = dots_in_view(self.model), ease_handles(self.model)
        self.update()

    def _repaint(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.view.set_width(self.width())  # who is painted is in front
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_line(painter, self.view, self.model.document, theme, top=0, to=self.height())
        self._paint_tangents(painter)
        self._paint_dots(painter)
        if isinstance(self.gesture, BoxSelect) and self._is_dragging:
            color = QColor(theme["accent"])
            painter.setPen(QPen(color, 1.0))
            color.setAlpha(40)
            painter.setBrush(color)
            painter.drawRect(self.gesture.box)

    def _paint_dots(self, painter: QPainter) -> None:
        theme, focused, ratio = self._theme, self.model.focused, self.devicePixelRatioF()
        ring, edge, height = theme["timeline.ring"], theme["panel"], self.height()
        for dots in self._dots:
            color = channel_color(dots.channel, theme).name()
            is_dim = focused is not None and dots.channel != focused
            plain = dot_sprite(color, edge, _DOT_PX, _EDGE_PX, ratio)
            chosen = dot_sprite(color, ring, _DOT_PX if is_dim else _SELECTED_PX, _RING_PX, ratio)
            is_seen = (dots.places[:, 1] > -10) & (dots.places[:, 1] < height + 10)
            for which, sprite in ((~dots.selected, plain), (dots.selected, chosen)):
                places = dots.places[which & is_seen] - sprite.width() / ratio / 2
                for x, y in places.tolist():
                    painter.drawPixmap(QPointF(x, y), sprite)
            if isinstance(self._hot, tuple) and self._hot[0] == dots.channel:
                for row in np.flatnonzero(dots.ticks == self._hot[1]):
                    sprite = dot_sprite(color, ring if dots.selected[row] else edge, _HOT_PX, _RING_PX, ratio)
                    painter.drawPixmap(QPointF(*(dots.places[row] - sprite.width() / ratio / 2)), sprite)

    def _paint_tangents(self, painter: QPainter) -> None:
        theme = self._theme
        for handle in self._handles:
            is_hot = self._hot == handle
            painter.setPen(QPen(QColor(theme["text" if is_hot else "dim"]), 1.2))
            painter.drawLine(QLineF(handle.key, handle.place))
            painter.setBrush(QColor(theme["accent" if is_hot else "panel"]))
            size = _SQUARE_PX * (1.3 if is_hot else 1.0)
            square = QPolygonF(QRectF(-size, -size, 2 * size, 2 * size))
            square.translate(handle.place)
            painter.drawPolygon(square)
