"""Statistics of distances, with the names of the evaluation protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["error_statistics", "percentiles", "rounded"]

Array = NDArray[np.float64]


def error_statistics(predicted: ArrayLike, truth: ArrayLike, names: Sequence[str]) -> dict:
    """Distances between (N, P, 3) points, cm: over everything, and the same for each point.

    Args:
        predicted, truth: (N, P, 3) metres.
        names: Of the P points.
    """
    errors_cm = 100.0 * np.linalg.norm(np.asarray(predicted) - np.asarray(truth), axis=-1)
    per_point = {name: _statistics(errors_cm[:, n]) for n, name in enumerate(names)}
    return {**_statistics(errors_cm), "per_point": per_point, "frames": len(errors_cm)}


def _statistics(values: Array) -> dict[str, float]:
    if values.size == 0:
        return {"mean_cm": float("nan"), "median_cm": float("nan"), "p95_cm": float("nan"), "max_cm": float("nan")}
    median, p95 = np.percentile(values, [50, 95])
    return {
        "mean_cm": float(values.mean()),
        "median_cm": float(median),
        "p95_cm": float(p95),
        "max_cm": float(values.max()),
    }


def percentiles(seconds: ArrayLike) -> dict[str, float]:
    """p50, p95 and p99 in milliseconds of times in seconds."""
    p50, p95, p99 = np.percentile(1e3 * np.asarray(seconds), [50, 95, 99])
    return {"p50": float(p50), "p95": float(p95), "p99": float(p99)}


def rounded(value: object, digits: int = 5) -> object:
    """The same nested result with floats short enough to read; not-a-number becomes null, as JSON has none."""
    if isinstance(value, dict):
        return {str(key): rounded(item, digits) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item, digits) for item in value]
    if isinstance(value, float | np.floating):
        return round(float(value), digits) if np.isfinite(value) else None
    if isinstance(value, np.integer):
        return int(value)
    return value
