"""Clamping to reach: the identity on every pose of the body, the sphere's edge outside, continuous between."""

import numpy as np
from synthetic_networks import random_poses

from models.body import POINTS, body
from models.body.reach import within_reach


def test_no_pose_of_the_body_is_changed():
    points = random_poses(500, seed=11, spread_rad=2.5).points(body())
    np.testing.assert_array_equal(within_reach(points, body()), points)


def test_straight_limbs_are_not_changed_beyond_rounding():
    np.testing.assert_allclose(within_reach(body().rest_points, body()), body().rest_points, atol=1e-12)


def test_a_far_hand_stops_at_arm_length_from_the_neck():
    points = body().rest_points.copy()
    hand, neck, fore = (POINTS.index(name) for name in ("RightHand", "Neck", "RightForeArm"))
    points[hand] += [-7.0, 2.0, 3.0]
    pulled = within_reach(points, body())
    away, wanted = pulled[hand] - points[neck], points[hand] - points[neck]
    bones = np.linalg.norm(body().offsets, axis=-1)
    chain = ("Neck", "RightShoulder", "RightArm", "RightForeArm", "RightHand")
    length = sum(bones[body().joint_index(name)] for name in chain)
    np.testing.assert_allclose(np.linalg.norm(away), length, rtol=2e-9)
    np.testing.assert_allclose(np.cross(away, wanted), 0.0, atol=1e-9)
    np.testing.assert_array_equal(pulled[fore], points[fore])


def test_everything_follows_far_hips():
    points = body().rest_points.copy()
    points[POINTS.index("Hips")] += [100.0, 0.0, 0.0]
    span = np.ptp(within_reach(points, body()), axis=0)
    assert span.max() < 3.0


def test_the_map_is_continuous_across_the_edge():
    hand, neck = POINTS.index("LeftHand"), POINTS.index("Neck")
    distances = np.linspace(0.5, 1.5, 2001)
    points = np.tile(body().rest_points, (len(distances), 1, 1))
    points[:, hand] = points[:, neck] + distances[:, None] * np.array([0.0, 0.6, 0.8])
    steps = np.linalg.norm(np.diff(within_reach(points, body()), axis=0), axis=-1)
    assert steps.max() <= (distances[1] - distances[0]) * (1 + 1e-9)
