"""When a body is where on a curve: as fast as wanted, as fast as a body can, and at given places at given times.

The speed along the curve is bounded everywhere: by what is wanted, by how fast a body turns and leans, and by how fast
it starts and stops. Two passes over the curve, forwards and backwards, give the fastest speed within these bounds
(Bobrow et al., 1985). Between places with times, what is wanted is scaled until the time fits; where even a slow walk
would be too early, the body waits at the place it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ability", "TimeLaw", "time_law"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_ROUNDS, _ON_TIME_S = 40, 0.02


@dataclass(frozen=True)
class Ability:
    """What the body can do; from what people do in the recordings the drafts are made of."""

    speed: float = 4.5  # m/s
    turn: float = 2.6  # rad/s
    lean_walking: float = 0.6  # m/s^2 across the path at 1.3 m/s: people slow down in bends long before they slip
    lean_running: float = 2.2  # at 3 m/s
    start: float = 1.6  # m/s^2 along it
    stop: float = 1.6
    least_walk: float = 0.45  # m/s; a body with more time than that waits instead


@dataclass(frozen=True, eq=False)
class TimeLaw:
    """For each sample of a curve, when it is reached and when it is left (later only where the body waits); seconds."""

    reached: Array
    left: Array


def time_law(
    s: Array, wanted: Array, turning: Array, *, at: IntArray, times: Array, dwell: Array, ability: Ability
) -> TimeLaw:
    """The time at each sample.

    Args:
        s: (N,) arc length, metres.
        wanted: (N,) speed, m/s; 0 where the body stops.
        turning: (N - 1,) radians by which the body's heading or the path turns in each step, whichever is more.
        at: (W,) samples of the waypoints.
        times: (W,) when to be there, seconds, NaN where nothing is said.
        dwell: (W,) least time spent at each waypoint, seconds; the body stands there if above 0.
        ability: What the body can do.
    """
    ds, dwell, wanted = np.diff(s), dwell.copy(), wanted.copy()
    wanted[at[dwell > 0.0]] = 0.0
    caps = _caps(ds, turning, wanted, ability)
    timed = np.flatnonzero(np.isfinite(times))
    if timed.size and timed[0] == 0:
        dwell[0], timed = max(dwell[0], times[0]), timed[1:]
    begins = np.concatenate([[0], timed[:-1]]).astype(np.intp)
    scale, extra = np.ones(len(s)), np.zeros(len(times))
    law = _run(ds, np.minimum(wanted, caps), at, dwell, ability)
    for _ in range(_ROUNDS):
        if not timed.size or np.abs(law.reached[at[timed]] - times[timed]).max() < _ON_TIME_S:
            break
        for begin, stop in zip(begins, timed, strict=True):
            between = slice(at[begin], at[stop] + 1)
            taken = law.reached[at[stop]] - law.reached[at[begin]]
            early = times[stop] - law.reached[at[begin]] - taken
            moving = max(taken - dwell[begin] - extra[begin], 1e-3)
            slowest = min(ability.least_walk / max(float(wanted[between].max()), 1e-6), 1.0)
            is_slowest = float(scale[between].max()) <= slowest * (1.0 + 1e-9)
            if extra[begin] > 0.0 or (is_slowest and early > 0.0):
                extra[begin] = max(0.0, extra[begin] + early)
            else:
                scale[between] = np.clip(scale[between] * moving / max(moving + early, 0.1 * moving), slowest, 50.0)
        wanted_now = wanted * scale
        wanted_now[at[extra > 0.0]] = 0.0
        before, law = law, _run(ds, np.minimum(wanted_now, caps), at, dwell + extra, ability)
        if np.abs(law.reached - before.reached).max() < 0.1 * _ON_TIME_S:
            break  # as near as a body comes
    return law


def _caps(ds: Array, turning: Array, wanted: Array, ability: Ability) -> Array:
    """(N,) the speed that turning and leaning allow at each sample, m/s."""
    if not ds.size:
        return np.zeros(1)
    curvature = np.abs(turning) / np.maximum(ds, 1e-9)
    fast = np.clip((np.maximum(wanted[1:], wanted[:-1]) - 1.3) / 1.7, 0.0, 1.0)
    lean = ability.lean_walking + (ability.lean_running - ability.lean_walking) * fast
    step = np.minimum(ability.turn / np.maximum(curvature, 1e-9), np.sqrt(lean / np.maximum(curvature, 1e-9)))
    step = np.minimum(step, ability.speed)
    return np.minimum(np.concatenate([step[:1], step]), np.concatenate([step, step[-1:]]))


def _run(ds: Array, bound: Array, at: IntArray, dwell: Array, ability: Ability) -> TimeLaw:
    """The fastest law within a bound on the speed (N,)."""
    square = (bound * bound).tolist()
    starts, stops = (2.0 * ability.start * ds).tolist(), (2.0 * ability.stop * ds).tolist()
    for n, gain in enumerate(starts):
        square[n + 1] = min(square[n + 1], square[n] + gain)
    for n in range(len(stops) - 1, -1, -1):
        square[n] = min(square[n], square[n + 1] + stops[n])
    speed = np.sqrt(square)
    steps = 2.0 * ds / np.maximum(speed[1:] + speed[:-1], 1e-3)
    waits = np.zeros(len(bound))
    np.add.at(waits, at, dwell)
    reached = np.concatenate([[0.0], np.cumsum(steps + waits[:-1])])
    return TimeLaw(reached, reached + waits)
