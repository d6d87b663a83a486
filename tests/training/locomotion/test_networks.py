"""What the networks are trained with, against numpy and against torch's own."""

import numpy as np
import pytest
import torch
from numpy.testing import assert_allclose

from models.kinematics import quat
from models.locomotion.root import BONE_PARENTS
from models.locomotion.velocities import global_motion
from training.locomotion.character_space import (
    CHARACTER_SLICES,
    character_space,
    matrices_from_six,
    to_compressor_input,
)
from training.locomotion.decompressor import RECIPE, DecompressorConfig, DecompressorTask
from training.locomotion.networks import COMPRESSOR_SIZE, STATE_SIZE, Normalised
from training.locomotion.optimiser import RAdam, rectification
from training.locomotion.projector import NeighbourPool, ProjectorConfig, ProjectorTask, nearest_rows
from training.locomotion.stepper import StepperConfig, StepperTask
from training.locomotion.tensors import MotionTensors


def test_character_space_is_forward_kinematics_seen_from_the_root(databases):
    database = databases["val"]
    frames = np.arange(0, 220, 7)
    pose = database.pose(frames)
    found = character_space(
        torch.from_numpy(database.pose_vectors(frames)),
        torch.from_numpy(pose.root_velocity),
        torch.from_numpy(pose.root_angular),
    )
    local = (database.positions, database.rotations, database.velocities, database.angular)
    P, Q, V, W = global_motion(BONE_PARENTS, *(values[frames].astype(np.float64) for values in local))
    inverse = quat.conj(Q[:, :1])
    expected = {
        "positions": quat.rotate(inverse, P[:, 1:] - P[:, :1]),
        "rotations": quat.to_matrix(quat.mul(inverse, Q[:, 1:])),
        "velocities": quat.rotate(inverse, V[:, 1:]),
        "angular": quat.rotate(inverse, W[:, 1:]),
    }
    for name, values in expected.items():
        assert_allclose(found[:, CHARACTER_SLICES[name]].reshape(values.shape).numpy(), values, atol=1e-5)


def test_matrices_are_rotations_whatever_the_columns():
    matrices = matrices_from_six(torch.randn(50, 6, generator=torch.Generator().manual_seed(0)))
    assert_allclose((matrices @ matrices.transpose(1, 2)).numpy(), np.tile(np.eye(3), (50, 1, 1)), atol=1e-4)
    assert_allclose(torch.linalg.det(matrices).numpy(), 1.0, atol=1e-4)


def test_the_compressor_sees_668_numbers(databases):
    motion = MotionTensors(databases["val"])
    assert to_compressor_input(motion.poses, motion.character).shape == (220, COMPRESSOR_SIZE) == (220, 668)


def test_rectification_is_that_of_torch():
    """The same weights as torch.optim.RAdam on a quadratic, from the step on at which both adapt."""
    target = torch.linspace(-1.0, 1.0, 12).reshape(3, 4)
    ours, theirs = (torch.nn.Parameter(torch.zeros(3, 4)) for _ in range(2))
    mine, other = RAdam([ours], weight_decay=0.0), torch.optim.RAdam([theirs], lr=1e-2)
    assert [rectification(step) for step in range(1, 6)] == [0.0] * 5
    assert 0.0 < rectification(6) < rectification(100) < rectification(100_000) <= 1.0
    for step in range(1, 120):
        if step == 6:
            # torch takes plain gradient steps before; what counts is the path from the same place and moments.
            with torch.no_grad():
                theirs.copy_(ours)
                for name in ("exp_avg", "exp_avg_sq"):
                    other.state[theirs][name].copy_(mine.kernel.state[ours][name])
        for parameter in (ours, theirs):
            parameter.grad = parameter.detach() - target
        mine.step(step, 1e-2)
        other.step()
        if step >= 6:
            assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), atol=2e-5)


def test_normalisers_are_part_of_the_network():
    network = Normalised((5, 8, 3), "ReLU")
    network.set_input(torch.full((5,), 2.0), torch.full((5,), 4.0))
    network.set_output(torch.full((3,), 1.0), torch.full((3,), 3.0))
    values = torch.randn(6, 5)
    expected = network.layers((values - 2.0) / 4.0) * 3.0 + 1.0
    assert_allclose(network(values).detach().numpy(), expected.detach().numpy(), atol=1e-6)


def _windows(motion: MotionTensors, n: int = 16) -> tuple[torch.Tensor, ...]:
    frames = torch.arange(0, 12 * n, 12)[:, None] + torch.arange(2)
    return motion.features[frames], motion.poses[frames], motion.character[frames]


@pytest.fixture(name="task")
def _task(databases) -> tuple[DecompressorTask, MotionTensors]:
    torch.manual_seed(0)
    motion = MotionTensors(databases["train"])
    return DecompressorTask(DecompressorConfig(compressor=(32,), hidden=(32,)), motion), motion


