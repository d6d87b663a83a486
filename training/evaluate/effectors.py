"""Random effectors: 3 to 12 set points drawn from the 28, as users who pin what they like."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body import POINTS, body, level_indices
from models.completion import Completion
from models.posing.completed_pose import complete_pose
from training.evaluate.metrics import error_statistics
from training.evaluate.solving import aligned_rest

__all__ = ["random_effectors"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

FEWEST, MOST = 3, 12


def random_effectors(points: Array, completion: Completion, seed: int = 0) -> dict:
    """Errors over the points not set, for networks and solver.

    The main points always have a value in posing; where they are not set, it is where they are now. What that is in
    an evaluation is a choice, so both extremes are measured: nothing but the set points is known and the other main
    points stand where the rest pose has them, turned and moved to the set points (`network`, `solved`); or the other
    main points are right, as when a pose is refined (`main_points_right`).

    Args:
        points: (N, 43, 3) true points, metres.
        completion: The networks.
        seed: Of the draw.
    """
    rng = np.random.default_rng(seed)
    draws = [_draw(rng) for _ in points]
    main_points = np.isin(np.arange(len(POINTS)), level_indices(6))
    return {
        **_errors(points, draws, completion),
        "main_points_right": _errors(points, [is_set | main_points for is_set in draws], completion),
        "set_points": [FEWEST, MOST],
        "seed": seed,
        "frames": len(points),
    }


def _draw(rng: np.random.Generator) -> BoolArray:
    """(43,) which points are set."""
    chosen = rng.choice(level_indices(28), size=rng.integers(FEWEST, MOST + 1), replace=False)
    return np.isin(np.arange(len(POINTS)), chosen)


def _errors(points: Array, draws: list[BoolArray], completion: Completion) -> dict:
    """Statistics over the points not set of all poses, of networks and solver."""
    network, solved, truth = [], [], []
    for pose, is_set in zip(points, draws, strict=True):
        base = aligned_rest(pose, is_set)
        known = np.where(is_set[:, None], pose, base.points(body()))
        network.append(completion.complete(known, is_set)[~is_set])
        targets = {POINTS[n]: pose[n] for n in np.flatnonzero(is_set)}
        solved.append(complete_pose(targets, base, completion=completion).points[~is_set])
        truth.append(pose[~is_set])
    return {"network": _flat(network, truth), "solved": _flat(solved, truth)}


def _flat(found: list[Array], truth: list[Array]) -> dict:
    """Statistics over all points of poses whose numbers of free points differ."""
    statistics = error_statistics(np.concatenate(found)[:, None], np.concatenate(truth)[:, None], ["all"])
    return {key: value for key, value in statistics.items() if key.endswith("_cm")}
