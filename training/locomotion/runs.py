"""What each network of a run is trained on: its data, its batches, its validation, and the networks before it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from models.errors import ModelMismatch, SixpointError
from models.locomotion.database import Database
from training.distributed import World
from training.locomotion.coverage import balanced_weights
from training.locomotion.data import load_databases
from training.locomotion.decompressor import DecompressorConfig, DecompressorTask
from training.locomotion.learning import checkpoint_path, learn, load_checkpoint
from training.locomotion.projector import NeighbourPool, ProjectorConfig, ProjectorTask, nearest_rows
from training.locomotion.stepper import StepperConfig, StepperTask
from training.locomotion.tensors import MotionTensors, WindowSampler

__all__ = ["TRAINERS", "check_codes", "code_hash", "decompressor_of", "projector_of", "states_of", "stepper_of"]
__all__ += ["train_decompressor", "train_projector", "train_stepper"]

TaskT = TypeVar("TaskT", DecompressorTask, StepperTask, ProjectorTask)

_DRIFT_FRAMES = (10, 20, 40)


def train_decompressor(
    run: str | Path, config: DecompressorConfig, *, world: World, resume: bool = False, compiled: bool = False
) -> dict[str, Any]:
    """Compressor and decompressor; the first of the networks, since it defines the code."""
    databases = load_databases(run)
    train = databases["train"]
    motion = MotionTensors(train)
    held_out = MotionTensors(databases["val"]) if "val" in databases else None
    torch.manual_seed(config.seed)
    task = DecompressorTask(config, motion)
    sampler = WindowSampler(train, 2, config.balance, true_future=False)

    def draw(step: int, generator: np.random.Generator) -> tuple[Tensor, ...]:
        frames = sampler.draw(config.batch, generator)
        return motion.features[frames], motion.poses[frames], motion.character[frames]

    if config.weights == "equal":
        task.equalise(*draw(0, np.random.default_rng([config.seed, 0, 0])))

    def validate() -> dict[str, float]:
        figures = {"train_cm": float(task.joint_errors_cm(motion, max(1, len(motion) // 5000)).mean())}
        if held_out is not None:
            figures["val_cm"] = float(task.joint_errors_cm(held_out).mean())
        return figures

    return learn(
        "decompressor", task, config, run, draw=draw, validate=validate,
        world=world, data_hash=train.data_hash, resume=resume, compiled=compiled,
        about={"term_weights": task.term_weights},
    )  # fmt: skip


def decompressor_of(run: str | Path, database: Database | None = None) -> tuple[DecompressorTask, dict[str, Any]]:
    """The trained compressor and decompressor of a run, and their checkpoint."""
    state = load_checkpoint(run, "decompressor", None if database is None else database.data_hash)
    return _restored(DecompressorTask(DecompressorConfig(**_config(state))), state), state


def stepper_of(run: str | Path) -> StepperTask | None:
    """The trained stepper of a run, where there is one, if it is of the run's decompressor."""
    if not checkpoint_path(run, "stepper").is_file():
        return None
    state = load_checkpoint(run, "stepper")
    check_codes(load_checkpoint(run, "decompressor"), state)
    return _restored(StepperTask(StepperConfig(**_config(state))), state)


def projector_of(run: str | Path) -> ProjectorTask | None:
    """The trained projector of a run, where there is one, if it is of the run's decompressor."""
    if not checkpoint_path(run, "projector").is_file():
        return None
    state = load_checkpoint(run, "projector")
    check_codes(load_checkpoint(run, "decompressor"), state)
    return _restored(ProjectorTask(ProjectorConfig(**_config(state))), state)


def _config(state: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in state["config"].items()}


def _restored(task: TaskT, state: dict[str, Any]) -> TaskT:
    task.load_state_dict(state["weights"])
    task.eval()
    return task


def states_of(task: DecompressorTask, motion: MotionTensors) -> Tensor:
    """(F, 59) features and codes of all frames."""
    return torch.cat([motion.features, task.codes(motion)], dim=1)


