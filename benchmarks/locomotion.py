"""Drafts: motion matching beside Learned Motion Matching, in memory and in time, alone and in a batch.

Both draft the same figure of eight. The database is one that `python -m training locomotion` made, named by the
environment variable SIXPOINT_DATABASE; without it a synthetic one of the size of a real one (noise: same arrays, same
searches, motion of no use) takes its place. `frame` is the time of a frame in milliseconds; `stages` are those of
Learned Motion Matching. `search` times one exact nearest frame by matrix products and by a tree, by size of database.

`roofline` says what bounds the networks: the arithmetic of one frame, by how many billion operations a second one core
does in a large matrix product (floor) and in these networks, at the rows of a single draft and of a batch. `drag` is a
waypoint dragged in the real window, where there is a display.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks import _runner
from benchmarks._draft_drag import dragged
from models.animation import Clip
from models.body import body
from models.kinematics import quat
from models.locomotion import Trajectory, Waypoint, root_path
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.features import N_FEATURES
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import STATE_SIZE
from models.locomotion.motion_matching import MotionMatching
from models.locomotion.pose_vector import decode
from models.locomotion.relaxation import relaxed
from models.locomotion.search import Search

__all__ = ["run"]

DATABASE_VARIABLE = "SIXPOINT_DATABASE"
_BATCH = 64
_OFTEN = 32


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
        "lmm_batch": lambda: lmm.generate_many([path] * batch, seeds=range(batch), workers=1),
        "lmm_batch_all_cores": lambda: lmm.generate_many([path] * batch, seeds=range(batch)),
    }
    times = _runner.interleaved(contestants, rounds=rounds)
    per = {name: n_frames * (batch if "batch" in name else 1) for name in contestants}
    frame = {name: _runner.summary(seconds, per=per[name]) for name, seconds in times.items()}
    return {
        "database": source,
        "frames_of_database": database.n_frames,
        "bytes": {
            "database": database.n_bytes,
            "networks": lmm.networks.n_bytes,
            "networks_of_database": lmm.networks.n_bytes / database.n_bytes,
        },
        "batch": batch,
        "frame": frame,
        "600_frames_ms": 600.0 * frame["lmm"]["p50_ms"],
        "batch_over_single": {
            "one thread": frame["lmm"]["p50_ms"] / frame["lmm_batch"]["p50_ms"],
            "all cores": frame["lmm"]["p50_ms"] / frame["lmm_batch_all_cores"]["p50_ms"],
        },
        "lmm_over_mm": _runner.ratio(times["lmm"], times["mm"]),
        "stages": _stages(lmm, path, rounds, batch),
        "roofline": _roofline(lmm, rounds),
        "search": _searches(quick),
        "drag": dragged(quick) if _has_display() else "no display",
        **_runner.environment("onnxruntime", "scipy"),
    }


def _stages(lmm: LearnedMotionMatching, path: Trajectory, rounds: int, batch: int) -> dict[str, Any]:
    """Milliseconds of a frame for the rollout of states, alone and in a block, for poses, and for holding the feet."""
    root, draft = root_path(path), lmm.generate(path)
    block = min(batch, 8)
    states = lmm.rollout([root], [0]).states
    times = _runner.interleaved(
        {
            "rollout": lambda: lmm.rollout([root], [0]),
            "rollout_in_block": lambda: lmm.rollout([root] * block, list(range(block))),
            "poses": lambda: decode(lmm.networks.decompress(states[:, 0])),
            "feet": lambda: relaxed(draft.raw, draft.contacts),
        },
        rounds=rounds,
    )
    per = dict.fromkeys(times, root.n_frames) | {"rollout_in_block": root.n_frames * block}
    return {name: _runner.summary(seconds, per=per[name]) for name, seconds in times.items()}


def _roofline(lmm: LearnedMotionMatching, rounds: int) -> dict[str, Any]:
    """Operations of a frame, and how fast one core does them."""
    networks, settings = lmm.networks, lmm.settings
    rng = np.random.default_rng(0)
    square = rng.normal(size=(1024, 1024)).astype(np.float32)
    # Each rollout takes a step a frame; every `step` frames each is projected from where it is and from what is wanted.
    kinds: dict[str, tuple[Callable[[Any], Any], int, float]] = {
        "stepper": (networks.rates, STATE_SIZE, float(settings.beam)),
        "projector": (networks.project, N_FEATURES, 2.0 * settings.beam / settings.step),
        "decompressor": (networks.decompress, STATE_SIZE, 1.0),
    }
    calls: dict[str, Callable[[], object]] = {"large product": lambda: square @ square}
    rows = {"single": {"stepper": 4, "projector": 8, "decompressor": 512}}
    rows["block of 8"] = {"stepper": 32, "projector": 64, "decompressor": 512}
    for kind, counts in rows.items():
        for name, (network, width, _) in kinds.items():
            given = rng.normal(size=(counts[name], width)).astype(np.float32)
            calls[f"{kind}, {name}"] = partial(_often, network, given)
    times = _runner.interleaved(calls, rounds=2 * rounds)
    best = {name: float(seconds.min()) / (1 if name == "large product" else _OFTEN) for name, seconds in times.items()}
    # A file holds little beside weights, of four bytes each; each is multiplied and added once a row.
    work = {name: (networks.folder / f"locomotion-{name}.onnx").stat().st_size / 4 * 2.0 for name in kinds}
    a_frame = {name: work[name] * count for name, (_, _, count) in kinds.items()}
    floor = 2.0 * 1024**3 / best["large product"] / 1e9
    return {
        "millions_of_operations_a_frame": {name: value / 1e6 for name, value in a_frame.items()},
        "billions_a_second": {
            "large product": floor,
            **{f"{k}, {n}": work[n] * rows[k][n] / best[f"{k}, {n}"] / 1e9 for k in rows for n in kinds},
        },
        "networks_of_a_frame_ms": {
            "at the speed of a large product": sum(a_frame.values()) / floor / 1e6,
            **{k: sum(best[f"{k}, {n}"] / rows[k][n] * kinds[n][2] for n in kinds) * 1e3 for k in rows},
        },
    }


def _often(network: Callable[[Any], Any], given: Any) -> None:
    """As in a draft, where a network's weights are in the cache from the call before."""
    for _ in range(_OFTEN):
        network(given)


def _has_display() -> bool:
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


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
