"""A smooth curve on the ground through given places, by arc length.

Centripetal Catmull-Rom (Catmull and Rom, 1974; Yuksel et al., 2011): passes every place, changes only near a place
that is moved, and with square-root spacing has no loops or cusps between places, however unevenly they lie.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Curve", "curve_through"]

Array = NDArray[np.float64]

_STEP_M, _MAX_SAMPLES = 0.025, 6000
_LEAST_M = 1e-3  # places nearer than this are the same place


@dataclass(frozen=True, eq=False)
class Curve:
    """A polyline fine enough to be taken for the curve.

    Args:
        places: (N, 2) x and z, metres.
        s: (N,) arc length from the start, metres, not decreasing.
        yaw_rad: (N,) heading of the tangent, continuous.
        at: (W,) the sample at which each given place lies; places that coincide share one.
    """

    places: Array
    s: Array
    yaw_rad: Array
    at: NDArray[np.intp]

    @property
    def length_m(self) -> float:
        return float(self.s[-1])


def curve_through(places: Array) -> Curve:
    """The curve through places (W, 2), W >= 1; metres."""
    places = np.asarray(places, dtype=np.float64)
    apart = np.linalg.norm(np.diff(places, axis=0), axis=-1) > _LEAST_M
    knots = places[np.concatenate([[True], apart])]
    knot_of = np.concatenate([[0], np.cumsum(apart)])
    if len(knots) == 1:
        return Curve(knots, np.zeros(1), np.zeros(1), np.zeros(len(places), dtype=np.intp))
    chords = np.linalg.norm(np.diff(knots, axis=0), axis=-1)
    step = max(_STEP_M, float(chords.sum()) / _MAX_SAMPLES)
    counts = np.maximum(np.ceil(chords / step).astype(np.intp), 4)
    samples = np.concatenate([_segment(knots, n, int(count)) for n, count in enumerate(counts)] + [knots[-1:]])
    at = np.concatenate([[0], np.cumsum(counts)])
    steps = np.diff(samples, axis=0)
    lengths = np.linalg.norm(steps, axis=-1)
    headings = np.unwrap(np.arctan2(steps[:, 0], steps[:, 1]))
    # At a sample, between the steps before and after it.
    yaw = np.concatenate([headings[:1], 0.5 * (headings[1:] + headings[:-1]), headings[-1:]])
    return Curve(samples, np.concatenate([[0.0], np.cumsum(lengths)]), yaw, at[knot_of])


def _segment(knots: Array, n: int, count: int) -> Array:
    """(count, 2) samples from knot n up to, without, knot n + 1, by the pyramid of Barry and Goldman (1988)."""
    p1, p2 = knots[n], knots[n + 1]
    # Beyond the ends the curve goes on straight.
    p0 = knots[n - 1] if n > 0 else 2.0 * p1 - p2
    p3 = knots[n + 2] if n + 2 < len(knots) else 2.0 * p2 - p1
    t = np.concatenate([[0.0], np.cumsum([np.sqrt(np.linalg.norm(b - a)) for a, b in ((p0, p1), (p1, p2), (p2, p3))])])
    u = (t[1] + (t[2] - t[1]) * np.arange(count) / count)[:, None]

    def mix(a: Array, b: Array, start: float, stop: float) -> Array:
        return (a * (stop - u) + b * (u - start)) / (stop - start)

    a1, a2, a3 = mix(p0, p1, t[0], t[1]), mix(p1, p2, t[1], t[2]), mix(p2, p3, t[2], t[3])
    return mix(mix(a1, a2, t[0], t[2]), mix(a2, a3, t[1], t[3]), t[1], t[2])
