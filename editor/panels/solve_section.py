"""How well the pose obeys, and how fast: pins, what they miss, the time of solves."""

from __future__ import annotations

from collections import deque

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from editor.document import EditorDocument
from editor.names import point_title
from editor.panels.parts import label
from editor.panels.units import UNITS
from editor.preferences.preferences import Preferences
from editor.texts import tr
from models.posing import HandleState

__all__ = ["SolveSection"]

_SOLVES = 120  # that the time of most of them is taken from: a few seconds of dragging


class SolveSection(QWidget):
    """Numbers of the pose shown and of the last solves."""

    def __init__(self, document: EditorDocument, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preferences = document, preferences
        self._times_ms: deque[float] = deque(maxlen=_SOLVES)
        self._readied: set[int] = set()  # levels that were solved before
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        self._values: dict[str, QLabel] = {}
        rows = (
            ("pins", tr("Pinned points"), tr("Points that are held where they are")),
            ("residual", tr("Solver residual"), tr("Largest distance of a pin within reach from its target")),
            (
                "stretch",
                tr("Stretch"),
                tr("How far the pin that is out of reach is from the body; bones never stretch"),
            ),
            ("time", tr("Last solve"), tr("Time from a move of the mouse to the pose, without drawing")),
            (
                "most",
                tr("95 % within"),
                tr("Time that 95 % of the last solves kept; the first, which loads what it needs, is left out"),
            ),
        )
        for row, (key, text, tip) in enumerate(rows):
            name, value = label(text, "dim"), label("")
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            for widget in (name, value):
                widget.setToolTip(tip)
            grid.addWidget(name, row, 0)
            grid.addWidget(value, row, 1)
            self._values[key] = value
        grid.setColumnStretch(1, 1)
        document.pose_changing.connect(self._count)

    def text(self, key: str) -> str:
        """What is shown: of "pins", "residual", "stretch", "time" or "most"."""
        return self._values[key].text()

    def _count(self) -> None:
        """Take the time of a solve, but not of one that had to load networks or to compile first."""
        level = self._document.level
        if level in self._readied:
            self._times_ms.append(self._document.solve_ms)
        self._readied.add(level)

    def refresh(self) -> None:
        """Take everything from the document."""
        document, unit = self._document, UNITS[str(self._preferences["unit"])]
        pinned, unreached = document.states == HandleState.PINNED, document.unreached
        away = np.linalg.norm(document.points - document.targets, axis=-1)
        self._show("pins", str(int(pinned.sum())))
        self._show("residual", f"{away[pinned & ~unreached].max(initial=0.0) * 1e3:.2f} mm" if pinned.any() else "")
        worst = int(np.argmax(np.where(unreached, away, -1.0)))
        stretched = f"{unit.text(away[worst])} {unit.name}  {point_title(worst).lower()}"
        self._show("stretch", stretched if unreached.any() else tr("none"))
        self._show("time", f"{document.solve_ms:.1f} ms" if document.solve_ms else "")
        self._show("most", f"{np.percentile(self._times_ms, 95):.1f} ms" if self._times_ms else "")

    def _show(self, key: str, text: str) -> None:
        self._values[key].setText(text or tr("none yet"))
