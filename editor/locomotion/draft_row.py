"""The draft on the timeline: how long it is, when each foot is planted, when each waypoint is passed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from editor.document import EditorDocument
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.row import Pointer, Row
from editor.timeline.time_view import TimeView
from models.animation import ticks_of
from models.document import DraftPlan
from models.locomotion import Draft

__all__ = ["DraftRow"]

_BAND_PX, _MARK_PX = 7.0, 4.0


class DraftRow(Row):
    """Two bands, the left foot above the right; a triangle for each waypoint.

    Args:
        document: Whose plan it is.
        read: The plan and its draft, where there are any.
    """

    def __init__(
        self, document: EditorDocument, read: Callable[[], tuple[DraftPlan | None, Draft | None]], label: str = ""
    ) -> None:
        super().__init__(label or tr("Locomotion"))
        self._document, self._read = document, read

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        plan, draft = self._read()
        if plan is None or draft is None:
            return
        color = QColor(theme["path.draft"])
        start, fps = plan.start, draft.clip.fps
        end = start + ticks_of((draft.clip.n_frames - 1) / fps)
        left, right = view.x_of(float(start)), view.x_of(float(end))
        color.setAlphaF(0.22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(QRectF(left, area.top() + 3, right - left, area.height() - 6), 3, 3)
        color.setAlphaF(0.95 if not draft.is_partial else 0.45)
        painter.setBrush(color)
        for foot in (0, 1):
            top = area.center().y() - _BAND_PX - 1 if foot == 0 else area.center().y() + 1
            for first, stop in _spans(draft.contacts[:, foot]):
                x0, x1 = (view.x_of(float(start + ticks_of(frame / fps))) for frame in (first, stop - 1))
                if x1 >= area.left() and x0 <= area.right():
                    painter.drawRect(QRectF(x0, top, max(x1 - x0, 1.5), _BAND_PX))
        painter.setBrush(QColor(theme["path.line"]))
        for time_s in draft.path.waypoint_s:
            x = view.x_of(float(start + ticks_of(float(time_s))))
            top = area.top() + 1
            painter.drawPolygon(
                QPolygonF([QPointF(x - _MARK_PX, top), QPointF(x + _MARK_PX, top), QPointF(x, top + 7)])
            )

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        _, draft = self._read()
        if draft is None:
            return tr("Draw a path with the path tool to get a locomotion draft")
        return tr("Draft: bars where the left (above) and the right foot stand, triangles at waypoints")


def _spans(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """[first, stop) of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]])))
    return [(int(first), int(stop)) for first, stop in edges.reshape(-1, 2)]
