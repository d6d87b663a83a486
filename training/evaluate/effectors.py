"""Random effectors: 3 to 12 set points drawn from the 28, as users who pin what they like."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import MAIN_POINTS, POINTS, body, level_indices
from models.completed_pose import complete_pose
from models.completion import Completion
from training.evaluate.metrics import error_statistics
from training.evaluate.solving import aligned_rest

__all__ = ["random_effectors"]

Array = NDArray[np.float64]

FEWEST, MOST = 3, 12


def random_effectors(points: Array, completion: Completion, seed: int = 0) -> dict:
    """Errors over the points not set, for networks and solver.

    Nothing but the set points is known of a pose: main points that are not set are where they are in the rest pose,
    turned and moved to the set points.

    Args:
        points: (N, 43, 3) true points, metres.
        completion: The networks.
        seed: Of the draw.
    """
    rng = np.random.default_rng(seed)
    candidates = level_indices(28)
    main = [POINTS.index(name) for name in MAIN_POINTS]
    network, solved, truth = [], [], []
    for pose in points:
        chosen = rng.choice(candidates, size=rng.integers(FEWEST, MOST + 1), replace=False)
        is_set = np.zeros(len(POINTS), dtype=bool)
        is_set[chosen] = True
        base = aligned_rest(pose, is_set)
        known = np.where(is_set[:, None], pose, base.points(body()))
        free = ~is_set
        network.append(completion.complete(known, is_set)[free])
        solved.append(_solved(pose, chosen, base, completion)[free])
        truth.append(pose[free])
    main_free = f"main points not set stand where the aligned rest pose has them ({len(main)} main points)"
    return {
        "network": _flat(network, truth),
        "solved": _flat(solved, truth),
        "set_points": [FEWEST, MOST],
        "seed": seed,
        "frames": len(points),
        "note": main_free,
    }


def _solved(pose: Array, chosen: NDArray[np.intp], base: Pose, completion: Completion) -> Array:
    return complete_pose({POINTS[n]: pose[n] for n in chosen}, base, completion=completion).points


def _flat(found: list[Array], truth: list[Array]) -> dict:
    """Statistics over all points of all poses, whose numbers of free points differ."""
    one, other = np.concatenate(found)[:, None], np.concatenate(truth)[:, None]
    statistics = error_statistics(one, other, ["all"])
    return {key: value for key, value in statistics.items() if key.endswith("_cm")}
