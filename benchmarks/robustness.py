"""100,000 random sets of set points: are they met, are bones and joints kept, is anything ever NaN?

Each set is 3 to 12 of the 28 points, drawn at random, set where a random pose within the joint limits has them, so all
are reachable. The poses use 0.3 to 0.9 of every joint's range, far more than people do. The other points are predicted
in two ways: by the networks, as the product does it, the main points that are not set standing where the pose has them;
and by the truth with 3 cm of noise on every point, as a network would that knew such poses.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import _runner
from models.body import JOINTS, POINTS, body, level_indices
from models.body.limits import joint_limits
from models.completion import Completion
from models.kinematics import forward, quat
from models.solver import pose_from_points

__all__ = ["run"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_CHUNK = 1000


def run(quick: bool) -> dict[str, Any]:
    """Shares and worst figures of each kind of prediction, over 50,000 sets each (500 when quick)."""
    n_sets = 500 if quick else 50_000
    completion = Completion.load()
    predictions = {"networks": completion.complete, "noise": None}
    results: dict[str, Any] = {}
    for kind, complete in predictions.items():
        rng = np.random.default_rng(0)
        chunks = []
        for first in range(0, n_sets, _CHUNK):
            points = _poses(rng, min(_CHUNK, n_sets - first))
            is_set = _sets(rng, len(points))
            noisy = points + 0.03 / np.sqrt(3.0) * rng.normal(size=points.shape)
            guess = noisy if complete is None else complete(points, is_set)
            chunks.append(_solved(np.where(is_set[..., None], points, guess), is_set))
        results[kind] = _summary({key: np.concatenate([chunk[key] for chunk in chunks]) for key in chunks[0]})
    return {**results, **_runner.environment("onnxruntime")}


def _poses(rng: np.random.Generator, count: int) -> Array:
    """(N, 43, 3) points of random poses, facing anywhere, metres."""
    limits = joint_limits()
    share = rng.uniform(0.3, 0.9, size=(count, 1, 1))
    drawn = rng.uniform(limits.low, limits.high, size=(count, *limits.low.shape))
    angles = limits.relaxed + share * (drawn - limits.relaxed)
    rotations = np.tile(quat.IDENTITY, (count, len(JOINTS), 1))
    rotations[:, limits.joints] = limits.rotations(angles)
    rotations[:, 0] = quat.from_axis_angle([0.0, 1.0, 0.0], rng.uniform(-np.pi, np.pi, size=count))
    points = forward.points(body(), np.zeros((count, 3)), rotations)
    points[..., 1] -= points[..., 1].min(axis=-1, keepdims=True)
    return points


def _sets(rng: np.random.Generator, count: int) -> BoolArray:
    """(N, 43) which 3 to 12 of the 28 points are set."""
    order = rng.random((count, 28)).argsort(axis=-1).argsort(axis=-1)
    chosen = order < rng.integers(3, 13, size=(count, 1))
    is_set = np.zeros((count, len(POINTS)), dtype=bool)
    is_set[:, level_indices(28)] = chosen
    return is_set


def _solved(asked: Array, is_set: BoolArray) -> dict[str, Array]:
    """Of each set: worst pin and bone in mm, joints beyond their range in degrees, time in s, all finite."""
    lengths = np.linalg.norm(body().offsets[1:], axis=-1)
    rows = []
    for points, mask in zip(asked, is_set, strict=True):
        before = time.perf_counter()
        result = pose_from_points(body(), points, mask)
        seconds = time.perf_counter() - before
        found = result.pose.points(body())
        bones = np.linalg.norm(found[1:22] - found[body().parents[1:]], axis=-1)
        rows.append(
            (
                1e3 * np.linalg.norm(found[mask] - points[mask], axis=-1).max(),
                1e3 * np.abs(bones - lengths).max(),
                np.degrees(joint_limits().excess(result.pose.rotations).max()),
                seconds,
                float(np.isfinite(found).all() and np.isfinite(result.pose.rotations).all()),
            )
        )
    names = ("set_mm", "bone_mm", "limit_deg", "seconds", "finite")
    return dict(zip(names, np.array(rows).T, strict=True))


def _summary(figures: dict[str, Array]) -> dict[str, Any]:
    set_mm = figures["set_mm"]
    return {
        "sets": len(set_mm),
        "reached_within_1_mm": float(np.mean(set_mm <= 1.0)),
        "set_point_error_mm": {"mean": float(set_mm.mean()), "p99.9": float(np.quantile(set_mm, 0.999))},
        "bone_length_error_mm_max": float(figures["bone_mm"].max()),
        "limit_violation_deg_max": float(figures["limit_deg"].max()),
        "not_finite": int(np.sum(figures["finite"] == 0.0)),
        **_runner.summary(figures["seconds"]),
    }
