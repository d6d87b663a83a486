"""Drafts: motion matching beside Learned Motion Matching, in memory and in time, alone and in a batch.

Both draft the same figure of eight. The database is one that `python -m training locomotion` made, named by the
environment variable SIXPOINT_DATABASE; without it a synthetic one of the size of a real one (noise: same arrays, same
searches, motion of no use) takes its place. `frame` is the time of a frame in milliseconds; `stages` are those of
Learned Motion Matching. `search` times one exact nearest frame by matrix products and by a tree, by size of database.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks import _runner
from models.animation import Clip
from models.body import body
from models.kinematics import quat
from models.locomotion import Trajectory, Waypoint, root_path
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.motion_matching import MotionMatching
from models.locomotion.relaxation import relaxed
from models.locomotion.search import Search

__all__ = ["run"]

DATABASE_VARIABLE = "SIXPOINT_DATABASE"
_BATCH = 64


def run(quick: bool) -> dict[str, Any]:
    """Memory, milliseconds of a frame, and ratios."""
    rounds, batch = (2, 4) if quick else (7, _BATCH)
    angles = np.linspace(0.0, 2.0 * np.pi, 17)
    path = Trajectory(tuple(Waypoint(2.0 * float(np.sin(2.0 * a)), 3.0 * float(np.sin(a))) for a in angles))
    database, source = _database(2 if quick else 40)
    mm, lmm = MotionMatching(database), LearnedMotionMatching.shipped()
    n_frames = root_path(path).n_frames
    contestants: dict[str, Callable[[], object]] = {
        "mm": lambda: mm.generate(path),
        "lmm": lambda: lmm.generate(path),
        "lmm_batch": lambda: lmm.generate_many([path] * batch, seeds=range(batch)),
    }
    times = _runner.interleaved(contestants, rounds=rounds)
    frame = {name: _runner.summary(seconds, per=n_frames) for name, seconds in times.items() if name != "lmm_batch"}
    frame[f"lmm_batch_{batch}"] = _runner.summary(times["lmm_batch"], per=n_frames * batch)
    return {
        "database": source,
        "frames_of_database": database.n_frames,
        "bytes": {
            "database": database.n_bytes,
            "networks": lmm.networks.n_bytes,
            "networks_of_database": lmm.networks.n_bytes / database.n_bytes,
        },
        "frame": frame,
        "600_frames_ms": 600.0 * frame["lmm"]["p50_ms"],
        "batch_over_single": frame["lmm"]["p50_ms"] / frame[f"lmm_batch_{batch}"]["p50_ms"],
        "lmm_over_mm": _runner.ratio(times["lmm"], times["mm"]),
        "stages": _stages(lmm, path, rounds, batch),
        "search": _searches(quick),
        **_runner.environment("onnxruntime", "scipy"),
    }


def _stages(lmm: LearnedMotionMatching, path: Trajectory, rounds: int, batch: int) -> dict[str, Any]:
    """Milliseconds of a frame for the rollout of states, alone and in a batch, and for holding the feet."""
    root, draft = root_path(path), lmm.generate(path)
    times = _runner.interleaved(
        {
            "rollout": lambda: lmm.rollout([root], [0]),
            "rollout_batch": lambda: lmm.rollout([root] * batch, list(range(batch))),
            "feet": lambda: relaxed(draft.raw, draft.contacts),
        },
        rounds=rounds,
    )
    per = {"rollout": root.n_frames, "rollout_batch": root.n_frames * batch, "feet": root.n_frames}
    return {name: _runner.summary(seconds, per=per[name]) for name, seconds in times.items()}


def _searches(quick: bool) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    found: dict[str, Any] = {}
    for size in (1_000, 4_000, 16_000) if quick else (1_000, 4_000, 16_000, 64_000, 128_000):
        rows = rng.normal(size=(size, 27)).astype(np.float32)
        searches = {method: Search(rows, method) for method in ("matrix", "tree")}
        query = rng.normal(size=(1, 27))
        times = _runner.interleaved(
            {method: partial(search.nearest, query) for method, search in searches.items()}, rounds=20
        )
        found[str(size)] = {method: _runner.summary(seconds) for method, seconds in times.items()}
    return found


def _database(clips: int) -> tuple[Database, str]:
    if name := os.environ.get(DATABASE_VARIABLE):
        return Database.load(name), "recorded motion"
    rng = np.random.default_rng(0)
    sources = []
    for number in range(clips):
        root = np.cumsum(rng.normal(0.0, 0.01, (1800, 3)), axis=0) * [1.0, 0.0, 1.0] + [0.0, 0.9, 0.0]
        turns = np.cumsum(rng.normal(0.0, 0.01, (1800, body().n_joints, 3)), axis=0)
        clip = Clip(body(), root, quat.unroll(quat.from_rotvec(turns)), 60.0)
        sources.append(SourceClip(clip, f"noise {number}"))
    return Database.build(sources), "synthetic: memory and time are those of a real one, motion is not"
