"""The ONNX graph of a completion network: `CompletionNetwork.forward`, operation by operation."""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from torch import Tensor, nn

from models.body import LEVELS, POINTS, predicted_indices
from training.frames import EPSILON_M
from training.graph import Graph
from training.networks import COARSE_JOINTS, CompletionNetwork, Perceptron

__all__ = ["completion_graph"]

_HORIZONTAL = [[[1.0, 0.0, 1.0]]]
_MIRROR = [[[-1.0, 1.0, 1.0]]]


def completion_graph(network: CompletionNetwork, metadata: dict[str, str]) -> onnx.ModelProto:
    """given (N, K, 3) -> points (N, 43, 3), both world metres, float32.

    A pose and its mirror image are stacked into one batch of 2 N, so that every matrix is read once.
    """
    level = network.config.level
    n_given, n_points = len(LEVELS[level]), len(POINTS)
    g = Graph(f"completion-{level}")
    mirror = g.constant(_MIRROR)
    mirrored = g.node("Mul", g.gather("given", _array(network.given_mirror), 1), mirror)
    both = g.node("Concat", "given", mirrored, axis=0)
    predicted = _one_sided(g, network, both)
    halves = g.reshape(predicted, 2, -1, n_points - n_given, 3)
    straight, other = (g.node("Gather", halves, g.scalar(half), axis=0) for half in (0, 1))
    # Mirror partners of the predicted points are predicted points.
    partner = np.searchsorted(predicted_indices(level), _array(network.point_mirror)[predicted_indices(level)])
    back = g.node("Mul", g.gather(other, partner, 1), mirror)
    average = g.node("Mul", g.node("Add", straight, back), g.constant([0.5]))
    everything = g.node("Concat", "given", average, axis=1)
    points = g.gather(everything, _array(network.body_order), 1)
    return g.model(("given", ["N", n_given, 3]), (points, "points", ["N", n_points, 3]), metadata)


def _one_sided(g: Graph, network: CompletionNetwork, world: str) -> str:
    """Predicted points (M, 43 - K, 3), world, of given points (M, K, 3)."""
    n_given = len(LEVELS[network.config.level])
    pelvis = g.gather(world, [0], 1)
    place = g.node("Mul", pelvis, g.constant(_HORIZONTAL))
    turn = _heading(g, network, world)
    given = g.node("MatMul", g.node("Sub", world, place), turn)
    offsets = g.node("Sub", g.gather(given, list(range(1, n_given)), 1), g.gather(given, [0], 1))
    height = g.gather(g.reshape(given, -1, 3 * n_given), [1], 1)
    base = g.node("Concat", g.reshape(offsets, -1, 3 * (n_given - 1)), height, axis=1)
    six = _perceptron(g, network.coarse, base, network.base_mean, network.base_deviation)
    columns = g.node("Add", g.reshape(six, -1, len(COARSE_JOINTS), 2, 3), g.constant([[1, 0, 0], [0, 1, 0]]))
    pairs = columns
    if network.frames:
        ends = g.gather(given, _array(network.frame_ends), 1)  # (M, F, 4, 3)
        from_ends, to_ends = g.gather(ends, [0, 2], 2), g.gather(ends, [1, 3], 2)
        pairs = g.node("Concat", g.node("Sub", to_ends, from_ends), columns, axis=1)
    frames = _orthonormal(g, pairs)  # (M, F + 2, 3, 3), columns are axes
    n_frames = len(network.frames) + len(COARSE_JOINTS)
    in_frames = g.node("MatMul", g.reshape(offsets, -1, 1, n_given - 1, 3), frames)
    up = g.gather(g.reshape(frames, -1, 9 * n_frames), np.arange(9 * n_frames).reshape(-1, 3, 3)[:, 1].ravel(), 1)
    features = g.node("Concat", base, g.reshape(in_frames, -1, 3 * (n_given - 1) * n_frames), up, axis=1)
    flat = _perceptron(g, network.fine, features, network.fine_mean, network.fine_deviation)
    local = g.node("Mul", g.reshape(flat, -1, len(network.frame_of), 3), g.constant(_array(network.point_deviation)))
    local = g.node("Add", local, g.constant(_array(network.point_mean)))
    turned = _by_frames(g, network, local, frames)
    found = g.node("Add", turned, g.gather(given, _array(network.origin_of), 1))
    back = g.node("Transpose", turn, perm=[0, 2, 1])
    return g.node("Add", g.node("MatMul", found, back), place)


