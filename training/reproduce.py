"""`python -m training reproduce --data DIR`: from a folder of motion to trained, measured networks and a draft.

| step | makes, in the work folder |
|---|---|
| prepare | `cache`, and databases of locomotion, `locomotion-*.npz` |
| train | a checkpoint of each network |
| export | networks and their cards, in the output folder |
| evaluate | `evaluation.json`, `locomotion-lmm.json`, `locomotion-mm.json`, and their tables, `locomotion.md` |
| draft | `draft.bvh`, a walk by the networks just made |

Interrupted and run again, it goes on where it was: a step that is complete is not repeated, training resumes from its
checkpoints, and networks that have not changed are not measured twice.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from models.body import LEVELS
from models.completion import default_weights
from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.formats.conversion import save
from models.locomotion.database import Database
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import LmmNetworks
from training.cache import is_complete
from training.completion import PRESETS, train
from training.distributed import World, joined
from training.evaluate import locomotion as drafts
from training.evaluate import report
from training.evaluate.completion import EvaluationConfig, evaluate
from training.evaluate.locomotion_paths import fixed_paths
from training.evaluate.locomotion_tables import draft_table, network_table
from training.export import add_metrics, export
from training.locomotion.data import are_prepared, database_path, prepare_databases
from training.locomotion.export import export_locomotion
from training.locomotion.runs import TRAINERS
from training.prepare import prepare

__all__ = ["add_arguments", "run"]

_DRAFTED = "right_angles"  # of the fixed paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="BVH files or zips with an index.csv")
    parser.add_argument(
        "--work", default="training-run", metavar="DIR", help="cache, checkpoints, figures (%(default)s)"
    )
    parser.add_argument("--output", default=str(default_weights()), metavar="DIR", help="weights (%(default)s)")
    parser.add_argument("--steps", type=int, default=0, help="of each network (default: the presets)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:N or auto")


def run(options: argparse.Namespace) -> None:
    work, weights = Path(options.work), Path(options.output)
    torch.set_num_threads(options.workers)
    with joined(options.device) as world:
        if world.size > 1:
            raise SixpointError("reproduce runs in one process; under torchrun use 'python -m training completion'")
        _completion(options, work, weights, world)
        if _has_locomotion(options, work):
            _locomotion(options, work, weights, world)


def _completion(options: argparse.Namespace, work: Path, weights: Path, world: World) -> None:
    cache = work / "cache"
    if not is_complete(cache):
        prepare([options.data], cache, workers=options.workers)
    for level in LEVELS:
        preset = PRESETS[level]
        config = replace(preset, steps=options.steps or preset.steps)
        train(cache, work, level, config, world=world, resume=True)
        export(work, weights, level)
    protocol = EvaluationConfig(split="test", weights=str(weights), workers=options.workers)
    networks = [weights / f"completion-{level}.onnx" for level in LEVELS]
    found = _measured(work / "evaluation.json", networks, lambda: evaluate(options.data, protocol))
    print(report.table(found), flush=True)
    add_metrics(weights, found)


def _has_locomotion(options: argparse.Namespace, work: Path) -> bool:
    """Are there databases of locomotion? A library that holds none gets none of its networks."""
    if not are_prepared(work):
        try:
            prepare_databases([options.data], work, options.workers)
        except SixpointError as error:
            print(f"no locomotion networks: {error}", flush=True)
            return False
    return True


def _locomotion(options: argparse.Namespace, work: Path, weights: Path, world: World) -> None:
    for train_network, preset in TRAINERS.values():
        train_network(work, replace(preset, steps=options.steps or preset.steps), world=world, resume=True)
    networks = export_locomotion(work, weights)
    lmm, mm = (_of_drafts(name, work, weights, networks) for name in ("lmm", "mm"))
    write_atomically(work / "locomotion.md", f"{draft_table(lmm, mm)}\n\n{network_table(lmm)}\n")
    made = LearnedMotionMatching(LmmNetworks(weights)).generate(fixed_paths()[_DRAFTED])
    save(work / "draft.bvh", made.clip)
    print(f"figures and tables: {work}; a draft by these networks: {work / 'draft.bvh'}", flush=True)


def _of_drafts(name: str, work: Path, weights: Path, networks: list[Path]) -> dict[str, Any]:
    """The figures of one generator, and its table printed."""

    def measure() -> dict[str, Any]:
        train, test = (database_path(work, split) for split in ("train", "test"))
        held_out = Database.load(test) if test.is_file() else None
        return drafts.evaluate_locomotion(name, Database.load(train), held_out, weights=weights)

    found = _measured(work / f"locomotion-{name}.json", networks, measure)
    print(f"{name}\n{drafts.table(found)}", flush=True)
    return found


def _measured(path: Path, networks: list[Path], measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The figures in a file if they are of these very networks, else measured and written there."""
    of = hashlib.sha256(b"".join(file.read_bytes() for file in networks)).hexdigest()[:16]
    if path.is_file():
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if kept.get("of") == of:
            return kept
    found = {**measure(), "of": of}
    write_atomically(path, json.dumps(found, indent=1) + "\n")
    return found
