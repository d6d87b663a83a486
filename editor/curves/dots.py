"""The keys on the curves: where their dots are, which one is under the mouse, which are in a box."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel

__all__ = ["Dots", "dots_in_view", "keys_in_box", "nearest_curve", "nearest_dot"]

Array = NDArray[np.float64]

# Dots nearer than that would hide each other; one stands for those around it.
_SPACING_PX = 8.0
_DOT_REACH_PX, _CURVE_REACH_PX = 9.0, 7.0


@dataclass(frozen=True)
class Dots:
    """The dots of one channel on screen: places (D, 2) pixels, times (D,), and which are selected (D,)."""

    channel: Channel
    places: Array
    ticks: NDArray[np.int64]
    selected: NDArray[np.bool_]


def dots_in_view(model: CurveModel) -> list[Dots]:
    """The dots of every channel that is shown, at most one every few pixels; selected ones come first."""
    table, lines, view = model.table, model.lines, model.view
    if table is None or lines is None:
        return []
    rows = table.between(view.start - 8 * view.ticks_per_px, view.stop + 8 * view.ticks_per_px)
    ticks = table.ticks[rows]
    x = np.asarray(view.x_of(ticks.astype(float)))
    chosen = np.fromiter(model.document.selected_keys, dtype=np.int64, count=len(model.document.selected_keys))
    selected = np.isin(ticks, chosen)
    kept = np.arange(len(ticks))
    if len(ticks) > view.width / _SPACING_PX:
        # Of the keys in each few pixels the first, or the first selected one.
        order = np.lexsort((~selected, np.floor(x / _SPACING_PX)))
        _, first = np.unique(np.floor(x / _SPACING_PX)[order], return_index=True)
        kept = np.sort(order[first])
    result = []
    for channel in model.shown:
        if channel.group not in lines.values:
            continue
        # On the line that is drawn, which may be a whole turn away from the key's own angle.
        known = np.searchsorted(lines.ticks, ticks[kept])
        known = np.minimum(known, len(lines.ticks) - 1)
        on_line = lines.ticks[known] == ticks[kept]
        values = np.where(on_line, lines.channel(channel)[known], table.channel(channel)[rows][kept])
        y = model.values.y_of(model.scale.shown(channel, values))
        result.append(Dots(channel, np.stack([x[kept], y], axis=-1), ticks[kept], selected[kept]))
    return result


def nearest_dot(dots: list[Dots], x: float, y: float, reach_px: float = _DOT_REACH_PX) -> tuple[Channel, int] | None:
    """The channel and the time of the dot under the mouse; of several the nearest, then the one on top."""
    best: tuple[float, Channel, int] | None = None
    for each in dots:
        if not len(each.ticks):
            continue
        away = np.hypot(each.places[:, 0] - x, each.places[:, 1] - y)
        index = int(away.argmin())
        if away[index] <= reach_px and (best is None or away[index] <= best[0]):
            best = float(away[index]), each.channel, int(each.ticks[index])
    return None if best is None else best[1:]


def nearest_curve(model: CurveModel, x: float, y: float) -> Channel | None:
    """The curve under the mouse."""
    lines, view, best = model.lines, model.view, None
    if lines is None:
        return None
    # The curve may be steep: look at it a few pixels to both sides.
    at = view.start + (x + np.linspace(-_CURVE_REACH_PX, _CURVE_REACH_PX, 15)) * view.ticks_per_px
    for channel in model.shown:
        if channel.group not in lines.values:
            continue
        values = np.interp(at, lines.ticks, lines.channel(channel))
        heights = model.values.y_of(model.scale.shown(channel, values))
        away = float(np.hypot(np.asarray(view.x_of(at)) - x, heights - y).min())
        if away <= _CURVE_REACH_PX and (best is None or away <= best[0]):
            best = away, channel
    return None if best is None else best[1]


def keys_in_box(model: CurveModel, box: QRectF) -> frozenset[int]:
    """The times of all keys with a dot in the box, also of those whose dot another one stands for."""
    table, view = model.table, model.view
    if table is None:
        return frozenset()
    rows = table.between(view.start + box.left() * view.ticks_per_px, view.start + box.right() * view.ticks_per_px)
    inside = np.zeros(rows.stop - rows.start, dtype=bool)
    for channel in model.shown:
        y = model.values.y_of(model.scale.shown(channel, table.channel(channel)[rows]))
        inside |= (y >= box.top()) & (y <= box.bottom())
    return frozenset(table.ticks[rows][inside].tolist())
