"""Transitions: nothing jumps where the motion does, for any bone and any draft, nor is it pushed hard."""

import numpy as np

from models.kinematics import quat
from models.locomotion.inertialization import SETTLES_S, inertialized, inertialized_rotations

DT = 1 / 60
F, N, D = 90, 3, 4
AT = 45


def jumped(rng, dt):
    """N drafts that go evenly, of which the first and last jump; what plays, what would have, and who jumps."""
    t = np.arange(F)[:, None, None, None] * dt
    rate_a, rate_b, place_b = rng.normal(size=(3, 1, N, D, 3))
    jumps = np.array([[True, False, True]])
    after = (np.arange(F)[:, None, None, None] >= AT) & jumps[0][:, None, None]
    return np.where(after, place_b + rate_b * t, rate_a * t), rate_a * t[AT], jumps


def test_positions_and_speeds_go_on(rng):
    dt = 1e-4  # short steps: what is continuous then differs by next to nothing
    x, old_x, jumps = jumped(rng, dt)
    shown = inertialized(x, frames=[AT], jumps=jumps, old_x=old_x, dt=dt)
    speed = np.diff(shown, axis=0) / dt
    assert np.abs(np.diff(speed, axis=0)).max() < 0.2
    assert (shown[:, 1] == x[:, 1]).all()  # the draft that does not jump is untouched


def test_far_from_a_jump_what_plays_is_shown(rng):
    x, old_x, jumps = jumped(rng, 0.05)
    shown = inertialized(x, frames=[AT], jumps=jumps, old_x=old_x, dt=0.05)
    assert np.abs(shown - x)[[0, -1]].max() < 1e-3


def test_a_jump_is_shared_and_its_push_begins_from_nothing():
    x = np.zeros((F, 1, 1, 1))
    x[AT:] = 1.0
    shown = inertialized(x, frames=[AT], jumps=np.ones((1, 1), dtype=bool), old_x=0 * x[:1], dt=DT)[:, 0, 0, 0]
    assert abs(shown[AT] - 0.5) < 0.01
    push = np.diff(shown, 2) * 60**2
    assert np.abs(push).max() < 0.35 / SETTLES_S**2  # a spring of the same size of offset starts with six times that
    assert np.abs(push[AT - 1]) < 0.1 / SETTLES_S**2
    assert abs(shown[AT + round(SETTLES_S / DT)] - 1.0) < 0.1


def test_jumps_in_quick_succession_add_up():
    x = np.zeros((F, 1, 1, 3))
    x[40:], x[46:] = 1.0, -1.0
    old_x = np.array([0.0, 1.0])[:, None, None, None] + np.zeros((2, 1, 1, 3))
    shown = inertialized(x, frames=[40, 46], jumps=np.ones((2, 1), dtype=bool), old_x=old_x, dt=DT)
    assert np.abs(np.diff(shown, axis=0)).max() < 0.15
    assert np.abs(np.diff(shown, 2, axis=0)).max() < 0.02


def test_rotations_go_on_where_they_were(rng):
    a, b, c = quat.normalize(rng.normal(size=(3, 1, N, D, 4)))
    b[:, :, 0] = -a[:, :, 0]  # the same rotation with the other sign is no jump
    q = np.concatenate([np.repeat(a, 40, axis=0), np.repeat(b, 6, axis=0), np.repeat(c, F - 46, axis=0)])
    jumps = np.array([[True, True, False], [True, False, False]])
    q[46:, 1], q[40:, 2] = q[45, 1], q[0, 2]
    shown = inertialized_rotations(q, frames=[40, 46], jumps=jumps, old_q=np.concatenate([a, b]), dt=DT)
    assert quat.angle(shown[1:], shown[:-1]).max() < 0.35
    assert quat.angle(shown[39, 1, 0], shown[40, 1, 0]) < 1e-6
    assert np.allclose(np.abs((shown[:, 2] * q[:, 2]).sum(-1)), 1.0)
    assert quat.angle(shown[-1], q[-1]).max() < 0.05
    assert np.allclose(np.linalg.norm(shown, axis=-1), 1.0)
