"""Small completion networks for tests: real ONNX files with the real interface, and answers known beforehand.

`write_marked` makes networks whose predictions name their level: the mean of the given points plus the level in
metres. `write_fitted` makes linear networks fitted to random poses of the body, so that predictions look like a body.
"""

import functools
import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.animation import Pose
from models.body import LEVELS, POINTS, body, level_indices, mirror_points
from models.body.limits import joint_limits
from models.completion import expected_metadata
from models.kinematics import quat

N_POINTS = len(POINTS)


def write_linear(path: Path, level: int, matrix, bias, metadata: dict[str, str] | None = None) -> None:
    """A network points = reshape(given) @ matrix + bias, with the given points returned exactly.

    Args:
        path: Where the ONNX file goes.
        level: 6, 16 or 28.
        matrix: (3 K, 129) float.
        bias: (129,) float.
        metadata: Replaces entries of the right metadata; None as a value removes the entry.
    """
    given = level_indices(level)
    # One column of `all` a point: given points come from the input, the others from the linear map.
    source = np.arange(N_POINTS) + len(given)
    source[given] = np.arange(len(given))
    constants = {
        "matrix": np.asarray(matrix, dtype=np.float32),
        "bias": np.asarray(bias, dtype=np.float32),
        "flat": np.array([-1, 3 * len(given)]),
        "square": np.array([-1, N_POINTS, 3]),
        "source": source,
    }
    nodes = [
        helper.make_node("Reshape", ["given", "flat"], ["x"]),
        helper.make_node("Gemm", ["x", "matrix", "bias"], ["y"]),
        helper.make_node("Reshape", ["y", "square"], ["predicted"]),
        helper.make_node("Concat", ["given", "predicted"], ["all"], axis=1),
        helper.make_node("Gather", ["all", "source"], ["points"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        f"completion-{level}",
        [helper.make_tensor_value_info("given", TensorProto.FLOAT, ["N", len(given), 3])],
        [helper.make_tensor_value_info("points", TensorProto.FLOAT, ["N", N_POINTS, 3])],
        [numpy_helper.from_array(values, name) for name, values in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    entries = {**expected_metadata(level), **(metadata or {})}
    helper.set_model_props(model, {key: value for key, value in entries.items() if value is not None})
    onnx.save(model, path)


def write_marked(folder: Path) -> Path:
    """Networks that predict `mean of the given points + level` in each coordinate."""
    for level, names in LEVELS.items():
        mean = np.tile(np.eye(3) / len(names), (len(names), N_POINTS))
        write_linear(folder / f"completion-{level}.onnx", level, mean, np.full(3 * N_POINTS, float(level)))
    return folder


def random_poses(n_poses: int, seed: int = 0, spread_rad: float = 0.8) -> Pose:
    """Poses of the canonical body: joints turned at random within their limits, any heading."""
    rng = np.random.default_rng(seed)
    skeleton = body()
    rotations = quat.from_rotvec(rng.normal(scale=spread_rad / math.sqrt(3), size=(n_poses, skeleton.n_joints, 3)))
    rotations = joint_limits().clamp(rotations)
    heading = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-np.pi, np.pi, n_poses))
    rotations[:, 0] = quat.mul(heading, rotations[:, 0])
    root = skeleton.offsets[0] + rng.uniform([-1.0, -0.3, -1.0], [1.0, 0.1, 1.0], (n_poses, 3))
    return Pose(root, rotations)


def write_fitted(folder: Path) -> Path:
    """Networks that are the best linear map on random poses (least squares), symmetric and independent of place."""
    for level, (matrix, bias) in _fitted().items():
        write_linear(folder / f"completion-{level}.onnx", level, matrix, bias)
    return folder


@functools.lru_cache(maxsize=1)
def _fitted() -> dict[int, tuple[np.ndarray, np.ndarray]]:
    points = random_poses(3000).points(body())
    points = np.concatenate([points, mirror_points(points)])  # so that the maps are symmetric, as trained networks are
    hips = points[:, :1]
    y = (points - hips).reshape(len(points), -1)
    maps = {}
    for level in LEVELS:
        x = (points - hips)[:, level_indices(level)].reshape(len(points), -1)
        x = np.concatenate([x, np.ones((len(x), 1))], axis=1)
        solution = np.linalg.solve(x.T @ x + 1e-3 * np.eye(x.shape[1]), x.T @ y)
        matrix, bias = solution[:-1], solution[-1]
        # The map is of points relative to the hips, the first given point; written out for world positions.
        to_hips = np.tile(np.eye(3), (1, len(LEVELS[level])))
        matrix[:3] -= to_hips @ matrix
        matrix[:3] += np.tile(np.eye(3), (1, N_POINTS))
        maps[level] = (matrix, bias)
    return maps
