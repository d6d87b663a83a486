"""The rows of a character: all its keys with the intervals between them, and what they ask of each body part."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QMenu

from editor.texts import tr
from editor.theme import Theme
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.columns import KINDS, PARTS, PartMark
from editor.timeline.interval_pens import interval_pen
from editor.timeline.key_gestures import MoveKeys, ScaleKeys
from editor.timeline.row import Gesture, Pointer, Row
from editor.timeline.sprites import Shape, draw_crowd, draw_sprites, sprite
from editor.timeline.time_view import TimeView
from models.animation import Key

__all__ = ["BodyRow", "PartRow"]

_REACH_PX, _CROWDED_PX, _GRIP_PX, _GRIP_REACH_PX = 8.0, 9.0, 16.0, 7.0
_LOOKS: dict[PartMark, tuple[Shape, str, str]] = {
    PartMark.KEPT: ("square", "dim", tr("kept as it was")),
    PartMark.OFF: ("dot", "handle.off", tr("switched off")),
    PartMark.TURNED: ("open diamond", "handle.pinned", tr("turned")),
    PartMark.PINNED: ("disc", "handle.pinned", tr("pinned")),
}
_TITLES = {
    "head": tr("Head"),
    "torso": tr("Torso"),
    "left_arm": tr("Left arm"),
    "right_arm": tr("Right arm"),
    "left_leg": tr("Left leg"),
    "right_leg": tr("Right leg"),
}


class _KeyRow(Row):
    """Keys that can be hit, selected and dragged."""

    def __init__(self, label: str, keys: CharacterKeys) -> None:
        super().__init__(label)
        self._keys = keys

    def _shown(self) -> NDArray[np.bool_] | None:
        """(K,) which keys the row has; None for all."""
        return None

    def key_at(self, view: TimeView, x: float) -> Key | None:
        """The key there, or within reach of the mouse."""
        return self._keys.columns.nearest(view.tick_at(x), _REACH_PX * view.ticks_per_px, self._shown())

    def keys_in(self, start: int, stop: int) -> frozenset[int]:
        if not self._keys.is_active:
            return frozenset()
        columns, shown = self._keys.columns, self._shown()
        inside = (columns.ticks >= start) & (columns.ticks <= stop)
        return frozenset(columns.ticks[inside if shown is None else inside & shown].tolist())

    def press(self, view: TimeView, pointer: Pointer) -> Gesture | None:
        key = self.key_at(view, pointer.x)
        if key is None or not self._keys.activate():
            return None
        return MoveKeys(self._keys, view, key.tick, pointer)

    def double_click(self, view: TimeView, pointer: Pointer) -> None:
        key = self.key_at(view, pointer.x)
        if key is not None:
            self._keys.document.go_to(key.tick)

    def cursor(self, view: TimeView, pointer: Pointer) -> Qt.CursorShape | None:
        return Qt.CursorShape.PointingHandCursor if self.key_at(view, pointer.x) else None

    def fill_menu(self, menu: QMenu, view: TimeView, pointer: Pointer) -> None:
        """A key that is not selected becomes the one that the menu is about."""
        key = self.key_at(view, pointer.x)
        if key is not None and key.tick not in self._keys.selected and self._keys.activate():
            self._keys.document.select_keys({key.tick})

    def _window(self, view: TimeView, area: QRectF) -> tuple[slice, NDArray[np.float64], NDArray[np.bool_]]:
        """The keys near an area, where they are, and which are selected."""
        near = view.tick_at(area.left() - 2 * _CROWDED_PX), view.tick_at(area.right() + 2 * _CROWDED_PX)
        window = self._keys.columns.visible(*near)
        ticks = self._keys.columns.ticks[window]
        return window, view.x_of(ticks.astype(np.float64)), self._keys.selected_among(ticks)


class BodyRow(_KeyRow):
    """The head of a character's rows: every key, how it goes on to the next, and the box of the selected interval."""

    is_folded: bool | None = False

    def toggle(self) -> None:
        """It cannot be switched off."""

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        window, xs, selected = self._window(view, area)
        y = area.center().y()
        if len(xs) > 1:
            self._paint_intervals(painter, theme, xs, y, self._keys.columns.kinds[window])
        self._paint_box(painter, view, area, theme)
        _paint_keys(
            painter,
            xs,
            y,
            selected,
            look=("diamond", theme["timeline.key"]),
            theme=theme,
            is_active=self._keys.is_active,
        )

    def _paint_intervals(
        self, painter: QPainter, theme: Theme, xs: NDArray[np.float64], y: float, kinds: NDArray[np.int8]
    ) -> None:
        """One line from each change of the kind to the next."""
        changes = np.flatnonzero(np.diff(kinds[:-1])) + 1
        bounds = [0, *changes.tolist(), len(xs) - 1]
        for first, last in itertools.pairwise(bounds):
            start = max(float(xs[first]), -1e5)
            pen = interval_pen(KINDS[kinds[first]], theme)
            # Dashes count from the view's edge, so that pieces painted at different times fit together.
            pen.setDashOffset(start / pen.widthF())
            painter.setPen(pen)
            painter.drawLine(QLineF(start, y, min(float(xs[last]), 1e5), y))

    def _paint_box(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        span = self._keys.selected_span
        if span is None:
            return
        left, right = (view.x_of(float(tick)) for tick in span)
        box = QRectF(left - _GRIP_PX, area.top() + 2.5, right - left + 2 * _GRIP_PX, area.height() - 5)
        box = box & QRectF(-100, area.top(), view.width + 200, area.height())
        color = QColor(theme["timeline.selected"])
        color.setAlphaF(0.14)
        painter.setPen(QPen(QColor(theme["timeline.selected"]), 1.0))
        painter.setBrush(color)
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QPen(QColor(theme["timeline.selected"]), 3.0, c=Qt.PenCapStyle.RoundCap))
        for x in (left - _GRIP_PX + 4, right + _GRIP_PX - 4):
            painter.drawLine(QLineF(x, area.center().y() - 4, x, area.center().y() + 4))

    def _grip_at(self, view: TimeView, x: float) -> str | None:
        span = self._keys.selected_span
        if span is None:
            return None
        left, right = (view.x_of(float(tick)) for tick in span)
        if abs(x - (left - _GRIP_PX + 3)) <= _GRIP_REACH_PX:
            return "start"
        return "stop" if abs(x - (right + _GRIP_PX - 3)) <= _GRIP_REACH_PX else None

    def press(self, view: TimeView, pointer: Pointer) -> Gesture | None:
        # The grips lie over keys beside the selected interval: while it is there, scaling it is what is meant.
        match self._grip_at(view, pointer.x):
            case "start":
                return ScaleKeys(self._keys, view, "start", pointer)
            case "stop":
                return ScaleKeys(self._keys, view, "stop", pointer)
        return super().press(view, pointer)

    def cursor(self, view: TimeView, pointer: Pointer) -> Qt.CursorShape | None:
        if self._grip_at(view, pointer.x):
            return Qt.CursorShape.SizeHorCursor
        return super().cursor(view, pointer)

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        if self._grip_at(view, pointer.x):
            return tr("Drag to scale the selected interval")
        key, rate = self.key_at(view, pointer.x), self._keys.document.rate
        if key is not None:
            return tr("Key at frame {frame}, then {kind}").format(
                frame=rate.frame(key.tick), kind=key.interval.kind.value
            )
        before, after = self._keys.track.neighbours(view.tick_at(pointer.x))
        if before is None or after is None:
            return ""
        frames = rate.frame(after.tick) - rate.frame(before.tick)
        return tr("{frames} frames, {kind}").format(frames=frames, kind=before.interval.kind.value)


