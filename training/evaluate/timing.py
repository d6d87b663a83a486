"""How long a drag takes, stage by stage, one pose at a time on one thread."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from models.body import POINTS, body, level_indices
from models.completion import Completion
from models.solver import pose_from_points
from training.evaluate.metrics import percentiles

__all__ = ["drag_times"]

WARM_UP = 50


def drag_times(points: NDArray[np.float64], completion: Completion) -> dict:
    """Milliseconds of network, solver and both, from the six main points of each pose (N, 43, 3); warm-up left out."""
    is_set = np.zeros(len(POINTS), dtype=bool)
    is_set[level_indices(6)] = True
    times = []
    for pose in points:
        start = time.perf_counter()
        completed = completion.complete(pose, is_set)
        middle = time.perf_counter()
        pose_from_points(body(), completed, is_set)
        times.append((middle - start, time.perf_counter() - middle))
    network, solver = np.array(times[WARM_UP:] or times).T
    return {"network": percentiles(network), "solver": percentiles(solver), "total": percentiles(network + solver)}
