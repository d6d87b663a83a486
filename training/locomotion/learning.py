"""The loop that trains each of the networks: batches by step, RAdam, checkpoints, a log.

What is drawn in a step follows from the seed, the process and the step alone, so a run that was stopped and resumes
computes what it would have computed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from models.errors import ModelMismatch, SixpointError
from models.locomotion.features import FEATURES_HASH
from training import checkpoints
from training.distributed import World, average_gradients, copy_from_first
from training.locomotion.optimiser import RAdam

__all__ = ["checkpoint_path", "learn", "load_checkpoint"]

Draw = Callable[[int, np.random.Generator], tuple[Tensor, ...]]
Validate = Callable[[], dict[str, float]]


def checkpoint_path(run: str | Path, name: str) -> Path:
    """Where a run keeps the state of a network."""
    return Path(run) / f"locomotion-{name}.pt"


def load_checkpoint(run: str | Path, name: str, data_hash: str | None = None) -> dict[str, Any]:
    """The state of a network.

    Raises:
        SixpointError: if there is none or it cannot be read.
        ModelMismatch: if it was trained on other features or on other data than `data_hash`.
    """
    path = checkpoint_path(run, name)
    if not path.is_file():
        raise SixpointError(f"{path}: no checkpoint; train the {name} first with 'python -m training locomotion'")
    state = checkpoints.load(path)
    if state.get("features_hash") != FEATURES_HASH:
        raise ModelMismatch(f"{path}: trained with features of another definition; train it again")
    if data_hash is not None and state.get("data_hash") != data_hash:
        raise ModelMismatch(f"{path}: trained on other data than this run's database; train it again")
    return state


def learn(
    name: str,
    task: nn.Module,
    config: Any,
    run: str | Path,
    *,
    draw: Draw,
    validate: Validate,
    world: World,
    data_hash: str,
    resume: bool = False,
    compiled: bool = False,
    about: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Train a task to the end of its schedule; returns the last checkpoint.

    Args:
        name: Of the network; names the checkpoint and the log.
        task: Has `loss(*batch)`.
        config: A dataclass with `steps`, `learning_rate`, `final_rate`, `weight_decay`, `check_every` and `seed`.
        run: Folder of checkpoints.
        draw: (step, random numbers) -> the batch of a step.
        validate: Figures for the log, and for the choice between runs.
        world: This process among all.
        data_hash: Of the training database.
        resume: Go on from the run's checkpoint; only `steps` may differ, which stretches the rest of the schedule.
        compiled: Compile the loss with torch.compile: half a minute at the start for a third less time a step.
        about: Stored in the checkpoint for model cards and for networks that depend on this one.
    """
    copy_from_first(task.state_dict().values(), world)
    parameters = [p for p in task.parameters() if p.requires_grad]
    optimiser = RAdam(parameters, config.weight_decay)
    step, before = 0, 0.0
    state: dict[str, Any] = {}
    if resume and checkpoint_path(run, name).is_file():
        state = load_checkpoint(run, name, data_hash)
        _check_same(state, config, checkpoint_path(run, name))
        task.load_state_dict(state["weights"])
        optimiser.kernel.load_state_dict(state["optimiser"])
        step, before = state["step"], state["seconds"]
    if world.rank == 0:
        print(f"{name}: {sum(p.numel() for p in parameters)} weights, steps {step} to {config.steps}", flush=True)
    loss_of = cast("Callable[..., Tensor]", task.loss)
    if compiled:
        loss_of = torch.compile(loss_of)
    started = time.monotonic() - before
    while step < config.steps:
        batch = draw(step, np.random.default_rng([config.seed, world.rank, step]))
        loss = loss_of(*batch)
        optimiser.zero_grad()
        loss.backward()
        average_gradients(parameters, world)
        optimiser.step(step + 1, config.learning_rate * config.final_rate ** (step / config.steps))
        step += 1
        if (step % config.check_every == 0 or step == config.steps) and world.rank == 0:
            state = {
                "name": name,
                "config": asdict(config),
                "weights": task.state_dict(),
                "optimiser": optimiser.kernel.state_dict(),
                "step": step,
                "seconds": time.monotonic() - started,
                "threads": torch.get_num_threads(),
                "processes": world.size,
                "features_hash": FEATURES_HASH,
                "data_hash": data_hash,
                "validation": validate(),
                **(about or {}),
            }
            checkpoints.save(checkpoint_path(run, name), state)
            _log(checkpoint_path(run, name).with_suffix(".jsonl"), state, float(loss.detach()))
    return state


def _check_same(state: dict[str, Any], config: Any, path: Path) -> None:
    stored = {key: tuple(value) if isinstance(value, list) else value for key, value in state["config"].items()}
    free = {"steps", "check_every"}
    changed = [key for key, value in asdict(config).items() if key not in free and stored.get(key) != value]
    if changed:
        raise SixpointError(
            f"{path}: trained with other options ({', '.join(changed)}); resume with the same ones or use another run"
        )


def _log(path: Path, state: dict[str, Any], loss: float) -> None:
    figures = {key: round(value, 4) for key, value in state["validation"].items()}
    row = {"step": state["step"], "seconds": round(state["seconds"], 1), "loss": round(loss, 4), **figures}
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")
    print(f"{path.stem}: " + ", ".join(f"{key} {value}" for key, value in row.items()), flush=True)
