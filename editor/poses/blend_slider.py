"""How far to go to a pose: a slider from -100 to 200 % with the number to type beside it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QStyle, QStyleOptionSlider, QWidget

from editor.panels.number_field import NumberField
from editor.panels.units import PERCENT
from editor.texts import tr

__all__ = ["BlendSlider"]

_LOW, _HIGH = -100, 200
_FIELD_WIDTH = 72
_SNAP = 4  # per cent around 0 and 100 in which a dragged slider stays at them


class BlendSlider(QWidget):
    """`pressed`, any number of `moved`, `released` for a drag; a typed number is all three."""

    pressed = Signal()
    moved = Signal(float)  # 1 is all the way
    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = _MarkedSlider()
        self.field = NumberField(tr("Blend"), PERCENT, (_LOW / 100, _HIGH / 100))
        self.field.setFixedWidth(_FIELD_WIDTH)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.field)
        self.slider.sliderPressed.connect(self.pressed)
        self.slider.sliderReleased.connect(self.released)
        self.slider.valueChanged.connect(self._slid)
        self.field.entered.connect(self._typed)
        self.set_factor(0.0)

    @property
    def factor(self) -> float:
        return self.slider.value() / 100

    def set_factor(self, factor: float) -> None:
        """Show a factor without telling."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(100 * factor))
        self.field.show_value(factor)

    def _slid(self, value: int) -> None:
        if self.slider.isSliderDown():
            value = next((mark for mark in (0, 100) if abs(value - mark) < _SNAP), value)
        self.field.show_value(value / 100)
        if self.slider.isSliderDown():
            self.moved.emit(value / 100)
        else:  # a key or the wheel
            self._all_at_once(value / 100)

    def _typed(self, factor: float) -> None:
        self.set_factor(factor)
        self._all_at_once(factor)

    def _all_at_once(self, factor: float) -> None:
        self.pressed.emit()
        self.moved.emit(factor)
        self.released.emit()


class _MarkedSlider(QSlider):
    """Marks where nothing and where all of the pose is taken."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setProperty("role", "bipolar")
        self.setToolTip(tr("0 %: as it is now, 100 %: the pose; beyond, it is exaggerated"))
        self.setRange(_LOW, _HIGH)
        self.setSingleStep(5)
        self.setPageStep(25)
        self.setMinimumHeight(28)
        self.setAccessibleName(tr("Blend"))

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
        )
        room = self.width() - handle.width()
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.palette().ColorRole.PlaceholderText))
        for mark in (0, 100):
            x = handle.width() // 2 + QStyle.sliderPositionFromValue(_LOW, _HIGH, mark, room)
            painter.drawLine(x, self.height() // 2 - 9, x, self.height() // 2 + 9)
        painter.end()
        super().paintEvent(event)
