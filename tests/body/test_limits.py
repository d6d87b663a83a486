"""Joint limits: swing and twist as mathematics, left and right as mirror images, ranges against real motion."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import JOINT_MIRROR, JOINTS, mirror_pose
from models.body.limits import compose_swing_twist, joint_limits, swing_twist
from models.errors import ShapeError
from models.kinematics import quat

FLEXION, TWIST = 0, 2


def rotations_with(joint: str, axis: list[float], degrees: float) -> np.ndarray:
    rotations = np.tile(quat.IDENTITY, (len(JOINTS), 1))
    rotations[JOINTS.index(joint)] = quat.from_axis_angle(axis, np.radians(degrees))
    return rotations


def angles_of(joint: str, rotations: np.ndarray) -> np.ndarray:
    limits = joint_limits()
    return np.degrees(limits.angles(rotations)[limits.joints.tolist().index(JOINTS.index(joint))])


def test_swing_and_twist_round_trip(rng):
    angles = rng.uniform(-1.0, 1.0, size=(1000, 3)) * [2.1, 2.1, 3.1]
    assert_allclose(swing_twist(compose_swing_twist(angles)), angles, atol=1e-9)


def test_twist_follows_the_bone_and_swing_ignores_it(rng):
    swing = compose_swing_twist(np.concatenate([rng.uniform(-1.5, 1.5, size=(100, 2)), np.zeros((100, 1))], axis=-1))
    twist = compose_swing_twist([0.0, 0.0, 0.7])
    together = swing_twist(swing @ twist)
    assert_allclose(together[:, TWIST], 0.7)
    assert_allclose(together[:, :2], swing_twist(swing)[:, :2], atol=1e-12)


def test_half_a_turn_is_half_a_turn():
    for axis in ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]):
        angles = swing_twist(quat.to_matrix(quat.from_axis_angle(axis, np.pi)))
        assert np.isfinite(angles).all()
        assert_allclose(np.linalg.norm(angles[:2]), np.pi)


@pytest.mark.parametrize(
    ("joint", "axis", "angle"),
    [
        ("LeftForeArm", [0, -1, 0], FLEXION),
        ("RightForeArm", [0, 1, 0], FLEXION),
        ("LeftLeg", [1, 0, 0], FLEXION),
        ("RightLeg", [1, 0, 0], FLEXION),
        ("LeftForeArm", [1, 0, 0], TWIST),
        ("RightForeArm", [-1, 0, 0], TWIST),
        ("Head", [0, 1, 0], TWIST),
        ("LeftToeBase", [-1, 0, 0], FLEXION),
    ],
)
def test_a_turn_about_an_anatomical_axis_is_that_angle_alone(joint, axis, angle):
    expected = np.zeros(3)
    expected[angle] = 40.0
    assert_allclose(angles_of(joint, rotations_with(joint, axis, 40.0)), expected, atol=1e-9)


@pytest.mark.parametrize(("joint", "axis"), [("LeftForeArm", [0, -1, 0]), ("LeftLeg", [1, 0, 0])])
def test_elbows_and_knees_bend_one_way_only(joint, axis):
    limits = joint_limits()
    for side in (joint, joint.replace("Left", "Right")):
        turn = axis if joint in (side, "LeftLeg") else [-a for a in axis]
        assert limits.excess(rotations_with(side, turn, 140.0)).max() == 0.0
        over = np.degrees(limits.excess(rotations_with(side, turn, -30.0)).max())
        assert 28.0 < over < 30.001


def test_the_rest_pose_is_within_every_range():
    assert joint_limits().excess(np.tile(quat.IDENTITY, (len(JOINTS), 1))).max() == 0.0


def test_the_right_side_mirrors_the_left(rng):
    limits = joint_limits()
    rotations = quat.normalize(rng.normal(size=(200, len(JOINTS), 4)))
    _, mirrored = mirror_pose(np.zeros((200, 3)), rotations)
    rows = limits.joints.tolist()
    swap = [rows.index(JOINT_MIRROR[joint]) for joint in rows]
    assert_allclose(limits.excess(mirrored)[:, swap], limits.excess(rotations), atol=1e-9)


def test_clamping_brings_everything_inside_and_leaves_the_inside_alone(rng):
    limits = joint_limits()
    wild = quat.normalize(rng.normal(size=(500, len(JOINTS), 4)))
    clamped = limits.clamp(wild)
    assert limits.excess(wild).max() > 1.0
    assert limits.excess(clamped).max() < 1e-9
    assert_allclose(quat.angle(limits.clamp(clamped), clamped), 0.0, atol=1e-7)
    assert_allclose(clamped[:, 0], wild[:, 0])
    inside = np.tile(quat.IDENTITY, (len(JOINTS), 1))
    inside[limits.joints] = limits.rotations(rng.uniform(limits.low, limits.high))
    np.testing.assert_array_equal(limits.clamp(inside), inside)


def test_angles_give_back_their_rotations(rng):
    limits = joint_limits()
    angles = rng.uniform(limits.low, limits.high, size=(200, *limits.low.shape))
    rotations = np.tile(quat.IDENTITY, (200, len(JOINTS), 1))
    rotations[:, limits.joints] = limits.rotations(angles)
    assert_allclose(limits.angles(rotations), angles, atol=1e-9)


def test_a_wrong_shape_is_refused():
    with pytest.raises(ShapeError, match="joint limits need rotations"):
        joint_limits().angles(np.zeros((21, 4)))
