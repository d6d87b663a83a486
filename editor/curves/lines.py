"""The curves of the part of time on screen, as points to draw lines through.

Between few keys the motion is sampled every other pixel, on a grid that stays where it is when the view moves, so that
panning asks for what is new only. Where keys are as dense as that, the lines go from key to key.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from editor.curves.channels import Channel, Group
from editor.curves.key_table import KeyTable
from editor.curves.motion_values import group_values
from editor.curves.sampler import Sampler
from editor.timeline.time_view import TimeView
from models.animation import TICKS_PER_SECOND, Interpolation

__all__ = ["Lines", "drawn_lines", "grid", "peaks", "slope_ticks"]

Array = NDArray[np.float64]
Ticks = NDArray[np.int64]

_STEP_PX = 2.0
# A share of an interval so short that the chord is the tangent, and long enough to be more than rounding errors.
SLOPE_SHARE = 1e-3


class Lines:
    """What was sampled: N times and the three channels of each group there."""

    def __init__(self, ticks: Ticks, values: dict[Group, Array], is_dense: bool) -> None:
        self.ticks, self.values, self.is_dense = ticks, values, is_dense

    def channel(self, channel: Channel) -> Array:
        """(N,) one curve."""
        return np.asarray(self.values[channel.group][:, channel.column])

    def at(self, channel: Channel, tick: float) -> float:
        """The value at a time."""
        return float(np.interp(tick, self.ticks, self.channel(channel)))


def drawn_lines(
    table: KeyTable, sampler: Sampler, view: TimeView, groups: Iterable[Group], marked: Iterable[int] = ()
) -> Lines:
    """The curves on screen, and a little beyond it.

    Args:
        table: The keys.
        sampler: Remembers poses from one call to the next.
        view: The part of time.
        groups: What is shown.
        marked: Keys whose tangents are shown; the curve is known close to both sides of them.
    """
    start, stop = view.start - 2 * view.ticks_per_px, view.stop + 2 * view.ticks_per_px
    inside = table.between(start, stop)
    if inside.stop - inside.start > view.width / _STEP_PX:
        # One key beyond each side, so that the lines leave the view where they should.
        inside = slice(max(inside.start - 1, 0), inside.stop + 1)
        return Lines(table.ticks[inside], {group: table.values(group)[inside] for group in groups}, True)
    keys = table.ticks[inside]
    extra = np.array([*_ends_of_steps(table, inside), *_beside(table, marked)], dtype=np.int64)
    times = np.unique(np.concatenate([grid(start, stop, 2 * _STEP_PX * view.ticks_per_px), keys, extra]))
    poses = sampler.poses(table.track, times)
    row = max(int(np.searchsorted(table.ticks, times[0], side="right")) - 1, 0)
    values = {
        # Angles go on from the key at or before the left edge, so the curve keeps its turns wherever one looks.
        group: group_values(table.skeleton, poses, group, table.values(group)[row] if group.kind == "turn" else None)
        for group in groups
    }
    return Lines(times, values, False)


def peaks(x: Array, y: Array) -> tuple[Array, Array]:
    """The first, lowest, highest and last of a curve's points in every pixel: the same picture from far fewer points.

    Args:
        x: (N,) ascending, pixels.
        y: (N,).
    """
    _, starts = np.unique(np.floor(x), return_index=True)
    ends = np.append(starts[1:], len(x)) - 1
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return np.repeat(x[starts], 4), np.stack([y[starts], low, high, y[ends]], axis=-1).ravel()


def grid(start: float, stop: float, step: float) -> Ticks:
    """Times from `start` to `stop` and one beyond each, at a power of two of seconds at most `step` ticks apart."""
    exact = TICKS_PER_SECOND * 2.0 ** math.floor(math.log2(step / TICKS_PER_SECOND))
    spacing = max(int(exact), 1)
    return np.arange(math.floor(start / spacing), math.ceil(stop / spacing) + 1, dtype=np.int64) * spacing


def _ends_of_steps(table: KeyTable, inside: slice) -> list[int]:
    """The pose that a step holds is there until just before the next key."""
    return [
        int(table.ticks[row + 1]) - 1
        for row in range(max(inside.start - 1, 0), min(inside.stop, len(table) - 1))
        if table.track.keys[row].interval.kind is Interpolation.STEP
    ]


def _beside(table: KeyTable, marked: Iterable[int]) -> list[int]:
    """A moment before and after keys, to see how fast the curves go there."""
    result = []
    for tick in marked:
        row = table.row(tick)
        if row is None:
            continue
        for other in (row - 1, row + 1):
            if 0 <= other < len(table):
                result.append(tick + slope_ticks(int(table.ticks[other]) - tick))
    return result


def slope_ticks(length: int) -> int:
    """How far from a key to look, for an interval of `length` ticks, negative before the key."""
    return int(math.copysign(max(abs(length) * SLOPE_SHARE, 1), length))
