"""Small widgets that the panels share, dressed by the style sheet through their `role`."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QLabel, QPushButton, QToolButton

from editor.texts import tr

__all__ = ["close_button", "label", "number_field", "rule", "toggle"]


def label(text: str = "", role: str = "") -> QLabel:
    """A text; roles: heading, title, dim, warning, key."""
    result = QLabel(text)
    if role:
        result.setProperty("role", role)
    return result


def rule() -> QFrame:
    """A thin line between sections."""
    result = QFrame()
    result.setProperty("role", "rule")
    return result


def toggle(text: str, tip: str = "") -> QPushButton:
    """A button that stays down."""
    result = QPushButton(text)
    result.setCheckable(True)
    result.setToolTip(tip)
    result.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the viewport
    return result


class _NumberBox(QDoubleSpinBox):
    """Takes point and comma alike as the decimal mark; Qt drops the one not of the locale, and 1,5 becomes 15."""

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        return super().validate(self._marked(text), place)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._marked(text))

    def _marked(self, text: str) -> str:
        mark = self.locale().decimalPoint()
        return text.replace(",", mark).replace(".", mark)


def number_field(name: str) -> QDoubleSpinBox:
    """A number of a dialog, `name` for screen readers; it speaks up when typing is finished, not at every key."""
    result = _NumberBox()
    result.setKeyboardTracking(False)
    result.setAlignment(Qt.AlignmentFlag.AlignRight)
    result.setAccessibleName(name)
    return result


def close_button(tip: str = "") -> QToolButton:
    """A small cross; the panel gives it its icon with the theme."""
    result = QToolButton()
    result.setToolTip(tip or tr("Close"))
    result.setAccessibleName(tip or tr("Close"))
    return result
