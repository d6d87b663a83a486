"""`solve` as a general solver: any skeleton, any terms, inputs untouched, reports what it could not have."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.animation import Pose
from models.body import POINTS, body
from models.body.limits import joint_limits
from models.kinematics import forward, quat
from models.solver import (
    GroundTerm,
    HoldTerm,
    LimitTerm,
    NearTerm,
    OrientationTerm,
    PinTerm,
    PointTerm,
    SolverSettings,
    solve,
)


def test_all_points_give_back_the_pose(rng, random_pose, any_body):
    wanted = random_pose(rng)
    nearby = quat.mul(wanted.rotations, quat.from_rotvec(0.2 * rng.normal(size=(22, 3))))
    points = wanted.points(any_body)
    terms = [PointTerm(any_body, POINTS, points), NearTerm(any_body, wanted, 0.01)]
    result = solve(any_body, terms, Pose(wanted.root + 0.1, nearby), SolverSettings(tolerance=1e-6))
    assert result.converged
    assert_allclose(result.points, points, atol=1e-6)
    assert_allclose(result.pose.points(any_body), result.points, atol=1e-12)


def test_any_rig_can_be_solved(small_rig):
    rig = small_rig()
    target = [0.3, 2.2, 0.4]
    result = solve(rig, [PinTerm(rig, "Arm/End Site", target), NearTerm(rig, Pose.rest(rig))], Pose.rest(rig))
    assert result.unreached == ()
    assert_allclose(result.points[1], target, atol=1e-4)


def test_nothing_given_is_changed(rng, everyday_pose):
    start = everyday_pose(rng)
    targets = start.points(body())[:3] + 0.1
    kept = [start.root.copy(), start.rotations.copy(), targets.copy()]
    terms = [PinTerm(body(), ["Hips", "Spine", "Spine1"], targets), LimitTerm(body()), NearTerm(body(), start)]
    first = solve(body(), terms, start)
    for before, after in zip(kept, [start.root, start.rotations, targets], strict=True):
        np.testing.assert_array_equal(before, after)
    second = solve(body(), terms, start)
    np.testing.assert_array_equal(first.pose.rotations, second.pose.rotations)
    np.testing.assert_array_equal(first.points, second.points)


def test_a_start_that_answers_already_stays(rng, everyday_pose):
    pose = everyday_pose(rng)
    result = solve(body(), [PinTerm(body(), POINTS, pose.points(body())), NearTerm(body(), pose)], pose)
    assert result.iterations == 1
    assert_allclose(result.points, pose.points(body()), atol=1e-9)


def test_orientation_is_obeyed(rng, everyday_pose):
    pose = everyday_pose(rng)
    world, _ = forward.globals_from_locals(body(), pose.root, pose.rotations)
    wanted = quat.mul(quat.from_axis_angle([0.0, 1.0, 0.0], 0.3), world[5])
    terms = [OrientationTerm(body(), "Head", wanted, 100.0), NearTerm(body(), pose, 0.1)]
    solved = solve(body(), terms, pose, SolverSettings(tolerance=1e-5)).pose
    found, _ = forward.globals_from_locals(body(), solved.root, solved.rotations)
    assert quat.angle(found[5], wanted) < 1e-3
    assert quat.angle(found[0], world[0]) < 0.01


def test_the_ground_holds_a_falling_foot():
    pose = Pose.rest(body())
    sunk = Pose(pose.root - [0.0, 0.1, 0.0], pose.rotations)
    points = sunk.points(body())
    lifted = solve(body(), [PointTerm(body(), POINTS, points), GroundTerm(body()), NearTerm(body(), sunk)], sunk)
    assert points[:, 1].min() < -0.08
    assert lifted.points[:, 1].min() > -0.03


def test_what_is_out_of_reach_is_named_worst_first():
    rest = body().rest_points
    pose = Pose.rest(body())
    targets = {"Hips": rest[POINTS.index("Hips")], "LeftHand": [3.0, 1.4, 0.0], "RightHand": [-1.2, 1.4, 0.0]}
    strengths = [6.0, 1.0, 1.0]
    terms = [
        PinTerm(body(), list(targets), list(targets.values()), strengths),
        LimitTerm(body()),
        NearTerm(body(), pose),
    ]
    result = solve(body(), terms, pose)
    assert result.unreached == ("LeftHand", "RightHand")
    assert set(result.residual_m) == set(targets)
    found = np.linalg.norm(result.points[POINTS.index("LeftHand")] - targets["LeftHand"])
    assert result.residual_m["LeftHand"] == pytest.approx(found)
    assert result.residual_m["Hips"] < 1e-3


def test_what_is_held_gives_way_without_being_reported():
    rest = body().rest_points
    pose = Pose.rest(body())
    hold = HoldTerm(body(), "LeftFoot", rest[POINTS.index("LeftFoot")], 0.1)
    pin = PinTerm(body(), "Hips", rest[POINTS.index("Hips")] + [0.0, 0.5, 0.0], 6.0)
    result = solve(body(), [pin, hold, NearTerm(body(), pose)], pose)
    assert result.unreached == ()
    assert np.linalg.norm(result.points[POINTS.index("LeftFoot")] - rest[POINTS.index("LeftFoot")]) > 0.3


def test_iterations_are_bounded_and_said(rng, random_pose):
    wanted, start = random_pose(rng), random_pose(rng)
    terms = [PointTerm(body(), POINTS, wanted.points(body())), NearTerm(body(), start, 0.01)]
    result = solve(body(), terms, start, SolverSettings(max_iterations=2))
    assert (result.iterations, result.converged) == (2, False)
    assert np.isfinite(result.points).all()


def test_enough_is_enough_with_limits_met(rng, everyday_pose):
    wanted, start = everyday_pose(rng), everyday_pose(rng)
    start = Pose(wanted.root, np.concatenate([wanted.rotations[:1], start.rotations[1:]]))
    names = ("Hips", "Neck", "LeftHand", "RightHand", "LeftFoot", "RightFoot")
    pins = PinTerm(body(), names, wanted.points(body())[[POINTS.index(name) for name in names]])
    terms = [pins, LimitTerm(body())]
    settled = solve(body(), terms, start, SolverSettings(tolerance=1e-6, damping=1e-4))
    enough = solve(body(), terms, start, SolverSettings(tolerance=1e-6, damping=1e-4, enough_m=2e-3))
    assert enough.iterations < settled.iterations
    assert max(enough.residual_m.values()) < 2e-3
    assert joint_limits().excess(enough.pose.rotations).max() < 1e-3
