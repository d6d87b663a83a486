"""A session answers every change with a pose that depends on what is asked only, and undoes gestures whole."""

import numpy as np
import pytest
from synthetic_networks import random_poses, write_fitted

from models.animation import Pose
from models.body import JOINTS, LEVELS, MAIN_POINTS, POINT_MIRROR, POINTS, REGIONS, body, level_indices
from models.completion import Completion
from models.errors import ShapeError, SixpointError, UnknownJoint
from models.kinematics import forward, quat
from models.posing import HandleState, Session

FREE, PINNED, OFF = HandleState.FREE, HandleState.PINNED, HandleState.OFF


def index(name: str) -> int:
    return POINTS.index(name)


@pytest.fixture(scope="module")
def networks(tmp_path_factory) -> Completion:
    return Completion(write_fitted(tmp_path_factory.mktemp("session")))


@pytest.fixture(scope="module")
def posed(networks) -> Pose:
    """A pose in the middle of everything's range: arms down and forward, knees bent."""
    session = Session(completion=networks)
    session.drag_points(
        {
            "Hips": [0.0, 0.85, 0.0],
            "Neck": [0.0, 1.36, 0.06],
            "LeftHand": [0.30, 1.00, 0.30],
            "RightHand": [-0.25, 0.90, 0.25],
            "LeftFoot": [0.12, 0.08, 0.15],
            "RightFoot": [-0.12, 0.08, -0.15],
        }
    )
    assert session.unreached == ()
    return session.pose


@pytest.fixture
def session(networks, posed) -> Session:
    return Session(pose=posed, completion=networks)


def world_rotation(session: Session, joint: str) -> np.ndarray:
    world, _ = forward.globals_from_locals(session.skeleton, session.pose.root, session.pose.rotations)
    return world[JOINTS.index(joint)]


def bone_lengths_m(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[1:22] - points[body().parents[1:]], axis=-1)


class TestDrag:
    def test_the_point_goes_where_it_is_put_with_exact_bones(self, session):
        target = session.points[index("LeftHand")] + [0.05, 0.15, 0.05]
        session.drag("LeftHand", target)
        np.testing.assert_allclose(session.points[index("LeftHand")], target, atol=1e-3)
        np.testing.assert_allclose(
            bone_lengths_m(session.points), np.linalg.norm(body().offsets[1:], axis=-1), atol=1e-9
        )
        np.testing.assert_allclose(session.points, session.pose.points(body()), atol=1e-9)
        assert session.states["LeftHand"] == PINNED
        assert session.unreached == ()

    def test_untouched_feet_stay_where_they_stand(self, session):
        before = session.points
        session.drag("RightHand", before[index("RightHand")] + [0.1, 0.2, 0.1])
        for foot in ("LeftFoot", "RightFoot"):
            np.testing.assert_allclose(session.points[index(foot)], before[index(foot)], atol=1e-3)

    def test_the_pose_does_not_depend_on_the_path(self, session, networks, posed):
        hand = session.points[index("LeftHand")]
        target = hand + np.array([-0.1, 0.25, 0.1])
        for share in np.linspace(0.0, 1.0, 8):
            session.drag("LeftHand", hand + share * np.array([3.0, 1.0, -2.0]))
        session.drag("LeftHand", target)
        direct = Session(pose=posed, completion=networks)
        direct.drag("LeftHand", target)
        np.testing.assert_array_equal(session.pose.rotations, direct.pose.rotations)
        np.testing.assert_array_equal(session.pose.root, direct.pose.root)

    def test_far_and_back_in_two_gestures_is_the_same_pose(self, session):
        hand = session.points[index("LeftHand")].copy()
        session.drag("LeftHand", hand)
        before = session.points.copy()
        session.drag("LeftHand", hand + np.array([5.0, 2.0, 1.0]))
        assert session.unreached == ("LeftHand",)
        session.drag("LeftHand", hand)
        np.testing.assert_array_equal(session.points, before)

    @pytest.mark.parametrize("far", [2.0, 50.0, 1e12])
    def test_out_of_reach_stretches_the_arm_and_leaves_the_feet(self, session, far):
        before = session.points.copy()
        session.drag("LeftHand", before[index("LeftHand")] + np.array([0.8, 0.3, 0.5]) * far)
        points = session.points
        assert session.unreached == ("LeftHand",)
        arm = np.linalg.norm(points[index("LeftHand")] - points[index("LeftArm")])
        assert arm > 0.97 * (0.28 + 0.255)
        assert np.abs(points - before).max() < 1.5
        for foot in ("LeftFoot", "RightFoot"):
            assert np.linalg.norm(points[index(foot)] - before[index(foot)]) < 0.25

    def test_two_hands_out_of_reach_do_not_carry_the_body_away(self, session):
        before = session.points.copy()
        session.drag_points({side: before[index(side)] + [0.0, 0.5, 4.0] for side in ("LeftHand", "RightHand")})
        assert set(session.unreached) == {"LeftHand", "RightHand"}
        for name in ("LeftFoot", "RightFoot"):  # a heel may lift
            assert np.linalg.norm(session.points[index(name)] - before[index(name)]) < 0.6

    def test_several_points_at_once(self, session):
        moves = {name: session.points[index(name)] + [0.0, 0.05, 0.03] for name in ("LeftHand", "RightHand", "Neck")}
        session.drag_points(moves)
        for name, target in moves.items():
            np.testing.assert_allclose(session.points[index(name)], target, atol=1e-3)
        assert set(session.targets) == set(moves)

    @pytest.mark.parametrize("bad", [[0.0, 1.0], [0.0, np.nan, 1.0], [np.inf, 0.0, 0.0], "LeftHand", None])
    def test_a_bad_position_is_named_and_changes_nothing(self, session, bad):
        before = session.snapshot
        with pytest.raises(SixpointError, match="'LeftHand'"):
            session.drag("LeftHand", bad)
        assert session.snapshot is before

    def test_an_unknown_point_suggests_the_nearest(self, session):
        with pytest.raises(UnknownJoint, match="Did you mean 'LeftHand'"):
            session.drag("LeftHnad", [0.0, 1.0, 0.0])