def train_stepper(
    run: str | Path, config: StepperConfig, *, world: World, resume: bool = False, compiled: bool = False
) -> dict[str, Any]:
    """The stepper, on the codes of the run's compressor."""
    databases, states, made_of = _after_decompressor(run)
    train = databases["train"]
    following = torch.from_numpy(train.range_of[1:] == train.range_of[:-1])
    following = torch.cat([following, torch.zeros(1, dtype=torch.bool)]) & torch.from_numpy(train.searchable.copy())
    if not following.any():
        raise SixpointError(f"{run}: no clip is long enough for a stepper; it needs more than a second of motion")
    torch.manual_seed(config.seed)
    task = StepperTask(config, states["train"], following)
    sampler = WindowSampler(train, config.window, config.balance, true_future=True)
    split = "val" if "val" in states and len(databases["val"].windows(max(_DRIFT_FRAMES) + 1)) else "train"
    starts = databases[split].windows(max(_DRIFT_FRAMES) + 1, true_future=True)
    if len(starts) == 0:
        starts = databases[split].windows(max(_DRIFT_FRAMES) + 1)
    checked = torch.from_numpy(starts[:: max(1, len(starts) // 500)])

    def draw(step: int, generator: np.random.Generator) -> tuple[Tensor, ...]:
        frames = sampler.draw(config.batch, generator)
        noise = generator.standard_normal((config.batch, states["train"].shape[1]), dtype=np.float32)
        return states["train"][frames], torch.from_numpy(noise)

    def validate() -> dict[str, float]:
        drift = task.drift(states[split], checked, _DRIFT_FRAMES) if len(checked) else {}
        return {f"{split}_drift_{n}": value for n, value in drift.items()}

    return learn(
        "stepper", task, config, run, draw=draw, validate=validate,
        world=world, data_hash=train.data_hash, resume=resume, compiled=compiled, about=made_of,
    )  # fmt: skip


def train_projector(
    run: str | Path, config: ProjectorConfig, *, world: World, resume: bool = False, compiled: bool = False
) -> dict[str, Any]:
    """The projector, on the codes of the run's compressor."""
    databases, states, made_of = _after_decompressor(run)
    train = databases["train"]
    usable = train.searchable if train.searchable.any() else np.ones(train.n_frames, dtype=bool)
    rows = np.flatnonzero(usable)
    known = states["train"][torch.from_numpy(rows)]
    torch.manual_seed(config.seed)
    task = ProjectorTask(config, known)
    weights = balanced_weights(train, rows, config.balance)
    pool = NeighbourPool(known, task.spread.clone(), weights, (config.seed, world.rank, 1))
    if "val" in states:
        # Real features that were never seen: what a draft asks for.
        asked = states["val"][:: max(1, len(states["val"]) // 2000), :27].contiguous()
        nearest = known[nearest_rows(pool.features, 0.5 * pool.features.square().sum(dim=1), asked)]
    else:
        asked, found = pool.pairs(2000, np.random.default_rng([config.seed, 2]))
        nearest = known[found]

    def draw(step: int, generator: np.random.Generator) -> tuple[Tensor, ...]:
        return pool.draw(config.batch, step, generator)

    return learn(
        "projector", task, config, run, draw=draw, validate=lambda: task.errors(asked, nearest),
        world=world, data_hash=train.data_hash, resume=resume, compiled=compiled, about=made_of,
    )  # fmt: skip


def _after_decompressor(run: str | Path) -> tuple[dict[str, Database], dict[str, Tensor], dict[str, Any]]:
    """Databases, their (F, 59) states, and which decompressor they are of."""
    databases = load_databases(run)
    task, state = decompressor_of(run, databases["train"])
    used = {split: database for split, database in databases.items() if split != "test"}
    states = {split: states_of(task, MotionTensors(database)) for split, database in used.items()}
    return databases, states, {"code_hash": code_hash(state)}


def code_hash(decompressor: dict[str, Any]) -> str:
    """Of the compressor's weights: networks that speak of other codes are not mixed with it."""
    digest = hashlib.sha256()
    for name, values in sorted(decompressor["weights"].items()):
        if name.startswith("compressor."):
            digest.update(values.detach().cpu().numpy().tobytes())
    return digest.hexdigest()[:16]


def check_codes(decompressor: dict[str, Any], other: dict[str, Any]) -> None:
    """Raise ModelMismatch if a stepper or projector was trained on the codes of another compressor."""
    if other.get("code_hash") != code_hash(decompressor):
        raise ModelMismatch(
            f"the {other.get('name', 'network')} was trained on the codes of another compressor; train it again"
        )


# In the order in which they are trained.
TRAINERS: dict[str, tuple[Callable[..., dict[str, Any]], Any]] = {
    "decompressor": (train_decompressor, DecompressorConfig()),
    "stepper": (train_stepper, StepperConfig()),
    "projector": (train_projector, ProjectorConfig()),
}
