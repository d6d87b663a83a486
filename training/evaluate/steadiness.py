"""Does the answer depend on what must not matter, and does it move smoothly when a point is dragged?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body import POINTS, body, level_indices, mirror_points
from models.completion import Completion
from models.kinematics import quat
from models.solver import pose_from_points
from training.evaluate.metrics import error_statistics

__all__ = ["invariance", "jitter"]

Array = NDArray[np.float64]

DRAG_CM, STEP_CM = 30.0, 1.0


def invariance(points: Array, completion: Completion, seed: int = 0) -> dict:
    """Per level: how far predictions move, cm, when the input is turned or mirrored, and the errors then.

    Every pose is turned about the vertical by an angle of its own.
    """
    rng = np.random.default_rng(seed)
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-np.pi, np.pi, len(points)))[:, None]
    result = {}
    for level in (6, 16, 28):
        given, free = level_indices(level), np.setdiff1d(np.arange(len(POINTS)), level_indices(level))
        plain = completion.predict(level, points[:, given])
        turned = completion.predict(level, quat.rotate(turn, points[:, given]))
        turned = quat.rotate(quat.conj(turn), turned)
        mirrored = mirror_points(completion.predict(level, mirror_points(points)[:, given]))
        names = [POINTS[n] for n in free]
        result[str(level)] = {
            "yaw_cm": 100.0 * float(np.linalg.norm(turned - plain, axis=-1).mean()),
            "mirror_cm": 100.0 * float(np.linalg.norm(mirrored - plain, axis=-1).mean()),
            "error_turned_cm": error_statistics(turned[:, free], points[:, free], names)["mean_cm"],
            "error_mirrored_cm": error_statistics(mirrored[:, free], points[:, free], names)["mean_cm"],
        }
    return result


def jitter(points: Array, completion: Completion, seed: int = 0) -> dict:
    """Mean movement of the pose's points, cm, for each cm that a main point is dragged along a straight path.

    A wrist, ankle, the neck or the pelvis of each pose is dragged 30 cm in a random direction in steps of 1 cm, with
    the other main points pinned, and each step is completed and solved afresh: nothing smooths from step to step.
    `worst` is the largest such movement of a single step.
    """
    rng = np.random.default_rng(seed)
    main = level_indices(6)
    is_set = np.zeros(len(POINTS), dtype=bool)
    is_set[main] = True
    steps = np.arange(0.0, DRAG_CM + 0.5 * STEP_CM, STEP_CM) / 100.0
    network_moves: list[Array] = []
    solved_moves: list[Array] = []
    for pose in points:
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        path = np.repeat(pose[None], len(steps), axis=0)
        path[:, rng.choice(main)] += steps[:, None] * direction
        completed = completion.complete(path, np.broadcast_to(is_set, path.shape[:2]))
        solved = np.stack([pose_from_points(body(), row, is_set).points for row in completed])
        for moves, track in ((network_moves, completed), (solved_moves, solved)):
            moves.append(100.0 * np.linalg.norm(np.diff(track, axis=0), axis=-1).mean(axis=-1) / STEP_CM)
    network, solved_steps = np.array(network_moves), np.array(solved_moves)
    return {
        "mean": float(solved_steps.mean()),
        "worst": float(solved_steps.max()),
        "network": {"mean": float(network.mean()), "worst": float(network.max())},
        "drags": len(points),
        "unit": "mean movement of the 43 points, cm per cm of drag",
    }
