"""A widget on which the mouse begins gestures: press, threshold, drag, Esc, and scrolling on at the edges."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from editor.timeline.edge_scroll import EdgeScroll
from editor.timeline.row import Gesture, Pointer
from editor.timeline.sheet_gestures import Pan
from editor.timeline.time_view import TimeView

__all__ = ["GestureArea"]

_ZOOM_A_NOTCH = 1.2
_MODIFIERS = {
    int(Qt.Key.Key_Control): Qt.KeyboardModifier.ControlModifier,
    int(Qt.Key.Key_Shift): Qt.KeyboardModifier.ShiftModifier,
}


class GestureArea(QWidget):
    """Mouse, wheel and the keys of a drag. Subclasses say what a press begins and what is under the mouse.

    Args:
        view: The part of time it shows.
        scrolls: Whether dragging beyond the sides moves the view on.
    """

    began = Signal()
    hint_changed = Signal(str)

    def __init__(self, view: TimeView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.gesture: Gesture | None = None
        self._pressed, self._last = Pointer(0.0, 0.0), Pointer(0.0, 0.0)
        self._is_dragging = False
        self._hint = ""
        self._button = Qt.MouseButton.NoButton
        self._edge_scroll = EdgeScroll(view, lambda: self._move(self._last), self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # What subclasses say

    def gesture_at(self, pointer: Pointer) -> Gesture | None:
        """What a press of the left button begins."""
        raise NotImplementedError

    def cursor_at(self, pointer: Pointer) -> Qt.CursorShape | None:
        """The mouse's shape."""
        return None

    def hint_at(self, pointer: Pointer) -> str:
        """What the mouse can do there."""
        return ""

    def is_immediate(self, pointer: Pointer) -> bool:
        """Whether a drag begins at the press, and not after a few pixels."""
        return False

    # What subclasses and tests call

    def abort_gesture(self) -> bool:
        """As if the drag had not been; False if there is none."""
        gesture = self._ended()
        if gesture is None:
            return False
        gesture.abort()
        self.update()
        return True

    def drop_gesture(self) -> None:
        """Forget a drag on what is no longer there."""
        self._ended()

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.gesture is not None:
            event.accept()
            return
        pointer = _pointer(event)
        if event.button() == Qt.MouseButton.MiddleButton:
            gesture: Gesture | None = Pan(self.view, pointer)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.began.emit()
            gesture = self.gesture_at(pointer)
        else:
            return
        # A question may have come in between, and the button may be up again.
        if gesture is None:
            return
        self.gesture, self._button = gesture, event.button()
        self._pressed = self._last = pointer
        self.setCursor(gesture.cursor)
        if self.is_immediate(pointer):
            self._is_dragging = True
            self._move(pointer)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointer = _pointer(event)
        if self.gesture is None:
            self._hover(pointer)
        elif not event.buttons() & self._button:
            self._release(pointer)  # the release went elsewhere
        elif self._is_dragging or self._is_beyond_threshold(pointer):
            self._is_dragging = True
            self._move(pointer)
            if not isinstance(self.gesture, Pan):
                self._edge_scroll.follow(pointer.x)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.gesture is not None and event.button() == self._button:
            self._release(_pointer(event))

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # scrolls the rows
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(delta.x()) > abs(delta.y()):
            self.view.pan((delta.x() or delta.y()) * 0.5)
        else:
            self.view.zoom(_ZOOM_A_NOTCH ** (-delta.y() / 120.0), event.position().x())
        event.accept()

    def event(self, event: QEvent) -> bool:
        # Esc ends the drag here, whatever else it is a shortcut of.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:  # noqa: SIM102
            if self.gesture is not None and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.abort_gesture():
            return
        self._follow_modifiers(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._follow_modifiers(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.gesture is None:
            self._hover(_at(event.position(), Qt.KeyboardModifier.NoModifier))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.gesture is None:
            self._tell("")

    def hideEvent(self, event: QHideEvent) -> None:
        self.abort_gesture()
        super().hideEvent(event)

    # Inside

    def _follow_modifiers(self, event: QKeyEvent) -> None:
        """A modifier pressed in the middle of a drag counts at once."""
        if self._is_dragging and event.key() in _MODIFIERS:
            # Whether an event counts its own key among the modifiers differs from system to system.
            own = _MODIFIERS[event.key()]
            is_press = event.type() == QEvent.Type.KeyPress
            keys = event.modifiers() | own if is_press else event.modifiers() & ~own
            self._move(Pointer(self._last.x, self._last.y, keys))
        else:
            event.ignore()

    def _is_beyond_threshold(self, pointer: Pointer) -> bool:
        way = abs(pointer.x - self._pressed.x) + abs(pointer.y - self._pressed.y)
        return way >= QApplication.startDragDistance() / 2

    def _move(self, pointer: Pointer) -> None:
        self._last = pointer
        gesture = self.gesture
        if gesture is None:
            return
        if not isinstance(gesture, Pan):
            # Beyond the side the view scrolls, and the mouse counts as being at the side.
            pointer = Pointer(min(max(pointer.x, 0.0), float(self.view.width)), pointer.y, pointer.modifiers)
        gesture.move(pointer)
        self._tell(gesture.hint)
        self.update()

    def _release(self, pointer: Pointer) -> None:
        was_dragging = self._is_dragging
        gesture = self._ended()
        if gesture is not None:
            if was_dragging:
                gesture.finish()
            else:
                gesture.click(pointer)
        self.update()
        self._hover(pointer)

    def _hover(self, pointer: Pointer) -> None:
        """The mouse rests there, without a button."""
        shape = self.cursor_at(pointer)
        self.setCursor(Qt.CursorShape.ArrowCursor if shape is None else shape)
        self._tell(self.hint_at(pointer))

    def _tell(self, hint: str) -> None:
        if hint != self._hint:
            self._hint = hint
            self.hint_changed.emit(hint)

    def _ended(self) -> Gesture | None:
        """The gesture that was going on, which ends here."""
        self._edge_scroll.stop()
        gesture, self.gesture, self._is_dragging = self.gesture, None, False
        if gesture is None:
            return None
        self.unsetCursor()
        self._tell("")
        return gesture


def _pointer(event: QMouseEvent) -> Pointer:
    return _at(event.position(), event.modifiers())


def _at(place: QPointF, modifiers: Qt.KeyboardModifier) -> Pointer:
    return Pointer(place.x(), place.y(), modifiers)
