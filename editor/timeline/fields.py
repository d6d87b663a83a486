"""The numbers of the transport: frame, range, frame rate and speed, typed or chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QSpinBox

from editor.texts import tr
from editor.timeline.player import MAX_SPEED, MIN_SPEED
from models.animation import FrameRate
from models.errors import SixpointError

__all__ = ["FrameField", "RateField", "SpeedField"]

_MAX_FRAME = 999_999_999
_RATES = ("12", "23.976", "24", "25", "29.97", "30", "48", "50", "59.94", "60", "90", "120")
_SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


class FrameField(QSpinBox):
    """A frame number that speaks up when typing is finished; the keys up and down step it."""

    def __init__(self, name: str, tip: str, chosen: Callable[[int], None]) -> None:
        super().__init__()
        self.setRange(-_MAX_FRAME, _MAX_FRAME)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance("00000") + 18)
        self.valueChanged.connect(chosen)

    def show_frame(self, frame: int) -> None:
        """Follow the document; this is not choosing."""
        with QSignalBlocker(self):
            self.setValue(frame)


class _ChoiceField(QComboBox):
    """A number to choose or to type; nonsense goes back to what was there."""

    def __init__(self, name: str, tip: str, choices: tuple[str, ...], width: str) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems(choices)
        self.setCompleter(None)  # type: ignore[arg-type]  # 2 must not become 23.976 while 24 is typed
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance(width) + 42)
        self._shown = ""
        self.activated.connect(lambda _=0: self._take())
        edit = self.lineEdit()
        assert edit is not None
        edit.editingFinished.connect(self._take)

    def show_text(self, text: str) -> None:
        """Follow what is set elsewhere."""
        self._shown = text
        self.setCurrentIndex(self.findText(text))
        self.setEditText(text)

    def _take(self) -> None:
        if self.currentText() == self._shown:
            return
        try:
            self.show_text(self._apply(self.currentText().replace(",", ".")))
        except (ValueError, SixpointError):
            self.show_text(self._shown)

    def _apply(self, text: str) -> str:
        """Use a text and return it as it is written properly; raises ValueError or SixpointError for nonsense."""
        raise NotImplementedError


class RateField(_ChoiceField):
    """Frames a second."""

    def __init__(self, chosen: Callable[[FrameRate], None]) -> None:
        super().__init__(tr("Frame rate"), tr("Frames a second; keys stay at their time"), _RATES, "59.94")
        self._chosen = chosen

    def show_rate(self, rate: FrameRate) -> None:
        self.show_text(f"{rate.fps:.3f}".rstrip("0").rstrip("."))

    def _apply(self, text: str) -> str:
        rate = FrameRate.of(float(text))
        self._chosen(rate)
        return f"{rate.fps:.3f}".rstrip("0").rstrip(".")


class SpeedField(_ChoiceField):
    """How fast it is played, 0.1 to 4 times."""

    def __init__(self, chosen: Callable[[float], None]) -> None:
        choices = tuple(f"{speed:g}x" for speed in _SPEEDS)
        super().__init__(tr("Speed"), tr("Speed of playing, 0.1 to 4 times"), choices, "0.25x")
        self._chosen = chosen
        self.show_text("1x")

    def _apply(self, text: str) -> str:
        speed = min(max(float(text.rstrip("x ")), MIN_SPEED), MAX_SPEED)
        self._chosen(speed)
        return f"{speed:g}x"
