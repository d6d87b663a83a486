"""`python -m training export --run RUN`: checkpoints become ONNX files, each with a model card beside it.

The card says what the network is, what it was trained on and under which licences, how long, and how well it does;
`evaluate` adds the figures of the test split. A file that does not give what its checkpoint gives is not written.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.body import BODY_HASH, LEVELS, POINTS, body, level_indices
from models.completion import Network, default_weights, expected_metadata
from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.kinematics import quat
from training import checkpoints
from training.export_graph import completion_graph
from training.networks import CompletionNetwork

__all__ = ["CARD_FORMAT", "add_arguments", "add_metrics", "card_path", "export", "run"]

CARD_FORMAT = 1
TOLERANCE_M = 1e-5


def card_path(weights: str | Path, level: int) -> Path:
    """Where the model card of a level is."""
    return Path(weights) / f"completion-{level}.json"


def export(run_folder: str | Path, weights: str | Path, level: int) -> Path:
    """Write the network of a level; returns the ONNX file.

    Raises:
        SixpointError: if there is no checkpoint, or onnxruntime computes something else than torch.
    """
    state = checkpoints.load(checkpoints.checkpoint_path(run_folder, level))
    network = checkpoints.network_of(state)
    path = Path(weights) / f"completion-{level}.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    model = completion_graph(network, expected_metadata(level))
    trial = path.with_suffix(".trial.onnx")
    write_atomically(trial, model.SerializeToString())
    try:
        difference = _difference(network, trial)
        if not difference < TOLERANCE_M:
            raise SixpointError(f"level {level}: the exported network differs from torch by {difference:.2g} m")
        trial.replace(path)
    finally:
        trial.unlink(missing_ok=True)
    card = _card(state, network, difference)
    write_atomically(card_path(weights, level), json.dumps(card, indent=1) + "\n")
    return path


def add_metrics(weights: str | Path, evaluation: dict[str, Any]) -> None:
    """Write the main figures of an evaluation into the cards of the networks that were evaluated."""
    split = evaluation["data"]["split"] or "all"
    for level, figures in evaluation["levels"].items():
        path = card_path(weights, int(level))
        card = json.loads(path.read_text(encoding="utf-8"))
        for method in ("network", "solved"):
            mean_cm = figures[method]["mean_cm"]
            card["metrics"][f"{split}_{method}_mean_cm"] = mean_cm
        card["metrics"][f"{split}_frames"] = evaluation["data"]["frames"]
        write_atomically(path, json.dumps(card, indent=1) + "\n")


def _difference(network: CompletionNetwork, path: Path) -> float:
    """Largest difference, metres, between torch and onnxruntime, over 1,000 disturbed rest poses turned any way.

    Rounding grows with what is computed, so it is measured where a body can be: within 0.15 m of one, upright or not.
    """
    rng = np.random.default_rng(network.config.level)
    rest = body().rest_points[level_indices(network.config.level)]
    turns = quat.normalize(rng.normal(size=(1000, 1, 4)))
    turned = quat.rotate(turns, rest - rest[:1]) + rest[:1]
    given = torch.tensor(turned + rng.normal(scale=0.05, size=turned.shape), dtype=torch.float32)
    with torch.no_grad():
        expected = network(given).numpy()
    return float(np.abs(Network(path, network.config.level).predict(given.numpy()) - expected).max())


def _card(state: dict[str, Any], network: CompletionNetwork, difference_m: float) -> dict[str, Any]:
    level = network.config.level
    return {
        "card_format": CARD_FORMAT,
        "name": f"completion-{level}",
        "purpose": f"all {len(POINTS)} points of a human body from {len(LEVELS[level])} of them",
        "version": _version(),
        "level": level,
        "body_hash": BODY_HASH,
        "input": f"given (N, {len(LEVELS[level])}, 3) float32, world metres, canonical size, in the order of the level",
        "output": f"points (N, {len(POINTS)}, 3) float32, world metres; the given points are returned unchanged",
        "network": {
            **state["network"],
            "activation": "SELU",
            "initial_weights": "LeCun normal",
            "weights": sum(p.numel() for p in network.parameters()),
        },
        "normalisation": (
            "inside the graph: origin under the pelvis, heading from the given points, local frames of body parts, "
            "means and deviations of the training data; averaged with the mirrored completion"
        ),
        "training": {
            "options": state["config"],
            "seed": state["config"]["seed"],
            "steps": state["step"],
            "poses_drawn": state["step"] * state["config"]["batch"] * state["processes"],
            "frames": state["n_poses"],
            "seconds": round(state["seconds"]),
            "threads": state["threads"],
            "loss": "mean Euclidean distance over the points not given",
        },
        "data": {"split": "train; chosen on val; test only reported", "sources": state["sources"]},
        "metrics": {"val_mean_cm": round(state["validation_cm"], 4)},
        "onnx_against_torch_m": difference_m,
        "limits": (
            "one person, no props; bone lengths hold approximately until the pose is solved; motion unlike the "
            "training data (sword work, acrobatics) is completed less well"
        ),
    }


def _version() -> str:
    try:
        return version("sixpoint")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "unknown"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--run", dest="run_folder", required=True, metavar="RUN", help="folder of checkpoints")
    parser.add_argument("--output", "-o", default=str(default_weights()), metavar="DIR", help="default: %(default)s")
    choices = [*map(str, LEVELS), "locomotion", "all"]
    parser.add_argument("--level", default="all", choices=choices, help="default: all that the run holds")


def run(options: argparse.Namespace) -> None:
    from training.locomotion.export import export_locomotion, has_locomotion

    folder = options.run_folder
    locomotion = options.level == "locomotion"
    levels = [int(options.level)] if options.level.isdigit() else []
    if options.level == "all":
        levels = [level for level in LEVELS if checkpoints.checkpoint_path(folder, level).is_file()]
        locomotion = has_locomotion(folder)
        if not levels and not locomotion:
            levels = list(LEVELS)  # the first of them says that there is no checkpoint
    paths = [export(folder, options.output, level) for level in levels]
    if locomotion:
        paths += export_locomotion(folder, options.output)
    for path in paths:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
