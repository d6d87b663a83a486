"""Train Learned Motion Matching.

    python -m training locomotion --data DIR --out RUN                         databases, then all three networks
    python -m training locomotion --out RUN --network stepper --resume         one of them, go on where it stopped
    torchrun --nproc-per-node 4 -m training locomotion --data DIR --out RUN    four processes, four times the batch

A run is a folder: the databases of motion (`locomotion-train.npz`, ...), a checkpoint and a log for each network
(`locomotion-decompressor.pt`, ...). The decompressor comes first, since its compressor defines what the others learn;
stepper and projector may be trained side by side. Export them with `python -m training export`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

__all__ = ["NETWORKS", "add_arguments", "run"]

NETWORKS = ("decompressor", "stepper", "projector")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", nargs="+", default=[], metavar="DIR", help="BVH files or zips; makes the databases")
    parser.add_argument("--out", dest="run_folder", required=True, metavar="RUN", help="databases and checkpoints")
    parser.add_argument("--network", default="all", choices=[*NETWORKS, "all"], help="default: all, in order")
    parser.add_argument("--resume", action="store_true", help="go on from the run's checkpoints")
    parser.add_argument("--workers", type=int, default=1, help="processes that read motion (default %(default)s)")
    parser.add_argument("--threads", type=int, default=0, help="of torch on the CPU (default: its own choice)")
    parser.add_argument("--compile", action="store_true", help="compile the losses: slow to start, a third faster")
    for name in NETWORKS:
        parser.add_argument(f"--{name}-steps", type=int, metavar="N", help=f"steps of the {name}")
    for name, kind in (("batch", int), ("learning_rate", float), ("balance", float), ("seed", int), ("weights", str)):
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, metavar="X", help="of every network that has it")
    parser.add_argument("--check-every", type=int, metavar="N", help="steps between checkpoints")


def run(options: argparse.Namespace) -> None:
    import torch

    from training.distributed import joined, together
    from training.locomotion.data import are_prepared, prepare_databases
    from training.locomotion.runs import TRAINERS

    if options.threads:
        torch.set_num_threads(options.threads)
    with joined("cpu") as world:  # networks this small wait for a GPU more than they gain from it
        if options.data and world.rank == 0 and not (options.resume and are_prepared(options.run_folder)):
            prepare_databases(options.data, options.run_folder, options.workers)
        together(world)
        for name in NETWORKS if options.network == "all" else [options.network]:
            trainer, config = TRAINERS[name]
            config = configured(config, options, name)
            trainer(options.run_folder, config, world=world, resume=options.resume, compiled=options.compile)
            together(world)  # the next network reads what the first process has written


def configured(config: Any, options: argparse.Namespace, name: str) -> Any:
    """The config with what was given on the command line."""
    given = {key: getattr(options, key, None) for key in ("batch", "learning_rate", "balance", "seed", "weights")}
    given |= {"check_every": options.check_every, "steps": getattr(options, f"{name}_steps")}
    return replace(config, **{key: value for key, value in given.items() if value is not None and hasattr(config, key)})
