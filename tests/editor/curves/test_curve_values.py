"""What the curves show, without a window: angles without jumps, places, keys in columns, samples with pins."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.curves.channels import Channel, Group, groups_of
from editor.curves.key_changes import PointMover, turned_keys
from editor.curves.key_table import KeyTable
from editor.curves.lines import drawn_lines, grid, peaks
from editor.curves.motion_values import continuous, group_values, place_of
from editor.curves.sampler import Sampler
from editor.curves.value_view import Scale, ValueView
from editor.timeline.time_view import TimeView
from models.animation import TICKS_PER_SECOND, Interpolation, Interval, Key, Pose, Track, sample
from models.body import JOINTS, POINTS, body
from models.document import key_of, sample_held
from models.kinematics import euler, quat
from models.posing import HandleState, Posing, Session

SECOND = TICKS_PER_SECOND
SKELETON = body()
HAND, FOOT = POINTS.index("LeftHand"), POINTS.index("LeftFoot")


def random_pose(rng, size=0.7):
    turns = quat.from_rotvec(rng.normal(size=(SKELETON.n_joints, 3)) * size)
    return Pose(rng.normal(size=3), turns)


def random_track(rng, n=6):
    return Track(tuple(Key.of(k * SECOND // 2, random_pose(rng, 0.4)) for k in range(n)))


@pytest.mark.parametrize("step", [0.05, 0.4, 1.5])
def test_continuous_is_unwrap_whatever_the_steps(rng, step):
    angles = np.cumsum(rng.normal(size=(400, 3)) * step, axis=0)
    wrapped = euler.from_quat(euler.to_quat(angles, "ZXY"), "ZXY")
    assert_allclose(continuous(wrapped), euler.unwrap(wrapped), atol=1e-12)


def test_a_slow_turn_past_half_a_turn_goes_on():
    angles = np.zeros((50, 3))
    angles[:, 0] = np.linspace(0, 3 * np.pi, 50)
    shown = continuous(euler.from_quat(euler.to_quat(angles, "ZXY"), "ZXY"))
    assert_allclose(shown, angles, atol=1e-9)


@pytest.mark.parametrize("point", ["Hips", "LeftHand", "RightToeBase", "Nose"])
def test_the_place_of_one_point_is_that_of_all(rng, point):
    poses = [random_pose(rng) for _ in range(5)]
    many = Pose(np.array([pose.root for pose in poses]), np.array([pose.rotations for pose in poses]))
    index = POINTS.index(point)
    assert_allclose(place_of(SKELETON, many, index), many.points(SKELETON)[:, index], atol=1e-12)


def test_channels_are_the_place_and_the_joints_that_move_it():
    groups = groups_of(SKELETON, [HAND])
    names = [JOINTS[group.index] for group in groups if group.kind == "turn"]
    assert names == ["LeftHand", "LeftForeArm"]
    assert groups[0] == Group("place", HAND)
    assert [channel.title for channel in groups[0].channels][1] == "Left wrist, position Y"
    order = Group("turn", 0, "ZXY")
    assert [channel.column for channel in order.channels] == [1, 2, 0]


def test_a_table_takes_over_what_did_not_change(rng):
    track = random_track(rng)
    place, turn = Group("place", HAND), Group("turn", JOINTS.index("LeftArm"), "ZXY")
    first = KeyTable(track, SKELETON)
    for group in (place, turn):
        first.values(group)
    moved = track.with_key(Key.of(SECOND, random_pose(rng))).without([0])
    second = KeyTable(moved, SKELETON, first)
    fresh = KeyTable(moved, SKELETON)
    for group in (place, turn):
        assert_allclose(second.values(group), fresh.values(group), atol=1e-12)


def test_the_sampler_gives_what_sample_gives_and_keeps_it(rng):
    track, sampler = random_track(rng), Sampler()
    times = np.linspace(-SECOND, 4 * SECOND, 97).astype(np.int64)
    for _ in range(2):
        poses = sampler.poses(track, times)
        exact = sample(track, times)
        assert_allclose(poses.root, exact.root, atol=1e-12)
        aligned = np.abs((poses.rotations * exact.rotations).sum(-1))
        assert_allclose(aligned, 1.0, atol=1e-12)


def held_track():
    """A foot pinned in the same place on two keys with the hips lowered in between."""
    rest = Pose.rest(SKELETON)
    keys = []
    for tick, down in ((0, 0.0), (SECOND, 0.12)):
        posing = Posing.of_pose(SKELETON, rest)
        session = Session(SKELETON, pose=rest)
        session.set_completion(False)
        feet = {name: posing.base_points[POINTS.index(name)] for name in ("LeftFoot", "RightFoot")}
        session.drag_points(feet)
        session.drag("Hips", posing.base_points[POINTS.index("Hips")] - [0.0, down, 0.0])
        keys.append(key_of(tick, session.snapshot.posing, session.pose))
    return Track(tuple(keys))


def test_refining_holds_the_pins_in_slices():
    track, sampler = held_track(), Sampler()
    assert HandleState.PINNED in track.keys[0].handles.states
    times = np.linspace(0, SECOND, 9).astype(np.int64)
    sampler.poses(track, times)
    slices = 1
    while sampler.refine(SKELETON, 1e-4):
        slices += 1
        assert slices < 100
    assert slices > 1
    exact = sample_held(track, SKELETON, times).points(SKELETON)
    shown = sampler.poses(track, times).points(SKELETON)
    assert_allclose(shown, exact, atol=1e-9)
    assert np.ptp(shown[:, FOOT], axis=0).max() < 1e-3


def shown(track, view, groups, sampler=None):
    return drawn_lines(KeyTable(track, SKELETON), sampler or Sampler(), view, groups)


def view_of(start_s, stop_s, width=400):
    view = TimeView()
    view.set_width(width)
    view.show(start_s * SECOND, stop_s * SECOND, 0)
    return view


def test_lines_pass_through_the_keys_and_keep_their_turns_wherever_one_looks(rng):
    """Two and a half turns about one axis: the last part shows the angle that it has after all of them."""
    joint = JOINTS.index("LeftArm")
    angles = np.zeros((11, 3))
    angles[:, 0] = np.linspace(0, 5 * np.pi, 11)
    keys = []
    for k, turn in enumerate(euler.to_quat(angles, "ZXY")):
        pose = Pose.rest(SKELETON)
        pose.rotations[joint] = turn
        keys.append(Key.of(k * SECOND, pose))
    group = Group("turn", joint, "ZXY")
    whole, end = (shown(Track(tuple(keys)), view_of(*span), [group]) for span in ((0, 10), (8.2, 9.8)))
    channel = Channel(group, 2)
    for k in range(11):
        assert whole.at(channel, k * SECOND) == pytest.approx(np.degrees(angles[k, 0]), abs=1e-4)
    assert end.at(channel, 9 * SECOND) == pytest.approx(np.degrees(angles[9, 0]), abs=1e-4)


def test_a_step_stays_until_just_before_the_next_key(rng):
    track = random_track(rng, 3)
    track = Track(tuple(key.leaving(Interval(Interpolation.STEP)) for key in track))
    group = Group("place", HAND)
    lines, table = shown(track, view_of(0, 1), [group]), KeyTable(track, SKELETON)
    at = float(track.ticks[1])
    for axis in range(3):
        channel = Channel(group, axis)
        assert lines.at(channel, at - 1) == pytest.approx(table.channel(channel)[0], abs=1e-9)
        assert lines.at(channel, at) == pytest.approx(table.channel(channel)[1], abs=1e-9)


def test_lines_of_dense_keys_go_from_key_to_key(rng):
    frame = SECOND // 60
    track = Track(tuple(Key.of(k * frame, random_pose(rng, 0.1)) for k in range(600)))
    lines = shown(track, view_of(0, 10), [Group("place", HAND)])
    assert lines.is_dense
    assert_allclose(lines.ticks, track.ticks)


def test_the_grid_stays_where_it_is_when_the_view_moves():
    one, two = grid(0.3 * SECOND, 5 * SECOND, SECOND / 50), grid(2.1 * SECOND, 7 * SECOND, SECOND / 50)
    overlap = two[two <= one[-1]]
    assert np.isin(overlap, one).all()
    assert len(overlap) > 100
    assert np.diff(one).max() <= SECOND / 50


def test_a_turned_key_has_the_angle_and_its_pins_where_the_pose_has_them(rng):
    track = random_track(rng)
    joint = JOINTS.index("LeftForeArm")
    group = Group("turn", joint, "ZXY")
    table, tick = KeyTable(track, SKELETON), int(track.ticks[2])
    channel = group.channels[1]
    key = turned_keys(table, channel, [tick], 12.5)[tick]
    after = KeyTable(track.with_key(key), SKELETON, table).values(group)
    change = np.zeros(3)
    change[channel.column] = 12.5
    assert_allclose(after[2] - table.values(group)[2], change, atol=1e-5)
    assert_allclose(np.delete(after, 2, axis=0), np.delete(table.values(group), 2, axis=0), atol=1e-9)
    others = np.delete(np.arange(SKELETON.n_joints), joint)
    assert_allclose(key.pose.rotations[others], track.keys[2].pose.rotations[others], atol=1e-9)
    assert_allclose(key.handles.targets, key.pose.points(SKELETON)[key.handles.points], atol=1e-6)


def test_a_moved_point_is_pinned_on_the_key(fitted_completion):
    track = Track((Key.of(0, Pose.rest(SKELETON)),))
    group = Group("place", HAND)
    table = KeyTable(track, SKELETON)
    start = table.values(group)[0]
    mover = PointMover(table, group.channels[1], fitted_completion)
    for by in (-0.05, -0.1):
        key = mover.moved([0], by)[0]
    assert HAND in key.handles.in_state(HandleState.PINNED)
    assert_allclose(key.pose.points(SKELETON)[HAND], start + np.array([0, -0.1, 0]), atol=1e-3)


def test_scales():
    place, turn = Group("place", HAND).channels[0], Group("turn", 0, "ZXY").channels[0]
    assert Scale("cm").shown(place, 0.25) == pytest.approx(25)
    assert Scale("m").shown(place, 0.25) == pytest.approx(25)
    assert Scale("m").text(place, 0.25) == "0.250 m"
    assert Scale("m").shown(turn, 30.0) == pytest.approx(30)
    assert Scale("cm").text(place, -0.0804) == "-8.0 cm"
    assert Scale("m").text(turn, 12.34) == "12.3°"
    normalised = Scale("cm", lambda channel: (2.0, 6.0))
    assert_allclose(normalised.shown(turn, np.array([2.0, 4.0, 6.0])), [-1, 0, 1])
    assert normalised.change(turn, 1.0) == pytest.approx(2.0)
    still = Scale("cm", lambda channel: (1.0, 1.0))
    assert abs(float(still.shown(place, 1.0 + 1e-9))) < 1e-4


def test_values_and_heights_are_inverse(qapp):
    view = ValueView()
    view.set_height(300)
    view.show(-40, 160)
    assert view.y_of(view.value_at(77.0)) == pytest.approx(77.0)
    assert view.low < -40
    assert view.high > 160
    at = view.value_at(50)
    view.zoom(0.5, 50)
    assert view.value_at(50) == pytest.approx(at)


def test_group_values_go_on_from_an_angle():
    pose = Pose.rest(SKELETON)
    poses = Pose(pose.root[None], pose.rotations[None])
    group = Group("turn", 1, "ZXY")
    assert_allclose(group_values(SKELETON, poses, group, np.array([350.0, 0, 0]))[0], [360, 0, 0], atol=1e-9)


def test_peaks_keep_every_extreme_with_few_points(rng):
    x, y = np.sort(rng.uniform(0, 100, 20_000)), rng.normal(size=20_000)
    few_x, few_y = peaks(x, y)
    assert len(few_x) == len(few_y) == 400
    for pixel in range(100):
        here, there = y[np.floor(x) == pixel], few_y[np.floor(few_x) == pixel]
        assert (there.min(), there.max()) == (here.min(), here.max())
        assert (there[0], there[-1]) == (here[0], here[-1])
