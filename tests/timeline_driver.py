"""The mouse and the keyboard on a timeline, as real events, for its tests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from editor.timeline import TimelinePanel
from editor.timeline.row import ROW_HEIGHT
from models.animation import Handles
from models.body import POINTS
from models.posing import HandleState

# Which rows there are, from top to bottom.
ROWS = ("ghosts", "body", "head", "torso", "left_arm", "right_arm", "left_leg", "right_leg")
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def pinned(*points: str) -> Handles:
    indices = np.array(sorted(POINTS.index(point) for point in points), dtype=np.intp)
    n = len(indices)
    return Handles(indices, np.full(n, HandleState.PINNED, dtype=np.int8), np.zeros((n, 3)), np.ones(n))


@dataclass
class Driver:
    """The mouse and the keyboard on a timeline."""

    panel: TimelinePanel

    def at(self, frame: float, row: str = "body") -> QPoint:
        """The place of a frame in a row of the sheet."""
        rate = self.panel._document.rate
        x = self.panel.view.x_of(rate.tick(int(frame)) + (frame - int(frame)) * rate.tick(1))
        return QPoint(round(x), ROWS.index(row) * ROW_HEIGHT + ROW_HEIGHT // 2)

    def x_of(self, frame: int) -> int:
        return self.at(frame).x()

    def drag(self, start: QPoint, *way: QPoint, keys=NONE, widget: QWidget | None = None, release=True, button=None):
        target = widget or self.panel.sheet
        button = button or Qt.MouseButton.LeftButton
        QTest.mousePress(target, button, keys, start)
        for place in way:
            send_move(target, place, button, keys)
        if release:
            QTest.mouseRelease(target, button, keys, way[-1])

    def click(self, place: QPoint, keys=NONE):
        QTest.mouseClick(self.panel.sheet, Qt.MouseButton.LeftButton, keys, place)

    def press(self, key: Qt.Key, keys=NONE):
        QTest.keyClick(self.panel.sheet, key, keys)

    def wheel(self, place: QPoint, notches: int, keys=NONE):
        sheet = self.panel.sheet
        spot = QPointF(place)
        event = QWheelEvent(
            spot,
            QPointF(sheet.mapToGlobal(place)),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(sheet, event)


def send_move(widget: QWidget, place: QPoint, button, keys=NONE):
    """A move with the button held; QTest's own moves carry no modifiers."""
    spot = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove, spot, QPointF(widget.mapToGlobal(place)), Qt.MouseButton.NoButton, button, keys
    )
    QApplication.sendEvent(widget, event)


def frames(document) -> list[int]:
    return [document.rate.frame(tick) for tick in document.track.ticks.tolist()]


def selected(document) -> list[int]:
    return sorted(document.rate.frame(tick) for tick in document.selected_keys)
