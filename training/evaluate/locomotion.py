"""Measure the generators of locomotion.

    python -m training evaluate locomotion --generator lmm --run RUN --json OUT
    python -m training evaluate locomotion --generator mm --database TRAIN.npz --held-out TEST.npz --json OUT

Every path of a fixed set is drafted with several seeds, and so are the ways that held-out clips went; figures are the
mean over seeds (of `max` and of `p95`, the worst). Feet are measured before and after they are held. RUN, a training
run, names its databases; without any database there is no distance from the data. Times are those of one thread.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.completion import default_weights
from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.locomotion import Generator, Trajectory, generator, generators
from models.locomotion.database import Database
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import LmmNetworks
from training.evaluate.locomotion_metrics import DataReference, draft_figures, manifold_distance
from training.evaluate.locomotion_paths import LONG, SEEDS, fixed_paths, held_out_paths
from training.evaluate.metrics import percentiles, rounded
from training.locomotion.data import database_path

__all__ = ["BATCH", "CLIPS", "ROUNDS", "add_arguments", "evaluate_locomotion", "run", "table"]

CLIPS, ROUNDS, BATCH = 20, 5, 64
"""Of a whole evaluation: held-out clips, rounds of each timing, drafts at once in timing."""

_WORST = ("max", "p95")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--generator", default="lmm", metavar="G", help=f"{', '.join(generators())} (default lmm)")
    parser.add_argument("--run", dest="run_folder", default=None, metavar="RUN", help="training run with databases")
    parser.add_argument("--database", default=None, metavar="FILE", help="motion that drafts are made of")
    parser.add_argument("--held-out", default=None, metavar="FILE", help="motion whose ways are drafted too")
    parser.add_argument("--weights", default=None, metavar="DIR", help="networks (default: the package's)")
    parser.add_argument("--clips", type=int, default=CLIPS, help="of the held-out motion (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each timing (default %(default)s)")
    parser.add_argument("--batch", type=int, default=BATCH, help="drafts at once, in timing (default %(default)s)")
    parser.add_argument("--json", default=None, metavar="OUT", help="where to write the figures")


def run(options: argparse.Namespace) -> None:
    folder = options.run_folder
    database = options.database or (folder and database_path(folder, "train"))
    held_out = options.held_out
    if folder and not held_out and database_path(folder, "test").is_file():
        held_out = database_path(folder, "test")
    result = evaluate_locomotion(
        options.generator,
        Database.load(database) if database else None,
        Database.load(held_out) if held_out else None,
        weights=options.weights,
        clips=options.clips,
        rounds=options.rounds,
        batch=options.batch,
    )
    if options.json:
        write_atomically(options.json, json.dumps(result, indent=1) + "\n")
    print(table(result))


def evaluate_locomotion(
    name: str,
    database: Database | None,
    held_out: Database | None = None,
    *,
    weights: str | Path | None = None,
    paths: dict[str, Trajectory] | None = None,
    seeds: Sequence[int] = SEEDS,
    clips: int = CLIPS,
    rounds: int = ROUNDS,
    batch: int = BATCH,
) -> dict[str, Any]:
    """All figures of the protocol, ready for JSON.

    Args:
        name: Of the generator.
        database: Of the motion that drafts are made of.
        held_out: Motion whose ways are drafted too.
        weights: Folder of the networks and their cards; None for the package's.
        paths, seeds: What is drafted; None for the fixed set.
        clips: Of the held-out motion.
        rounds, batch: Of the timing.
    """
    folder = default_weights() if weights is None else Path(weights)
    made = generator(name, database) if name != "lmm" else LearnedMotionMatching(LmmNetworks(folder))
    data = None if database is None else DataReference.of(database)
    paths = fixed_paths() if paths is None else paths
    figures = {key: _measured(made, path, seeds, data) for key, path in paths.items()}
    ways = {} if held_out is None else held_out_paths(held_out, clips)
    own = [_measured(made, path, seeds[:1], data) for path in ways.values()]
    networks = made.networks if isinstance(made, LearnedMotionMatching) else None
    result = {
        "generator": name,
        "seeds": list(seeds),
        "paths": figures,
        "held_out": {"clips": len(own), **(_pooled(own) if own else {})},
        "bytes": {
            "database": None if database is None else database.n_bytes,
            "networks": None if networks is None else networks.n_bytes,
        },
        "ms_per_frame": _timed(made, rounds, batch),
    }
    if networks is not None:
        if data is not None and LONG in paths:
            result["manifold_60_s"] = _curve(made, paths[LONG], data)
        result |= _of_networks(folder)
    rounded_result: dict[str, Any] = rounded(result)  # type: ignore[assignment]
    return rounded_result


def _measured(made: Generator, path: Trajectory, seeds: Sequence[int], data: DataReference | None) -> dict[str, Any]:
    return _pooled([draft_figures(made.generate(path, seed=seed), data) for seed in seeds])


def _pooled(rows: list[dict[str, Any]], key: str = "") -> dict[str, Any]:
    """The mean of each figure over drafts; of what is a maximum or a percentile, the worst."""
    pooled: dict[str, Any] = {}
    for name in rows[0]:
        values = [row[name] for row in rows]
        if isinstance(values[0], dict):
            pooled[name] = _pooled(values, name)
        elif values[0] is None:
            pooled[name] = None
        else:
            pooled[name] = float(max(values) if name in _WORST else np.mean(values))
    return pooled


def _timed(made: Generator, rounds: int, batch: int) -> dict[str, Any]:
    """Milliseconds of a frame, one draft of ten seconds alone and in a batch; the first round is not counted."""
    path = fixed_paths()["figure_8"]
    one_thread: dict[str, Any] = {"workers": 1} if isinstance(made, LearnedMotionMatching) else {}
    single, batched = [], []
    for number in range(-1, rounds):
        start = time.perf_counter()
        n_frames = made.generate(path, seed=number + 1).clip.n_frames
        middle = time.perf_counter()
        drafts = made.generate_many([path] * batch, seeds=range(batch), **one_thread)
        end = time.perf_counter()
        if number >= 0:
            single.append((middle - start) / n_frames)
            batched.append((end - middle) / sum(draft.clip.n_frames for draft in drafts))
    return {"single": percentiles(single), f"batched_{batch}": percentiles(batched)}


def _curve(made: Generator, path: Trajectory, data: DataReference) -> dict[str, list[float]]:
    """Distance from the data along the minute, mean and largest of each second, before feet are held."""
    distance = manifold_distance(made.generate(path).raw, data)
    seconds = [distance[n : n + 60] for n in range(0, len(distance), 60)]
    return {"mean": [float(part.mean()) for part in seconds], "max": [float(part.max()) for part in seconds]}


def _of_networks(folder: Path) -> dict[str, Any]:
    """What the networks' cards say of them: decompressor error and drift, measured where the compressor is at hand."""
    found: dict[str, Any] = {}
    for network, keys in (("decompressor", ("decompressor",)), ("stepper", ("drift",)), ("projector", ("projected",))):
        card = folder / f"locomotion-{network}.json"
        try:
            metrics = json.loads(card.read_text(encoding="utf-8"))["metrics"]
        except (OSError, ValueError, KeyError) as error:
            raise SixpointError(f"{card}: the network's card cannot be read ({error}); export it again") from error
        for key in keys:
            found[key] = {split: row[key] for split, row in metrics.items() if key in row}
    return found


