"""Every term: its Jacobian against differences, and what it adds to the model against its residual."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import POINTS, body
from models.body.limits import joint_limits
from models.errors import RigError, ShapeError, SixpointError, UnknownJoint
from models.kinematics import quat
from models.solver import GroundTerm, HoldTerm, LimitTerm, NearTerm, OrientationTerm, PinTerm, PointTerm, State
from models.solver.quadratic import QuadraticModel
from models.solver.tables import chain_tables

TERMS = {
    "points": lambda rng, pose: PointTerm(body(), POINTS, rng.normal(size=(43, 3)), rng.uniform(size=43)),
    "pins": lambda rng, pose: PinTerm(body(), ["Hips", "LeftHand"], rng.normal(size=(2, 3)), [1.5, 1.0]),
    "holds": lambda rng, pose: HoldTerm(body(), "RightFoot", rng.normal(size=3)),
    "orientation": lambda rng, pose: OrientationTerm(
        body(), ["Head", "LeftFoot"], quat.normalize(rng.normal(size=(2, 4))), [2.0, 0.5]
    ),
    "near": lambda rng, pose: NearTerm(body(), pose, 0.3, 0.2),
    "limits": lambda rng, pose: LimitTerm(body()),
    "ground": lambda rng, pose: GroundTerm(body(), np.where(np.arange(43) % 2, 50.0, -50.0)),
}


@pytest.fixture(params=TERMS)
def term(request, rng, random_pose):
    return TERMS[request.param](rng, random_pose(rng))


@pytest.fixture
def state(rng, random_pose):
    """A state out of most joint limits."""
    pose = random_pose(rng)
    wild = type(pose)(pose.root, quat.normalize(rng.normal(size=(22, 4))))
    return State.from_pose(chain_tables(body()), wild)


def slopes(function, state):
    """Central differences of a function of a state, (M, N)."""
    columns = []
    for variable in range(state.tables.n_variables):
        step = np.zeros(state.tables.n_variables)
        step[variable] = 1e-6
        columns.append((function(state.moved(step)) - function(state.moved(-step))) / 2e-6)
    return np.stack(columns, axis=-1)


def test_jacobian_is_the_difference_quotient(term, state):
    jacobian = term.jacobian(state)
    assert_allclose(jacobian, slopes(term.residual, state), atol=1e-7 * max(1.0, np.abs(jacobian).max()))
    assert np.abs(jacobian).max() > 0.0


@pytest.mark.parametrize("name", ["orientation", "near", "limits", "ground"])
def test_the_model_has_the_gradient_and_hessian_of_the_squares(name, rng, random_pose, state):
    term = TERMS[name](rng, random_pose(rng))
    model = QuadraticModel(state)
    term.add_to(model)
    model.finish(np.zeros((43, 3)))
    residual, jacobian = term.residual(state), term.jacobian(state)
    # One-sided rows are kept apart; those that are violated now belong to the sum.
    outside = model._residual > 0.0
    rows = model._jacobian[outside]
    gradient = model.gradient + model._residual[outside] @ rows
    hessian = np.tril(model.hessian) + np.tril(rows.T @ rows)
    scale = max(1.0, np.abs(jacobian).max() ** 2)
    assert_allclose(gradient, residual @ jacobian, atol=1e-9 * scale)
    assert_allclose(hessian, np.tril(jacobian.T @ jacobian), atol=1e-9 * scale)


@pytest.mark.parametrize("name", ["points", "pins", "holds"])
def test_points_pull_with_the_gradient_of_their_loss(name, rng, random_pose, state):
    term = TERMS[name](rng, random_pose(rng))

    def loss(at):
        growth = 1.0 + (term.errors_m(at) ** 2).sum(-1) / term.KNEE_M**2
        weights = term.weights**2 * term.KNEE_M**2 / term.POWER
        return (weights * (growth ** (0.5 * term.POWER) - 1.0)).sum(keepdims=True)

    model = QuadraticModel(state)
    term.add_to(model)
    model.finish(np.zeros((43, 3)))
    assert_allclose(model.gradient, slopes(loss, state)[0], atol=1e-6 * np.abs(model.gradient).max())


def test_a_small_error_is_squared_and_a_large_one_pulls_no_harder(state):
    here = state.points[POINTS.index("Nose")]

    def pull(distance_m, kind):
        model = QuadraticModel(state)
        kind(body(), "Nose", here + np.array([distance_m, 0.0, 0.0])).add_to(model)
        model.finish(np.zeros((43, 3)))
        return np.linalg.norm(model.gradient[:3])

    assert_allclose(pull(0.01, PointTerm), 0.01, rtol=1e-3)
    assert pull(100.0, PointTerm) < 0.25
    assert pull(100.0, PinTerm) < 1.4 * pull(1e-3, PinTerm)
    # The most that all predicted points together can pull is less than one pin does.
    assert pull(1e-3, PinTerm) > 43 * 0.25


def test_near_term_of_a_state_is_that_of_its_pose(rng, random_pose, state):
    pose = random_pose(rng)
    of_state = NearTerm.of_state(State.from_pose(chain_tables(body()), pose), 0.3, 0.2)
    assert_allclose(of_state.residual(state), NearTerm(body(), pose, 0.3, 0.2).residual(state), atol=1e-15)


def test_orientation_survives_half_a_turn(random_pose, rng):
    state = State.from_pose(chain_tables(body()), random_pose(rng))
    now = quat.from_matrix(state.frames[5])
    for axis in np.eye(3):
        opposite = quat.mul(quat.from_axis_angle(axis, np.pi), now)
        term = OrientationTerm(body(), "Head", opposite)
        assert_allclose(np.linalg.norm(term.residual(state)), np.pi)
        assert np.isfinite(term.jacobian(state)).all()


def test_limits_are_silent_inside_and_enforced_outside(rng, random_pose, state):
    term, limits = LimitTerm(body()), joint_limits()
    inside = State.from_pose(chain_tables(body()), random_pose(rng))
    assert not term.residual(inside).any()
    assert term.enforced(inside) is inside
    assert term.residual(state).any()
    assert limits.excess(term.enforced(state).pose().rotations).max() < 1e-6


def test_bad_terms_are_refused(small_rig):
    with pytest.raises(UnknownJoint, match="Did you mean 'LeftHand'"):
        PinTerm(body(), "LeftHnd", [0, 0, 0])
    with pytest.raises(ShapeError, match="2 points need targets"):
        PointTerm(body(), ["Hips", "Neck"], [0, 0, 0])
    with pytest.raises(SixpointError, match="LeftHand must be finite"):
        PinTerm(body(), "LeftHand", [0, np.nan, 0])
    with pytest.raises(ShapeError, match="target rotations"):
        OrientationTerm(body(), ["Head", "Neck"], [0, 0, 0, 1])
    with pytest.raises(RigError, match="canonical joints"):
        LimitTerm(small_rig())
