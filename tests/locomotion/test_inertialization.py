"""Transitions: nothing jumps where the motion does, for any bone and any draft, and what plays is reached again."""

import numpy as np

from models.kinematics import quat
from models.locomotion.inertialization import HALF_LIFE_S, inertialized, inertialized_rotations

DT = 1 / 60
F, N, D = 90, 3, 4


def test_positions_go_on_where_they_were_with_the_speed_they_had(rng):
    dt, jump = 1e-4, 30  # short steps: what is continuous then differs by next to nothing
    t = np.arange(F)[:, None, None, None] * dt
    rate_a, rate_b, place_b = rng.normal(size=(3, 1, N, D, 3))
    jumps = np.array([[True, False, True]])
    after = (np.arange(F)[:, None, None, None] >= jump) & jumps[0][:, None, None]
    x = np.where(after, place_b + rate_b * t, rate_a * t)
    shown = inertialized(x, frames=[jump], jumps=jumps, old_x=rate_a * t[jump], dt=dt)
    speed = np.diff(shown, axis=0) / dt
    assert np.abs(speed[jump - 1 : jump + 1] - rate_a).max() < 0.2
    assert np.allclose(shown[:, 1], x[:, 1])  # the draft that does not jump is untouched
    settled = inertialized(x, frames=[jump], jumps=jumps, old_x=rate_a * t[jump], dt=0.05)
    assert np.abs(settled[-1] - x[-1]).max() < 1e-6


def test_a_second_jump_starts_from_what_is_shown(rng):
    x = np.zeros((F, 1, 1, 3))
    x[20:], x[26:] = 1.0, -1.0
    jumps = np.ones((2, 1), dtype=bool)
    old_x = np.array([0.0, 1.0])[:, None, None, None] + np.zeros((2, 1, 1, 3))
    shown = inertialized(x, frames=[20, 26], jumps=jumps, old_x=old_x, dt=DT)
    assert np.abs(np.diff(shown, axis=0)).max() < 0.15
    assert shown[20, 0, 0, 0] == 0.0
    assert np.abs(shown[-1] + 1.0).max() < 1e-3


def test_rotations_go_on_where_they_were(rng):
    a, b = quat.normalize(rng.normal(size=(2, 1, N, D, 4)))
    q = np.concatenate([np.repeat(a, 30, axis=0), np.repeat(b, F - 30, axis=0)])
    jumps = np.array([[True, True, False]])
    shown = inertialized_rotations(q, frames=[30], jumps=jumps, old_q=a, dt=DT)
    assert quat.angle(shown[30, :2], a[0, :2]).max() < 1e-6
    assert quat.angle(shown[1:, :2], shown[:-1, :2]).max() < 0.35
    assert np.allclose(shown[:, 2], q[:, 2])
    assert quat.angle(shown[-1], q[-1]).max() < 0.01
    assert np.allclose(np.linalg.norm(shown, axis=-1), 1.0)


def test_half_of_a_half_life_is_what_the_spring_says():
    x = np.zeros((F, 1, 1, 3))
    x[10:] = 1.0
    shown = inertialized(x, frames=[10], jumps=np.ones((1, 1), dtype=bool), old_x=0 * x[:1], dt=DT)
    after = 10 + round(HALF_LIFE_S / DT)
    assert abs(1.0 - shown[after, 0, 0, 0] - 0.597) < 0.01
