"""Motion between keys: exact at the keys, continuous in speed, no flips, no overshoot."""

import time

import numpy as np
import pytest

from models.animation import TICKS_PER_SECOND, Interpolation, Interval, Key, Pose, Track, sample, sample_one
from models.body import body
from models.errors import SixpointError
from models.kinematics import quat

SECOND = TICKS_PER_SECOND
UP = np.array([0.0, 1.0, 0.0])


def turned(*degrees: float, kind=Interpolation.SMOOTH) -> Track:
    """Keys a second apart with the hips turned about the vertical and 1 m further along x for each 90 degrees."""
    keys = []
    for number, angle in enumerate(degrees):
        rest = Pose.rest(body())
        rotations = rest.rotations.copy()
        rotations[0] = quat.from_axis_angle(UP, np.radians(angle))
        keys.append(
            Key.of(number * SECOND, Pose(rest.root + np.array([angle / 90, 0, 0]), rotations), interval=Interval(kind))
        )
    return Track.of(keys)


def angles(track: Track, ticks) -> np.ndarray:
    """Continuous angle of the hips about the vertical, degrees."""
    q = sample(track, ticks).rotations[:, 0]
    return np.degrees(np.unwrap(2.0 * np.arctan2(q[:, 1], q[:, 3]), period=2 * np.pi))


@pytest.mark.parametrize("kind", Interpolation)
def test_keys_are_met_to_the_last_bit(track, kind):
    keys = Track(tuple(key.leaving(Interval(kind, 0.3, 1.7)) for key in track(6)))
    for key in keys:
        pose = sample_one(keys, key.tick)
        np.testing.assert_array_equal(pose.root, key.pose.root)
        np.testing.assert_array_equal(pose.rotations, key.pose.rotations)


def test_one_time_and_many_times_agree(track):
    keys = track(9)
    ticks = np.linspace(-SECOND, 4 * SECOND, 57).astype(np.int64)
    many = sample(keys, ticks)
    for number, tick in enumerate(ticks):
        one = sample_one(keys, tick)
        np.testing.assert_allclose(many.root[number], one.root, atol=1e-12)
        np.testing.assert_allclose(quat.angle(many.rotations[number], one.rotations), 0.0, atol=1e-7)


@pytest.mark.parametrize("kind", [Interpolation.SMOOTH, Interpolation.SPLINE])
def test_speed_is_continuous_at_keys(track, kind):
    keys = Track(tuple(key.leaving(Interval(kind)) for key in track(6)))
    h = SECOND // 100_000
    for key in keys.keys[1:-1]:
        poses = sample(keys, [key.tick - h, key.tick, key.tick + h])
        before, after = np.diff(poses.root, axis=0) * SECOND / h
        np.testing.assert_allclose(before, after, atol=1e-3)
        spins = quat.to_rotvec(quat.mul(quat.conj(poses.rotations[:-1]), poses.rotations[1:])) * SECOND / h
        np.testing.assert_allclose(spins[0], spins[1], atol=2e-3)


@pytest.mark.parametrize("kind", [Interpolation.STEP, Interpolation.LINEAR, Interpolation.SMOOTH])
def test_equal_keys_stand_still(poses, kind):
    pose, other = poses(2)
    keys = [Key.of(n * SECOND, p, interval=Interval(kind)) for n, p in enumerate([other, pose, pose, other])]
    between = sample(Track(tuple(keys)), np.linspace(SECOND, 2 * SECOND, 31).astype(np.int64))
    np.testing.assert_allclose(between.root - between.root[0], 0.0, atol=1e-15)
    np.testing.assert_allclose(between.rotations - between.rotations[0], 0.0, atol=1e-15)


def test_a_turn_of_400_degrees_has_no_flip():
    track = turned(0, 100, 200, 300, 400)
    ticks = np.linspace(0, 4 * SECOND, 401).astype(np.int64)
    q = sample(track, ticks).rotations
    assert ((q[1:] * q[:-1]).sum(-1) > 0.99).all()
    found = angles(track, ticks)
    np.testing.assert_allclose(found[::100], [0, 100, 200, 300, 400], atol=1e-5)
    assert (np.diff(found) >= -1e-9).all()


