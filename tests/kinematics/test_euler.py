"""Euler angles: every order against the matrix product, gimbal lock, and continuity."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import ShapeError
from models.kinematics import euler, quat


def axis_matrix(letter, angle):
    c, s = np.cos(angle), np.sin(angle)
    return {
        "X": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "Y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "Z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[letter]


@pytest.mark.parametrize("order", euler.ORDERS)
def test_order_is_the_order_of_the_matrix_product(order):
    angles = np.radians([30.0, 45.0, 60.0])
    expected = np.linalg.multi_dot([axis_matrix(letter, a) for letter, a in zip(order, angles, strict=True)])
    assert_allclose(quat.to_matrix(euler.to_quat(angles, order)), expected, atol=1e-14)


@pytest.mark.parametrize("order", euler.ORDERS)
def test_round_trip_with_gimbal_lock(rng, order):
    angles = rng.uniform(-np.pi, np.pi, size=(400, 3))
    angles[::2, 1] = rng.choice([-1.0, 1.0], size=200) * np.pi / 2
    q = euler.to_quat(angles, order)
    assert_allclose(quat.angle(euler.to_quat(euler.from_quat(q, order), order), q), 0.0, atol=1e-7)


@pytest.mark.parametrize("order", euler.ORDERS)
def test_unwrap_follows_a_curve_through_the_middle_angle_of_90_degrees(order):
    t = np.linspace(0.0, 1.0, 200)
    curve = np.stack([0.3 + 0.2 * t, np.radians(60 + 60 * t), 8.0 * t], axis=-1)
    q = euler.to_quat(curve, order)
    smooth = euler.unwrap(euler.from_quat(q, order))
    assert_allclose(quat.angle(euler.to_quat(smooth, order), q), 0.0, atol=1e-7)
    assert np.abs(np.diff(smooth, axis=0)).max() < 0.1


def test_unknown_order_names_the_choices():
    with pytest.raises(ShapeError, match="XYZ, XZY, YXZ, YZX, ZXY, ZYX"):
        euler.to_quat(np.zeros(3), "XXY")
