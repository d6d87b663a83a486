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

_ROUNDS, _ON_TIME_S, _STILL = 60, 0.02, 1e-4
_CREEP = 0.4


@dataclass(frozen=True)
class Ability:
    """What the body can do; from what people do in the recordings the drafts are made of.

    Accelerations along the path are those of the root bone without the surge of single steps (Gaussian of 0.25 s) over
    the clips of the train split, mirrored ones left out: starting, the 90th, 95th and 99th percentile are 1.3, 1.9 and
    2.8 m/s^2; stopping, 1.2, 1.7 and 2.6. Between the first two, people start and stop of their own accord; the last
    is what they can where a time is to be met.
    """

    speed: float = 4.5  # m/s
    turn: float = 2.6  # rad/s
    lean_walking: float = 0.6  # m/s^2 across the path at 1.3 m/s: people slow down in bends long before they slip
    lean_running: float = 2.2  # at 3 m/s
    start: float = 1.6  # m/s^2 along it
    stop: float = 1.6
    hurry: float = 1.6  # times `start` and `stop` where a time asks for it
    least_walk: float = 0.45  # m/s; a body with more time than that waits instead


@dataclass(frozen=True, eq=False)
class TimeLaw:
    """When a body is where; seconds.

    Args:
        reached, left: (N,) for each sample of the curve; it is left later than reached only where the body waits.
        waypoints: (W,) when each waypoint is reached. Of several at one place, one after the other as the body waits.
    """

    reached: Array
    left: Array
    waypoints: Array


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
    begins = np.concatenate([[0], timed])[:-1].astype(np.intp)
    spans = [slice(at[begin], at[stop] + 1) for begin, stop in zip(begins, timed, strict=True)]
    slowest = np.array([min(ability.least_walk / max(float(wanted[span].max()), 1e-6), 1.0) for span in spans])
    scale, extra = np.ones(len(spans)), np.zeros(len(times))
    best: TimeLaw | None = None
    least, last = np.inf, np.zeros(len(s))
    for _ in range(_ROUNDS):
        law = _scaled(ds, wanted, caps, at, dwell + extra, spans=spans, scale=scale, ability=ability)
        early = times[timed] - law.waypoints[timed]
        worst = float(np.abs(early).max(initial=0.0))
        if best is None or worst < least:
            best, least = law, worst
        if worst < _ON_TIME_S:
            break
        before = scale.copy(), extra.copy()
        for n, (begin, stop) in enumerate(zip(begins, timed, strict=True)):
            moving = law.reached[at[stop]] - law.left[at[begin]]
            if at[begin] == at[stop]:
                extra[begin] = max(0.0, extra[begin] + early[n])
            elif extra[begin] > 0.0 and extra[begin] + early[n] < 0.0:
                # To stop takes longer than there is to wait: go slower than people like to.
                extra[begin], slowest[n] = 0.0, _CREEP * slowest[n]
            elif extra[begin] > 0.0 or (early[n] > 0.0 and scale[n] <= slowest[n]):
                extra[begin] += early[n]
            else:
                slower = max(moving, 1e-3) / max(moving + early[n], 0.1 * moving, 1e-3)
                scale[n] = np.clip(scale[n] * slower, slowest[n], 50.0)
        gives_way = (scale < before[0] * (1.0 - _STILL)).any() or (np.abs(extra - before[1]) > _STILL).any()
        if not gives_way and np.abs(law.reached - last).max() < 0.1 * _ON_TIME_S:
            break  # as near as a body comes: what should be faster is not
        last = law.reached
    assert best is not None
    return best


def _scaled(
    ds: Array,
    wanted: Array,
    caps: Array,
    at: IntArray,
    dwell: Array,
    *,
    spans: list[slice],
    scale: Array,
    ability: Ability,
) -> TimeLaw:
    """The law of a body that goes `scale` times as fast as wanted between the places with times, and stops to wait."""
    faster, harder = np.ones(len(wanted)), np.ones(len(ds))
    for span, times in zip(spans, scale, strict=True):
        faster[span] = times
        harder[span.start : span.stop - 1] = np.clip(times, 1.0, ability.hurry)
    wanted = wanted * faster
    wanted[at[dwell > 0.0]] = 0.0
    return _run(ds, np.minimum(wanted, caps), at, dwell, starts=ability.start * harder, stops=ability.stop * harder)


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


def _run(ds: Array, bound: Array, at: IntArray, dwell: Array, *, starts: Array, stops: Array) -> TimeLaw:
    """The fastest law within bounds on the speed (N,) and on the acceleration of each step (N - 1,)."""
    square = (bound * bound).tolist()
    gains, losses = (2.0 * starts * ds).tolist(), (2.0 * stops * ds).tolist()
    for n, gain in enumerate(gains):
        square[n + 1] = min(square[n + 1], square[n] + gain)
    for n in range(len(losses) - 1, -1, -1):
        square[n] = min(square[n], square[n + 1] + losses[n])
    speed = np.sqrt(square)
    steps = 2.0 * ds / np.maximum(speed[1:] + speed[:-1], 1e-3)
    waits = np.zeros(len(bound))
    np.add.at(waits, at, dwell)
    reached = np.concatenate([[0.0], np.cumsum(steps + waits[:-1])])
    waited = np.cumsum(dwell) - dwell
    return TimeLaw(reached, reached + waits, reached[at] + waited - waited[np.searchsorted(at, at)])
