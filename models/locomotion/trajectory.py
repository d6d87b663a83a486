"""From waypoints to where the root bone should be in every frame, and where a body cannot do as it is told.

The places become a smooth curve (`spline`), the curve gets a time law within the body's ability (`time_law`), headings
are along the curve or as given. Sampled at 60 Hz, the rate at which motion is generated.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.errors import SixpointError
from models.locomotion.features import FPS
from models.locomotion.headings import headings, turn_on_the_spot
from models.locomotion.smoothing import smoothed
from models.locomotion.spline import Curve, curve_through
from models.locomotion.time_law import Ability, TimeLaw, time_law
from models.locomotion.waypoints import GAIT_SPEED, MAX_DURATION_S, Trajectory

__all__ = ["Deviation", "RootPath", "root_path"]

Array = NDArray[np.float64]

_SMOOTH_YAW_S, _SMOOTH_PLACE_S = 0.12, 0.10
_STAND_S = 1.0  # at an end where the body stands
_LATE_S = 0.1


@dataclass(frozen=True)
class Deviation:
    """What was asked and cannot be done.

    Args:
        kind: "speed", "time", "turn", "gait", "start", "foot", or "still" where nothing is asked to move.
        message: One sentence for the user.
        waypoint: Index from 0, or None.
        amount: By how much: m/s, seconds, radians or metres.
    """

    kind: Literal["speed", "time", "turn", "gait", "start", "foot", "still"]
    message: str
    waypoint: int | None = None
    amount: float = 0.0


@dataclass(frozen=True, eq=False)
class RootPath:
    """Where the root bone should be at 60 Hz.

    Args:
        positions: (F, 3) metres, y = 0.
        yaw_rad: (F,) heading about +Y, continuous.
        waypoint_s: (W,) when each waypoint is reached, seconds.
        turning: (F,) bool: turns on the spot, where "along the path" says nothing about the heading.
        curve: The curve through the waypoints.
        deviations: What was asked and cannot be done.
    """

    positions: Array
    yaw_rad: Array
    waypoint_s: Array
    turning: NDArray[np.bool_]
    curve: Curve
    deviations: tuple[Deviation, ...]

    @property
    def n_frames(self) -> int:
        return len(self.positions)

    def after(self, frames: NDArray[np.integer]) -> tuple[Array, Array]:
        """Positions (..., 3) and headings (...) at frames that may lie beyond the end, where the body stands."""
        inside = np.clip(frames, 0, self.n_frames - 1)
        return self.positions[inside], self.yaw_rad[inside]


def root_path(trajectory: Trajectory, ability: Ability | None = None) -> RootPath:
    """Sample a trajectory.

    Raises:
        SixpointError: if it takes longer than `MAX_DURATION_S`; the message names the waypoint, counted from 1.
    """
    ability = ability or Ability()
    waypoints = trajectory.waypoints
    curve = curve_through(np.array([(w.x, w.z) for w in waypoints]))
    heading = headings(trajectory, curve)
    turning = np.maximum(np.abs(np.diff(heading)), np.abs(np.diff(curve.yaw_rad)))
    times = np.array([np.nan if w.t is None else w.t for w in waypoints])
    wanted, deviations = _wanted(trajectory, curve, heading, ability)
    dwell = _dwell(trajectory, ability)
    law = time_law(curve.s, wanted, turning, at=curve.at, times=times, dwell=dwell, ability=ability)
    if law.left[-1] > MAX_DURATION_S:
        done = np.append(law.waypoints[:-1], law.left[-1])
        number, most = int(np.argmax(done > MAX_DURATION_S)) + 1, MAX_DURATION_S
        raise SixpointError(
            f"waypoint {number} takes until {done[number - 1]:.0f} s, and a draft is {most:.0f} s long at most; "
            f"end the path before waypoint {number} and go on from there with another"
        )
    deviations += _still(trajectory, curve)
    late = np.nan_to_num(law.waypoints - times)
    for index in np.flatnonzero(np.abs(late) > _LATE_S):
        word = "late" if late[index] > 0 else "early"
        message = f"waypoint {index + 1} is reached {abs(late[index]):.1f} s {word}: a body gets there at {{:.1f}} s"
        deviations.append(Deviation("time", message.format(law.waypoints[index]), int(index), float(late[index])))
    return _sampled(trajectory, curve, heading, law, tuple(deviations))


def _still(trajectory: Trajectory, curve: Curve) -> list[Deviation]:
    """A path that goes nowhere and turns nowhere is drafted, but is hardly what was meant."""
    waypoints = trajectory.waypoints
    if curve.length_m > 0.0 or len({w.facing_rad for w in waypoints if w.facing_rad is not None}) > 1:
        return []
    where = "there is one waypoint" if len(waypoints) == 1 else f"all {len(waypoints)} waypoints are at one place"
    return [Deviation("still", f"{where}, so the body stands there; put a waypoint elsewhere to make it walk")]


def _wanted(trajectory: Trajectory, curve: Curve, heading: Array, ability: Ability) -> tuple[Array, list[Deviation]]:
    """(N,) wanted speed at each sample, linear between waypoints; and what is faster than a body."""
    deviations: list[Deviation] = []
    waypoints, gaits = trajectory.waypoints, trajectory.gaits
    speeds = np.zeros(len(waypoints))
    for index, (waypoint, gait) in enumerate(zip(waypoints, gaits, strict=True)):
        is_end = index in (0, len(waypoints) - 1)
        speed = waypoint.speed
        if speed is None:
            speed = 0.0 if is_end else GAIT_SPEED[gait]
        if speed > ability.speed:
            message = f"waypoint {index + 1} asks for {speed:g} m/s; the body runs at {ability.speed:g} m/s"
            deviations.append(Deviation("speed", message, index, float(speed - ability.speed)))
        speeds[index] = min(speed, ability.speed)
        if gait == "crouch" and (index == 0 or gaits[index - 1] != "crouch"):
            message = f"waypoint {index + 1} asks to crouch; the recordings hold no crouching, so the body walks slowly"
            deviations.append(Deviation("gait", message, index))
    # Between waypoints a gait is kept: its speed is reached as fast as a body starts, not over the whole segment.
    # A speed below that of any walk is one of starting or stopping there.
    wanted = np.zeros(len(curve.s))
    for index in range(len(waypoints) - 1):
        first, last = curve.at[index], curve.at[index + 1]
        gait_speed = GAIT_SPEED[gaits[index]]
        ends = [w.speed for w in waypoints[index : index + 2]]
        given = [min(speed, ability.speed) for speed in ends if speed and speed >= ability.least_walk]
        a, b = given if len(given) == 2 else (given * 2 or [gait_speed] * 2)
        # Nobody walks sideways or backwards as fast as forwards.
        aside = heading[first : last + 1] - curve.yaw_rad[first : last + 1]
        ease = 1.0 if given else 1.0 - 0.3 * np.abs(np.sin(aside)) - 0.15 * (1.0 - np.cos(aside))
        t = (curve.s[first : last + 1] - curve.s[first]) / max(curve.s[last] - curve.s[first], 1e-9)
        wanted[first : last + 1] = np.maximum(wanted[first : last + 1], (a + (b - a) * t) * ease)
    at_waypoints = np.array([w.speed is not None for w in waypoints])
    wanted[curve.at[at_waypoints]] = speeds[at_waypoints]
    for end in (0, -1):
        wanted[curve.at[end]] = speeds[end]
    return wanted, deviations


def _dwell(trajectory: Trajectory, ability: Ability) -> Array:
    """(W,) seconds that each waypoint takes: turning on the spot, standing at an end."""
    waypoints = trajectory.waypoints
    dwell = np.zeros(len(waypoints))
    for index, (a, b) in enumerate(pairwise(waypoints)):
        if np.hypot(b.x - a.x, b.z - a.z) <= 1e-3 and a.facing_rad is not None and b.facing_rad is not None:
            turn = abs(np.remainder(b.facing_rad - a.facing_rad + np.pi, 2.0 * np.pi) - np.pi)
            dwell[index] = 0.4 + 1.4 * turn / ability.turn
    if not waypoints[0].speed:
        dwell[0] = max(dwell[0], 0.25)
    if not waypoints[-1].speed:
        dwell[-1] = _STAND_S
    return dwell


def _sampled(
    trajectory: Trajectory, curve: Curve, heading: Array, law: TimeLaw, deviations: tuple[Deviation, ...]
) -> RootPath:
    n_frames = max(int(np.ceil(law.left[-1] * FPS - 1e-6)) + 1, 2)
    now = np.arange(n_frames) / FPS
    # Each sample stands twice: when it is reached and when it is left.
    knots = np.repeat(law.reached, 2)
    knots[1::2] = law.left
    twice = np.repeat(np.arange(len(curve.s)), 2)
    knots = np.maximum.accumulate(knots + 1e-9 * np.arange(len(knots)))
    places = np.stack([np.interp(now, knots, curve.places[twice, axis]) for axis in (0, 1)], axis=-1)
    yaw = np.interp(now, knots, heading[twice])
    turn_on_the_spot(trajectory, curve, law, now=now, yaw=yaw, stands_s=_STAND_S)
    is_turning = np.abs(np.gradient(yaw)) * FPS > 0.7
    speed = np.linalg.norm(np.gradient(places, axis=0), axis=-1) * FPS
    yaw = smoothed(yaw, _SMOOTH_YAW_S * FPS)
    places = smoothed(places, _SMOOTH_PLACE_S * FPS)
    positions = np.stack([places[:, 0], np.zeros(n_frames), places[:, 1]], axis=-1)
    return RootPath(positions, yaw, law.waypoints, is_turning & (speed < 0.35), curve, deviations)
