"""Velocities against what they are defined by: derivatives of positions and rotations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import ShapeError
from models.kinematics import quat
from models.locomotion.root import BONE_PARENTS
from models.locomotion.velocities import angular_velocities, global_motion, linear_velocities


def test_velocities_of_a_parabola_are_exact_inside_and_at_the_ends():
    time = np.arange(20) / 60.0
    positions = np.stack([time**2, 3.0 * time, np.ones(20)], axis=-1)
    expected = np.stack([2.0 * time, np.full(20, 3.0), np.zeros(20)], axis=-1)
    assert_allclose(linear_velocities(positions, 1 / 60), expected, atol=1e-9)


@pytest.mark.parametrize("n_frames", [1, 2, 3, 4, 5])
def test_short_clips_have_velocities(n_frames):
    positions = np.arange(n_frames, dtype=float)[:, None] * [1.0, 2.0, 3.0]
    expected = np.zeros(3) if n_frames == 1 else np.array([60.0, 120.0, 180.0])
    assert_allclose(linear_velocities(positions, 1 / 60), np.tile(expected, (n_frames, 1)))


def test_angular_velocity_ignores_the_signs_of_quaternions():
    spin = np.array([0.3, -2.0, 1.0])
    rotations = quat.from_rotvec(np.arange(30)[:, None] / 60.0 * spin)
    flipped = rotations * np.where(np.arange(30) % 3 == 0, -1.0, 1.0)[:, None]
    assert_allclose(angular_velocities(flipped, 1 / 60), np.tile(spin, (30, 1)), atol=1e-9)


def test_global_velocities_are_the_derivatives_of_global_motion():
    """Every bone swings and slides about a moving root; the chain rule against central differences of fine steps."""
    rng = np.random.default_rng(1)
    n_bones, h = len(BONE_PARENTS), 1e-5
    swing, slide = rng.normal(size=(n_bones, 3)), rng.normal(size=(n_bones, 3))
    rest, phase = rng.normal(size=(n_bones, 3)), rng.uniform(0, 6, (n_bones, 1))

    def local(time):
        return rest + slide * np.sin(3.0 * time + phase), quat.from_rotvec(swing * np.sin(2.0 * time + phase))

    def derivative(time):
        (p0, q0), (p1, q1) = local(time - h), local(time + h)
        return (p1 - p0) / (2 * h), quat.to_rotvec(quat.mul(q1, quat.conj(q0))) / (2 * h)

    _, _, V, W = global_motion(BONE_PARENTS, *local(0.4), *derivative(0.4))
    still = np.zeros((n_bones, 3))
    P0, Q0, _, _ = global_motion(BONE_PARENTS, *local(0.4 - h), still, still)
    P1, Q1, _, _ = global_motion(BONE_PARENTS, *local(0.4 + h), still, still)
    assert_allclose(V, (P1 - P0) / (2 * h), atol=1e-5)
    assert_allclose(W, quat.to_rotvec(quat.mul(Q1, quat.conj(Q0))) / (2 * h), atol=1e-5)


def test_global_motion_wants_the_skeletons_bones():
    with pytest.raises(ShapeError, match="23 bones"):
        global_motion(
            BONE_PARENTS, np.zeros((5, 22, 3)), np.zeros((5, 22, 4)), np.zeros((5, 22, 3)), np.zeros((5, 22, 3))
        )
