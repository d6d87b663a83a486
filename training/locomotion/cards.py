"""Model cards of the locomotion networks: what each is, what it was trained on and how, and how well it does."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from models.locomotion.features import FEATURE_NAMES
from training.locomotion.networks import Normalised

__all__ = ["card"]

_PURPOSE = {
    "decompressor": "the pose of a frame from its features and code",
    "stepper": "how features and code change, so that motion goes on without a database",
    "projector": "features and code of the nearest frame of the data, from any features",
}
_STATE = "27 normalised features, then 32 numbers of code"
_INTERFACE = {
    "decompressor": (
        f"state (N, 59) float32: {_STATE}",
        "pose (N, 338) float32: for 22 joints local positions (3), rotations (two matrix columns row by row, 6), "
        "velocities (3) and angular velocities (3), then velocity and angular velocity of the root bone, 2 contacts",
    ),
    "stepper": (f"state (N, 59) float32: {_STATE}", "rates (N, 59) float32, a second; the next frame is 1/60 s later"),
    "projector": ("features (N, 27) float32, normalised", f"state (N, 59) float32: {_STATE}"),
}
_LOSS = {
    "decompressor": "mean absolute errors of local and character-space values and of their changes; of the code",
    "stepper": "mean absolute errors of values and changes over a window on the network's own output",
    "projector": "mean absolute errors against the true nearest frame, and of the distance moved",
}
_METRICS = {
    "decompressor": ("decompressor",),
    "stepper": ("drift",),
    "projector": ("projector", "projected", "distance"),
}


def card(
    name: str,
    network: Normalised,
    *,
    state: dict[str, Any],
    metadata: dict[str, str],
    report: dict[str, Any],
    found: dict[str, dict[str, Any]],
    difference: float,
    n_bytes: int,
) -> dict[str, Any]:
    """The card of one network.

    Args:
        name: decompressor, stepper or projector.
        network: What was exported.
        state: Its checkpoint.
        metadata: Of the ONNX file.
        report: Of the databases.
        found: Figures by split.
        difference: Between torch and onnxruntime, in deviations of the outputs.
        n_bytes: Size of the ONNX file.
    """
    source, result = _INTERFACE[name]
    train = {key: value for key, value in report["splits"]["train"].items() if key != "left_out"}
    return {
        "card_format": 1,
        "name": f"locomotion-{name}",
        "purpose": _PURPOSE[name],
        "version": _version(),
        "body_hash": metadata["body_hash"],
        "features_hash": metadata["features_hash"],
        "data_hash": metadata["data_hash"],
        "code_hash": metadata["code_hash"],
        "input": source,
        "output": result,
        "features": list(FEATURE_NAMES),
        "network": {
            "layers": list(network.sizes),
            "activation": network.activation,
            "weights": sum(p.numel() for p in network.parameters()),
            "bytes": n_bytes,
        },
        "normalisation": "of input and output inside the graph; of raw features in the metadata ('features')",
        "training": {
            "options": state["config"],
            "steps": state["step"],
            "seconds": round(state["seconds"]),
            "threads": state["threads"],
            "processes": state["processes"],
            "optimiser": "RAdam",
            "loss": _LOSS[name],
            **({"term_weights": state["term_weights"]} if "term_weights" in state else {}),
        },
        "data": {"split": "train; chosen on val; test only reported", "sources": report["sources"], "train": train},
        "metrics": {
            split: {"frames": values["frames"], **{key: values[key] for key in _METRICS[name] if key in values}}
            for split, values in found.items()
        },
        "onnx_against_torch_deviations": difference,
        "limits": (
            "moves like its data: little running backwards or sideways, little crouching, no stairs or slopes, no "
            "props; features far from the data are answered with the nearest motion there is"
        ),
    }


def _version() -> str:
    try:
        return version("sixpoint")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "unknown"