class PartRow(_KeyRow):
    """Which keys have handles set on a body part.

    Args:
        keys: The character's.
        part: An index into `PARTS`.
    """

    level = 1

    def __init__(self, keys: CharacterKeys, part: int) -> None:
        super().__init__(_TITLES[PARTS[part]], keys)
        self._part = part

    def _shown(self) -> NDArray[np.bool_]:
        return self._keys.columns.marks[:, self._part] > PartMark.NOTHING

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        window, xs, selected = self._window(view, area)
        marks = self._keys.columns.marks[window, self._part]
        for mark, (shape, color, _) in _LOOKS.items():
            shown = marks == mark
            if shown.any():
                _paint_keys(
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
        return tr("{part} {state} at frame {frame}").format(
            part=self.label, state=_LOOKS[mark][2], frame=self._keys.document.rate.frame(key.tick)
        )


def _paint_keys(
    painter: QPainter,
    xs: NDArray[np.float64],
    y: float,
    selected: NDArray[np.bool_],
    *,
    look: tuple[Shape, str],
    theme: Theme,
    is_active: bool,
) -> None:
    """A mark for each key that has room for one, strokes for the others; the selected ones on top."""
    shape, color = look
    if not is_active:
        color = theme["disabled"]
    gaps = np.diff(xs)
    is_crowded = np.r_[False, gaps < _CROWDED_PX] | np.r_[gaps < _CROWDED_PX, False]
    scale, edge = painter.device().devicePixelRatio(), theme["timeline.edge"]
    ring = theme["timeline.ring"]
    for flagged in (False, True):
        # A selected diamond is filled anew; the marks of parts keep the colour that says what they are.
        fill = theme["timeline.selected"] if flagged and shape == "diamond" else color
        chosen = selected == flagged
        draw_crowd(painter, theme["timeline.selected"] if flagged else color, xs[chosen & is_crowded], y, 10.0)
        image = sprite(shape, fill, ring if flagged else edge, flagged, scale)
        draw_sprites(painter, image, xs[chosen & ~is_crowded], y)
