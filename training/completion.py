"""Train the completion networks.

    python -m training completion --cache CACHE --out RUN                       all three levels
    python -m training completion --cache CACHE --out RUN --level 6 --resume    go on where it stopped
    torchrun --nproc-per-node 4 -m training completion --cache CACHE --out RUN  four processes, four times the batch

A run is a folder: a checkpoint for each level (`completion-6.pt`), from which training resumes bit for bit, and
`completion-6.jsonl` with the validation error as training goes. Export them with `python -m training export`.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, distributed

from models.body import LEVELS, predicted_indices
from models.errors import SixpointError
from training import checkpoints
from training.cache import read_sources
from training.distributed import World, joined
from training.learner import Learner, TrainConfig
from training.networks import CompletionNetwork
from training.options import add_fields, from_options
from training.sampling import Poses, PoseSampler, load_poses

__all__ = ["PRESETS", "add_arguments", "run", "train", "validate"]

PRESETS: dict[int, TrainConfig] = {
    6: TrainConfig(steps=24_000),
    16: TrainConfig(steps=20_000),
    28: TrainConfig(steps=10_000, fine=(300, 400, 300, 200), limb_share=0.1),
}

# The random-frame split of the article this began with: 5 % of the frames are held out.
_HELD_OUT = 20


def train(
    cache: str | Path,
    run_folder: str | Path,
    level: int,
    config: TrainConfig,
    *,
    world: World,
    resume: bool = False,
    split_frames: bool = False,
) -> dict[str, Any]:
    """Train one level to the end of its schedule; returns the last checkpoint.

    Args:
        cache: What `prepare` made.
        run_folder: Checkpoints go there.
        level: 6, 16 or 28.
        config: How to train.
        world: This process among all.
        resume: Go on from the run's checkpoint, where there is one.
        split_frames: Hold out random frames of split `train` instead of the clips of `val`. The result flatters:
            the neighbours of a held-out frame are trained on. For comparison with others only.

    Raises:
        SixpointError: if there are no training poses, or a checkpoint was made with other options.
    """
    path = checkpoints.checkpoint_path(run_folder, level)
    poses, validation = _data(cache, split_frames, world)
    sources = read_sources(cache)
    learner = Learner(level, config, poses, world)
    generator = torch.Generator().manual_seed(config.seed * 1009 + world.rank)
    state: dict[str, Any] = {}
    seconds = 0.0
    if resume and path.is_file():
        state = checkpoints.load(path)
        _check_same(state, config, path)
        learner.restore(state)
        seconds = state["seconds"]
        generator.set_state(state["generators"][world.rank])
    sampler = PoseSampler(poses, learner.network.given_points.cpu(), config.augmentation, config.balance)
    if world.rank == 0:
        n_weights = sum(p.numel() for p in learner.parameters)
        steps = f"steps {learner.step} to {config.steps}"
        print(f"level {level}: {len(poses)} poses, {n_weights} weights, {steps}", flush=True)
    started = time.monotonic() - seconds
    while learner.step < config.steps:
        drawn = sampler.draw(config.batch, generator)
        loss_m = learner.advance(*(part.to(world.device) for part in drawn))
        if learner.step % config.check_every and learner.step < config.steps:
            continue
        generators = _all_states(generator, world)
        if world.rank == 0:
            state = {
                **learner.state(),
                "generators": generators,
                "seconds": time.monotonic() - started,
                "threads": torch.get_num_threads(),
                "processes": world.size,
                "n_poses": len(poses) * world.size,
                "sources": sources,
                "split_frames": split_frames,
                "validation_cm": validate(learner.averaged, validation, world.device) if validation else float("nan"),
            }
            checkpoints.save(path, state)
            _log(path.with_suffix(".jsonl"), state, loss_m)
    return state


def validate(network: CompletionNetwork, poses: Poses, device: torch.device) -> float:
    """Mean error over the points not given, cm, of a network as it will be exported."""
    predicted = torch.from_numpy(predicted_indices(network.config.level).copy())
    total = 0.0
    with torch.no_grad():
        for start in range(0, len(poses), 8192):
            points = poses.points(slice(start, start + 8192)).to(device)
            error = network(points[:, network.given_points]) - points
            total += float(error[:, predicted].norm(dim=-1).mean(-1).sum())
    return 100.0 * total / len(poses)


def _data(cache: str | Path, split_frames: bool, world: World) -> tuple[Poses, Poses | None]:
    """Poses to train on and, where there are any, to validate on."""
    poses = load_poses(cache, "train", world.rank, world.size)
    if split_frames:
        held_out = np.random.default_rng(0).permutation(len(poses)) < len(poses) / _HELD_OUT
        return poses.chosen(~held_out), poses.chosen(held_out)
    try:
        return poses, load_poses(cache, "val")
    except SixpointError:
        return poses, None


def _all_states(generator: torch.Generator, world: World) -> list[Tensor]:
    """Generator states of all processes, in rank order."""
    own = generator.get_state()
    if world.size == 1:
        return [own]
    states = [torch.zeros_like(own).to(world.device) for _ in range(world.size)]
    distributed.all_gather(states, own.to(world.device))
    return [state.cpu() for state in states]


def _check_same(state: dict[str, Any], config: TrainConfig, path: Path) -> None:
    stored = {key: tuple(value) if isinstance(value, list) else value for key, value in state["config"].items()}
    changed = [key for key, value in asdict(config).items() if stored.get(key) != value]
    if changed:
        raise SixpointError(
            f"{path}: trained with other options ({', '.join(changed)}); resume with the same ones or use another run"
        )


def _log(path: Path, state: dict[str, Any], loss_m: float) -> None:
    row = {
        "step": state["step"],
        "seconds": round(state["seconds"], 1),
        "loss_cm": round(100.0 * loss_m, 4),
        "val_cm": round(state["validation_cm"], 4),
    }
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")
    print(f"{path.stem}: " + ", ".join(f"{key} {value}" for key, value in row.items()), flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cache", required=True, help="what 'prepare' made")
    parser.add_argument("--out", dest="run_folder", required=True, metavar="RUN", help="folder of checkpoints")
    parser.add_argument("--level", default="all", choices=[*map(str, LEVELS), "all"], help="default: all")
    parser.add_argument("--resume", action="store_true", help="go on from the run's checkpoints")
    parser.add_argument("--split-frames", action="store_true", help="hold out random frames, for comparison only")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:N or auto")
    parser.add_argument("--threads", type=int, default=0, help="of torch on the CPU (default: its own choice)")
    add_fields(parser, TrainConfig)


def run(options: argparse.Namespace) -> None:
    if options.threads:
        torch.set_num_threads(options.threads)
    with joined(options.device) as world:
        for level in LEVELS if options.level == "all" else [int(options.level)]:
            config = from_options(PRESETS[level], options)
            train(
                options.cache,
                options.run_folder,
                level,
                config,
                world=world,
                resume=options.resume,
                split_frames=options.split_frames,
            )
