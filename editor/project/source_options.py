"""What a motion file does not say for sure: unit, up axis and rate. Guessed, shown, and editable."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout

from editor.project.fields import UNITS, UPS, add_row, number_box
from editor.project.import_work import MotionSource
from editor.texts import tr

__all__ = ["SourceOptions"]


class SourceOptions(QObject):
    """Three fields. The first entry of each list is the guess."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.unit, self.up = QComboBox(), QComboBox()
        self.unit.setAccessibleName(tr("Unit"))
        self.up.setAccessibleName(tr("Up axis"))
        self.rate = number_box(tr("Frames a second"), (0.01, 1000.0), 3, tr("frames a second"))
        self._own_rate: float | None = None
        self._guess = {"unit": "", "up": ""}
        for field, values in ((self.unit, UNITS), (self.up, UPS)):
            field.addItem(tr("as guessed"), "guess")
            for value, text in values.items():
                field.addItem(tr(text), value)
            field.activated.connect(lambda _: self.changed.emit())
        self.rate.valueChanged.connect(lambda _: self.changed.emit())

    def fill(self, grid: QGridLayout) -> None:
        """Put the fields into rows."""
        for text, field in ((tr("Unit"), self.unit), (tr("Up axis"), self.up), (tr("Rate"), self.rate)):
            add_row(grid, text, field)

    def chosen(self) -> dict[str, Any]:
        """Options of the reader where they are not to be guessed."""
        chosen: dict[str, Any] = {"unit": self.unit.currentData(), "up": self.up.currentData()}
        if self._own_rate is not None and abs(self.rate.value() - round(self._own_rate, 3)) > 1e-6:
            chosen["fps"] = self.rate.value()
        return chosen

    def show_source(self, source: MotionSource) -> None:
        """Show what was guessed of a file; what was chosen by hand stays."""
        is_bvh = source.path.suffix.lower() == ".bvh"
        for name, field, values, guess in (
            ("unit", self.unit, UNITS, source.unit),
            ("up", self.up, UPS, source.up),
        ):
            field.setEnabled(is_bvh)
            self._guess[name] = guess or self._guess[name]
            words = tr(values.get(self._guess[name], ""))
            field.setItemText(0, tr("{value} (guessed)", value=words) if words else tr("as the file says"))
        self.rate.setEnabled(is_bvh)
        if self._own_rate is None:
            self._own_rate = source.clip.fps
            blocked = self.rate.blockSignals(True)
            self.rate.setValue(source.clip.fps)
            self.rate.blockSignals(blocked)
