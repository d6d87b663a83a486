"""Rows of `Marks` for lines, polylines and filled shapes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["DISC", "DOT", "RING", "circle", "disc_rows", "fill_rows", "line_rows", "polyline_rows"]

Array = NDArray[np.float64]
Float32 = NDArray[np.float32]

RING, DISC, DOT = 0.0, 1.0, 2.0


def line_rows(
    starts: Array,
    ends: Array,
    color: ArrayLike,
    width_px: ArrayLike,
    *,
    alpha: ArrayLike = 1.0,
    dash_px: float = 0.0,
    end_width_px: ArrayLike | None = None,
) -> Float32:
    """(L, 16) rows of lines between places (L, 3), metres; colour (3,) or (L, 3), widths and alpha () or (L,)."""
    rows = np.zeros((len(starts), 16), dtype=np.float32)
    rows[:, :3], rows[:, 3] = starts, width_px
    rows[:, 4:7], rows[:, 7] = ends, dash_px
    rows[:, 8:11], rows[:, 11] = color, alpha
    rows[:, 12] = width_px if end_width_px is None else end_width_px
    return rows


def polyline_rows(places: Array, color: ArrayLike, width_px: float, alpha: ArrayLike = 1.0) -> Float32:
    """(N - 1, 16) rows of the lines through places (N, 3), metres; colour (3,) or (N - 1, 3), alpha () or (N - 1,)."""
    return line_rows(places[:-1], places[1:], color, width_px, alpha=alpha)


def disc_rows(
    places: Array, radius_px: ArrayLike, color: ArrayLike, shape: float, *, alpha: ArrayLike = 1.0, outline: float = 0.0
) -> Float32:
    """(N, 12) rows of discs, rings or dots at places (N, 3), metres."""
    rows = np.zeros((len(places), 12), dtype=np.float32)
    rows[:, :3], rows[:, 3] = places, radius_px
    rows[:, 4:7], rows[:, 7] = color, alpha
    rows[:, 8], rows[:, 9] = shape, outline
    return rows


def fill_rows(corners: Array, color: ArrayLike, alpha: float) -> Float32:
    """(3 (N - 2), 7) rows of triangles that fill a convex outline (N, 3), metres."""
    fan = np.stack([np.zeros(len(corners) - 2, dtype=int), *(np.arange(k, len(corners) + k - 2) for k in (1, 2))], 1)
    places = corners[fan.reshape(-1)]
    rows = np.zeros((len(places), 7), dtype=np.float32)
    rows[:, :3], rows[:, 3:6], rows[:, 6] = places, color, alpha
    return rows


def circle(center: Array, u: Array, v: Array, radius_m: float, n: int = 64) -> Array:
    """(n + 1, 3) places around a circle in the plane of unit vectors u and v, the last one the first."""
    turn = np.linspace(0.0, 2 * np.pi, n + 1)[:, None]
    return center + radius_m * (np.cos(turn) * u + np.sin(turn) * v)
