"""The bar above the curves: how intervals go on, what is framed, and in which numbers values are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from editor.curves.curve_model import CurveModel
from editor.curves.value_view import UNITS
from editor.panels.parts import label
from editor.preferences.preferences import Preferences
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon
from editor.timeline.interval_pens import interval_icon
from models.animation import Interpolation

__all__ = ["CurveHeader"]

_ICON = QSize(24, 14)
_LEAST, _WORDS_FROM = 360, 700  # logical pixels of width: at least, and from which on there is room for words


def _words() -> dict[Interpolation, tuple[str, str]]:
    """Name and tip of each way from a key to the next."""
    return {
        Interpolation.STEP: (tr("Step"), tr("Hold until the next key")),
        Interpolation.LINEAR: (tr("Linear"), tr("Constant speed to the next key")),
        Interpolation.SMOOTH: (tr("Smooth"), tr("Never overshoots a key")),
        Interpolation.SPLINE: (tr("Spline"), tr("Keeps the swing of sampled motion, may overshoot")),
    }


class CurveHeader(QFrame):
    """Buttons for the curve editor's commands.

    Args:
        model: What is shown.
        handlers: The commands by the id of their action.
        theme: Its colours.
        preferences: Hold the unit of lengths, which other panels share; centimetres without them.
    """

    def __init__(
        self,
        model: CurveModel,
        handlers: Mapping[str, Callable[..., Any]],
        theme: Theme,
        preferences: Preferences | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._preferences = model, preferences
        self.setProperty("role", "bar")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(2)
        row.addWidget(label(tr("Interval"), "dim"))
        row.addSpacing(4)
        self._kinds: dict[Interpolation, QToolButton] = {}
        for kind, (text, tip) in _words().items():
            button = self._button(text, tip, handlers[f"interpolation_{kind.value}"])
            button.setCheckable(True)
            button.setIconSize(_ICON)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("role", "labelled")
            self._kinds[kind] = button
            row.addWidget(button)
        row.addStretch(1)
        self.normalised = self._button(
            tr("Normalise"), tr("Every curve over the whole height (N)"), self._switch_normalised
        )
        self.normalised.setCheckable(True)
        self.unit = self._button("cm", tr("Tell positions in metres or centimetres"), self._switch_unit)
        self.frame_selected = self._button(
            tr("Selected"), tr("Frame the selected keys (F)"), handlers["curves_frame_selected"]
        )
        self.frame_all = self._button(tr("All"), tr("Frame all keys (Home)"), handlers["curves_frame_all"])
        for button in (self.frame_selected, self.frame_all):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("role", "labelled")
        for button in (self.normalised, self.unit, self.frame_selected, self.frame_all):
            row.addWidget(button)
        if preferences is not None:
            preferences.changed.connect(self._take_preference)
            self._take_preference("unit")
        model.changed.connect(self.refresh)
        model.document.time_changed.connect(self.refresh)
        self.set_theme(theme)
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        """Narrower than with all words, so that the window can be made small."""
        return QSize(_LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        has_room = self.width() >= _WORDS_FROM
        for button in (*self._kinds.values(), self.frame_selected, self.frame_all):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if has_room else style.ToolButtonIconOnly)
        for button in self._kinds.values():
            button.setProperty("role", "labelled" if has_room else "")

    def set_theme(self, theme: Theme) -> None:
        ratio = self.devicePixelRatioF()
        for kind, button in self._kinds.items():
            button.setIcon(interval_icon(kind, theme, _ICON, ratio))
        for button in (self.frame_selected, self.frame_all):
            button.setIcon(icon("frame", theme))

    def refresh(self) -> None:
        """Show what is on."""
        document = self._model.document
        kinds = self._kinds_meant()
        for kind, button in self._kinds.items():
            button.setChecked(kinds == {kind})
            button.setEnabled(len(document.track) > 1)
        self.normalised.setChecked(self._model.scale.is_normalised)
        self.unit.setText(self._model.scale.unit)
        self.frame_selected.setEnabled(bool(document.selected_keys))

    def _kinds_meant(self) -> set[Interpolation]:
        """The interpolations of the intervals that a button would change."""
        document = self._model.document
        track = document.track
        if document.selected_keys:
            keys = [track.get(tick) for tick in document.selected_keys]
        else:
            keys = [track.get(document.tick) or track.neighbours(document.tick)[0]]
        return {key.interval.kind for key in keys if key is not None}

    def _button(self, text: str, tip: str, call: Callable[..., Any]) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: call())
        button.clicked.connect(self.refresh)
        return button

    def _switch_normalised(self) -> None:
        self._model.set_normalised(not self._model.scale.is_normalised)

    def _switch_unit(self) -> None:
        units = list(UNITS)
        unit = units[(units.index(self._model.scale.unit) + 1) % len(units)]
        if self._preferences is not None:
            self._preferences["unit"] = unit
        else:
            self._model.set_unit(unit)

    def _take_preference(self, name: str) -> None:
        if name == "unit" and self._preferences is not None:
            self._model.set_unit(str(self._preferences["unit"]))
            self.unit.setText(self._model.scale.unit)
