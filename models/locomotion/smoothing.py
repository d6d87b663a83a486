"""Gaussian smoothing along time that keeps the first and last value and any even motion exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["smoothed"]

Array = NDArray[np.float64]


def smoothed(values: Array, frames: float) -> Array:
    """Values (F, ...) smoothed by a Gaussian of that deviation; what lies beyond an end is its point reflection."""
    # A window that only wants to draw a path shows its first picture without it.
    from scipy.ndimage import gaussian_filter1d

    n_frames = len(values)
    if n_frames < 3 or frames <= 0.0:
        return np.array(values, dtype=np.float64)
    pad = min(int(np.ceil(4.0 * frames)), n_frames - 1)
    before = 2.0 * values[:1] - values[pad:0:-1]
    after = 2.0 * values[-1:] - values[-2 : -pad - 2 : -1]
    padded = np.concatenate([before, values, after])
    return np.asarray(gaussian_filter1d(padded, frames, axis=0, mode="nearest")[pad : pad + n_frames])
