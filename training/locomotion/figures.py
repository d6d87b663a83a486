"""What the networks of a run do on motion of each split: for model cards and for evaluation.

`decompressor`: distance of the 22 joints from where they are, relative to the root bone, cm, from the features and the
code of the frame itself. `projected`: the same from the features alone, the code guessed by the projector.
`projector`: mean absolute error of features and code, and distance of the features, against the true nearest frame.
`distance`: how far the projector moves the features of recorded frames, which is what "on the manifold" means.
`drift`: distance from the nearest recorded features after free-running steps, from recorded frames.
All but the first are of frames whose future was recorded too: an extrapolated one need not be like any motion.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from models.locomotion.database import Database
from models.locomotion.features import N_FEATURES
from models.locomotion.pose_vector import N_JOINTS, SLICES
from training.locomotion.character_space import CHARACTER_SLICES, character_space
from training.locomotion.data import load_databases
from training.locomotion.decompressor import DecompressorTask
from training.locomotion.projector import nearest_rows
from training.locomotion.runs import decompressor_of, projector_of, states_of, stepper_of
from training.locomotion.tensors import MotionTensors

__all__ = ["figures"]

DRIFT_FRAMES = (20, 60, 120, 300)
_STARTS = 300


def figures(run: str | Path) -> dict[str, dict[str, Any]]:
    """Figures by split of the networks that a run has."""
    databases = load_databases(run)
    task, _ = decompressor_of(run, databases["train"])
    stepper, projector = stepper_of(run), projector_of(run)
    motions = {split: MotionTensors(database) for split, database in databases.items()}
    states = {split: states_of(task, motion) for split, motion in motions.items()}
    usable = torch.from_numpy(databases["train"].searchable.copy())
    known = states["train"][usable if usable.any() else slice(None)]
    features = known[:, :N_FEATURES].contiguous()
    half_squared = 0.5 * features.square().sum(dim=1)
    found: dict[str, dict[str, Any]] = {}
    for split, motion in motions.items():
        every = max(1, len(motion) // 20_000)
        found[split] = {"frames": len(motion), "decompressor": _distribution(task.joint_errors_cm(motion, every))}
        some = _recorded(databases[split], 4000)
        asked = motion.features[some]
        if projector is not None:
            nearest = known[nearest_rows(features, half_squared, asked)]
            with torch.no_grad():
                made = projector.projector(asked)
                moved = (made[:, :N_FEATURES] - asked).norm(dim=1)
                found[split]["projected"] = _distribution(_errors_cm(task, made, motion, some))
            found[split]["projector"] = {k: round(v, 4) for k, v in projector.errors(asked, nearest).items()}
            found[split]["distance"] = {f"p{p}": round(float(moved.quantile(p / 100)), 3) for p in (50, 95, 99)}
        if stepper is not None:
            with torch.no_grad():
                starts = states[split][some[:: max(1, len(some) // _STARTS)]]
                path = stepper.rollout(starts, max(DRIFT_FRAMES) + 1)[..., :N_FEATURES].contiguous()
            found[split]["drift"] = {
                str(n): _drift(path[:, n].contiguous(), features, half_squared) for n in DRIFT_FRAMES
            }
    return found


def _recorded(database: Database, most: int) -> Tensor:
    """Up to about `most` frames, evenly spread, with a recorded future where any has one."""
    frames = np.flatnonzero(database.searchable) if database.searchable.any() else np.arange(database.n_frames)
    return torch.from_numpy(frames[:: max(1, len(frames) // most)])


def _errors_cm(task: DecompressorTask, states: Tensor, motion: MotionTensors, frames: Tensor) -> Tensor:
    """(N, 22) joint distances of what states decode to, from the poses of frames."""
    poses = task.decompressor(states)
    moving = (poses[:, SLICES[name]] for name in ("root_velocity", "root_angular"))
    wrong = (character_space(poses, *moving) - motion.character[frames])[:, CHARACTER_SLICES["positions"]]
    return 100.0 * wrong.unflatten(1, (N_JOINTS, 3)).norm(dim=-1)


def _distribution(errors_cm: Tensor) -> dict[str, float]:
    values = errors_cm.flatten()
    return {
        "mean_cm": round(float(values.mean()), 3),
        "sd_cm": round(float(values.std()), 3),
        "median_cm": round(float(values.median()), 3),
        "p95_cm": round(float(values.kthvalue(max(1, int(0.95 * len(values)))).values), 3),
    }


def _drift(asked: Tensor, features: Tensor, half_squared: Tensor) -> dict[str, float]:
    distance = (features[nearest_rows(features, half_squared, asked)] - asked).norm(dim=1)
    return {"median": round(float(distance.median()), 3), "p95": round(float(distance.quantile(0.95)), 3)}
