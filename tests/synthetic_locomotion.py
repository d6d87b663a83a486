"""A small walker for tests: a motion database of a clip made of sines, and networks that are linear fits of it.

The networks are real ONNX files with the real interface. Their drafts are crude, but finite, body-like and determined.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.animation import Clip
from models.body import BODY_HASH, body
from models.kinematics import quat
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.features import FEATURES_HASH, N_FEATURES

STATE = 59


def standing_clip(n_frames: int = 150) -> Clip:
    pose = np.tile(quat.IDENTITY, (n_frames, body().n_joints, 1))
    return Clip(body(), np.tile(body().offsets[0], (n_frames, 1)), pose, 60.0, name="stand")


@lru_cache(maxsize=1)
def database(make_walk_clip) -> Database:
    """Of `make_walk_clip` (the fixture `walk_clip`): a walk, one that turns, a stand, and their mirror images."""
    walk = make_walk_clip(n_frames=241)
    yaw = np.linspace(0.0, 2.0, 241)
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), yaw)
    steps = quat.rotate(turn[:-1], np.diff(walk.root, axis=0))
    root = np.concatenate([walk.root[:1], walk.root[0] + np.cumsum(steps, axis=0)])
    rotations = walk.rotations.copy()
    rotations[:, 0] = quat.mul(turn, rotations[:, 0])
    curve = Clip(body(), root, quat.unroll(rotations), 60.0, name="turn")
    clips = [SourceClip(walk, "walk", "walk"), SourceClip(curve, "turn", "walk"), SourceClip(standing_clip(), "stand")]
    return Database.build(clips)


def write_lmm(folder: Path, make_walk_clip, *, shrink: float = 1.0, **metadata: str) -> Path:
    """The three networks in a folder; the projector multiplies features by `shrink`; `metadata` replaces entries."""
    data = database(make_walk_clip)
    metadata = {"features": data.scaling.to_json(), **metadata}
    x, poses = data.features.astype(np.float64), data.pose_vectors()
    inner = np.flatnonzero(data.searchable)
    rates = (x[inner + 1] - x[inner]) * 60.0
    _write(folder, "decompressor", ("state", STATE, "pose"), _fit(x, poses, STATE), metadata)
    _write(folder, "stepper", ("state", STATE, "rates"), _padded(*_fit(x[inner], rates, STATE)), metadata)
    keep = np.zeros((N_FEATURES, STATE))
    keep[:, :N_FEATURES] = shrink * np.eye(N_FEATURES)
    _write(folder, "projector", ("features", N_FEATURES, "state"), (keep, np.zeros(STATE)), metadata)
    return folder


def _fit(x, y, n_in):
    with_one = np.concatenate([x, np.ones((len(x), 1))], axis=1)
    scale = 1e-3 * len(x)
    normal = with_one.T @ with_one + scale * np.eye(with_one.shape[1])
    found = np.linalg.solve(normal, with_one.T @ y)
    matrix = np.zeros((n_in, y.shape[1]))
    matrix[:N_FEATURES] = found[:-1]
    return matrix, found[-1]


def _padded(matrix, bias):
    return np.pad(matrix, ((0, 0), (0, STATE - matrix.shape[1]))), np.pad(bias, (0, STATE - len(bias)))


def _write(folder, name, interface, linear, metadata):
    (source, n_in, result), (matrix, bias) = interface, linear
    constants = {"matrix": matrix.astype(np.float32), "bias": bias.astype(np.float32)}
    graph = helper.make_graph(
        [helper.make_node("Gemm", [source, "matrix", "bias"], [result])],
        name,
        [helper.make_tensor_value_info(source, TensorProto.FLOAT, ["N", n_in])],
        [helper.make_tensor_value_info(result, TensorProto.FLOAT, ["N", matrix.shape[1]])],
        [numpy_helper.from_array(values, key) for key, values in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    entries = {
        "body_hash": BODY_HASH,
        "features_hash": FEATURES_HASH,
        "data_hash": "synthetic",
        "code_hash": "synthetic",
        "distance": json.dumps({"p50": 0.5, "p95": 1.0, "p99": 2.0}),
        **metadata,
    }
    for key, value in entries.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(folder / f"locomotion-{name}.onnx"))
