"""When a foot stands, for how long on one place, and at which height.

Where the place is, is not decided here: it follows from what it costs the whole body (`footing`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.locomotion.contacts import hysteresis
from models.locomotion.features import FPS

__all__ = ["MOST_M", "Stand", "resting", "stances", "stand"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

MOST_M = 0.22
"""A foot that would have to be moved further than this is not held: the leg would show it."""

_TOO_FAST = 0.7  # m/s

# A toe that slows down below the first of these (m/s) rests while it is below the second, on a sole that is low enough.
_RESTS, _STILL_RESTS, _LOW_M = 0.15, 0.3, 0.045

_SHORTEST, _GAP = 4, 3  # frames at 60 Hz: shorter stances are noise, shorter gaps in one too
_DEEPEST_M, _HIGHEST_M = 0.10, 0.08  # how far a foot is lowered or lifted to stand on the ground


@dataclass(frozen=True, eq=False)
class Stand:
    """Where one foot stands.

    Args:
        spans: Frames (first, one past the last) in which it stands on one place.
        on: (F,) in which it stands at all.
        height: (F,) of its toe where it stands, metres; else 0.
    """

    spans: tuple[tuple[int, int], ...]
    on: Bools
    height: Array


def stances(planted: Bools) -> list[tuple[int, int]]:
    """Frames (first, one past the last) of each stance of one foot, from its contacts (F,)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], planted, [False]])))
    merged: list[tuple[int, int]] = []
    for first, stop in edges.reshape(-1, 2):
        if merged and first - merged[-1][1] < _GAP:
            merged[-1] = (merged[-1][0], int(stop))
        else:
            merged.append((int(first), int(stop)))
    return [(first, stop) for first, stop in merged if stop - first >= _SHORTEST]


def stand(toe: Array, lowest: Array, planted: Bools) -> Stand:
    """The stances of one foot.

    Args:
        toe: (F, 3) world positions of the toe joint, metres.
        lowest: (F,) height of the foot's lowest point, metres.
        planted: (F,) contacts.
    """
    on, height = np.zeros(len(toe), dtype=bool), np.zeros(len(toe))
    spans = []
    for first, stop in stances(planted & _slow(toe)):
        for begin, end in _within_reach(toe, first, stop):
            span = slice(begin, end)
            above = toe[span, 1] - lowest[span]
            middle = toe[span, 1].mean()
            # At one height, at which the foot just touches the ground; a toe that rolls onto its tip rises.
            height[span] = np.maximum(np.clip(np.median(above), middle - _DEEPEST_M, middle + _HIGHEST_M), above)
            on[span] = True
            spans.append((begin, end))
    return Stand(tuple(spans), on, height)


def resting(toe: Array, lowest: Array) -> Bools:
    """(F,) frames in which a foot looks as if it stood: what moves it then is seen as sliding or floating.

    Args:
        toe: (F, 3) world positions of the toe joint, metres.
        lowest: (F,) height of the foot's lowest point, metres.
    """
    speed, low = _speed(toe), lowest < _LOW_M
    begins, stays = low & (speed < _RESTS), low & (speed < _STILL_RESTS)
    return hysteresis(begins, stays) | hysteresis(begins[::-1], stays[::-1])[::-1]


def _slow(toe: Array) -> Bools:
    """(F,) frames in which a foot can be planted at all: a landing or leaving toe is faster than one that drifts."""
    return np.asarray(_speed(toe) < _TOO_FAST)


def _speed(toe: Array) -> Array:
    """(F,) level speed, m/s."""
    return np.linalg.norm(np.gradient(toe[:, [0, 2]], axis=0), axis=-1) * FPS if len(toe) > 1 else np.zeros(len(toe))


def _within_reach(toe: Array, first: int, stop: int) -> list[tuple[int, int]]:
    """A stance in pieces of which none moves a frame further than MOST_M; cut where the foot slides fastest."""
    spread = np.ptp(toe[first:stop, [0, 2]], axis=0)
    if np.hypot(*spread) <= 2.0 * MOST_M or stop - first < 4 * _SHORTEST:
        return [(first, stop)] if np.hypot(*spread) <= 3.0 * MOST_M else []
    speed = np.linalg.norm(np.diff(toe[first:stop, [0, 2]], axis=0), axis=-1)
    inner = speed[_SHORTEST:-_SHORTEST]
    cut = first + _SHORTEST + int(np.argmax(inner))
    lift = 8  # frames in which the foot steps over from one piece to the next
    before, after = max(first, cut - lift), min(stop, cut + lift)
    pieces = [(first, before), (after, stop)]
    return [piece for a, b in pieces if b - a >= _SHORTEST for piece in _within_reach(toe, a, b)]
