"""The rotation of a selected hand, foot or head, in degrees that can be typed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.names import point_title
from editor.panels.number_field import NumberField
from editor.panels.parts import label
from editor.panels.selection_section import shared
from editor.panels.units import DEGREES
from editor.texts import tr
from models.body import POINTS
from models.kinematics import euler, forward, quat
from models.posing.posing import PART_JOINTS, PARTS

__all__ = ["RotationSection"]

_ORDER = "YXZ"  # heading, then nod, then tilt: the order in which people think of a head or a hand
_SAME_RAD = 1e-6
_FULL_TURN = 2 * np.pi

Array = NDArray[np.float64]


class RotationSection(QWidget):
    """Shows the world rotation of the selected parts against the rest pose, as angles about X, Y and Z."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._empty = label(tr("Select a wrist, an ankle or the head to see and type how it is turned."), "dim")
        self._empty.setWordWrap(True)
        self._fields, self._letters = [], [QLabel(name) for name in "XYZ"]
        self._turns = QWidget()
        grid = QGridLayout(self._turns)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for axis, letter in enumerate(self._letters):
            field = NumberField(tr("Turn about {axis}", axis=letter.text()), DEGREES, (-_FULL_TURN, _FULL_TURN))
            field.entered.connect(lambda value, axis=axis: self._turn(axis, value))
            field.refused.connect(self._refuse)
            grid.addWidget(letter, axis, 0)
            grid.addWidget(field, axis, 1)
            self._fields.append(field)
        self._release = QPushButton(tr("Let it turn freely"))
        self._release.setToolTip(tr("The rotation is held; let the pose decide again"))
        self._release.clicked.connect(self._let_go)
        grid.addWidget(self._release, 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self._note = label("", "warning")
        self._note.setWordWrap(True)
        self._note.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self._empty, self._turns, self._note):
            layout.addWidget(widget)
        document.selection_changed.connect(self._note.hide)

    def set_axis_colors(self, colors: list[str]) -> None:
        """The letters X, Y and Z in the colours of the axes."""
        for letter, color in zip(self._letters, colors, strict=True):
            letter.setStyleSheet(f"color: {color}; font-weight: 600;")

    def refresh(self) -> None:
        """Take everything from the document."""
        parts = self._parts()
        self._empty.setVisible(not parts)
        self._turns.setVisible(bool(parts))
        if parts:
            angles = np.array([self._angles(part) for part in parts])
            for axis, field in enumerate(self._fields):
                field.show_value(shared(angles[:, axis], _SAME_RAD))
            self._release.setEnabled(bool(set(parts) & set(self._document.session.turned_parts)))

    def _parts(self) -> list[str]:
        """The selected points that are pivots of a part."""
        return [name for name in self._document.selected_names() if name in PARTS]

    def _rotation(self, part: str) -> Array:
        """(4,) world rotation of a part's first joint; the identity at rest."""
        pose = self._document.session.pose
        world, _ = forward.globals_from_locals(self._document.skeleton, pose.root, pose.rotations)
        return world[PART_JOINTS[part][0]]

    def _angles(self, part: str) -> Array:
        """(3,) angles about X, Y and Z, radians."""
        angles = euler.from_quat(self._rotation(part), _ORDER)
        return angles[[_ORDER.index(axis) for axis in "XYZ"]]

    def _turn(self, axis: int, value: float) -> None:
        document = self._document
        self._note.hide()
        parts = self._parts()
        deltas = {}
        for part in parts:
            angles = self._angles(part)
            angles[axis] = value
            goal = euler.to_quat(angles[["XYZ".index(letter) for letter in _ORDER]], _ORDER)
            deltas[part] = quat.mul(goal, quat.conj(self._rotation(part)))

        def turn() -> None:
            # Inside a gesture every turn counts from the pose at its beginning, so the order does not matter.
            for part, delta in deltas.items():
                document.session.turn(part, delta)

        what = point_title(POINTS.index(parts[0])).lower() if len(parts) == 1 else tr("{count} parts", count=len(parts))
        document.do(tr("Turn {what}", what=what), turn)

    def _let_go(self) -> None:
        document = self._document
        held = [part for part in self._parts() if part in document.session.turned_parts]

        def release() -> None:
            for part in held:
                document.session.release_turn(part)

        document.do(tr("Let it turn freely"), release)

    def _refuse(self, text: str) -> None:
        self._note.setText(text)
        self._note.show()