class TestGestures:
    def test_300_moves_are_one_edit(self, session):
        before = session.pose
        session.begin("Move hand")
        hand = session.points[index("RightHand")]
        for share in np.linspace(0.0, 1.0, 300):
            session.drag("RightHand", hand + share * np.array([0.0, 0.1, 0.05]))
        edit = session.commit()
        assert edit.label == "Move hand"
        session.restore(edit.before)
        assert session.pose is before
        assert session.states["RightHand"] == FREE
        session.restore(edit.after)
        assert session.states["RightHand"] == PINNED
        np.testing.assert_allclose(session.points[index("RightHand")], hand + np.array([0.0, 0.1, 0.05]), atol=1e-3)

    def test_abort_takes_everything_back(self, session):
        before = session.snapshot
        session.begin("Move foot")
        session.drag("LeftFoot", session.points[index("LeftFoot")] + [0.0, 0.3, 0.0])
        session.set_state("Neck", PINNED)
        session.abort()
        assert session.snapshot is before

    def test_a_gesture_without_a_change_is_no_edit(self, session):
        session.begin("Nothing")
        assert session.commit() is None

    def test_gestures_do_not_nest_and_need_a_beginning(self, session):
        with pytest.raises(SixpointError, match="no gesture has begun"):
            session.commit()
        session.begin("One")
        with pytest.raises(SixpointError, match="'One' has not ended"):
            session.begin("Two")


