"""`python -m training reproduce --data DIR`: prepare, train, export and evaluate with one command.

Every step can be run again after an interruption: a cache that is complete is used, training resumes from its
checkpoints, and what is left is done.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

import torch

from models.body import LEVELS
from models.completion import default_weights
from models.errors import SixpointError
from training.cache import is_complete
from training.completion import PRESETS, train
from training.distributed import World, joined
from training.evaluate.completion import EvaluationConfig, evaluate_and_write
from training.export import add_metrics, export
from training.locomotion.data import database_path, prepare_databases
from training.locomotion.export import export_locomotion
from training.locomotion.runs import TRAINERS
from training.prepare import prepare

__all__ = ["add_arguments", "run"]


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
    cache = work / "cache"
    if not is_complete(cache):
        prepare([options.data], cache, workers=options.workers)
    torch.set_num_threads(options.workers)
    with joined(options.device) as world:
        if world.size > 1:
            raise SixpointError("reproduce runs in one process; under torchrun use 'python -m training completion'")
        for level in LEVELS:
            preset = PRESETS[level]
            config = replace(preset, steps=options.steps or preset.steps)
            train(cache, work, level, config, world=world, resume=True)
            export(work, weights, level)
        _locomotion(options, work, weights, world)
    protocol = EvaluationConfig(split="test", weights=str(weights), workers=options.workers)
    add_metrics(weights, evaluate_and_write(options.data, protocol, work / "evaluation.json"))


def _locomotion(options: argparse.Namespace, work: Path, weights: Path, world: World) -> None:
    """Databases, three networks and their export; a library without locomotion has none of them."""
    if not database_path(work, "train").is_file():
        try:
            prepare_databases([options.data], work, options.workers)
        except SixpointError as error:
            print(f"no locomotion networks: {error}", flush=True)
            return
    for train_network, preset in TRAINERS.values():
        train_network(work, replace(preset, steps=options.steps or preset.steps), world=world, resume=True)
    export_locomotion(work, weights)