def _by_frames(g: Graph, network: CompletionNetwork, local: str, frames: str) -> str:
    """Points turned from their frames to the heading frame; those of frame 0 are in it already."""
    frame_of = _array(network.frame_of)
    framed, plain = np.flatnonzero(frame_of > 0), np.flatnonzero(frame_of == 0)
    chosen = g.gather(frames, frame_of[framed] - 1, 1)
    column = g.reshape(g.gather(local, framed, 1), -1, len(framed), 3, 1)
    turned = g.reshape(g.node("MatMul", chosen, column), -1, len(framed), 3)
    if plain.size == 0:
        return turned
    both = g.node("Concat", turned, g.gather(local, plain, 1), axis=1)
    return g.gather(both, np.argsort(np.concatenate([framed, plain])), 1)


def _heading(g: Graph, network: CompletionNetwork, world: str) -> str:
    """Rotations (M, 3, 3) as `heading_rotation` makes them."""
    n_given = len(LEVELS[network.config.level])
    horizontal = g.reshape(g.gather(world, [0, 2], 2), -1, 2 * n_given)
    facing = g.unit(g.node("MatMul", horizontal, g.constant(_array(network.heading))), EPSILON_M)
    from_x = np.array([[0, 0, 1], [0, 0, 0], [-1, 0, 0]])
    from_z = np.array([[1, 0, 0], [0, 0, 0], [0, 0, 1]])
    table = g.constant(np.stack([from_x.ravel(), from_z.ravel()]))
    upright = g.constant(np.array([0, 0, 0, 0, 1, 0, 0, 0, 0]))
    return g.reshape(g.node("Add", g.node("MatMul", facing, table), upright), -1, 3, 3)


def _orthonormal(g: Graph, pairs: str) -> str:
    """Rotations (M, F, 3, 3) from pairs of vectors (M, F, 2, 3) as `frames.orthonormal` makes them."""
    x = g.unit(g.gather(pairs, [0], 2), EPSILON_M)
    y = g.gather(pairs, [1], 2)
    along = g.node("ReduceSum", g.node("Mul", x, y), g.indices([-1]), keepdims=1)
    y = g.unit(g.node("Sub", y, g.node("Mul", along, x)), EPSILON_M)
    ahead, behind = [1, 2, 0], [2, 0, 1]
    one = g.node("Mul", g.gather(x, ahead, 3), g.gather(y, behind, 3))
    two = g.node("Mul", g.gather(x, behind, 3), g.gather(y, ahead, 3))
    rows = g.node("Concat", x, y, g.node("Sub", one, two), axis=2)
    return g.node("Transpose", rows, perm=[0, 1, 3, 2])


def _perceptron(g: Graph, perceptron: Perceptron, value: str, mean: Tensor, deviation: Tensor) -> str:
    """The normalised value through all layers."""
    value = g.node("Div", g.node("Sub", value, g.constant(_array(mean))), g.constant(_array(deviation)))
    for layer in (*perceptron.hidden, perceptron.last):
        if isinstance(layer, nn.Linear):
            value = g.node("Gemm", value, g.constant(_array(layer.weight).T), g.constant(_array(layer.bias)))
        else:
            value = g.node("Selu", value)
    return value


def _array(values: Tensor) -> NDArray:
    array: NDArray = values.detach().cpu().numpy()
    return array
