"""A row for a body part: which keys have handles set on it, and from which key to which it is held in place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.texts import tr
from editor.theme import Theme
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.columns import PARTS, PartMark, part_of_point
from editor.timeline.key_row import KeyRow, paint_keys
from editor.timeline.row import Pointer
from editor.timeline.sprites import Shape
from editor.timeline.time_view import TimeView
from models.animation import Key
from models.body import Skeleton
from models.document import held_points

__all__ = ["PartRow"]

_ROOM_PX = 12.0
_LOOKS: dict[PartMark, tuple[Shape, str]] = {
    PartMark.KEPT: ("square", "dim"),
    PartMark.OFF: ("dot", "handle.off"),
    PartMark.TURNED: ("open diamond", "handle.pinned"),
    PartMark.PINNED: ("disc", "handle.pinned"),
}


def _title(part: str) -> str:
    return {
        "head": tr("Head"),
        "torso": tr("Torso"),
        "left_arm": tr("Left arm"),
        "right_arm": tr("Right arm"),
        "left_leg": tr("Left leg"),
        "right_leg": tr("Right leg"),
    }[part]


def _state(mark: PartMark) -> str:
    return {
        PartMark.NOTHING: tr("predicted"),
        PartMark.KEPT: tr("kept as it was"),
        PartMark.OFF: tr("switched off"),
        PartMark.TURNED: tr("turned"),
        PartMark.PINNED: tr("pinned"),
    }[mark]


class PartRow(KeyRow):
    """Which keys have handles set on a body part.

    Args:
        keys: The character's.
        part: An index into `PARTS`.
    """

    level = 1

    def __init__(self, keys: CharacterKeys, part: int) -> None:
        super().__init__(_title(PARTS[part]), keys)
        self._part = part

    def _shown(self) -> NDArray[np.bool_]:
        return self._keys.columns.marks[:, self._part] > PartMark.NOTHING

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        window, xs, selected = self._window(view, area)
        marks = self._keys.columns.marks[window, self._part]
        self._paint_holds(painter, theme, window, area.center().y(), xs)
        for mark, (shape, color) in _LOOKS.items():
            shown = marks == mark
            if shown.any():
                paint_keys(
                    painter,
                    xs[shown],
                    area.center().y(),
                    selected[shown],
                    look=(shape, theme[color]),
                    theme=theme,
                    is_active=self._keys.is_active,
                )

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        key = self.key_at(view, pointer.x)
        if key is None:
            return ""
        index = int(self._keys.columns.ticks.searchsorted(key.tick))
        mark = PartMark(self._keys.columns.marks[index, self._part])
        return tr(
            "{part} {state} at frame {frame}",
            part=self.label,
            state=_state(mark),
            frame=self._keys.document.rate.frame(key.tick),
        )

    def _paint_holds(self, painter: QPainter, theme: Theme, window: slice, y: float, xs: NDArray[np.float64]) -> None:
        """A line between two keys that hold a point of the part in one place."""
        marks, keys = self._keys.columns.marks[window, self._part], self._keys.track.keys[window]
        is_pinned = marks == PartMark.PINNED
        roomy = np.diff(xs) >= _ROOM_PX
        color = QColor(theme["handle.pinned"])
        color.setAlphaF(0.55)
        painter.setPen(QPen(color, 3.0, c=Qt.PenCapStyle.FlatCap))
        skeleton = self._keys.document.content.character(self._keys.identity).rig.skeleton
        for index in np.flatnonzero(is_pinned[:-1] & is_pinned[1:] & roomy).tolist():
            if self._part in _held_parts(keys[index], keys[index + 1], skeleton):
                painter.drawLine(QLineF(max(xs[index], -1e5), y, min(xs[index + 1], 1e5), y))


@lru_cache(maxsize=1024)
def _held_parts(before: Key, after: Key, skeleton: Skeleton) -> frozenset[int]:
    """The parts that have a point which stays in place from one key to the next."""
    return frozenset(part_of_point(point) for point in held_points(before, after, skeleton).tolist())
