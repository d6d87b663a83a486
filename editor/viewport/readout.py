"""The numbers of a gesture, in a corner of the viewport while it goes on."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from editor.document import EditorDocument
from editor.names import point_title
from editor.texts import tr
from editor.viewport.gestures import MoveGesture, TurnGesture
from editor.viewport.layers import Gesture
from editor.viewport.parts import part_title
from editor.viewport.reach import reach_of
from editor.viewport.trail_gesture import TrailGesture
from models.body import POINTS

__all__ = ["Readout"]

_MARGIN_PX = 12


class Readout(QLabel):
    """A bubble at the lower left; the mouse passes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setContentsMargins(8, 4, 8, 4)
        self.hide()

    def show_gesture(self, document: EditorDocument, gesture: Gesture | None) -> None:
        """Show what a gesture has done so far, or nothing."""
        text = _text(document, gesture) if gesture is not None else ""
        self.setVisible(bool(text))
        self.setText(text)
        self.adjustSize()
        self.move(_MARGIN_PX, self._host.height() - self.height() - _MARGIN_PX)


def _text(document: EditorDocument, gesture: Gesture) -> str:
    if isinstance(gesture, TurnGesture):
        return f"{part_title(gesture.part).capitalize()}   {np.degrees(gesture.angle):+.1f}°"
    if isinstance(gesture, TrailGesture):
        frame = document.rate.frame(gesture.key.tick)
        return f"{point_title(gesture.key.point)}   {tr('key at frame {}').format(frame)}"
    if not isinstance(gesture, MoveGesture):
        return ""
    way = 100.0 * gesture.way
    point = gesture.points[0]
    title = point_title(point) if len(gesture.points) == 1 else tr("{} points").format(len(gesture.points))
    parts = [title, f"X {way[0]:+.1f}   Y {way[1]:+.1f}   Z {way[2]:+.1f} cm", f"{np.linalg.norm(way):.1f} cm"]
    reach = reach_of(document, point) if len(gesture.points) == 1 else None
    if reach is not None:
        limb = tr("arm") if "Hand" in POINTS[point] else tr("leg")
        parts.append(f"{limb} {100 * reach.share:.0f} %")
    return "   ".join(parts)
