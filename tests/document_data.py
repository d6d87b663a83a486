"""Contents for the tests: two characters with handles of every kind, every interpolation, a kept pose, and a plan."""

import numpy as np

from models.animation import TICKS_PER_SECOND, FrameRate, Handles, Interpolation, Interval, Key, Pose, Track
from models.body import JOINTS, POINTS, body
from models.document import Character, Content, DraftPlan, Range, Rig
from models.kinematics import quat
from models.locomotion import Trajectory, Waypoint

HALF = TICKS_PER_SECOND // 2


def random_poses(n: int, seed: int = 0) -> list[Pose]:
    rng = np.random.default_rng(seed)
    turns = quat.from_rotvec(rng.normal(scale=0.4, size=(n, body().n_joints, 3)))
    heading = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-3, 3, n))
    turns[:, 0] = quat.mul(heading, turns[:, 0])
    roots = body().offsets[0] + rng.normal(scale=0.3, size=(n, 3))
    return [Pose(root, turn) for root, turn in zip(roots, turns, strict=True)]


def make_handles(pose: Pose, seed: int = 0) -> Handles:
    """Points of both sides in all states, off their places; a hand and the head turned; a region not completed."""
    rng = np.random.default_rng(seed)
    names = ["Hips", "Head", "LeftHand", "LeftFoot", "RightFoot", "RightHand", "RightForeArm"]
    points = np.array(sorted(POINTS.index(name) for name in names))
    joints = np.array(sorted(JOINTS.index(name) for name in ("Head", "LeftHand")))
    return Handles(
        points=points,
        states=np.array([0, 1, 1, 2, 1, 0, 2], dtype=np.int8),
        targets=pose.points(body())[points] + rng.normal(scale=0.05, size=(len(points), 3)),
        weights=rng.uniform(0.5, 2.0, len(points)),
        joints=joints,
        turns=quat.from_rotvec(rng.normal(size=(2, 3))),
        predicted=np.array([True, False, True, True, True, True]),
    )


def make_track(n: int = 6, seed: int = 0) -> Track:
    kinds = list(Interpolation)
    return Track.of(
        Key.of(number * HALF, pose, make_handles(pose, number), Interval(kinds[number % 3], 0.5, 1.25))
        for number, pose in enumerate(random_poses(n, seed))
    )


def make_content(n: int = 6) -> Content:
    tall = body().scaled(1.1)
    return Content(
        FrameRate(30000, 1001),
        Range(0, 5 * HALF),
        {
            "a": Character(Rig("Anna"), make_track(n)),
            "b": Character(Rig("Bert, 1.93 m", tall), make_track(3, seed=7)),
        },
        {"contact": random_poses(1, seed=3)[0]},
        {"a": DraftPlan(_walk(), HALF, "mm", seed=7, from_pose=False, to_key=True)},
    )


def _walk() -> Trajectory:
    """A waypoint of every kind."""
    return Trajectory(
        (
            Waypoint(0.25, -1.5),
            Waypoint(1.0, 2.0, t=2.5, speed=1.25),
            Waypoint(-1.0, 4.0, facing_rad=-2.5, gait="run"),
            Waypoint(-1.0, 6.0, t=6.0, speed=0.0, gait="walk"),
        ),
        gait="walk",
    )