def test_the_loss_is_the_weighted_sum_of_its_terms(task):
    network, motion = task
    batch = _windows(motion)
    terms = network.terms(*batch)
    assert set(terms) == set(RECIPE)
    expected = sum(RECIPE[name] * value for name, value in terms.items())
    assert float(network.loss(*batch).detach()) == pytest.approx(expected, rel=1e-5)


def test_equal_weights_make_the_first_terms_equal(task):
    network, motion = task
    batch = _windows(motion)
    before = float(network.loss(*batch).detach())
    network.equalise(*batch)
    weighted = [network.term_weights[name] * value for name, value in network.terms(*batch).items() if value > 1e-6]
    assert_allclose(weighted, weighted[0], rtol=1e-4)
    assert float(network.loss(*batch).detach()) <= before * 1.001


def test_constant_bones_do_not_break_the_normalisers(task):
    network, motion = task
    assert torch.isfinite(network.decompressor.out_std).all()
    assert (network.decompressor.out_std >= 1e-4).all()
    errors = network.joint_errors_cm(motion, 50)
    assert torch.isfinite(errors).all()


def test_a_perfect_stepper_has_no_loss_and_steps_by_itself():
    config = StepperConfig(hidden=(8,), noise=0.0)
    time = torch.arange(200)[:, None] / 60.0
    states = time * torch.linspace(-1.0, 1.0, STATE_SIZE)
    task = StepperTask(config, states, torch.ones(200, dtype=torch.bool))
    with torch.no_grad():
        for parameter in task.parameters():
            parameter.zero_()
    windows = torch.stack([states[start : start + 20] for start in (0, 50, 100)])
    # Constant rates are the output normaliser's mean.
    assert float(task.loss(windows, torch.zeros(3, STATE_SIZE)).detach()) == pytest.approx(0.0, abs=1e-3)
    assert_allclose(task.rollout(states[:1], 100)[0, -1].detach().numpy(), states[99].numpy(), atol=1e-3)
    assert task.drift(states, torch.tensor([0, 10]), (5, 20))[20] == pytest.approx(0.0, abs=1e-3)


def test_a_stepper_pays_for_what_its_own_output_leads_to():
    config = StepperConfig(hidden=(8,), noise=0.0)
    states = torch.randn(100, STATE_SIZE, generator=torch.Generator().manual_seed(0))
    task = StepperTask(config, states, torch.ones(100, dtype=torch.bool))
    path = task.rollout(states[:4], 20)
    for frame in range(19):
        expected = path[:, frame] + task.stepper(path[:, frame]) / 60.0
        assert_allclose(path[:, frame + 1].detach().numpy(), expected.detach().numpy(), rtol=1e-5, atol=1e-5)


def test_nearest_rows_are_those_of_brute_force():
    generator = torch.Generator().manual_seed(0)
    rows, queries = torch.randn(700, 27, generator=generator), torch.randn(90, 27, generator=generator)
    rows[400] = rows[300]  # a tie goes to the first
    queries[5] = rows[300]
    found = nearest_rows(rows, 0.5 * rows.square().sum(1), queries, chunk=17, tile=128)
    assert torch.equal(found, torch.cdist(queries, rows).argmin(1))
    assert found[5] == 300


def test_the_pool_follows_from_seed_and_step_alone():
    states = torch.randn(300, STATE_SIZE, generator=torch.Generator().manual_seed(1))
    weights, spread = np.full(300, 1 / 300), torch.ones(27)

    class Small(NeighbourPool):
        BLOCK, BLOCKS, REFRESH = 64, 4, 3

    through, late = Small(states, spread, weights, (0, 0, 1)), Small(states, spread, weights, (0, 0, 1))
    for step in range(11):
        disturbed, nearest = through.draw(16, step, np.random.default_rng(step))
    again = late.draw(16, 10, np.random.default_rng(10))
    assert torch.equal(disturbed, again[0])
    assert torch.equal(nearest, again[1])
    distance = (disturbed - nearest[:, :27]).norm(dim=1)
    assert_allclose(distance.numpy(), torch.cdist(disturbed, states[:, :27]).min(1).values.numpy(), atol=1e-4)


def test_noise_has_random_size():
    states = torch.zeros(10, STATE_SIZE)
    pool = NeighbourPool(states, torch.full((27,), 2.0), np.full(10, 0.1), (0,))
    sizes = pool.pairs(4000, np.random.default_rng(0))[0].norm(dim=1) / (2.0 * 27**0.5)
    assert_allclose(np.quantile(sizes.numpy(), [0.1, 0.5, 0.9]), [0.1, 0.5, 0.9], atol=0.04)


def test_a_perfect_projector_has_no_loss():
    states = torch.zeros(50, STATE_SIZE) + torch.arange(STATE_SIZE)
    task = ProjectorTask(ProjectorConfig(hidden=(8,)), states)
    with torch.no_grad():
        for parameter in task.parameters():
            parameter.zero_()
    disturbed = states[:20, :27] + torch.randn(20, 27)
    assert float(task.loss(disturbed, states[:20]).detach()) == pytest.approx(0.0, abs=1e-5)
    assert task.errors(disturbed, states[:20])["distance"] == pytest.approx(0.0, abs=1e-5)
