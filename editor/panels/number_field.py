"""A number to type: in either decimal mark, with a unit behind it, within bounds, or "mixed" for several values."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.panels.units import Unit
from editor.texts import tr

__all__ = ["NumberField"]

_WRITTEN = re.compile(r"\s*([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?)\s*([^\d\s]*)\s*")
_FINE, _COARSE = 0.1, 10.0
_WHEEL_STEP = 120


class NumberField(QLineEdit):
    """Shows a quantity in a unit and speaks up once when typing is finished; it never keeps a value of its own.

    Arrow keys and the wheel step it, finely with Shift, coarsely with Ctrl; the wheel only where the field was clicked,
    so that scrolling a panel changes nothing.

    Args:
        name: For screen readers and for what is told about it.
        unit: In which it is written.
        bounds: Smallest and largest value, in the quantity's own unit.
    """

    entered = Signal(float)  # in the quantity's own unit
    refused = Signal(str)  # what was typed and why it is not taken

    def __init__(self, name: str, unit: Unit, bounds: tuple[float, float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._unit, self._bounds = name, unit, bounds
        self._value: float | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(name)
        self.setPlaceholderText(tr("mixed"))
        self.returnPressed.connect(self._take)
        self.editingFinished.connect(self._take)

    def value(self) -> float:
        """What is shown, in the unit shown; not a number where values are mixed."""
        return math.nan if self._value is None else float(self._unit.text(self._value))

    @property
    def is_typing(self) -> bool:
        """Whether something was typed that is not yet taken."""
        return self.hasFocus() and self.isModified()

    def set_unit(self, unit: Unit) -> None:
        self._unit = unit
        self._write()

    def show_value(self, value: float | None) -> None:
        """Show a value, or None for several different ones; what is being typed stays."""
        self._value = value
        if not self.is_typing:
            self._write()

    def _write(self) -> None:
        text = "" if self._value is None else f"{self._unit.text(self._value)} {self._unit.name}"
        if text != self.text() or self.isModified():
            self.setText(text)
            self.setModified(False)
            self.setCursorPosition(0)

    def _take(self) -> None:
        if not self.isModified():
            return
        typed = self.text()
        self._write()
        if not typed.strip():
            return
        value = self._read(typed)
        if value is None:
            self.refused.emit(tr("“{typed}” is no number. Type one such as {example}.", typed=typed, example="0.25"))
        elif not self._bounds[0] <= value <= self._bounds[1]:
            low, high = (f"{self._unit.text(bound)} {self._unit.name}" for bound in self._bounds)
            text = tr("{name} goes from {low} to {high}; “{typed}” is outside.")
            self.refused.emit(text.format(name=self._name, low=low, high=high, typed=typed))
        else:
            self.entered.emit(value)
        if self.hasFocus():
            self.selectAll()

    def _read(self, typed: str) -> float | None:
        found = _WRITTEN.fullmatch(typed)
        if found is None:
            return None
        number, unit = float(found[1].replace(",", ".")), found[2]
        factor = dict(self._unit.others).get(unit, 1.0 if unit in ("", self._unit.name) else None)
        return None if factor is None else number * factor / self._unit.factor

    def _step(self, steps: float, modifiers: Qt.KeyboardModifier) -> None:
        if self._value is None or self.is_typing:
            return
        scale = _FINE if modifiers & Qt.KeyboardModifier.ShiftModifier else 1.0
        scale = _COARSE if modifiers & Qt.KeyboardModifier.ControlModifier else scale
        value = self._value + steps * scale * self._unit.step / self._unit.factor
        self.entered.emit(min(max(value, self._bounds[0]), self._bounds[1]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1.0 if key == Qt.Key.Key_Up else -1.0, event.modifiers())
        elif key == Qt.Key.Key_Escape and self.isModified():
            self._write()
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # Arrow keys are shortcuts of the window; in a field they step it.
        own = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in own:
            event.accept()
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self._step(event.angleDelta().y() / _WHEEL_STEP, event.modifiers())
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()
