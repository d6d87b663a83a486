"""Where each foot stands while it is planted, and how it gets from there to where it stands next.

A draft is known as a whole, so nothing here has to react: each stance gets the one place that moves its frames least,
and between two stances the correction itself goes smoothly from one to the other.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.locomotion.features import FPS

__all__ = ["MOST_M", "corrections", "stances"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

MOST_M = 0.22
"""A foot that would have to be moved further than this is not held: the leg would show it."""

_TOO_FAST = 0.7  # m/s

_RATE_FRAMES = 4.0

_SHORTEST, _GAP = 4, 3  # frames at 60 Hz: shorter stances are noise, shorter gaps in one too
_DEEPEST_M, _HIGHEST_M = 0.10, 0.08  # how far a foot is lowered or lifted to stand on the ground


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


def corrections(toe: Array, lowest: Array, planted: Bools) -> tuple[Array, Bools]:
    """How far to move one foot in each frame, (F, 3), and in which frames it then stands, (F,).

    Args:
        toe: (F, 3) world positions of the toe joint, metres.
        lowest: (F,) height of the foot's lowest point, metres.
        planted: (F,) contacts.
    """
    n_frames = len(toe)
    moved, held = np.zeros((n_frames, 3)), np.zeros(n_frames, dtype=bool)
    knots: list[tuple[int, int]] = []
    for first, stop in stances(planted & _slow(toe)):
        for begin, end in _within_reach(toe, first, stop):
            span = slice(begin, end)
            place = 0.5 * (toe[span].min(axis=0) + toe[span].max(axis=0))
            # The foot stands at one height: that at which it just touches the ground when it is lowest.
            place[1] = np.median(toe[span, 1] - lowest[span])
            place[1] = np.clip(place[1], toe[span, 1].mean() - _DEEPEST_M, toe[span, 1].mean() + _HIGHEST_M)
            moved[span], held[span] = place - toe[span], True
            knots.append((begin, end - 1))
    _between(moved, knots)
    return moved, held


def _slow(toe: Array) -> Bools:
    """(F,) frames in which a foot can be planted at all: a landing or leaving toe is faster than one that drifts."""
    speed = np.linalg.norm(np.gradient(toe[:, [0, 2]], axis=0), axis=-1) * FPS if len(toe) > 1 else np.zeros(len(toe))
    return np.asarray(speed < _TOO_FAST)


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


def _between(moved: Array, knots: list[tuple[int, int]]) -> None:
    """Fill the corrections between stances, with the same value and rate at both ends; outside, they fade.

    A cubic with these rates would overshoot by the more, the longer a foot is in the air; here a rate dies out within
    some frames.
    """
    n_frames = len(moved)
    fade = 18
    ends = [(-fade, -fade), *knots, (n_frames - 1 + fade, n_frames - 1 + fade)] if knots else []
    for (_, last), (following, _) in pairwise(ends):
        if following - last < 2:
            continue
        a, rate_a = _end(moved, last, -1)
        b, rate_b = _end(moved, following, 1)
        frames = np.arange(max(last + 1, 0), min(following, n_frames))
        since, until = (frames - last)[:, None], (following - frames)[:, None]
        t = since / (following - last)
        moved[frames] = a + (b - a) * t * t * (3.0 - 2.0 * t)
        moved[frames] += rate_a * since * np.exp(-since / _RATE_FRAMES) * (1.0 - t) ** 2
        moved[frames] -= rate_b * until * np.exp(-until / _RATE_FRAMES) * t**2


def _end(moved: Array, frame: int, inwards: int) -> tuple[Array, Array]:
    """Correction at the end of a stance and its rate a frame there; beyond the clip both are zero."""
    if not 0 <= frame < len(moved):
        return np.zeros(3), np.zeros(3)
    inside = int(np.clip(frame + 2 * inwards, 0, len(moved) - 1))
    steps = abs(inside - frame)
    rate = (moved[inside] - moved[frame]) * inwards / steps if steps else np.zeros(3)
    return moved[frame], rate
