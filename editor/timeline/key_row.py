"""A row of keys: those of a character that can be hit, selected and dragged there, and how keys are painted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu

from editor.texts import tr
from editor.theme import Theme
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.key_gestures import MoveKeys
from editor.timeline.row import Gesture, Pointer, Row
from editor.timeline.sprites import Shape, draw_crowd, draw_sprites, sprite
from editor.timeline.time_view import TimeView
from models.animation import Key

__all__ = ["KeyRow", "paint_keys"]

_REACH_PX, _CROWDED_PX = 8.0, 9.0


class KeyRow(Row):
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

    def hint(self, view: TimeView, pointer: Pointer) -> str:
        if self.key_at(view, pointer.x) is None:
            return ""
        return tr("Drag: move  ·  Ctrl: copy  ·  Shift: with all later keys  ·  double-click: go there")

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


def paint_keys(
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
