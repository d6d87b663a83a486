"""Measure the completion networks and the solver.

    python -m training evaluate completion --data DIR --split test --json OUT

Frames, at most 30 a second, go through the importer to the canonical body; for each level the errors over the points
that are not given are reported for the networks, for the solved poses, and for two baselines. The frames of split
`train`, where an index names them, serve the nearest-pose baseline only.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.body import LEVELS, POINTS, level_indices, predicted_indices
from models.completion import Completion
from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.kinematics import quat
from training.checkpoints import checkpoint_path, load
from training.evaluate.baselines import NearestPose
from training.evaluate.effectors import random_effectors
from training.evaluate.metrics import error_statistics, rounded
from training.evaluate.preview import write_preview
from training.evaluate.report import table
from training.evaluate.solving import Solved, bone_length_error_mm, limit_violation_deg, solve_many
from training.evaluate.steadiness import invariance, jitter
from training.evaluate.timing import drag_times
from training.evaluate.truth import AT_MOST_FPS, Truth, load_truth

__all__ = ["EvaluationConfig", "add_arguments", "evaluate", "evaluate_and_write", "run"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class EvaluationConfig:
    """What is measured on how many frames; all sets are evenly spaced over the frames."""

    split: str | None = None
    weights: str | None = None
    workers: int = 1
    solved_frames: int = 0  # that are solved at each level, 0 for all
    ik_frames: int = 3000  # of the inverse-kinematics baseline
    effector_frames: int = 3000
    drags: int = 200
    timed_frames: int = 2000
    training_fps: float = 10.0  # of the nearest-pose baseline's training frames
    random_split_run: str | None = None  # checkpoints trained with --split-frames
    preview: str | None = None  # folder for motion to look at


def evaluate(folder: str, config: EvaluationConfig) -> dict:
    """All figures of the protocol, ready for JSON."""
    truth = load_truth([folder], config.split, config.workers)
    points = truth.points()
    completion = Completion.load(config.weights)
    training = _training_frames(folder, config)
    levels, solved = {}, {}
    for level in LEVELS:
        levels[str(level)], solved[level] = _evaluate_level(
            level, truth, points, completion=completion, training=training, config=config
        )
    if config.preview is not None:
        write_preview(config.preview, truth, {level: found for level, (_, found) in solved.items()})
    steady = invariance(points, completion)
    result = {
        "data": {
            "dir": folder,
            "split": config.split,
            "clips": truth.n_clips,
            "frames": len(truth),
            "at_most_fps": AT_MOST_FPS,
            "skipped": truth.skipped,
        },
        "levels": levels,
        **_solver_figures(truth, points, solved),
        "random_effectors": random_effectors(_spread(points, config.effector_frames), completion),
        "jitter": jitter(_spread(points, config.drags), completion),
        "yaw_cm": max(row["yaw_cm"] for row in steady.values()),
        "mirror_cm": max(row["mirror_cm"] for row in steady.values()),
        "invariance": steady,
        "ms": drag_times(_spread(points, config.timed_frames), completion),
    }
    if config.random_split_run is not None:
        result["random_frame_split"] = _random_split(config.random_split_run)
    return rounded(result)  # type: ignore[return-value]


def evaluate_and_write(folder: str, config: EvaluationConfig, path: str | Path | None) -> dict:
    """Evaluate, print the table, and write the figures where a path is given."""
    result = evaluate(folder, config)
    print(table(result))
    if path is not None:
        write_atomically(path, json.dumps(result, indent=1) + "\n")
    return result


def _evaluate_level(
    level: int,
    truth: Truth,
    points: Array,
    *,
    completion: Completion,
    training: Truth | None,
    config: EvaluationConfig,
) -> tuple[dict, tuple[NDArray[np.intp], Solved]]:
    """Figures of one level, and its solved poses with their rows."""
    given, free = level_indices(level), predicted_indices(level)
    names = [POINTS[n] for n in free]
    is_set = np.isin(np.arange(len(POINTS)), given)
    predicted = np.concatenate([completion.predict(level, part[:, given]) for part in _chunks(points)])
    rows = _rows(len(points), config.solved_frames or len(points))
    found = solve_many(np.where(is_set[:, None], points[rows], predicted[rows]), is_set, "predicted", config.workers)
    ik_rows = _rows(len(points), config.ik_frames)
    ik = solve_many(points[ik_rows], is_set, "ik", config.workers)

    def errors(of: Array, at: NDArray[np.intp] | slice = slice(None)) -> dict:
        return error_statistics(of[:, free], points[at][:, free], names)

    nearest = None if training is None else errors(NearestPose(training, level).complete(points))
    figures = {
        "network": errors(predicted),
        "solved": errors(found.points, rows),
        "network_on_solved_frames": errors(predicted[rows], rows)["mean_cm"],
        "baselines": {"nearest": nearest, "ik": errors(ik.points, ik_rows)},
        "per_activity": _per_activity(predicted[:, free], points[:, free], truth.activities),
    }
    return figures, (rows, found)


def _solver_figures(
    truth: Truth, points: Array, solved: dict[int, tuple[NDArray[np.intp], Solved]]
) -> dict[str, dict[str, float]]:
    """What must hold of every solved pose, over the three levels together."""
    distances, turns, bones, limits = [], {}, [], []
    for level, (rows, found) in solved.items():
        given = level_indices(level)
        distances.append(1e3 * np.linalg.norm(found.points[:, given] - points[rows][:, given], axis=-1).ravel())
        turns[str(level)] = float(np.degrees(quat.angle(found.rotations, truth.rotations[rows])).mean())
        bones.append(bone_length_error_mm(found))
        limits.append(limit_violation_deg(found))
    error_mm = np.concatenate(distances)
    return {
        "set_point_error_mm": {
            "mean": float(error_mm.mean()),
            "p99": float(np.percentile(error_mm, 99)),
            "max": float(error_mm.max()),
            "share_within_1mm": float((error_mm <= 1.0).mean()),
        },
        "bone_length_error_mm": {"max": max(bones)},
        "limit_violation_deg": {"max": max(limits)},
        "joint_rotation_deg": {"mean": turns["6"], **turns},
    }


def _per_activity(predicted: Array, truth: Array, activities: NDArray[np.str_]) -> dict[str, dict[str, float]]:
    errors_cm = 100.0 * np.linalg.norm(predicted - truth, axis=-1).mean(axis=-1)
    kinds = np.unique(activities)
    return {
        str(kind) or "unknown": {
            "mean_cm": float(errors_cm[activities == kind].mean()),
            "frames": int((activities == kind).sum()),
        }
        for kind in kinds
    }


def _random_split(run_folder: str) -> dict[str, dict[str, float]]:
    """Errors on frames held out at random, of networks that were trained on the others: what the article reports.

    Neighbours of a held-out frame are trained on, so this says little about motion never seen.
    """
    found = {}
    for level in LEVELS:
        path = checkpoint_path(run_folder, level)
        state = load(path)
        if not state["split_frames"]:
            raise SixpointError(f"{path}: was not trained with --split-frames, so it saw every frame")
        found[str(level)] = {"mean_cm": state["validation_cm"], "steps": state["step"]}
    return found


def _training_frames(folder: str, config: EvaluationConfig) -> Truth | None:
    """Frames of the train split, or None where the folder names no such split."""
    try:
        return load_truth([folder], "train", config.workers, config.training_fps) if config.split != "train" else None
    except SixpointError:
        return None


def _rows(n: int, wanted: int) -> NDArray[np.intp]:
    """At most `wanted` evenly spaced rows of n."""
    return np.unique(np.linspace(0, n - 1, min(n, wanted)).round().astype(np.intp))


def _spread(points: Array, wanted: int) -> Array:
    return points[_rows(len(points), wanted)]


def _chunks(points: Array) -> list[Array]:
    return np.array_split(points, max(1, len(points) // 4096))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    defaults = EvaluationConfig()
    parser.add_argument("--data", required=True, metavar="DIR", help="BVH files or zips, at any depth")
    parser.add_argument("--split", default=None, help="train, val or test of the folder's index.csv (default: all)")
    parser.add_argument("--json", default=None, metavar="OUT", help="where to write the figures")
    parser.add_argument("--weights", default=None, metavar="DIR", help="networks (default: the package's)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--solved-frames", type=int, default=0, help="solve at most so many frames a level (0: all)")
    parser.add_argument("--ik-frames", type=int, default=defaults.ik_frames, help="default %(default)s")
    parser.add_argument("--effector-frames", type=int, default=defaults.effector_frames, help="default %(default)s")
    parser.add_argument("--drags", type=int, default=defaults.drags, help="default %(default)s")
    parser.add_argument("--random-split-run", default=None, metavar="RUN", help="also report a --split-frames run")
    parser.add_argument("--preview", default=None, metavar="DIR", help="write true and solved motion as BVH")
    parser.add_argument("--timed-frames", type=int, default=defaults.timed_frames, help="default %(default)s")


def run(options: argparse.Namespace) -> None:
    config = EvaluationConfig(
        split=options.split,
        weights=options.weights,
        workers=options.workers,
        solved_frames=options.solved_frames,
        ik_frames=options.ik_frames,
        effector_frames=options.effector_frames,
        drags=options.drags,
        timed_frames=options.timed_frames,
        random_split_run=options.random_split_run,
        preview=options.preview,
    )
    evaluate_and_write(options.data, config, options.json)
