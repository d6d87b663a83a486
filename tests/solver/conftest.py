"""Poses to solve for.

- `random_pose(rng)`: any pose within the joint limits, anywhere, facing anywhere.
- `everyday_pose(rng)`: nearer the middle of the ranges, upright: elbows and knees bent, feet below.
- `long_legs`, `short_legs`: bodies of other proportions.
"""

import numpy as np
import pytest

from models.animation import Pose
from models.body import JOINTS, Skeleton, body
from models.body.limits import joint_limits
from models.kinematics import quat

LEG_JOINTS = tuple(side + name for side in ("Left", "Right") for name in ("Leg", "Foot", "ToeBase"))


def make_random_pose(rng: np.random.Generator, share: float = 1.0) -> Pose:
    """A pose with every angle within `share` of its range about a relaxed one."""
    limits = joint_limits()
    angles = limits.relaxed + share * (rng.uniform(limits.low, limits.high) - limits.relaxed)
    rotations = np.tile(quat.IDENTITY, (len(JOINTS), 1))
    rotations[limits.joints] = limits.rotations(angles)
    rotations[0] = quat.normalize(rng.normal(size=4))
    return Pose(rng.normal(size=3) + np.array([0.0, 3.0, 0.0]), rotations)


def make_everyday_pose(rng: np.random.Generator) -> Pose:
    pose = make_random_pose(rng, share=0.4)
    rotations = pose.rotations.copy()
    rotations[0] = quat.from_axis_angle([0.0, 1.0, 0.0], rng.uniform(-np.pi, np.pi))
    return Pose(pose.root, rotations)


def with_legs(factor: float) -> Skeleton:
    skeleton = body()
    offsets = skeleton.offsets.copy()
    legs = [skeleton.joint_index(name) for name in LEG_JOINTS]
    offsets[legs] *= factor
    return skeleton.with_offsets(offsets, name=f"legs times {factor}")


@pytest.fixture
def random_pose():
    return make_random_pose


@pytest.fixture
def everyday_pose():
    return make_everyday_pose


@pytest.fixture(params=[0.6, 1.0, 1.5], ids=["short legs", "canonical", "long legs"])
def any_body(request: pytest.FixtureRequest) -> Skeleton:
    return body() if request.param == 1.0 else with_legs(request.param)
