"""The pose vector: 338 numbers, there and back; rotations from columns that are not orthonormal; the root's path."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import ShapeError
from models.kinematics import quat
from models.locomotion.pose_vector import POSE_SIZE, SLICES, PoseFrames, decode, encode, integrate_root, six_from_quat
from models.locomotion.root import yaw_rotation


def frames(n: int = 7) -> PoseFrames:
    rng = np.random.default_rng(3)
    return PoseFrames(
        positions=rng.normal(size=(n, 22, 3)),
        rotations=quat.normalize(rng.normal(size=(n, 22, 4))),
        velocities=rng.normal(size=(n, 22, 3)),
        angular=rng.normal(size=(n, 22, 3)),
        root_velocity=rng.normal(size=(n, 3)),
        root_angular=rng.normal(size=(n, 3)),
        contacts=rng.integers(0, 2, (n, 2)).astype(float),
    )


def test_there_and_back():
    before = frames()
    vectors = encode(before)
    assert vectors.shape == (7, POSE_SIZE) == (7, 15 * 22 + 8)
    after = decode(vectors)
    assert_allclose(quat.angle(after.rotations, before.rotations), 0.0, atol=1e-7)
    for name in ("positions", "velocities", "angular", "root_velocity", "root_angular", "contacts"):
        assert_allclose(getattr(after, name), getattr(before, name))


@pytest.mark.parametrize("angle_rad", [0.0, 1e-9, 1.0, 2.0 * np.pi / 3.0 - 1e-9, 2.0 * np.pi / 3.0 + 1e-9, 3.0, np.pi])
def test_turns_of_any_angle_come_back(angle_rad):
    axes = np.random.default_rng(1).normal(size=(7, 22, 3))
    before = replace(frames(), rotations=quat.from_rotvec(angle_rad * axes / np.linalg.norm(axes, axis=-1)[..., None]))
    after = decode(encode(before)).rotations
    assert_allclose(np.linalg.norm(after, axis=-1), 1.0, atol=1e-12)
    assert_allclose(quat.angle(after, before.rotations), 0.0, atol=1e-7)


def test_six_numbers_are_the_first_columns_row_by_row():
    q = quat.normalize(np.array([0.1, -0.5, 0.3, 0.8]))
    m = quat.to_matrix(q)
    assert_allclose(six_from_quat(q), [m[0, 0], m[0, 1], m[1, 0], m[1, 1], m[2, 0], m[2, 1]])


def test_columns_need_not_be_orthonormal():
    vectors = encode(frames())
    rotations = vectors[:, SLICES["rotations"]].reshape(7, 22, 3, 2)
    rotations[..., 1] = 0.4 * rotations[..., 1] + 0.3 * rotations[..., 0]
    rotations[..., 0] *= 1.7
    assert_allclose(quat.angle(decode(vectors).rotations, frames().rotations), 0.0, atol=1e-6)


@pytest.mark.parametrize("fill", [0.0, 1.0])
def test_degenerate_columns_still_give_rotations(fill):
    vectors = np.full((2, POSE_SIZE), fill)
    rotations = decode(vectors).rotations
    assert_allclose(np.linalg.norm(rotations, axis=-1), 1.0)


def test_vectors_of_another_size_are_refused():
    with pytest.raises(ShapeError, match="338"):
        decode(np.zeros((3, 330)))


def test_the_root_follows_its_own_velocity_round_a_circle():
    """1 m/s ahead and 1 rad/s to the left for two pi seconds is a circle of 1 m that closes."""
    position, rotation = np.array([2.0, 0.0, 3.0]), yaw_rotation(0.3)
    dt = 2.0 * np.pi / 2000
    farthest = 0.0
    for _ in range(2000):
        position, rotation = integrate_root(
            position, rotation, np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), dt
        )
        farthest = max(farthest, float(np.linalg.norm(position - [2.0, 0.0, 3.0])))
    assert_allclose(position, [2.0, 0.0, 3.0], atol=1e-6)
    assert_allclose(farthest, 2.0, atol=1e-2)
    assert_allclose(quat.angle(rotation, yaw_rotation(0.3)), 0.0, atol=1e-6)
