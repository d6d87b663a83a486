"""From points to a pose as the product does it: pins, limits, bones, singular poses, drags without memory."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import POINTS, body, level_indices, mirror_points
from models.body.limits import joint_limits
from models.errors import ShapeError, SixpointError
from models.kinematics import quat
from models.solver import pose_from_points

INDEX = {name: number for number, name in enumerate(POINTS)}


def mask(*names: str) -> np.ndarray:
    return np.isin(POINTS, names)


MAIN = np.isin(np.arange(43), level_indices(6))


def bones(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[..., 1:22, :] - points[..., body().parents[1:], :], axis=-1)


def check_sound(result, skeleton) -> None:
    """Finite, bones exact, limits kept, and the points are those of the pose."""
    assert np.isfinite(result.pose.rotations).all()
    assert np.isfinite(result.points).all()
    assert_allclose(result.pose.points(skeleton), result.points, atol=1e-9)
    assert_allclose(bones(result.points), np.linalg.norm(skeleton.offsets[1:], axis=-1), atol=1e-6)
    assert np.degrees(joint_limits().excess(result.pose.rotations).max()) < 0.5


@pytest.mark.parametrize("level", [6, 16, 28])
def test_set_points_are_met(rng, everyday_pose, any_body, level):
    is_set = np.isin(np.arange(43), level_indices(level))
    for _ in range(10):
        points = everyday_pose(rng).points(any_body)
        predicted = np.where(is_set[:, None], points, points + 0.15 / level * rng.normal(size=(43, 3)))
        result = pose_from_points(any_body, predicted, is_set)
        check_sound(result, any_body)
        assert result.unreached == ()
        assert max(result.residual_m.values()) < 1e-3
        assert set(result.residual_m) == {POINTS[index] for index in level_indices(level)}


def test_random_sets_of_random_poses_are_met(rng, random_pose):
    """Poses anywhere within the limits, even where no network has ever been; see `benchmarks` for 100,000."""
    missed = 0
    for _ in range(150):
        points = random_pose(rng, 0.8).points(body())
        is_set = np.zeros(43, dtype=bool)
        is_set[rng.choice(level_indices(28), rng.integers(3, 13), replace=False)] = True
        predicted = np.where(is_set[:, None], points, points + 0.02 * rng.normal(size=(43, 3)))
        result = pose_from_points(body(), predicted, is_set, ground=False)
        check_sound(result, body())
        missed += bool(result.unreached)
    assert missed <= 1


def test_perfect_predictions_come_back(rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    result = pose_from_points(body(), points, MAIN)
    assert np.linalg.norm(result.points - points, axis=-1).mean() < 0.005


def test_bones_make_predictions_better(rng, everyday_pose):
    """Points off by noise that no body has: what the body allows is nearer to the truth."""
    before, after = [], []
    for _ in range(20):
        points = everyday_pose(rng).points(body())
        predicted = np.where(MAIN[:, None], points, points + 0.02 * rng.normal(size=(43, 3)))
        result = pose_from_points(body(), predicted, MAIN)
        before.append(np.linalg.norm(predicted - points, axis=-1)[~MAIN].mean())
        after.append(np.linalg.norm(result.points - points, axis=-1)[~MAIN].mean())
    assert np.mean(after) < 0.9 * np.mean(before)


def far_hand(metres: float) -> np.ndarray:
    points = body().rest_points.copy()
    points[INDEX["LeftHand"]] += metres * np.array([0.8, 0.36, 0.48])
    return points


@pytest.mark.parametrize("metres", [0.5, 1.0, 5.0, 1e3, 1e9])
def test_a_far_target_stretches_the_arm_straight_at_it(metres):
    points = far_hand(metres)
    result = pose_from_points(body(), points, mask("Hips", "Neck", "LeftHand", "LeftFoot", "RightFoot"))
    check_sound(result, body())
    assert result.unreached[0] == "LeftHand"
    shoulder, wrist = (result.points[INDEX[name]] for name in ("LeftArm", "LeftHand"))
    arm, wanted = wrist - shoulder, points[INDEX["LeftHand"]] - shoulder
    assert np.linalg.norm(arm) > 0.999 * (0.28 + 0.255)
    assert arm @ wanted > np.cos(np.radians(2.0)) * np.linalg.norm(arm) * np.linalg.norm(wanted)
    for name in ("Hips", "LeftFoot", "RightFoot"):
        assert result.residual_m[name] < 0.005


def test_there_and_back_is_exactly_the_same_pose(rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    first = pose_from_points(body(), points, MAIN).pose
    for metres in (0.3, 5.0, 0.1):
        moved = points.copy()
        moved[INDEX["RightHand"]] += [-metres, 0.0, 0.0]
        pose_from_points(body(), moved, MAIN)
    again = pose_from_points(body(), points, MAIN).pose
    np.testing.assert_array_equal(first.rotations, again.rotations)
    np.testing.assert_array_equal(first.root, again.root)


def test_a_slow_drag_moves_the_body_slowly(rng, everyday_pose):
    start, end = everyday_pose(rng), everyday_pose(rng)
    noise = 0.02 * rng.normal(size=(43, 3)) * ~MAIN[:, None]
    before = None
    for share in np.linspace(0.0, 1.0, 60):
        root = (1 - share) * start.root + share * end.root
        truth = type(start)(root, quat.slerp(start.rotations, end.rotations, share)).points(body())
        points = pose_from_points(body(), truth + noise, MAIN, ground=False).points
        if before is not None:
            moved = np.linalg.norm(points - before[0], axis=-1).max()
            assert moved < 3.0 * np.linalg.norm(truth - before[1], axis=-1).max()
        before = points, truth


@pytest.mark.parametrize(
    "places",
    [
        {"LeftHand": [0.17, 1.42, 0.0]},  # at the shoulder itself
        {"LeftHand": [0.095, 0.93, 0.0], "RightHand": [-0.095, 0.93, 0.0]},  # at the hips
        {"LeftHand": [-0.1, 1.0, -0.25], "RightHand": [0.1, 1.1, -0.25]},  # behind the back
        {"LeftHand": [-0.3, 1.2, 0.25], "RightHand": [0.3, 1.25, 0.25]},  # arms crossed
        {"LeftHand": [0.17, 1.96, 0.0], "RightHand": [-0.17, 1.96, 0.0]},  # straight up
        {"LeftHand": [0.705, 1.43, 0.0]},  # straight out, at the very end of its reach
        {"LeftFoot": [0.095, 0.9, 0.7], "RightFoot": [-0.095, 0.1, 0.0]},  # a high kick
        {"Hips": [0.0, 0.35, -0.2]},  # squatting
        {"Hips": [0.0, 0.93, 0.0], "Neck": [0.0, 0.55, 0.4]},  # bent double
    ],
    ids="-".join,
)
def test_singular_poses_are_sound(places, rng):
    points = body().rest_points.copy()
    for name, place in places.items():
        points[INDEX[name]] = place
    result = pose_from_points(body(), points, MAIN)
    check_sound(result, body())


@pytest.mark.parametrize("turn", [[np.pi, 0, 0], [0, np.pi, 0], [0, 0, np.pi], [0.5 * np.pi, 0, 0]])
def test_a_body_turned_over_is_as_good_as_upright(turn, rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    points = np.where(MAIN[:, None], points, points + 0.02 * rng.normal(size=(43, 3)))
    upright = pose_from_points(body(), points, MAIN, ground=False)
    turned = pose_from_points(body(), quat.rotate(quat.from_rotvec(turn), points), MAIN, ground=False)
    check_sound(turned, body())
    assert turned.unreached == ()
    assert_allclose(turned.points, quat.rotate(quat.from_rotvec(turn), upright.points), atol=1e-6)


def test_a_mirrored_request_gives_the_mirrored_pose(rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    points = np.where(MAIN[:, None], points, points + 0.02 * rng.normal(size=(43, 3)))
    straight = pose_from_points(body(), points, MAIN)
    mirrored = pose_from_points(body(), mirror_points(points), MAIN)
    assert_allclose(mirrored.points, mirror_points(straight.points), atol=1e-6)


@pytest.mark.parametrize("kind", ["zero", "a line", "noise", "far apart"])
def test_any_finite_points_give_a_sound_pose(kind, rng):
    points = {
        "zero": np.zeros((43, 3)),
        "a line": np.linspace(0.0, 2.0, 43)[:, None] * np.array([0.0, 1.0, 0.0]),
        "noise": rng.normal(size=(43, 3)),
        "far apart": 1e6 * rng.normal(size=(43, 3)),
    }[kind]
    for is_set in (MAIN, ~MAIN, np.ones(43, dtype=bool), np.zeros(43, dtype=bool)):
        result = pose_from_points(body(), points, is_set)
        assert np.isfinite(result.points).all()
        assert np.degrees(joint_limits().excess(result.pose.rotations).max()) < 0.5


@pytest.mark.parametrize("apart_m", [0.02, 0.9])
def test_pins_that_no_bone_can_meet_are_reported(apart_m):
    points = body().rest_points.copy()
    points[INDEX["LeftHand"]] = points[INDEX["LeftForeArm"]] + [apart_m, 0.0, 0.0]
    result = pose_from_points(body(), points, mask("LeftForeArm", "LeftHand", "Hips"))
    check_sound(result, body())
    assert set(result.unreached) <= {"LeftForeArm", "LeftHand"}
    gap = sum(result.residual_m[name] for name in ("LeftForeArm", "LeftHand"))
    assert gap == pytest.approx(abs(apart_m - 0.255), abs=0.02)


def test_a_pin_against_a_joint_limit_gives_way():
    """A nose set behind the neck: the head stays on its neck, and the nose is reported."""
    points = body().rest_points.copy()
    points[INDEX["Nose"], 2] -= 0.3
    result = pose_from_points(body(), points, mask("Hips", "Neck", "Head", "HeadTop", "Nose", "Sternum", "UpperBack"))
    check_sound(result, body())
    assert "Nose" in result.unreached


def test_the_ground_gives_way_to_a_pin_below_it():
    points = body().rest_points.copy()
    crouched = pose_from_points(body(), points - [0.0, 0.3, 0.0], mask("Head"))
    assert crouched.residual_m["Head"] < 1e-3
    assert crouched.points[:, 1].min() > -0.03
    points[INDEX["LeftFoot"], 1] -= 0.3
    lowered = pose_from_points(body(), points, mask("LeftFoot"))
    assert lowered.residual_m["LeftFoot"] < 1e-3


def test_nothing_given_is_changed(rng, everyday_pose):
    points = everyday_pose(rng).points(body())
    kept, is_set = points.copy(), MAIN.copy()
    pose_from_points(body(), points, is_set)
    np.testing.assert_array_equal(points, kept)
    np.testing.assert_array_equal(is_set, MAIN)


def test_bad_input_is_refused():
    with pytest.raises(ShapeError, match=r"mask of set points must be \(43,\)"):
        pose_from_points(body(), body().rest_points, MAIN[:6])
    points = body().rest_points.copy()
    for bad in (np.nan, -np.inf, 1e200):
        points[3, 2] = bad
        with pytest.raises(SixpointError, match="'Spine2' is not finite"):
            pose_from_points(body(), points, MAIN)
