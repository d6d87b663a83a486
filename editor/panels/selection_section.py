"""The selected points in numbers: their state, place and weight. What they share is shown, the rest is "mixed"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.names import point_title
from editor.panels.number_field import NumberField
from editor.panels.parts import label, toggle
from editor.panels.units import PERCENT, UNITS
from editor.preferences.preferences import Preferences
from editor.texts import tr
from models.body import POINTS
from models.posing import HandleState

__all__ = ["LIMIT_M", "SelectionSection", "shared"]

LIMIT_M = 100.0
_SAME = 5e-7  # metres: places nearer than this are shown as one

Array = NDArray[np.float64]


def shared(values: Array, tolerance: float = _SAME) -> float | None:
    """The value that all have, or None."""
    return float(values[0]) if np.ptp(values) <= tolerance else None


class SelectionSection(QWidget):
    """Shows the selected points; every control calls the document, none keeps a value of its own."""

    def __init__(self, document: EditorDocument, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preferences = document, preferences
        self._title = label("", "title")
        self._empty = label(
            tr("Nothing is selected. Click a handle in the viewport, or drag a box around some."), "dim"
        )
        self._empty.setWordWrap(True)
        self._points = QWidget()
        self._note = label("", "warning")
        self._note.setWordWrap(True)
        self._reach = label("", "warning")
        self._reach.setWordWrap(True)
        self._build()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self._empty, self._title, self._points, self._note, self._reach):
            layout.addWidget(widget)
        self._note.hide()
        document.selection_changed.connect(self._note.hide)
        preferences.changed.connect(self._take_unit)
        self._take_unit("unit")

    def _build(self) -> None:
        grid = QGridLayout(self._points)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        states, row = QButtonGroup(self), QHBoxLayout()
        row.setSpacing(4)
        for state, text, tip in (
            (HandleState.FREE, tr("Free"), tr("Predicted from what is pinned")),
            (HandleState.PINNED, tr("Pinned"), tr("Held exactly where it is")),
            (HandleState.OFF, tr("Off"), tr("Asks nothing of the pose")),
        ):
            button = toggle(text, tip)
            states.addButton(button, int(state))
            row.addWidget(button, 1)
        states.idClicked.connect(lambda state: self._document.set_state(HandleState(state)))
        self._states = states
        grid.addLayout(row, 0, 0, 1, 3)
        grid.setRowMinimumHeight(1, 4)

        self._axes: list[NumberField] = []
        self._axis_labels = [QLabel(name) for name in "XYZ"]
        for axis, letter in enumerate(self._axis_labels):
            field = NumberField(letter.text(), UNITS["m"], (-LIMIT_M, LIMIT_M))
            field.entered.connect(lambda value, axis=axis: self._place(axis, value))
            grid.addWidget(letter, 2 + axis, 0)
            grid.addWidget(field, 2 + axis, 1)
            self._axes.append(field)
        self._unit = QPushButton()
        self._unit.setToolTip(tr("Metres or centimetres"))
        self._unit.setFixedWidth(48)
        self._unit.clicked.connect(self._switch_unit)
        grid.addWidget(self._unit, 2, 2)
        self._weight_label, self._weight = label(tr("Weight"), "dim"), NumberField(tr("Weight"), PERCENT, (0.0, 1.0))
        self._weight.setToolTip(tr("How much a pinned point obeys: 100 % exactly, 50 % half the way"))
        self._weight.entered.connect(self._weigh)
        grid.addWidget(self._weight_label, 5, 0)
        grid.addWidget(self._weight, 5, 1)
        grid.setColumnStretch(1, 1)
        for field in (*self._axes, self._weight):
            field.refused.connect(self._refuse)

    # From the document

    def set_axis_colors(self, colors: list[str]) -> None:
        """The letters X, Y and Z in the colours of the axes."""
        for letter, color in zip(self._axis_labels, colors, strict=True):
            letter.setStyleSheet(f"color: {color}; font-weight: 600;")

    def refresh(self) -> None:
        """Take everything from the document."""
        document = self._document
        chosen = np.flatnonzero(document.selected)
        for widget in (self._title, self._points):
            widget.setVisible(len(chosen) > 0)
        self._empty.setVisible(len(chosen) == 0)
        self._reach.hide()
        if not len(chosen):
            return
        several = tr("{count} points", count=len(chosen))
        self._title.setText(point_title(int(chosen[0])) if len(chosen) == 1 else several)
        self._title.setToolTip(", ".join(point_title(point) for point in chosen.tolist()))
        self._show_states(document.states[chosen])
        self._show_places(chosen)

    def _show_states(self, states: NDArray[np.int8]) -> None:
        self._states.setExclusive(False)
        for state in HandleState:
            self._states.button(int(state)).setChecked(bool((states == state).all()))
        self._states.setExclusive(bool((states == states[0]).all()))

    def _show_places(self, chosen: NDArray[np.intp]) -> None:
        document = self._document
        unreached = document.unreached[chosen]
        # A point that is out of reach is asked to be at its target: that is what can be typed.
        places = np.where(unreached[:, None], document.targets[chosen], document.points[chosen])
        for axis, field in enumerate(self._axes):
            field.show_value(shared(places[:, axis]))
        pinned = document.states[chosen] == HandleState.PINNED
        for widget in (self._weight_label, self._weight):
            widget.setVisible(bool(pinned.any()))
        if pinned.any():
            self._weight.show_value(shared(document.session.snapshot.posing.weights[chosen][pinned]))
        if unreached.any():
            away = np.linalg.norm((document.points - document.targets)[chosen], axis=-1)[unreached].max()
            unit = UNITS[str(self._preferences["unit"])]
            self._reach.setText(
                tr(
                    "Out of reach by {length}. Move it nearer, or free another pin.",
                    length=f"{unit.text(away)} {unit.name}",
                )
            )
            self._reach.show()

    def _take_unit(self, name: str) -> None:
        if name == "unit":
            unit = UNITS[str(self._preferences["unit"])]
            self._unit.setText(unit.name)
            for field in self._axes:
                field.set_unit(unit)
            self.refresh()

    # To the document

    def _place(self, axis: int, value: float) -> None:
        """Every selected point at one value along an axis; the other two stay."""
        document = self._document
        chosen = np.flatnonzero(document.selected)
        places = np.where(document.unreached[:, None], document.targets, document.points)[chosen].copy()
        places[:, axis] = value
        self._note.hide()
        what = point_title(chosen[0]).lower() if len(chosen) == 1 else tr("{count} points", count=len(chosen))
        named = {POINTS[point]: place for point, place in zip(chosen, places, strict=True)}
        document.do(tr("Place {what}", what=what), lambda: document.session.drag_points(named))

    def _weigh(self, weight: float) -> None:
        document, names = self._document, self._document.selected_names()
        self._note.hide()
        document.do(tr("Weight"), lambda: document.session.set_weight(names, weight))

    def _switch_unit(self) -> None:
        units = list(UNITS)
        self._preferences["unit"] = units[(units.index(self._unit.text()) + 1) % len(units)]

    def _refuse(self, text: str) -> None:
        self._note.setText(text)
        self._note.show()
