"""A network file is run as it stands, and refused when it is not made for this level and body."""

import numpy as np
import pytest
from synthetic_networks import N_POINTS, write_linear

from models.body import LEVELS, level_indices
from models.completion import Completion, Network
from models.errors import ModelMismatch, ShapeError, SixpointError


@pytest.fixture
def linear():
    """A fixed map of level 6: matrix (18, 129) and bias (129,)."""
    rng = np.random.default_rng(4)
    return rng.normal(size=(18, 3 * N_POINTS)), rng.normal(size=3 * N_POINTS)


def test_predict_is_the_graph(tmp_path, linear):
    matrix, bias = linear
    write_linear(tmp_path / "n.onnx", 6, matrix, bias)
    given = np.random.default_rng(5).normal(size=(7, 6, 3))
    points = Network(tmp_path / "n.onnx", 6).predict(given)
    expected = (given.reshape(7, -1) @ matrix + bias).reshape(7, N_POINTS, 3)
    expected[:, level_indices(6)] = given
    np.testing.assert_allclose(points, expected, atol=1e-5)
    assert points.dtype == np.float64


def test_rows_are_independent(fitted):
    given = np.random.default_rng(6).normal(size=(5, 16, 3))
    batch = fitted.predict(16, given)
    one_by_one = np.concatenate([fitted.predict(16, row[None]) for row in given])
    np.testing.assert_allclose(batch, one_by_one, atol=1e-5)


@pytest.mark.parametrize("shape", [(6, 3), (1, 16, 3), (1, 6, 2)])
def test_wrong_input_shape_is_named(fitted, shape):
    with pytest.raises(ShapeError, match=r"level 6 is given points \(N, 6, 3\), got"):
        fitted.predict(6, np.zeros(shape))


@pytest.mark.parametrize(
    ("key", "value"),
    [("level", "16"), ("body_hash", "0123"), ("points", "[]"), ("given_points", None)],
)
def test_other_metadata_is_refused_naming_both_sides(tmp_path, linear, key, value):
    path = tmp_path / "n.onnx"
    write_linear(path, 6, *linear, metadata={key: value})
    with pytest.raises(ModelMismatch) as caught:
        Network(path, 6)
    message = str(caught.value)
    assert str(path) in message
    assert f"the network's {key} is" in message
    assert "this program's is" in message
    assert "missing" in message if value is None else repr(value) in message


def test_a_network_of_another_level_is_refused(fitted):
    with pytest.raises(ModelMismatch, match="a level 28 network maps"):
        Network(fitted.weights / "completion-16.onnx", 28)


@pytest.mark.parametrize("content", [b"", b"not a network", b"\x08\x07" * 100])
def test_a_file_that_is_no_network_is_refused(tmp_path, content):
    path = tmp_path / "completion-6.onnx"
    path.write_bytes(content)
    with pytest.raises(ModelMismatch, match="not a network this program can run") as caught:
        Completion(tmp_path).network(6)
    assert "\n" not in str(caught.value)


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(ModelMismatch, match=r"completion-6\.onnx: network file not found; .*reproduce"):
        Completion(tmp_path).network(6)


def test_an_unknown_level_lists_the_levels(fitted):
    with pytest.raises(SixpointError, match="level must be one of 6, 16, 28, got 7"):
        fitted.network(7)


def test_networks_are_opened_once_and_only_when_needed(fitted):
    completion = Completion(fitted.weights)
    assert completion.network(6) is completion.network(6)
    assert set(completion._networks) == {6}


def test_load_shares_one_completion_per_folder(fitted, monkeypatch):
    assert Completion.load(fitted.weights) is Completion.load(str(fitted.weights))
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(fitted.weights))
    assert Completion.load() is Completion.load(fitted.weights)


@pytest.mark.parametrize("level", LEVELS)
def test_given_points_come_back_exactly(fitted, level):
    given = np.random.default_rng(level).normal(size=(3, len(LEVELS[level]), 3)).astype(np.float32)
    np.testing.assert_array_equal(fitted.predict(level, given)[:, level_indices(level)], given)
