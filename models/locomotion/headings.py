"""Which way a body faces along a curve: along it, or as waypoints say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.locomotion.spline import Curve
from models.locomotion.time_law import TimeLaw
from models.locomotion.waypoints import Trajectory

__all__ = ["headings", "turn_on_the_spot"]

Array = NDArray[np.float64]


def headings(trajectory: Trajectory, curve: Curve) -> Array:
    """(N,) heading at each sample: along the curve, or as given, turned evenly between waypoints."""
    waypoints, tangent = trajectory.waypoints, curve.yaw_rad
    if len(curve.s) == 1:
        return np.full(1, waypoints[0].facing_rad or 0.0)
    heading = tangent.copy()
    for index in range(len(waypoints) - 1):
        first, last = curve.at[index], curve.at[index + 1]
        a, b = waypoints[index].facing_rad, waypoints[index + 1].facing_rad
        if first == last or (a is None and b is None):
            continue
        span = slice(first, last + 1)
        t = (curve.s[span] - curve.s[first]) / max(curve.s[last] - curve.s[first], 1e-9)
        t = t * t * (3.0 - 2.0 * t)
        from_a = tangent[span] if a is None else np.full(len(t), a)
        to_b = tangent[span] if b is None else np.full(len(t), b)
        heading[span] = from_a + t * _wrapped(to_b - from_a)
    return np.unwrap(heading)


def _wrapped(angle: Array) -> Array:
    return np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi


def turn_on_the_spot(
    trajectory: Trajectory, curve: Curve, law: TimeLaw, *, now: Array, yaw: Array, stands_s: float
) -> None:
    """Where neighbouring waypoints share a place, turn from one facing to the next while the body stands there.

    Args:
        trajectory, curve, law: What is followed.
        now: (F,) seconds of the frames.
        yaw: (F,) headings, changed in place.
        stands_s: How long the body stands still after its last turn.
    """
    for place in np.unique(curve.at):
        here = [w for w, at in zip(trajectory.waypoints, curve.at, strict=True) if at == place]
        given = [w.facing_rad for w in here if w.facing_rad is not None]
        begin, is_last = float(law.reached[place]), place == curve.at[-1]
        end = float(law.left[place]) - (stands_s if is_last and not here[-1].speed else 0.0)
        if len(here) < 2 or len(given) < 2 or end <= begin:
            continue
        stops = [given[0]]
        for facing in given[1:]:
            stops.append(stops[-1] + float(_wrapped(np.array(facing - stops[-1]))))
        t = np.clip((now - begin) / (end - begin), 0.0, 1.0) * (len(stops) - 1)
        step = np.minimum(t.astype(np.intp), len(stops) - 2)
        part = t - step
        turned = np.array(stops)[step] + np.diff(stops)[step] * part * part * (3.0 - 2.0 * part)
        before, after = now < begin, now > float(law.left[place])
        turned += 2.0 * np.pi * np.round((yaw[before][-1] - turned[0]) / (2.0 * np.pi)) if before.any() else 0.0
        if not is_last and after.any():
            yaw[after] += 2.0 * np.pi * np.round((turned[-1] - yaw[after][0]) / (2.0 * np.pi))
        during = ~before if is_last else ~before & ~after
        yaw[during] = turned[during]
