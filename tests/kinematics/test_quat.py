"""Quaternions: group axioms, agreement with matrices, and the places where formulas break."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import ShapeError
from models.kinematics import quat


def random_quats(rng, *shape):
    return quat.normalize(rng.normal(size=(*shape, 4)))


def same_rotation(a, b, atol=1e-7):
    assert_allclose(quat.angle(a, b), 0.0, atol=atol)


def test_group_axioms(rng):
    a, b, c = random_quats(rng, 3, 500)
    assert_allclose(quat.mul(quat.mul(a, b), c), quat.mul(a, quat.mul(b, c)), atol=1e-13)
    assert_allclose(quat.mul(a, quat.conj(a)), np.broadcast_to(quat.IDENTITY, a.shape), atol=1e-13)
    assert_allclose(quat.mul(quat.IDENTITY, a), a)


def test_multiplication_and_rotation_agree_with_matrices(rng):
    a, b = random_quats(rng, 2, 300)
    v = rng.normal(size=(300, 3))
    assert_allclose(quat.to_matrix(quat.mul(a, b)), quat.to_matrix(a) @ quat.to_matrix(b), atol=1e-13)
    assert_allclose(quat.rotate(a, v), (quat.to_matrix(a) @ v[..., None])[..., 0], atol=1e-12)


def test_leading_dimensions_broadcast(rng):
    q = random_quats(rng, 5, 1)
    v = rng.normal(size=(7, 3))
    assert quat.rotate(q, v).shape == (5, 7, 3)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-5, 1e-4, 1.0, 3.0, np.pi - 1e-7, np.pi])
def test_rotation_vector_round_trip_at_every_size(rng, angle):
    axis = rng.normal(size=(50, 3))
    v = angle * axis / np.linalg.norm(axis, axis=-1, keepdims=True)
    q = quat.from_rotvec(v)
    assert_allclose(np.linalg.norm(q, axis=-1), 1.0, atol=1e-12)
    assert_allclose(np.linalg.norm(quat.to_rotvec(q), axis=-1), angle, atol=1e-10)
    same_rotation(quat.from_rotvec(quat.to_rotvec(q)), q)


def test_matrix_round_trip_with_half_turns(rng):
    half_turns = quat.from_axis_angle(np.concatenate([np.eye(3), -np.eye(3)]), np.full(6, np.pi))
    q = np.concatenate([random_quats(rng, 500), half_turns])
    same_rotation(quat.from_matrix(quat.to_matrix(q)), q)


def test_angle_is_exact_when_tiny_and_when_half_a_turn():
    axis = np.array([0.0, 1.0, 0.0])
    for angle in (0.0, 1e-9, np.pi / 2, np.pi):
        assert_allclose(quat.angle(quat.IDENTITY, quat.from_axis_angle(axis, angle)), angle, rtol=1e-9)


def test_slerp_meets_its_ends_takes_the_short_way_and_has_constant_speed(rng):
    a, b = random_quats(rng, 2, 200)
    same_rotation(quat.slerp(a, b, np.zeros(200)), a)
    same_rotation(quat.slerp(a, -b, np.ones(200)), b)
    third = quat.slerp(a, b, np.full(200, 1 / 3))
    assert_allclose(quat.angle(a, third), quat.angle(a, b) / 3, atol=1e-7)


def test_between_takes_one_direction_to_the_other(rng):
    u, v = rng.normal(size=(2, 400, 3))
    turned = quat.rotate(quat.between(u, v), u / np.linalg.norm(u, axis=-1, keepdims=True))
    assert_allclose(turned, v / np.linalg.norm(v, axis=-1, keepdims=True), atol=1e-9)


def test_between_opposite_and_zero_vectors():
    for u in np.concatenate([np.eye(3), [[1.0, 2.0, -3.0]]]):
        assert_allclose(quat.rotate(quat.between(u, -u), u), -u, atol=1e-12)
    assert_allclose(quat.between(np.zeros(3), np.eye(3)[0]), quat.IDENTITY)


def test_unroll_keeps_rotations_and_makes_neighbours_agree(rng):
    t = np.linspace(0, 7, 100)
    q = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), t) * rng.choice([-1.0, 1.0], size=(100, 1))
    smooth = quat.unroll(q)
    same_rotation(smooth, q)
    assert ((smooth[1:] * smooth[:-1]).sum(-1) > 0.99).all()


def test_normalize_makes_the_zero_quaternion_the_identity():
    assert_allclose(quat.normalize(np.zeros(4)), quat.IDENTITY)


def test_wrong_shape_says_the_layout():
    with pytest.raises(ShapeError, match=r"last dimension 4 \(x, y, z, w\), got shape \(2, 3\)"):
        quat.to_rotvec(np.zeros((2, 3)))