class TestStates:
    def test_pinning_moves_nothing_but_holds(self, session):
        session.complete()
        elbow = session.points[index("RightForeArm")].copy()
        session.set_state("RightForeArm", PINNED)
        np.testing.assert_allclose(session.points[index("RightForeArm")], elbow, atol=1e-3)
        session.drag("LeftHand", session.points[index("LeftHand")] + [0.0, 0.05, 0.0])
        np.testing.assert_allclose(session.points[index("RightForeArm")], elbow, atol=1e-3)

    def test_freeing_an_elbow_predicts_it_again(self, session):
        session.complete()
        before = session.points.copy()
        session.drag("LeftForeArm", before[index("LeftForeArm")] + [0.03, 0.02, -0.03])
        assert np.linalg.norm(session.points[index("LeftForeArm")] - before[index("LeftForeArm")]) > 0.02
        session.set_state("LeftForeArm", FREE)
        np.testing.assert_allclose(session.points, before, atol=0.02)

    def test_a_pinned_foot_outweighs_hips_dragged_away(self, session):
        session.set_state(["LeftFoot", "RightFoot"], PINNED)
        feet = session.points[[index("LeftFoot"), index("RightFoot")]].copy()
        for lift in (0.5, 3.0, 100.0):
            session.drag("Hips", feet.mean(axis=0) + np.array([0.0, lift + 0.8, 0.0]))
            assert session.unreached[0] == "Hips"
            assert np.abs(session.points[[index("LeftFoot"), index("RightFoot")]] - feet).max() < 0.05

    def test_free_feet_stand_and_feet_that_are_off_follow(self, session):
        before = session.points.copy()
        session.drag("Hips", [0.0, 3.0, 0.0])
        assert session.unreached == ("Hips",)
        for foot in ("LeftFoot", "RightFoot"):
            np.testing.assert_allclose(session.points[index(foot)], before[index(foot)], atol=0.05)
        session.set_state(["LeftFoot", "RightFoot"], OFF)
        session.drag("Hips", [0.0, 3.0, 0.0])
        np.testing.assert_allclose(session.points[index("Hips")], [0.0, 3.0, 0.0], atol=0.01)
        for foot in ("LeftFoot", "RightFoot"):
            assert 2.0 < session.points[index(foot)][1] < 2.4

    def test_a_raised_knee_takes_its_foot_along(self, session):
        foot, other = session.points[index("LeftFoot")].copy(), session.points[index("RightFoot")].copy()
        knee = session.points[index("LeftLeg")] + [0.0, 0.25, 0.1]
        session.drag("LeftLeg", knee)
        np.testing.assert_allclose(session.points[index("LeftLeg")], knee, atol=2e-3)
        assert session.points[index("LeftFoot")][1] > foot[1] + 0.1
        np.testing.assert_allclose(session.points[index("RightFoot")], other, atol=2e-3)

    def test_a_hand_that_is_off_goes_along_with_the_body(self, session):
        session.set_state(["Hips", "Neck", "LeftFoot", "RightFoot"], PINNED)
        session.set_state(["LeftHand", "RightHand"], OFF)
        before = session.points.copy()
        move = np.array([0.0, 0.0, 0.25])
        session.drag_points({name: before[index(name)] + move for name in ("Hips", "Neck", "LeftFoot", "RightFoot")})
        assert np.abs(session.points - before - move).max() < 0.02

    def test_toggle_frees_only_when_all_are_pinned(self, session):
        session.set_state("LeftHand", PINNED)
        session.toggle_pins(["LeftHand", "RightHand"])
        assert session.states["LeftHand"] == session.states["RightHand"] == PINNED
        session.toggle_pins(["LeftHand", "RightHand"])
        assert session.states["LeftHand"] == session.states["RightHand"] == FREE

    def test_names_are_those_of_the_body(self, session):
        assert tuple(session.states) == POINTS
        with pytest.raises(UnknownJoint, match="'Tail' is not a point"):
            session.set_state("Tail", PINNED)


class TestCompletionSwitch:
    def test_off_keeps_an_odd_pose_odd(self, networks):
        """Plain IK: with nothing moved nothing moves, where the networks would repose the whole body."""
        odd = random_poses(1, seed=5, spread_rad=0.35)
        odd = Pose(odd.root[0], odd.rotations[0])
        session = Session(pose=odd, completion=networks)
        before = session.points.copy()
        session.set_completion(False)
        assert session.completed_regions == ()
        off = np.linalg.norm(session.points - before, axis=-1).mean()
        session.set_completion(True)
        on = np.linalg.norm(session.points - before, axis=-1).mean()
        assert off < 0.01
        assert on > 2 * off

    def test_off_does_not_open_a_network(self, tmp_path, posed):
        session = Session(pose=posed, completion=Completion(tmp_path))
        hand = session.points[index("LeftHand")]
        with pytest.raises(SixpointError, match="network file not found"):
            session.drag("LeftHand", hand)
        session.set_completion(False)
        session.drag("LeftHand", hand + np.array([0.0, 0.1, 0.0]))
        np.testing.assert_allclose(session.points[index("LeftHand")], hand + np.array([0.0, 0.1, 0.0]), atol=1e-3)

    @pytest.mark.parametrize("level", [6, 16, 28])
    @pytest.mark.parametrize("move", [[-0.4, 0.6, 0.3], [0.0, 2.0, 0.0]])
    def test_off_pins_that_move_together_are_met(self, networks, posed, level, move):
        session = Session(pose=posed, completion=networks)
        session.set_state(LEVELS[level], PINNED)
        session.set_completion(False)
        before, pinned = session.points.copy(), level_indices(level)
        for share in np.linspace(0.0, 1.0, 9):
            session.drag_points({POINTS[point]: before[point] + share * np.array(move) for point in pinned})
        np.testing.assert_allclose(session.points[pinned], before[pinned] + move, atol=1e-3)
        assert session.unreached == ()

    def test_one_region(self, session):
        session.set_completion(False, "left_arm")
        assert set(session.completed_regions) == set(REGIONS) - {"left_arm"}
        elbow = session.points[index("LeftForeArm")].copy()
        session.drag("RightHand", session.points[index("RightHand")] + [0.0, 0.1, 0.1])
        assert np.linalg.norm(session.points[index("LeftForeArm")] - elbow) < 0.02

    def test_an_unknown_region_lists_them(self, session):
        with pytest.raises(SixpointError, match="'arm' is not a region of the body; regions: left_arm"):
            session.set_completion(False, "arm")


