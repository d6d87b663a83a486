"""Fields of the dialogs, and the rows they stand in."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QWidget

from editor.panels.parts import label

__all__ = ["UNITS", "UPS", "add_row", "number_box"]

UNITS = {"m": "metres", "cm": "centimetres", "mm": "millimetres", "inch": "inches", "acclaim": "Acclaim (CMU)"}
"""The units of BVH files by their name in `models.formats`."""

UPS = {"y": "Y", "z": "Z"}


class _NumberBox(QDoubleSpinBox):
    """Takes point and comma alike as the decimal mark; Qt drops the one not of the locale, and 1,5 becomes 15."""

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        return super().validate(self._marked(text), place)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._marked(text))

    def textFromValue(self, value: float) -> str:
        """Without zeros that say nothing."""
        text = f"{value:.{self.decimals()}f}"
        return (text.rstrip("0").rstrip(".") if "." in text else text).replace(".", self.locale().decimalPoint())

    def _marked(self, text: str) -> str:
        mark = self.locale().decimalPoint()
        return text.replace(",", mark).replace(".", mark)


def number_box(name: str, bounds: tuple[float, float], decimals: int, suffix: str = "") -> QDoubleSpinBox:
    """A number to type; it speaks up when typing is finished, not at every key.

    Args:
        name: For screen readers.
        bounds: Least and greatest value.
        decimals: Digits after the decimal mark.
        suffix: Its unit.
    """
    result = _NumberBox()
    result.setKeyboardTracking(False)
    result.setAccessibleName(name)
    result.lineEdit().setTextMargins(4, 0, 4, 0)
    result.setRange(*bounds)
    result.setDecimals(decimals)
    if suffix:
        result.setSuffix(f" {suffix}")
    return result


def add_row(grid: QGridLayout, text: str, field: QWidget) -> None:
    """A field with its name before it, both in the middle of the row."""
    row = grid.rowCount()
    grid.addWidget(label(text), row, 0)
    grid.addWidget(field, row, 1)
    grid.setColumnStretch(1, 1)
