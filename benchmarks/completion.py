"""From a drag to the solved pose: what a user feels under the mouse. One thread.

A figure in the sample pose is dragged by each of its main points, and by elbows, knees and a heel, along straight
paths of 30 cm in random directions, 25 steps a path, as a mouse would. Beside the whole there are its stages: the
networks with their combination, the first pose by rigid alignment, and the solve.

The peer of the network stage is the source article's network (18-300-400-300-200-111, SELU) as a plain NumPy forward
pass: what the stage would cost without a runtime, combination and frames of reference excluded.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import _runner
from models.body import MAIN_POINTS, POINTS
from models.completion import Completion
from models.posing import Session, complete_pose
from models.posing.answer import asked_points
from models.posing.points_file import read_points
from models.solver import start_state

__all__ = ["run"]

_SAMPLE = Path(__file__).resolve().parents[1] / "docs" / "examples" / "reach.json"
_DRAGGED = (*MAIN_POINTS, "LeftForeArm", "RightForeArm", "LeftLeg", "RightLeg", "LeftHeel")
_STEPS, _PATH_M = 25, 0.30
_WIDTHS = (18, 300, 400, 300, 200, 111)


def run(quick: bool) -> dict[str, Any]:
    """Percentiles of 2,750 drags (275 when quick), their stages, and the network stage beside NumPy's."""
    rng = np.random.default_rng(0)
    completion = Completion.load()
    base = complete_pose(read_points(_SAMPLE), completion=completion).pose
    paths = [(point, direction) for point in _DRAGGED for direction in _directions(rng, 1 if quick else 10)]
    _drag(Session(pose=base, completion=completion), completion, *paths[0])  # opens the networks and fills the caches
    times, reached = [], 0
    for point, direction in paths:
        session = Session(pose=base, completion=completion)
        path_times, path_reached = _drag(session, completion, point, direction)
        times += path_times
        reached += path_reached
    total, network, start = np.array(times).T
    ours, theirs = _network_beside_numpy(completion, rng, rounds=200 if quick else 2000)
    return {
        "drags": len(times),
        "reached": reached / len(times),
        "drag_to_pose": _runner.summary(total),
        "network": _runner.summary(network),
        "start": _runner.summary(start),
        # The stages are timed in calls of their own, so a moment in which the machine was busy can outweigh the whole.
        "solve": _runner.summary(np.maximum(total - network - start, 0.0)),
        "level_6_network": _runner.summary(ours),
        "numpy_forward_pass": _runner.summary(theirs),
        "ratio_to_numpy": _runner.ratio(ours, theirs),
        "environment": _runner.environment("onnxruntime", "scipy"),
    }


def _directions(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    directions = rng.normal(size=(n, 3))
    return directions / np.linalg.norm(directions, axis=-1, keepdims=True)


def _drag(
    session: Session, completion: Completion, point: str, direction: NDArray[np.float64]
) -> tuple[list[tuple[float, float, float]], int]:
    """Seconds (whole drag, networks, first pose) of each step, and in how many steps every pin was reached."""
    begin = session.points[POINTS.index(point)].copy()
    times, reached = [], 0
    for share in np.linspace(0.0, 1.0, _STEPS):
        before = perf_counter()
        session.drag(point, begin + direction * (share * _PATH_M))
        total = perf_counter() - before
        # The stages again, on the same input: the drag itself is timed undisturbed.
        posing = session.snapshot.posing
        before = perf_counter()
        points = asked_points(posing, completion)
        network = perf_counter() - before
        before = perf_counter()
        start_state(session.skeleton, points)
        start = perf_counter() - before
        times.append((total, network, start))
        reached += not session.unreached
    return times, reached


def _network_beside_numpy(
    completion: Completion, rng: np.random.Generator, rounds: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    layers = [
        (rng.normal(size=(n, m)).astype(np.float32) / np.float32(n**0.5), np.zeros(m, dtype=np.float32))
        for n, m in pairwise(_WIDTHS)
    ]
    given = rng.normal(size=(1, 6, 3)).astype(np.float32)

    def numpy_pass() -> NDArray[np.float32]:
        x = given.reshape(1, 18)
        for weights, bias in layers[:-1]:
            x = x @ weights + bias
            x = np.float32(1.0507) * np.where(x > 0, x, np.float32(1.67326) * np.expm1(np.minimum(x, 0)))
        return x @ layers[-1][0] + layers[-1][1]

    times = _runner.interleaved(
        {"ours": lambda: completion.predict(6, given), "numpy": numpy_pass}, rounds=rounds, warmup=20
    )
    return times["ours"], times["numpy"]