class TestTurn:
    @pytest.mark.parametrize("part", ["LeftHand", "RightHand", "LeftFoot", "Head"])
    def test_a_part_turns_and_its_pivot_stays(self, session, part):
        session.complete()
        pivot, before = session.points[index(part)].copy(), world_rotation(session, part)
        turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 0.25)
        session.turn(part, turn)
        assert session.turned_parts == (part,)
        assert quat.angle(world_rotation(session, part), quat.mul(turn, before)) < np.deg2rad(1.0)
        np.testing.assert_allclose(session.points[index(part)], pivot, atol=0.03)

    def test_the_turn_is_held_while_the_hand_is_dragged(self, session):
        session.turn("LeftHand", quat.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.3))
        held = world_rotation(session, "LeftHand")
        session.drag("LeftHand", session.points[index("LeftHand")] + [0.03, 0.08, 0.05])
        assert quat.angle(world_rotation(session, "LeftHand"), held) < np.deg2rad(1.0)
        session.release_turn("LeftHand")
        assert session.turned_parts == ()

    def test_inside_a_gesture_the_turn_counts_from_its_beginning(self, session):
        before = world_rotation(session, "RightHand")
        session.begin("Turn hand")
        for angle in (0.1, 0.2, 0.3):
            turn = quat.from_axis_angle(np.array([0.0, 0.0, 1.0]), angle)
            session.turn("RightHand", turn)
        session.commit()
        assert quat.angle(world_rotation(session, "RightHand"), quat.mul(turn, before)) < np.deg2rad(1.0)

    def test_moving_one_of_its_points_lets_go_of_the_part(self, session):
        session.turn("LeftFoot", quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 0.2))
        session.drag("LeftToeTip", session.points[index("LeftToeTip")])
        assert session.turned_parts == ()

    def test_what_cannot_turn_is_refused(self, session):
        with pytest.raises(SixpointError, match="'Spine' cannot be turned as one piece; parts: LeftHand"):
            session.turn("Spine", quat.IDENTITY)
        with pytest.raises(ShapeError, match="last dimension 4"):
            session.turn("Head", [0.0, 0.0, 1.0])
        with pytest.raises(SixpointError, match="finite quaternion"):
            session.turn("Head", [0.0, 0.0, np.nan, 1.0])


