"""The solver's state: its points, its derivatives and its steps, against forward kinematics and differences."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models import solver
from models.animation import Pose
from models.body import Skeleton, body
from models.errors import RigError
from models.kinematics import quat
from models.solver.state import State
from models.solver.tables import chain_tables


@pytest.mark.parametrize("name", solver.__all__)
def test_public_name_exists(name):
    assert hasattr(solver, name)


def test_points_are_those_of_forward_kinematics(rng, random_pose, any_body):
    pose = random_pose(rng)
    assert_allclose(State.from_pose(chain_tables(any_body), pose).points, pose.points(any_body), atol=1e-14)


def test_a_pose_survives_the_way_through_a_state(rng, random_pose):
    pose = random_pose(rng)
    back = State.from_pose(chain_tables(body()), pose).pose()
    assert_allclose(quat.angle(back.rotations, pose.rotations), 0.0, atol=1e-14)
    assert_allclose(back.root, pose.root)


@pytest.mark.parametrize("length", [0.1, 3.0, 1e6])
def test_bones_keep_their_length_however_long_the_step(rng, random_pose, any_body, length):
    state = State.from_pose(chain_tables(any_body), random_pose(rng))
    moved = state.moved(length * rng.normal(size=state.tables.n_variables))
    ours = np.linalg.norm(moved.points[1:22] - moved.points[any_body.parents[1:]], axis=-1)
    assert_allclose(ours, np.linalg.norm(any_body.offsets[1:], axis=-1), atol=1e-9 * max(1.0, length))
    assert_allclose(moved.frames @ moved.frames.swapaxes(-1, -2), np.broadcast_to(np.eye(3), (22, 3, 3)), atol=1e-12)


def test_point_jacobian_is_the_difference_quotient(rng, random_pose):
    state = State.from_pose(chain_tables(body()), random_pose(rng))
    jacobian = state.point_jacobian(np.arange(43))
    for variable in range(state.tables.n_variables):
        step = np.zeros(state.tables.n_variables)
        step[variable] = 1e-6
        slope = (state.moved(step).points - state.moved(-step).points) / 2e-6
        assert_allclose(jacobian[..., variable], slope, atol=1e-8)


def test_curvature_is_the_second_difference(rng, random_pose):
    state = State.from_pose(chain_tables(body()), random_pose(rng))
    pulls = rng.normal(size=state.points.shape)
    blocks = state.curvature(pulls)
    for joint in range(22):
        turn = rng.normal(size=3)
        step = np.zeros(state.tables.n_variables)
        step[3 + 3 * joint : 6 + 3 * joint] = 1e-4 * turn
        bend = state.moved(step).points + state.moved(-step).points - 2.0 * state.points
        assert_allclose((pulls * bend).sum() / 1e-8, turn @ blocks[joint] @ turn, atol=1e-5)


def test_a_rig_of_any_tree_has_tables(small_rig):
    rig = small_rig()
    pose = Pose(np.array([0.1, 0.2, 0.3]), quat.normalize(np.arange(16.0).reshape(4, 4) - 5.0))
    assert_allclose(State.from_pose(chain_tables(rig), pose).points, pose.points(rig), atol=1e-14)


def test_several_roots_are_refused():
    two = Skeleton("two", ("a", "b"), np.array([-1, -1]), np.zeros((2, 3)))
    with pytest.raises(RigError, match="several roots"):
        chain_tables(two)
