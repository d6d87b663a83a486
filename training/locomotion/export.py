"""The run-time networks of a run as ONNX files with model cards.

| file | input | output |
|---|---|---|
| `locomotion-decompressor.onnx` | `state` (N, 59) | `pose` (N, 338): pose vectors, `models.locomotion.pose_vector` |
| `locomotion-stepper.onnx` | `state` (N, 59) | `rates` (N, 59) a second: `state + rates / 60` is the next frame's |
| `locomotion-projector.onnx` | `features` (N, 27) | `state` (N, 59) of the nearest frame of the data |

All float32, N free. A state is the 27 normalised features (`models.locomotion.features`), then the 32 numbers of the
code. Normalisers of the networks are inside the graphs. Each file's metadata hold `features` (the scaling of features,
`FeatureScaling.from_json`), `features_hash`, `data_hash`, `code_hash` and `body_hash`; files whose hashes differ are
not of one training and must not be used together. The projector's `distance` says how far (p50, p95, p99) it moves
features of recorded motion: beyond that, motion has left the data.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from models.body import BODY_HASH
from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.locomotion.database import Database
from models.locomotion.features import FEATURES_HASH, FPS
from training.graph import Graph
from training.locomotion.cards import card
from training.locomotion.data import load_databases, report_path
from training.locomotion.figures import figures
from training.locomotion.learning import checkpoint_path, load_checkpoint
from training.locomotion.networks import Normalised
from training.locomotion.runs import code_hash, decompressor_of, projector_of, states_of, stepper_of
from training.locomotion.tensors import MotionTensors

__all__ = ["INTERFACES", "MAX_BYTES", "export_locomotion", "has_locomotion", "locomotion_graph"]

INTERFACES = {"decompressor": ("state", "pose"), "stepper": ("state", "rates"), "projector": ("features", "state")}
MAX_BYTES = 6_000_000  # of all run-time networks together
TOLERANCE = 1e-4  # of the outputs' deviations
_LEAST_DEVIATION = 1e-2  # bones have constant lengths: what does not vary is compared as it is


def has_locomotion(run: str | Path) -> bool:
    """Does a run hold locomotion networks?"""
    return checkpoint_path(run, "decompressor").is_file()


def export_locomotion(run: str | Path, weights: str | Path) -> list[Path]:
    """Write the three networks and their cards; nothing is replaced unless all three are right.

    Raises:
        SixpointError: if one is missing, onnxruntime computes something else than torch, or they are too large.
        ModelMismatch: if they are not of one training.
    """
    databases = load_databases(run)
    train = databases["train"]
    task, state = decompressor_of(run, train)
    states = {"decompressor": state}
    states |= {name: load_checkpoint(run, name, train.data_hash) for name in ("stepper", "projector")}
    stepper, projector = stepper_of(run), projector_of(run)
    if stepper is None or projector is None:
        raise SixpointError(f"{run}: stepper and projector are not trained yet")
    found = figures(run)
    networks = {"decompressor": task.decompressor, "stepper": stepper.stepper, "projector": projector.projector}
    trials = states_of(task, MotionTensors(databases.get("val", train)))[:2000]
    report = json.loads(report_path(run).read_text(encoding="utf-8"))
    ready: list[tuple[Path, bytes, dict[str, Any]]] = []
    for name, network in networks.items():
        metadata = _metadata(name, train, code_hash(state))
        if name == "projector":
            metadata["distance"] = json.dumps(found["train"]["distance"])
        model = locomotion_graph(f"locomotion-{name}", network, *INTERFACES[name], metadata).SerializeToString()
        difference = _difference(network, model, trials[:, : network.sizes[0]])
        if not difference < TOLERANCE:
            raise SixpointError(f"{name}: the exported network differs from torch by {difference:.2g} deviations")
        path = Path(weights) / f"locomotion-{name}.onnx"
        about = card(
            name, network, state=states[name], metadata=metadata, report=report, found=found,
            difference=difference, n_bytes=len(model),
        )  # fmt: skip
        ready.append((path, model, about))
    if sum(len(model) for _, model, _ in ready) > MAX_BYTES:
        raise SixpointError(f"the networks take more than {MAX_BYTES / 1e6:g} MB together; make them narrower")
    for path, model, about in ready:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, model)
        write_atomically(path.with_suffix(".json"), json.dumps(about, indent=1) + "\n")
    return [path for path, _, _ in ready]


def locomotion_graph(
    name: str, network: Normalised, source: str, result: str, metadata: dict[str, str]
) -> onnx.ModelProto:
    """`Normalised.forward`, operation by operation."""
    g = Graph(name)
    value = g.node(
        "Div", g.node("Sub", source, g.constant(_array(network.in_mean))), g.constant(_array(network.in_std))
    )
    for layer in network.layers:
        if isinstance(layer, nn.Linear):
            value = g.node("Gemm", value, g.constant(_array(layer.weight).T), g.constant(_array(layer.bias)))
        else:
            value = g.node("Elu" if isinstance(layer, nn.ELU) else "Relu", value)
    value = g.node("Mul", value, g.constant(_array(network.out_std)))
    value = g.node("Add", value, g.constant(_array(network.out_mean)))
    sizes = network.sizes
    return g.model((source, ["N", sizes[0]]), (value, result, ["N", sizes[-1]]), metadata)


def _metadata(name: str, database: Database, code: str) -> dict[str, str]:
    return {
        "name": f"locomotion-{name}",
        "body_hash": BODY_HASH,
        "fps": f"{FPS:g}",
        "features": database.scaling.to_json(),
        "features_hash": FEATURES_HASH,
        "data_hash": database.data_hash,
        "code_hash": code,
    }


def _difference(network: Normalised, model: bytes, inputs: Tensor) -> float:
    """Largest difference between torch and onnxruntime, in deviations of each output."""
    import onnxruntime

    run: Callable[..., list[np.ndarray]] = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run
    with torch.no_grad():
        expected = network(inputs).numpy()
    source = onnx.load_from_string(model).graph.input[0].name
    got = run(None, {source: inputs.numpy()})[0]
    return float((np.abs(got - expected) / np.maximum(network.out_std.numpy(), _LEAST_DEVIATION)).max())


def _array(values: Tensor) -> np.ndarray:
    array: np.ndarray = values.detach().cpu().numpy()
    return array
