"""Small widgets that the panels share, dressed by the style sheet through their `role`."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from editor.texts import tr

__all__ = ["ElidedLabel", "close_button", "label", "number_field", "rule", "toggle"]


def label(text: str = "", role: str = "") -> QLabel:
    """A text; roles: heading, title, dim, warning, key."""
    result = QLabel(text)
    if role:
        result.setProperty("role", role)
    return result


class ElidedLabel(QLabel):
    """A text that gives up its end where there is no room for it, and keeps nothing from being made narrow.

    The whole text is in its tool tip.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.whole = text
        self.setToolTip(text)
        self.updateGeometry()
        self._elide()

    def _elide(self) -> None:
        room = self.width() - self._frame()
        self.setText(self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(self.fontMetrics().horizontalAdvance(self.whole) + self._frame() + 1, hint.height())

    def _frame(self) -> int:
        """Pixels left and right of the text; only the style knows its padding."""
        return super().sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()


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