def table(result: dict[str, Any]) -> str:
    """One line a path, and a line for memory and time."""
    head = ("path", "lateral", "heading", "time", "skate raw", "locked", "sunk", "snaps", "jerk", "data", "lock")
    units = ("", "p95 cm", "p95 deg", "max s", "cm/s", "cm/s", "cm", "%", "ratio", "mean", "mean cm")
    lines = ["".join(f"{word:>10}" if n else f"{word:<18}" for n, word in enumerate(row)) for row in (head, units)]
    rows = {**result["paths"], **({"held out": result["held_out"]} if result["held_out"]["clips"] else {})}
    for name, row in rows.items():
        values = [
            100.0 * row["lateral_m"]["p95"],
            row["heading_deg"]["p95"],
            row["time_s"]["max"],
            row["skate_cm_s"]["raw"],
            row["skate_cm_s"]["locked"],
            row["penetration_cm"],
            100.0 * row["snap_share"],
            row["jerk_ratio"],
            None if row["manifold"] is None else row["manifold"]["mean"],
            row["lock_cm"]["mean"],
        ]
        lines.append(f"{name:<18}" + "".join(f"{'-' if v is None else format(v, '.2f'):>10}" for v in values))
    lines.append(f"bytes {result['bytes']}, ms a frame {result['ms_per_frame']}")
    return "\n".join(lines)
