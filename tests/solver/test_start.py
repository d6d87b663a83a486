"""The first pose: exact for points of a pose, sound for any others, and a smooth function of them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import JOINTS, POINTS, body
from models.body.limits import joint_limits
from models.errors import RigError, ShapeError, SixpointError
from models.kinematics import forward, quat
from models.solver import start_from_points

RIGID = [JOINTS.index(name) for name in ("Hips", "Spine2", "Head", "LeftHand", "RightFoot", "LeftToeBase")]


def test_points_of_a_pose_give_that_pose(rng, everyday_pose, any_body):
    pose = everyday_pose(rng)
    start = start_from_points(any_body, pose.points(any_body))
    # Elbows and knees are pure hinges at the start, so a pose with a little side bend there comes back within it.
    assert np.abs(start.points(any_body) - pose.points(any_body)).max() < 0.02
    world, _ = forward.globals_from_locals(any_body, pose.root, pose.rotations)
    found, _ = forward.globals_from_locals(any_body, start.root, start.rotations)
    assert_allclose(quat.angle(found[RIGID], world[RIGID]), 0.0, atol=1e-7)


def test_the_rest_pose_comes_back(any_body):
    start = start_from_points(any_body, any_body.rest_points)
    # A straight limb is started a little bent, where a solver can see which way it bends.
    assert np.abs(start.points(any_body) - any_body.rest_points).max() < 0.01


def test_wrists_and_ankles_are_met_exactly_where_limbs_reach(rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    noisy = points + 0.02 * rng.normal(size=points.shape)
    start = start_from_points(body(), noisy)
    found = start.points(body())
    for end, top in (("LeftHand", "LeftArm"), ("RightHand", "RightArm"), ("LeftFoot", "LeftUpLeg")):
        limb = np.linalg.norm(noisy[POINTS.index(end)] - found[POINTS.index(top)])
        if limb < (0.53 if "Hand" in end else 0.8):
            assert_allclose(found[POINTS.index(end)], noisy[POINTS.index(end)], atol=1e-9)


def test_elbows_and_knees_never_start_bent_the_wrong_way(rng):
    limits = joint_limits()
    hinges = [
        limits.joints.tolist().index(JOINTS.index(side + j)) for side in ("Left", "Right") for j in ("ForeArm", "Leg")
    ]
    for _ in range(50):
        start = start_from_points(body(), rng.normal(size=(43, 3)))
        assert limits.excess(start.rotations)[hinges, 0].max() < 1e-6


@pytest.mark.parametrize("kind", ["zero", "one place", "a line", "upside down", "mirrored", "huge", "tiny"])
def test_points_that_no_body_has_give_a_finite_pose(kind):
    rest = body().rest_points
    points = {
        "zero": np.zeros((43, 3)),
        "one place": np.ones((43, 3)) * 7.0,
        "a line": np.linspace(0.0, 1.0, 43)[:, None] * np.array([0.0, 1.0, 0.0]),
        "upside down": rest * [1.0, -1.0, -1.0],
        "mirrored": rest * [-1.0, 1.0, 1.0],
        "huge": rest * 1e9,
        "tiny": rest * 1e-12,
    }[kind]
    start = start_from_points(body(), points)
    assert np.isfinite(start.rotations).all()
    assert_allclose(np.linalg.norm(start.rotations, axis=-1), 1.0)


def test_it_turns_and_moves_with_its_points(rng, everyday_pose):
    points = everyday_pose(rng).points(body()) + 0.02 * rng.normal(size=(43, 3))
    turn, shift = quat.normalize(rng.normal(size=4)), rng.normal(size=3)
    here = start_from_points(body(), points).points(body())
    there = start_from_points(body(), quat.rotate(turn, points) + shift).points(body())
    assert_allclose(there, quat.rotate(turn, here) + shift, atol=1e-9)


def test_a_small_change_of_the_points_is_a_small_change_of_the_pose(rng, everyday_pose):
    points = everyday_pose(rng).points(body()) + 0.02 * rng.normal(size=(43, 3))
    before = start_from_points(body(), points).points(body())
    after = start_from_points(body(), points + 1e-6 * rng.normal(size=(43, 3))).points(body())
    assert np.abs(after - before).max() < 1e-4


def test_bad_points_and_other_rigs_are_refused(small_rig):
    with pytest.raises(ShapeError, match=r"needs points \(43, 3\)"):
        start_from_points(body(), np.zeros((22, 3)))
    bad = body().rest_points.copy()
    bad[POINTS.index("Nose"), 1] = np.inf
    with pytest.raises(SixpointError, match="'Nose' is not finite"):
        start_from_points(body(), bad)
    rig = small_rig()
    with pytest.raises(RigError, match="43-point body"):
        start_from_points(rig, np.zeros((2, 3)))