def test_more_than_half_a_turn_between_two_keys_goes_the_short_way():
    found = angles(turned(0, 270), [0, SECOND // 2, SECOND])
    np.testing.assert_allclose(found, [0, -45, -90], atol=1e-5)


@pytest.mark.parametrize("ease", [0.0, 1.0, 2.0])
def test_nothing_overshoots(ease):
    track = turned(0, 10, 160, 150, 150, 30)
    track = Track(tuple(key.leaving(Interval(leave=ease, arrive=ease)) for key in track))
    for number, (low, high) in enumerate([(0, 10), (10, 160), (150, 160), (150, 150), (30, 150)]):
        ticks = np.linspace(number * SECOND, (number + 1) * SECOND, 101).astype(np.int64)
        found = angles(track, ticks)
        assert found.min() >= low - 1e-5
        assert found.max() <= high + 1e-5
        x = 90 * sample(track, ticks).root[:, 0]
        assert x.min() >= low - 1e-6
        assert x.max() <= high + 1e-6


def test_rotation_about_one_axis_is_the_curve_of_its_angle():
    track = turned(0, 20, 100, 130)
    ticks = np.linspace(0, 3 * SECOND, 91).astype(np.int64)
    np.testing.assert_allclose(angles(track, ticks), 90 * sample(track, ticks).root[:, 0], atol=1e-4)


def test_linear_is_slerp_and_step_waits(track):
    keys = Track(tuple(key.leaving(Interval(Interpolation.LINEAR)) for key in track(2)))
    a, b = keys
    pose = sample_one(keys, a.tick + (b.tick - a.tick) // 4)
    np.testing.assert_allclose(pose.root, 0.75 * a.pose.root + 0.25 * b.pose.root, atol=1e-9)
    expected = quat.slerp(a.pose.rotations, b.pose.rotations, 0.25)
    np.testing.assert_allclose(quat.angle(pose.rotations, expected), 0.0, atol=1e-7)
    steps = Track(tuple(key.leaving(Interval(Interpolation.STEP)) for key in keys))
    np.testing.assert_array_equal(sample_one(steps, b.tick - 1).root, a.pose.root)
    np.testing.assert_array_equal(sample_one(steps, b.tick).root, b.pose.root)


def test_ease_of_zero_starts_and_ends_at_rest():
    track = turned(0, 60, 120, 180)
    track = Track(tuple(key.leaving(Interval(leave=0.0, arrive=0.0)) for key in track))
    h = SECOND // 1000
    start, end = np.diff(angles(track, [SECOND, SECOND + h])), np.diff(angles(track, [2 * SECOND - h, 2 * SECOND]))
    assert abs(start[0]) < 1e-3  # degrees in a millisecond, 0.06 at constant speed
    assert abs(end[0]) < 1e-3


def test_the_ends_hold_and_one_key_is_everywhere(track):
    keys = track(3)
    np.testing.assert_array_equal(sample_one(keys, -SECOND).root, keys.keys[0].pose.root)
    np.testing.assert_array_equal(sample_one(keys, 9 * SECOND).root, keys.keys[-1].pose.root)
    one = track(1)
    np.testing.assert_array_equal(sample(one, [-5, 0, 5]).root, np.tile(one.keys[0].pose.root, (3, 1)))
    assert sample(keys, []).rotations.shape == (0, 22, 4)
    with pytest.raises(SixpointError, match="no keys"):
        sample_one(Track(), 0)


def test_a_frame_costs_the_same_among_many_keys(track):
    def fastest_s(keys):
        keys.ticks  # noqa: B018 - made once per track, like the pose itself when it is first shown
        durations = []
        for tick in range(SECOND, 3 * SECOND, SECOND // 20):
            start = time.perf_counter()
            sample_one(keys, tick)
            durations.append(time.perf_counter() - start)
        return min(durations)

    few, many = track(12), track(5000)
    assert fastest_s(many) < 3 * fastest_s(few)


def test_motion_into_and_out_of_a_step_is_at_rest_there():
    keys = turned(0, 60, 120, 180).keys
    track = Track((keys[0], keys[1].leaving(Interval(Interpolation.STEP)), keys[2], keys[3]))
    h = SECOND // 1000
    for start in (SECOND - h, 2 * SECOND):
        assert abs(np.diff(angles(track, [start, start + h]))[0]) < 1e-3  # degrees, 0.06 at constant speed


def test_splines_follow_a_parabola_and_a_constant_turn_exactly():
    times_s = np.array([0.0, 0.3, 1.0, 1.6, 2.0])
    keys = []
    for time_s in times_s:
        rotations = Pose.rest(body()).rotations.copy()
        rotations[0] = quat.from_axis_angle(UP, 1.5 * time_s)
        pose = Pose([time_s, time_s**2, 1 - 3 * time_s**2], rotations)
        keys.append(Key.of(round(time_s * SECOND), pose, interval=Interval(Interpolation.SPLINE)))
    inner = np.linspace(0.3, 1.6, 40)  # the ends have a neighbour on one side only
    poses = sample(Track(tuple(keys)), np.rint(inner * SECOND).astype(np.int64))
    np.testing.assert_allclose(poses.root, np.stack([inner, inner**2, 1 - 3 * inner**2], axis=-1), atol=1e-8)
    expected = quat.from_axis_angle(UP, 1.5 * inner)
    np.testing.assert_allclose(quat.angle(poses.rotations[:, 0], expected), 0.0, atol=1e-7)
