"""Least squares over all frames of a clip at once, of quantities in themselves and in their changes along time.

Each frame has n unknowns and m quantities that depend on the unknowns of that frame only. What is made small is, over
all frames, the weighted squares of quantities, of their differences from frame to frame (rate) and of their second
differences (bend). The normal equations reach two frames far, so they are a band and their solution takes time in
proportion to the number of frames.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Weights", "least_step"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Weights:
    """Of squares: size (F, m), rate (F - 1, m) between two frames, bend (F - 2, m) of three."""

    size: Array
    rate: Array
    bend: Array

    def bands(self) -> tuple[Array, Array, Array]:
        """The matrix over frames that they make of each quantity: on its diagonal, one off it, two off it."""
        on, off = self.size.copy(), -self.rate
        on[:-1] += self.rate
        on[1:] += self.rate
        on[:-2] += self.bend
        on[1:-1] += 4.0 * self.bend
        on[2:] += self.bend
        off[:-1] -= 2.0 * self.bend
        off[1:] -= 2.0 * self.bend
        return on, off, self.bend


def least_step(values: Array, slopes: Array, weights: Weights) -> Array:
    """The step of the unknowns (F, n) after which the weighted squares are least, if quantities were straight lines.

    Args:
        values: (F, m) quantities now.
        slopes: (F, m, n) of quantities by the unknowns of their frame; all unknowns are weighted by some quantity.
        weights: Of the squares.
    """
    from scipy.linalg import solveh_banded

    n_frames, _, n = slopes.shape
    on, off, far = weights.bands()
    by_unknown = np.ascontiguousarray(np.swapaxes(slopes, 1, 2))
    pull = on * values
    pull[:-1] += off * values[1:]
    pull[1:] += off * values[:-1]
    pull[:-2] += far * values[2:]
    pull[2:] += far * values[:-2]
    # Row p of frame t holds the unknowns from its own on: those of its frame, of the next and of the one after. Read
    # with rows one shorter, each block of n x n lies as one piece; what would be left of the diagonal falls into n
    # columns that are not used.
    rows = np.zeros((n_frames * n, 4 * n))
    for ahead, band in enumerate((on, off, far)):
        blocks = by_unknown[: n_frames - ahead] @ (band[..., None] * slopes[ahead:])
        piece = rows.reshape(-1)[ahead * n :]
        size = piece.itemsize
        view = np.lib.stride_tricks.as_strided(piece, blocks.shape, (4 * n * n * size, (4 * n - 1) * size, size))
        view += blocks
    step = solveh_banded(
        rows[:, : 3 * n].T,
        -(by_unknown @ pull[..., None]).reshape(-1),
        lower=True,
        overwrite_b=True,
        check_finite=False,
    )
    return np.asarray(step).reshape(n_frames, n)
