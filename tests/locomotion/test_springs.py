"""Springs: exact, so that steps compose; and what a half-life is."""

import math

import numpy as np
import pytest

from models.kinematics import quat
from models.locomotion import springs

N, DT, HALF_LIFE = 7, 1 / 60, 0.15


def test_one_long_step_is_many_short_ones(rng):
    x, v, a, goal = rng.normal(size=(4, 5, 3))
    one, many = springs.sprung(x, v, goal, HALF_LIFE, N * DT), (x, v)
    for _ in range(N):
        many = springs.sprung(*many, goal, HALF_LIFE, DT)
    assert np.allclose(one, many)
    one, many = springs.sprung_velocity(x, v, a, goal, half_life=HALF_LIFE, dt=N * DT), (x, v, a)
    for _ in range(N):
        many = springs.sprung_velocity(*many, goal, half_life=HALF_LIFE, dt=DT)
    assert np.allclose(one, many)
    once, often = springs.damped(x, goal, HALF_LIFE, N * DT), x
    for _ in range(N):
        often = springs.damped(often, goal, HALF_LIFE, DT)
    assert np.allclose(once, often)


def test_rotations_compose_likewise_where_axis_and_turn_agree(rng):
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    q, w, goal = quat.from_rotvec(1.2 * axis), 0.7 * axis, quat.from_rotvec(-0.4 * axis)
    one, many = springs.sprung_rotation(q, w, goal, HALF_LIFE, N * DT), (q, w)
    for _ in range(N):
        many = springs.sprung_rotation(*many, goal, HALF_LIFE, DT)
    assert quat.angle(one[0], many[0]) < 1e-9
    assert one[1] == pytest.approx(many[1])


def test_a_half_life_leaves_what_the_formula_says():
    left, _ = springs.decayed(1.0, 0.0, HALF_LIFE, HALF_LIFE)
    assert left == pytest.approx((1 + 2 * math.log(2)) / 4, abs=1e-3)
    assert springs.damped(1.0, 0.0, HALF_LIFE, HALF_LIFE) == pytest.approx(0.5, abs=1e-3)


def test_velocities_are_the_derivatives(rng):
    x, v, a, goal = rng.normal(size=(4, 3))
    step = 1e-5

    def place(dt):
        return springs.sprung_velocity(x, v, a, goal, half_life=HALF_LIFE, dt=dt)

    later, sooner = place(0.1 + step), place(0.1 - step)
    assert (later[0] - sooner[0]) / (2 * step) == pytest.approx(place(0.1)[1], rel=1e-6)
    assert (later[1] - sooner[1]) / (2 * step) == pytest.approx(place(0.1)[2], rel=1e-6)
    late, soon = (springs.decayed(x, v, HALF_LIFE, t) for t in (0.1 + step, 0.1 - step))
    assert (late[0] - soon[0]) / (2 * step) == pytest.approx(springs.decayed(x, v, HALF_LIFE, 0.1)[1], rel=1e-6)
