"""The panel on the right: the selected point and the pose, in numbers that can be typed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.names import point_title
from editor.panels.parts import label, number_field, rule, toggle
from models.body import POINTS, REGIONS
from models.posing import HandleState

__all__ = ["Inspector"]

_WIDTH = 272
_LIMIT_M = 100.0
_UNITS = {"m": (1.0, 3), "cm": (100.0, 1)}  # factor from metres, decimals
_NUMBERS = {"miss": "Farthest pin", "pins": "Pinned points", "time": "Last solve"}
_STATES = ((HandleState.FREE, "Free"), (HandleState.PINNED, "Pinned"), (HandleState.OFF, "Off"))


class Inspector(QScrollArea):
    """Shows the document; every control calls it, none keeps a value of its own."""

    def __init__(self, document: EditorDocument, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setMinimumWidth(_WIDTH)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._document, self._settings = document, settings
        page = QWidget()
        page.setObjectName("page")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label("SELECTION", "heading"))
        self._build_selection(layout)
        layout.addSpacing(8)
        layout.addWidget(rule())
        layout.addSpacing(8)
        layout.addWidget(label("POSE", "heading"))
        self._build_pose(layout)
        layout.addStretch(1)
        self.setWidget(page)

        document.numbers_changed.connect(self.refresh)
        document.selection_changed.connect(self.refresh)
        self.refresh()

    def _build_selection(self, layout: QVBoxLayout) -> None:
        self._title, self._empty = label("", "title"), label("Click a handle to see and type its place.", "dim")
        self._empty.setWordWrap(True)
        layout.addWidget(self._title)
        layout.addWidget(self._empty)
        self._point = QWidget()
        grid = QGridLayout(self._point)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._states = QButtonGroup(self)
        for state, text in _STATES:
            button = toggle(text)
            self._states.addButton(button, int(state))
            row.addWidget(button, 1)
        self._states.idClicked.connect(lambda state: self._document.set_state(HandleState(state)))
        grid.addLayout(row, 0, 0, 1, 3)

        self._axes: list[QDoubleSpinBox] = []
        self._axis_labels = [QLabel(name) for name in "XYZ"]
        for axis, letter in enumerate(self._axis_labels):
            spin = number_field(f"{letter.text()} of the selected point")
            spin.valueChanged.connect(self._place)
            grid.addWidget(letter, 1 + axis, 0)
            grid.addWidget(spin, 1 + axis, 1)
            self._axes.append(spin)
        unit = str(self._settings.value("unit", "m"))
        self._unit = QPushButton(unit if unit in _UNITS else "m")
        self._unit.setToolTip("Metres or centimetres")
        self._unit.setFixedWidth(44)
        self._unit.clicked.connect(self._switch_unit)
        grid.addWidget(self._unit, 1, 2)
        grid.setColumnStretch(1, 1)
        self._reach = label("", "warning")
        self._reach.setWordWrap(True)
        grid.addWidget(self._reach, 4, 0, 1, 3)
        layout.addWidget(self._point)

    def _build_pose(self, layout: QVBoxLayout) -> None:
        self._complete = toggle("Complete the body", "Let the networks fill in what is free (C)")
        self._complete.clicked.connect(self._set_completion)
        layout.addWidget(self._complete)
        grid = QGridLayout()
        grid.setSpacing(4)
        self._regions: dict[str, QPushButton] = {}
        for place, region in enumerate(REGIONS):
            title = _region_title(region)
            button = toggle(title, f"Complete the {title.lower()}")
            button.setProperty("role", "chip")
            button.clicked.connect(lambda is_on, name=region: self._set_completion(is_on, name))
            grid.addWidget(button, place // 2, place % 2)
            self._regions[region] = button
        layout.addLayout(grid)
        layout.addSpacing(4)
        numbers = QGridLayout()
        numbers.setVerticalSpacing(4)
        self._numbers: dict[str, QLabel] = {}
        for row, (key, text) in enumerate(_NUMBERS.items()):
            value = QLabel()
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            numbers.addWidget(label(text, "dim"), row, 0)
            numbers.addWidget(value, row, 1)
            self._numbers[key] = value
        layout.addLayout(numbers)

    # From the document

    def set_axis_colors(self, colors: list[str]) -> None:
        """The letters X, Y and Z in the colours of the axes."""
        for letter, color in zip(self._axis_labels, colors, strict=True):
            letter.setStyleSheet(f"color: {color}; font-weight: 600;")

    def refresh(self) -> None:
        """Take everything from the document."""
        document = self._document
        chosen = np.flatnonzero(document.selected)
        self._empty.setVisible(len(chosen) == 0)
        self._point.setVisible(len(chosen) > 0)
        self._title.setVisible(len(chosen) > 0)
        if len(chosen):
            self._title.setText(point_title(chosen[0]) if len(chosen) == 1 else f"{len(chosen)} points")
            self._title.setToolTip(", ".join(POINTS[point] for point in chosen))
            self._show_states(document.states[chosen])
            self._show_place(chosen)
        self._complete.setChecked(document.is_completing)
        for name, button in self._regions.items():
            is_on = name in document.session.completed_regions
            button.setChecked(is_on)
            button.setText(f"{'●' if is_on else '○'}  {_region_title(name)}")
        self._numbers["miss"].setText(f"{document.miss_m * 1e3:.1f} mm")
        self._numbers["pins"].setText(str(int((document.states == HandleState.PINNED).sum())))
        self._numbers["time"].setText(f"{document.solve_ms:.1f} ms" if document.solve_ms else "")

    def _show_states(self, states: np.ndarray) -> None:
        self._states.setExclusive(False)
        for state, _ in _STATES:
            self._states.button(int(state)).setChecked(bool((states == state).all()))
        self._states.setExclusive(bool((states == states[0]).all()))

    def _show_place(self, chosen: np.ndarray) -> None:
        document, (factor, decimals) = self._document, _UNITS[self._unit.text()]
        is_single = len(chosen) == 1
        unreached = document.unreached[chosen]
        place = (document.targets if is_single and unreached[0] else document.points)[chosen].mean(axis=0)
        for axis, spin in enumerate(self._axes):
            spin.blockSignals(True)  # showing a value is not typing it
            spin.setDecimals(decimals)
            spin.setSingleStep(0.01 * factor)
            spin.setRange(-_LIMIT_M * factor, _LIMIT_M * factor)
            spin.setEnabled(is_single)
            if not (spin.hasFocus() and spin.lineEdit().isModified()):
                spin.setValue(float(place[axis]) * factor)
            spin.blockSignals(False)
        away = np.linalg.norm((document.points - document.targets)[chosen], axis=-1)[unreached]
        self._reach.setVisible(bool(unreached.any()))
        if unreached.any():
            self._reach.setText(f"Out of reach by {away.max() * 100:.1f} cm. Move it nearer, or free another pin.")

    # To the document

    def _place(self) -> None:
        names = self._document.selected_names()
        if len(names) == 1:
            factor, _ = _UNITS[self._unit.text()]
            place = np.array([spin.value() for spin in self._axes]) / factor
            title = point_title(POINTS.index(names[0])).lower()
            self._document.do(f"Place {title}", lambda: self._document.session.drag(names[0], place))

    def _switch_unit(self) -> None:
        units = list(_UNITS)
        self._unit.setText(units[(units.index(self._unit.text()) + 1) % len(units)])
        self._settings.setValue("unit", self._unit.text())
        self.refresh()

    def _set_completion(self, is_on: bool, region: str | None = None) -> None:
        label = f"{'Complete' if is_on else 'Stop completing'} {(region or 'body').replace('_', ' ')}"
        self._document.do(label, lambda: self._document.session.set_completion(is_on, region))
        self.refresh()


def _region_title(region: str) -> str:
    return region.replace("_", " ").capitalize()