class TestWholePose:
    def test_a_set_pose_is_shown_exactly_and_handles_go_with_it(self, session):
        session.drag("LeftHand", session.points[index("LeftHand")])
        poses = random_poses(2, seed=9)
        other = Pose(poses.root[1], poses.rotations[1])
        session.set_pose(other)
        assert session.pose is other
        np.testing.assert_allclose(session.targets["LeftHand"], other.points(body())[index("LeftHand")])

    def test_reset_is_the_rest_pose_with_free_handles(self, session):
        session.drag("LeftHand", session.points[index("LeftHand")])
        session.reset()
        np.testing.assert_allclose(session.points, body().rest_points, atol=1e-12)
        assert set(session.states.values()) == {FREE}

    @pytest.mark.parametrize("plane", ["world", "body"])
    def test_mirroring_takes_all_that_is_asked_along_and_twice_is_the_identity(self, session, plane):
        session.drag("LeftHand", session.points[index("LeftHand")] + [0.0, 0.1, 0.0])
        session.turn("RightFoot", quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 0.2))
        session.set_completion(False, "left_leg")
        points, states, targets = session.points.copy(), session.states, session.targets
        session.mirror(plane)
        assert session.states["RightHand"] == PINNED
        assert session.states["LeftHand"] == FREE
        assert session.turned_parts == ("LeftFoot",)
        assert "right_leg" not in session.completed_regions
        session.mirror(plane)
        np.testing.assert_allclose(session.points, points, atol=1e-9)
        np.testing.assert_allclose(session.targets["LeftHand"], targets["LeftHand"], atol=1e-9)
        assert session.states == states

    def test_a_mirrored_request_is_answered_by_the_mirrored_pose(self, session):
        session.drag("LeftHand", session.points[index("LeftHand")] + [0.0, 0.1, 0.0])
        session.mirror("world")
        mirrored = session.points.copy()
        session.complete()
        np.testing.assert_allclose(session.points, mirrored, atol=0.005)

    def test_the_world_plane_is_x_0(self, session):
        points = session.points
        session.mirror("world")
        np.testing.assert_allclose(session.points, points[POINT_MIRROR] * [-1, 1, 1], atol=1e-9)

    def test_about_its_own_plane_a_body_stays_and_keeps_its_heading(self, networks):
        poses = random_poses(50, seed=12)
        for root, rotations in zip(poses.root, poses.rotations, strict=True):
            session = Session(pose=Pose(root, rotations), completion=networks)
            left = quat.rotate(rotations[0], np.array([1.0, 0.0, 0.0]))
            session.mirror("body")
            np.testing.assert_allclose(session.pose.root, root, atol=1e-9)
            now = quat.rotate(session.pose.rotations[0], np.array([1.0, 0.0, 0.0]))
            assert abs(left[0] * now[2] - left[2] * now[0]) < 1e-9
            assert left[0] * now[0] + left[2] * now[2] > 0

    def test_an_unknown_plane_is_refused(self, session):
        with pytest.raises(SixpointError, match="'world' or 'body'"):
            session.mirror("XY")


def test_every_main_point_can_be_the_only_pin(session):
    for name in MAIN_POINTS:
        session.set_state(list(MAIN_POINTS), FREE)
        session.drag(name, session.points[index(name)] + [0.02, -0.03, 0.02])
        assert session.unreached == (), name


class TestWeights:
    """A pin of a weight below 1 is obeyed only so far."""

    TARGET_BY = np.array([0.05, 0.12, 0.06])

    def dragged(self, session, weight, name="LeftHand"):
        session.drag(name, session.points[index(name)] + self.TARGET_BY)
        session.set_weight(name, weight)
        return session.points[index(name)]

    @pytest.mark.parametrize("name", ["LeftHand", "RightFoot", "LeftForeArm"])
    def test_a_point_goes_so_far_from_where_it_is_free_to_its_pin(self, session, name):
        target = self.dragged(session, 1.0, name)
        session.set_weight(name, 0.0)
        free = session.points[index(name)]
        assert np.linalg.norm(target - free) > 0.02
        for weight in (0.25, 0.5, 0.75):
            session.set_weight(name, weight)
            expected = free + weight * (target - free)
            assert np.linalg.norm(session.points[index(name)] - expected) < 5e-3
        session.set_weight(name, 1.0)
        assert np.linalg.norm(session.points[index(name)] - target) < 1e-3

    def test_it_is_mirrored_with_its_point_and_undone(self, session):
        session.begin("Weight")
        self.dragged(session, 0.5)
        edit = session.commit()
        session.mirror()
        assert (session.weights["RightHand"], session.weights["LeftHand"]) == (0.5, 1.0)
        session.restore(edit.before)
        assert session.weights["LeftHand"] == 1.0

    @pytest.mark.parametrize("weight", [-0.1, 1.1, np.nan, np.inf])
    def test_others_are_refused(self, session, weight):
        with pytest.raises(SixpointError, match="0 to 1"):
            session.set_weight("LeftHand", weight)
