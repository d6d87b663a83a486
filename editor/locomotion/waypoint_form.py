"""The selected waypoint in numbers. What is left out follows from the rest: time from speed, speed from the gait."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from editor.panels.number_field import NumberField
from editor.panels.parts import label
from editor.panels.units import DEGREES, UNITS, Unit
from editor.texts import tr
from models.locomotion import GAITS, Waypoint

__all__ = ["WaypointForm"]

_SECONDS = Unit("s", 1.0, 2, 0.1)
_SPEED = Unit("m/s", 1.0, 2, 0.1, (("km/h", 1 / 3.6),))
_FAR_M, _LONG_S, _FAST = 1000.0, 600.0, 12.0


class WaypointForm(QWidget):
    """Shows one waypoint; every change is told, none is kept here."""

    changed = Signal(object)  # Waypoint
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waypoint: Waypoint | None = None
        self._reached: float | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self._x = self._number("X", UNITS["m"], (-_FAR_M, _FAR_M), lambda w, value: replace(w, x=value))
        self._z = self._number("Z", UNITS["m"], (-_FAR_M, _FAR_M), lambda w, value: replace(w, z=value))
        self._time_on, self._time = self._optional(
            tr("At time"), _SECONDS, (0.0, _LONG_S), lambda w, value: replace(w, t=value), tr("Be there at this time")
        )
        self._speed_on, self._speed = self._optional(
            tr("Speed"),
            _SPEED,
            (0.0, _FAST),
            lambda w, value: replace(w, speed=value),
            tr("Pass at this speed; 0 stops"),
        )
        self._facing_on, self._facing = self._optional(
            tr("Facing"),
            DEGREES,
            (-2 * math.pi, 2 * math.pi),
            lambda w, value: replace(w, facing_rad=value),
            tr("Face this way instead of along the path; 0 is +Z"),
        )
        self._gait = QComboBox()
        self._gait.addItem(tr("As before"), None)
        for gait in GAITS:
            self._gait.addItem(tr(gait.capitalize()), gait)
        self._gait.setAccessibleName(tr("Gait from here on"))
        self._gait.activated.connect(self._take_gait)
        row = self._grid.rowCount()
        self._grid.addWidget(label(tr("Gait")), row, 0)
        self._grid.addWidget(self._gait, row, 1)

    def show_waypoint(self, waypoint: Waypoint | None, reached_s: float | None) -> None:
        """Show a waypoint and when the draft reaches it, seconds."""
        self._waypoint, self._reached = waypoint, reached_s
        self.setEnabled(waypoint is not None)
        if waypoint is None:
            return
        self._x.show_value(waypoint.x)
        self._z.show_value(waypoint.z)
        for box, field, value, usual in (
            (self._time_on, self._time, waypoint.t, reached_s),
            (self._speed_on, self._speed, waypoint.speed, None),
            (self._facing_on, self._facing, waypoint.facing_rad, None),
        ):
            box.setChecked(value is not None)
            field.setEnabled(value is not None)
            field.setPlaceholderText(tr("as it comes"))
            field.show_value(usual if value is None else value)
        self._gait.setCurrentIndex(max(self._gait.findData(waypoint.gait), 0))

    def _number(
        self, name: str, unit: Unit, bounds: tuple[float, float], change: Callable[[Waypoint, float], Waypoint]
    ) -> NumberField:
        field = NumberField(name, unit, bounds)
        field.entered.connect(lambda value: self._tell(lambda waypoint: change(waypoint, value)))
        field.refused.connect(self.refused)
        row = self._grid.rowCount()
        self._grid.addWidget(label(name), row, 0)
        self._grid.addWidget(field, row, 1)
        return field

    def _optional(
        self,
        name: str,
        unit: Unit,
        bounds: tuple[float, float],
        change: Callable[[Waypoint, float | None], Waypoint],
        tip: str,
    ) -> tuple[QCheckBox, NumberField]:
        field, box = NumberField(name, unit, bounds), QCheckBox(name)
        field.entered.connect(lambda value: self._tell(lambda waypoint: change(waypoint, value)))
        field.refused.connect(self.refused)
        box.setToolTip(tip)
        box.clicked.connect(
            lambda is_on: self._tell(lambda waypoint: change(waypoint, self._first(name, bounds) if is_on else None))
        )
        row = self._grid.rowCount()
        self._grid.addWidget(box, row, 0)
        self._grid.addWidget(field, row, 1)
        return box, field

    def _first(self, name: str, bounds: tuple[float, float]) -> float:
        """The value that something has when it is first said."""
        usual = {tr("At time"): self._reached or 0.0, tr("Speed"): 1.3}.get(name, 0.0)
        return min(max(round(usual, 2), bounds[0]), bounds[1])

    def _take_gait(self, index: int) -> None:
        self._tell(lambda waypoint: replace(waypoint, gait=self._gait.itemData(index)))

    def _tell(self, change: Callable[[Waypoint], Waypoint]) -> None:
        if self._waypoint is not None:
            waypoint = change(self._waypoint)
            if waypoint != self._waypoint:
                self.changed.emit(waypoint)
