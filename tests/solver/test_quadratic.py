"""The model's sparse sums and solves against the same in dense matrices."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import POINTS, body
from models.solver import LimitTerm, NearTerm, PointTerm, State
from models.solver.quadratic import QuadraticModel
from models.solver.tables import chain_tables


@pytest.fixture
def state(rng, random_pose):
    return State.from_pose(chain_tables(body()), random_pose(rng))


def finished(state, *terms):
    model = QuadraticModel(state)
    for term in terms:
        term.add_to(model)
    model.finish(np.zeros((43, 3)))
    return model


def symmetric(lower):
    return np.tril(lower) + np.tril(lower, -1).T


def test_springs_sum_up_the_tree_what_their_rows_say(rng, state):
    # Targets as near as this make the stiffness the squared weight.
    weights = rng.uniform(0.5, 2.0, 43)
    term = PointTerm(body(), POINTS, state.points + 1e-9 * rng.normal(size=(43, 3)), weights)
    rows = term.jacobian(state)
    model = finished(state, term)
    assert_allclose(symmetric(model.hessian), rows.T @ rows, atol=1e-12 * len(rows))
    assert_allclose(model.gradient, term.residual(state) @ rows, atol=1e-15)


def test_the_step_is_that_of_the_dense_system(rng, state, random_pose):
    far = state.points + 0.05 * rng.normal(size=(43, 3))
    model = finished(state, NearTerm(body(), random_pose(rng), 0.5, 0.5), PointTerm(body(), POINTS, far))
    step, _ = model.step(10.0, None)
    dense = symmetric(model.hessian) + 10.0 * np.eye(69)
    for joint, block in enumerate(state.curvature(model._pulls)):
        own = slice(3 + 3 * joint, 6 + 3 * joint)
        dense[own, own] += block
    assert np.linalg.eigvalsh(dense).min() > 0.0
    assert_allclose(step, -np.linalg.solve(dense, model.gradient), atol=1e-12)


@pytest.mark.parametrize("is_one_sided", [False, True])
def test_a_term_that_ties_one_branch_to_another_is_solved_too(rng, state, random_pose, is_one_sided):
    rows = rng.normal(size=(4, 69))
    model = QuadraticModel(state)
    NearTerm(body(), random_pose(rng), 1.0, 1.0).add_to(model)
    add = model.add_one_sided if is_one_sided else model.add_rows
    add(np.full(4, 100.0), rows)
    if is_one_sided:
        LimitTerm(body()).add_to(model)
    model.finish(np.zeros((43, 3)))
    step, outside = model.step(1e-6, None)
    used = model._jacobian[outside]
    dense = symmetric(model.hessian) + used.T @ used + 1e-6 * np.eye(69)
    assert_allclose(step, -np.linalg.solve(dense, model.gradient + model._residual[outside] @ used), atol=1e-8)
    assert is_one_sided == outside[:4].any()


def test_what_curves_downwards_is_left_out(rng, state):
    # Points pushed the wrong way: at such a state a pull has no least without help.
    target = state.points + 5.0 * rng.normal(size=(43, 3))
    model = finished(state, PointTerm(body(), POINTS, target))
    assert np.linalg.eigvalsh(model._curvature).min() < 0.0
    step, _ = model.step(1e-3, None)
    assert model.gradient @ step < 0.0
    assert np.linalg.eigvalsh(model._curvature).min() > -1e-12
