"""The network before any training: its symmetries, its gradients, and that numpy, torch and ONNX agree."""

import numpy as np
import onnx
import pytest
import torch
from numpy.testing import assert_allclose

from models.body import LEVELS, POINT_MIRROR, body, level_indices, mirror_points
from models.completion import Network, expected_metadata
from models.kinematics import forward, quat
from training import fk
from training.export_graph import completion_graph
from training.frames import LOCAL_FRAMES, fit_heading, given_mirror, heading_rotation, orthonormal
from training.losses import mean_distance
from training.networks import COARSE_JOINTS, CompletionNetwork, NetworkConfig


def poses(motion, n=200):
    """(n, 43, 3) points and (n, 22, 3, 3) world rotations, hips over the origin."""
    clip = motion(3, n_frames=n, spread_rad=0.5)
    rotations, _ = clip.globals()
    return torch.from_numpy(clip.points()).float(), torch.from_numpy(quat.to_matrix(rotations)).float()


@pytest.fixture(params=sorted(LEVELS))
def network(request, motion):
    torch.manual_seed(0)
    points, rotations = poses(motion)
    made = CompletionNetwork(NetworkConfig(request.param, coarse=(16,), fine=(32, 32))).eval()
    made.fit_normalisers(fit_heading(request.param, points, rotations[:, 0, :, 2]), points)
    # Away from the nearly constant start, where any symmetry would hold.
    torch.nn.init.normal_(made.fine.last.weight, std=0.2)
    torch.nn.init.normal_(made.coarse.last.weight, std=0.2)
    return made


def given_of(network, points):
    return points[:, network.given_points]


@pytest.fixture
def exported(network, tmp_path):
    level = network.config.level
    path = tmp_path / f"completion-{level}.onnx"
    onnx.save(completion_graph(network, expected_metadata(level)), path)
    return Network(path, level)


def test_torch_kinematics_agree_with_numpy(motion):
    clip = motion(1)
    expected, _ = clip.globals()
    world = fk.global_rotations(fk.matrices(torch.from_numpy(clip.rotations)))
    assert_allclose(world.numpy(), quat.to_matrix(expected), atol=1e-12)
    points = fk.points(world, torch.from_numpy(clip.root))
    assert_allclose(points.numpy(), forward.points(body(), clip.root, clip.rotations), atol=1e-12)


def test_onnx_agrees_with_torch_and_returns_given_points(network, exported, motion):
    points, _ = poses(motion)
    given = given_of(network, points)
    with torch.no_grad():
        expected = network(given).numpy()
    found = exported.predict(given.numpy())
    assert_allclose(found, expected, atol=1e-5)
    assert_allclose(found[:, level_indices(network.config.level)], given.numpy(), atol=0)
    one_by_one = np.concatenate([exported.predict(row[None]) for row in given[:5].numpy()])
    assert_allclose(one_by_one, found[:5], atol=2e-6)


def test_turning_the_input_turns_the_output(network, exported, motion, rng):
    given = given_of(network, poses(motion)[0]).double().numpy()
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-np.pi, np.pi, len(given)))[:, None]
    place = np.array([3.0, 0.0, -2.0])
    found = exported.predict(quat.rotate(turn, given) + place) - place
    assert_allclose(found, quat.rotate(turn, exported.predict(given)), atol=2e-5)


def test_mirroring_the_input_mirrors_the_output(network, exported, motion):
    points = poses(motion)[0].double().numpy()
    given = level_indices(network.config.level)
    mirrored = mirror_points(points)[:, given]
    assert_allclose(exported.predict(mirrored), mirror_points(exported.predict(points[:, given])), atol=1e-6)


def test_extreme_inputs_stay_finite(network, exported):
    n_given = len(LEVELS[network.config.level])
    for given in (np.zeros((1, n_given, 3)), np.full((1, n_given, 3), 1e4), np.eye(3)[None, [1] * n_given]):
        assert np.isfinite(exported.predict(given)).all()


def test_gradients_are_finite_when_prediction_equals_target(network, motion):
    given = given_of(network, poses(motion)[0])
    turn = heading_rotation(given, network.heading)
    found, _ = network.predict_in_heading(network.to_heading(given, turn))
    mean_distance(found, found.detach()).backward()
    for parameter in network.parameters():
        assert torch.isfinite(parameter.grad).all()
        assert_allclose(parameter.grad.numpy(), 0.0, atol=1e-6)


