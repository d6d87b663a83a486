"""A bar from -50 to 150 % with marks at the two keys; what it does is said by who listens."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.texts import tr
from editor.theme import Theme

__all__ = ["REST", "TweenBar"]

REST = 0.5
_LOW, _HIGH = -0.5, 1.5
_SNAPS, _SNAP_PX = (0.0, 0.5, 1.0), 4.0
_KNOB_PX, _EDGE_PX = 7.0, 10.0
_STEP = 0.05


class TweenBar(QWidget):
    """Dragged with the mouse or moved with the arrow keys.

    Args:
        theme: Its colours.

    Attributes:
        value: The share of the way from the key before to the key after.
    """

    changing = Signal(float)
    finished = Signal()
    aborted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.value = REST
        self._explanation = ""
        self._grab: float | None = None  # pixels from the knob's middle to the mouse, during a drag
        self.setMinimumWidth(140)
        self.setFixedHeight(int(theme["spacing.hit"]))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Tween"))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def set_value(self, value: float) -> None:
        """Show a value without telling anybody."""
        self.value = value
        self.update()

    def explain(self, explanation: str) -> None:
        """Say instead of the bar why it cannot be used; "" makes it usable."""
        self._explanation = explanation
        self.setEnabled(not explanation)
        self.setAccessibleDescription(explanation)
        self.update()

    def abort(self) -> bool:
        """Esc: end a drag as if it had not been; False if there is none."""
        if self._grab is None:
            return False
        self._grab = None
        self.aborted.emit()
        return True

    def x_of(self, value: float) -> float:
        """Where a value lies, pixels."""
        return _EDGE_PX + (value - _LOW) / (_HIGH - _LOW) * (self.width() - 2 * _EDGE_PX)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._grab is not None:
            return
        away = event.position().x() - self.x_of(self.value)
        self._grab = away if abs(away) <= _KNOB_PX + 2 else 0.0
        if self._grab == 0.0 and away:
            self._drag_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grab is not None:
            self._drag_to(event.position().x() - self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grab is not None and event.button() == Qt.MouseButton.LeftButton:
            self._grab = None
            self.finished.emit()
            self.update()

    def event(self, event: QEvent) -> bool:
        # Esc and the arrows mean the bar while it is dragged or has the focus, not the time line.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_arrow = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers()
            if is_arrow or (event.key() == Qt.Key.Key_Escape and self._grab is not None):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.abort():
            return
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._grab is None:
            self._set(round(self.value / _STEP) * _STEP + (_STEP if event.key() == Qt.Key.Key_Right else -_STEP))
            self.finished.emit()
            return
        super().keyPressEvent(event)

    def _drag_to(self, x: float) -> None:
        near = min(_SNAPS, key=lambda snap: abs(self.x_of(snap) - x))
        if abs(self.x_of(near) - x) <= _SNAP_PX:
            self._set(near)
        else:
            self._set(_LOW + (x - _EDGE_PX) / (self.width() - 2 * _EDGE_PX) * (_HIGH - _LOW))

    def _set(self, value: float) -> None:
        value = min(max(value, _LOW), _HIGH)
        if value != self.value:
            self.value = value
            self.update()
            self.changing.emit(value)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        if self._explanation:
            painter.setPen(QColor(theme["dim"]))
            text = painter.fontMetrics().elidedText(self._explanation, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
            return
        # Dashed beyond the keys: there the motion is exaggerated.
        before, after = self.x_of(0.0), self.x_of(1.0)
        groove = QPen(QColor(theme["border"]), 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.setPen(groove)
        painter.drawLine(QLineF(before, middle, after, middle))
        groove.setDashPattern([0.1, 2.0])
        painter.setPen(groove)
        painter.drawLine(QLineF(self.x_of(_LOW), middle, before, middle))
        painter.drawLine(QLineF(after, middle, self.x_of(_HIGH), middle))
        knob = self.x_of(self.value)
        if self.value != REST:
            painter.setPen(QPen(QColor(theme["accent"]), 3.0))
            painter.drawLine(QLineF(self.x_of(REST), middle, knob, middle))
        painter.setPen(QPen(QColor(theme["panel"]), 1.0))
        painter.setBrush(QColor(theme["timeline.key"]))
        for x in (before, after):
            painter.save()
            painter.translate(x, middle)
            painter.rotate(45)
            painter.drawRect(QRectF(-4, -4, 8, 8))
            painter.restore()
        is_hot = self._grab is not None or self.hasFocus()
        painter.setPen(QPen(QColor(theme["accent" if self.hasFocus() else "border"]), 1.5))
        painter.setBrush(QColor(theme["accent" if is_hot else "text"]))
        painter.drawEllipse(QPointF(knob, middle), _KNOB_PX, _KNOB_PX)
