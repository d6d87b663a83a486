"""The ease handles of the selected keys, drawn as tangents.

A handle lies on the curve's tangent at its key. How far away is the ease: at a fixed distance for 0, from rest, and
twice as far again for 2 as for 1. It can be dragged wherever the curve goes, also where it is level.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF

from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel
from editor.curves.lines import slope_ticks
from models.animation import Interpolation, Key
from models.animation.key import MAX_EASE

__all__ = ["EaseHandle", "ease_handles"]

_LEAST_PX, _LEAST_SPAN_PX, _MOST_SPAN_PX = 16.0, 12.0, 72.0
_MOST_KEYS = 24
_EASED = (Interpolation.SMOOTH, Interpolation.SPLINE)


@dataclass(frozen=True)
class EaseHandle:
    """One end of a tangent.

    Args:
        channel: On whose curve it is drawn.
        tick: The key it is at.
        side: Whether the motion leaves the key or arrives at it.
        interval: The key at which its interval begins.
        ease: 0 to 2.
        key: The key's place, pixels.
        direction: Unit vector along the tangent, away from the key.
        span: Pixels for an ease of 1.
    """

    channel: Channel
    tick: int
    side: Literal["leave", "arrive"]
    interval: int
    ease: float
    key: QPointF
    direction: tuple[float, float]
    span: float

    @property
    def place(self) -> QPointF:
        """Where it is drawn and grabbed, pixels."""
        length = _LEAST_PX + self.ease * self.span
        return self.key + QPointF(self.direction[0] * length, self.direction[1] * length)

    def ease_at(self, x: float, y: float) -> float:
        """The ease for the handle dragged to a place: the nearest point of the tangent counts."""
        along = (x - self.key.x()) * self.direction[0] + (y - self.key.y()) * self.direction[1]
        return float(np.clip((along - _LEAST_PX) / self.span, 0.0, MAX_EASE))


def ease_handles(model: CurveModel) -> list[EaseHandle]:
    """Those of the selected keys on screen, on the emphasised curve or, without one, on all that are shown."""
    table, lines = model.table, model.lines
    if table is None or lines is None or lines.is_dense:
        return []
    channels = [model.focused] if model.focused in model.shown else model.shown
    view, result = model.view, []
    for tick in sorted(model.document.selected_keys)[:_MOST_KEYS]:
        row = table.row(tick)
        if row is None or not view.start <= tick <= view.stop:
            continue
        sides: tuple[tuple[Literal["leave", "arrive"], int, int], ...] = (
            ("leave", row, row + 1),
            ("arrive", row - 1, row - 1),
        )
        for side, first, other in sides:
            if not (0 <= first < len(table) - 1):
                continue
            key = table.track.keys[first]
            if key.interval.kind not in _EASED:
                continue
            length = int(table.ticks[other]) - tick
            for channel in channels:
                if channel is None or channel.group not in lines.values:
                    continue
                result.append(_handle(model, channel, (tick, length), side, key))
    return result


def _handle(
    model: CurveModel, channel: Channel, place: tuple[int, int], side: Literal["leave", "arrive"], key: Key
) -> EaseHandle:
    """The handle at a key (tick, ticks to the interval's other end) for the interval that begins at `key`."""
    assert model.lines is not None, "there are curves"
    tick, length = place
    lines, view, values, scale = model.lines, model.view, model.values, model.scale
    near = slope_ticks(length)
    here, there = (float(values.y_of(scale.shown(channel, lines.at(channel, at)))) for at in (tick, tick + near))
    dx, dy = near / view.ticks_per_px, there - here
    norm = math.hypot(dx, dy)
    span = float(np.clip(abs(length) / view.ticks_per_px / 5.0, _LEAST_SPAN_PX, _MOST_SPAN_PX))
    ease = key.interval.leave if side == "leave" else key.interval.arrive
    anchor = QPointF(view.x_of(float(tick)), here)
    return EaseHandle(channel, tick, side, key.tick, ease, anchor, (dx / norm, dy / norm), span)