def test_loss_is_the_mean_distance_away_from_zero():
    found = torch.tensor([[[3.0, 4.0, 0.0]], [[0.0, 0.0, 1.0]]])
    assert_allclose(float(mean_distance(found, torch.zeros_like(found))), 3.0, atol=1e-3)


def test_heading_faces_forward_and_ignores_place(walk_clip, rng):
    clip = walk_clip()
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-np.pi, np.pi, clip.n_frames))
    points = torch.from_numpy(quat.rotate(turn[:, None], clip.points())).float()
    facing = torch.from_numpy(quat.rotate(quat.mul(turn, clip.rotations[:, 0]), np.array([0.0, 0.0, 1.0]))).float()
    for level in LEVELS:
        coefficients = fit_heading(level, points, facing)
        given = points[:, level_indices(level).tolist()]
        turned = (facing[:, None] @ heading_rotation(given, coefficients))[:, 0]
        turned = turned[:, [0, 2]] / turned[:, [0, 2]].norm(dim=-1, keepdim=True)
        assert float(turned[:, 1].mean()) > 0.95
        moved = heading_rotation(given + torch.tensor([5.0, 0.5, -3.0]), coefficients)
        assert_allclose(moved.numpy(), heading_rotation(given, coefficients).numpy(), atol=1e-4)


def test_orthonormal_frames_are_rotations_even_of_degenerate_input():
    generator = torch.Generator().manual_seed(0)
    first, second = torch.randn(2, 50, 3, generator=generator)
    frames = orthonormal(first, second)
    assert_allclose((frames.transpose(-1, -2) @ frames).numpy(), np.tile(np.eye(3), (50, 1, 1)), atol=1e-5)
    assert_allclose(torch.linalg.det(frames).numpy(), 1.0, atol=1e-5)
    for pair in ((first * 0, second), (first, first * 2), (first * 0, second * 0)):
        leaf = [vector.clone().requires_grad_() for vector in pair]
        result = orthonormal(*leaf)
        result.sum().backward()
        assert torch.isfinite(result).all()
        assert all(torch.isfinite(vector.grad).all() for vector in leaf)


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_local_frames_stand_on_given_points(level):
    for frame in LOCAL_FRAMES[level]:
        assert {*frame.first, *frame.second, frame.origin} <= set(LEVELS[level])
        assert set(frame.points) <= set(body().point_names) - set(LEVELS[level])


def test_a_point_rigid_with_its_frame_is_constant_in_it(motion):
    """Level 28 gives three points of each hand, so the network need not learn where its thumb is."""
    points = poses(motion)[0].double().numpy()
    given = level_indices(28)
    for frame in LOCAL_FRAMES[28]:
        if frame.origin != "LeftHand":
            continue
        at = {name: points[:, body().point_index(name)] for name in body().point_names}
        ends = [torch.from_numpy(at[b] - at[a]) for a, b in (frame.first, frame.second)]
        rotation = orthonormal(*ends).numpy()
        for name in frame.points:
            local = (np.swapaxes(rotation, -1, -2) @ (at[name] - at[frame.origin])[..., None])[..., 0]
            assert_allclose(local, np.broadcast_to(local[0], local.shape), atol=1e-4)
    assert {"LeftHand", "LeftMiddleTip", "LeftIndexKnuckle"} <= {body().point_names[n] for n in given}


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_given_mirror_swaps_sides(level):
    names = LEVELS[level]
    for name, partner in zip(names, given_mirror(level), strict=True):
        assert names[partner] == body().point_names[POINT_MIRROR[body().point_index(name)]]


def test_coarse_rotations_are_rotations_of_the_heading_frame(network, motion):
    given = given_of(network, poses(motion)[0])
    _, coarse = network.predict_in_heading(network.to_heading(given, heading_rotation(given, network.heading)))
    assert coarse.shape == (len(given), len(COARSE_JOINTS), 3, 3)
    assert_allclose(torch.linalg.det(coarse).detach().numpy(), 1.0, atol=1e-5)
