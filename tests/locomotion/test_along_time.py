"""Least squares along time give what the same squares written out as one dense matrix give."""

import numpy as np

from models.locomotion.along_time import Weights, least_step


def test_the_band_is_the_dense_solution(rng):
    n_frames, m, n = 11, 5, 3
    slopes, values = rng.normal(size=(n_frames, m, n)), rng.normal(size=(n_frames, m))
    weights = Weights(*(rng.uniform(0.0, 2.0, size=(n_frames - less, m)) for less in (0, 1, 2)))
    rows, targets = [], []
    for weight, taps in ((weights.size, [1.0]), (weights.rate, [-1.0, 1.0]), (weights.bend, [1.0, -2.0, 1.0])):
        for frame, quantity in np.ndindex(weight.shape):
            row, value = np.zeros((n_frames, n)), 0.0
            for tap, c in enumerate(taps):
                row[frame + tap] += c * slopes[frame + tap, quantity]
                value += c * values[frame + tap, quantity]
            rows.append(np.sqrt(weight[frame, quantity]) * row.ravel())
            targets.append(-np.sqrt(weight[frame, quantity]) * value)
    expected = np.linalg.lstsq(np.array(rows), np.array(targets), rcond=None)[0]
    assert np.allclose(least_step(values, slopes, weights).ravel(), expected, atol=1e-9)
