"""A point pinned on two keys does not drift between them, and nothing jumps."""

import numpy as np
import pytest

from models.animation import TICKS_PER_SECOND, Interpolation, Interval, Key, Pose, Track, sample
from models.body import JOINTS, POINTS, body
from models.document import breakdown, held_points, key_of, posing_of, sample_held
from models.kinematics import quat
from models.posing import HandleState, Posing
from models.solver import NearTerm, PinTerm, solve

SECOND = TICKS_PER_SECOND
FOOT = [POINTS.index(name) for name in ("LeftFoot", "LeftHeel", "LeftToeBase", "LeftToeTip")]


def standing() -> Pose:
    """A rest pose with bent knees."""
    rest = Pose.rest(body())
    rotations = rest.rotations.copy()
    for joint, angle in (("UpLeg", -0.5), ("Leg", 1.0), ("Foot", -0.5)):
        for side in ("Left", "Right"):
            rotations[JOINTS.index(side + joint)] = quat.from_axis_angle(np.array([1.0, 0, 0]), angle)
    return Pose(rest.root - np.array([0.0, 0.1, 0.0]), rotations)


def key_with_foot(tick: int, pose: Pose, **interval) -> Key:
    posing = Posing.of_pose(body(), pose)
    posing.states[POINTS.index("LeftFoot")] = HandleState.PINNED
    return key_of(tick, posing, pose, Interval(**interval))


def walk_over_foot(kind=Interpolation.SMOOTH) -> Track:
    """The left foot flat in its place while the hips move 30 cm forward, 12 cm aside and turn by 40 degrees."""
    start = standing()
    places = start.points(body())[FOOT]
    keys = [key_with_foot(0, start, kind=kind)]
    for number, share in enumerate((0.6, 1.0)):
        rotations = start.rotations.copy()
        rotations[0] = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.radians(40) * share)
        pose = Pose(start.root + np.array([0.12, -0.05, 0.3]) * share, rotations)
        pins = PinTerm(body(), np.array(FOOT), places)
        fitted = solve(body(), [pins, NearTerm(body(), pose, 1.0, 10.0)], pose).pose
        keys.append(key_with_foot((number + 1) * SECOND, fitted, kind=kind))
    return Track(tuple(keys))


@pytest.mark.parametrize("kind", [Interpolation.SMOOTH, Interpolation.LINEAR])
def test_the_foot_stays_within_a_millimetre_and_flat(kind):
    track = walk_over_foot(kind)
    ticks = np.linspace(0, 2 * SECOND, 61).astype(np.int64)
    places = track.keys[0].pose.points(body())[FOOT]
    drift_m = np.linalg.norm(sample(track, ticks).points(body())[:, FOOT] - places, axis=-1).max()
    held_m = np.linalg.norm(sample_held(track, body(), ticks).points(body())[:, FOOT] - places, axis=-1).max()
    assert drift_m > 5e-3  # without pins it slides
    assert held_m < 1e-3


def test_keys_are_met_and_approached_without_a_jump():
    track = walk_over_foot()
    for key in track:
        pose = sample_held(track, body(), [key.tick])
        np.testing.assert_array_equal(pose.rotations[0], key.pose.rotations)
    middle = track.keys[1]
    near = sample_held(track, body(), [middle.tick - 1000, middle.tick + 1000])
    np.testing.assert_allclose(quat.angle(near.rotations, middle.pose.rotations), 0.0, atol=1e-3)


def test_the_correction_is_smooth_in_time():
    track = walk_over_foot()
    ticks = np.linspace(0, 2 * SECOND, 241).astype(np.int64)
    poses = sample_held(track, body(), ticks)
    steps = quat.angle(poses.rotations[1:], poses.rotations[:-1])
    jerks = np.abs(np.diff(steps, axis=0))
    assert steps.max() < np.radians(2.0)  # at 120 frames a second
    assert jerks.max() < np.radians(0.2)
    assert ((poses.rotations[1:] * poses.rotations[:-1]).sum(-1) > 0.9).all()


def test_the_rest_of_the_body_keeps_to_its_curves():
    track = walk_over_foot()
    ticks = np.linspace(0, 2 * SECOND, 21).astype(np.int64)
    free, held = sample(track, ticks), sample_held(track, body(), ticks)
    assert np.linalg.norm(free.root - held.root, axis=-1).max() < 0.02
    right = POINTS.index("RightHand")
    assert np.linalg.norm((free.points(body()) - held.points(body()))[:, right], axis=-1).max() < 0.05


def test_what_is_not_pinned_on_both_keys_in_one_place_is_left_alone():
    track = walk_over_foot()
    a, b = track.keys[:2]
    assert set(FOOT) <= set(held_points(a, b, body()).tolist())
    free = Key.of(b.tick, b.pose)
    assert not held_points(a, free, body()).size
    lifted = key_with_foot(b.tick, Pose(a.pose.root + np.array([0.0, 0.0, 0.01]), a.pose.rotations))
    assert not held_points(a, lifted, body()).size
    assert not held_points(a.leaving(Interval(Interpolation.STEP)), b, body()).size
    ticks = [SECOND // 3]
    np.testing.assert_array_equal(
        sample_held(Track((a, free)), body(), ticks).rotations, sample(Track((a, free)), ticks).rotations
    )


@pytest.mark.parametrize("factor", [0.3, 1.2])
def test_a_breakdown_keeps_the_foot_and_pins_it(factor):
    track = walk_over_foot()
    tick = SECOND // 2
    key = breakdown(track, body(), tick, factor)
    places = track.keys[0].pose.points(body())[FOOT]
    assert np.linalg.norm(key.pose.points(body())[FOOT] - places, axis=-1).max() < 1e-3
    ticks = np.linspace(0, 2 * SECOND, 41).astype(np.int64)
    points = sample_held(track.with_key(key), body(), ticks).points(body())[:, FOOT]
    assert np.linalg.norm(points - places, axis=-1).max() < 1e-3


def test_a_breakdown_beside_the_keys_is_the_nearest_one():
    track = walk_over_foot()
    key = breakdown(track, body(), 5 * SECOND, 0.5)
    np.testing.assert_allclose(quat.angle(key.pose.rotations, track.keys[-1].pose.rotations), 0.0, atol=1e-7)
    assert not len(key.handles.points)


def test_a_key_keeps_the_weights_of_points():
    posing = Posing.of_pose(body(), standing()).with_weights(np.array([FOOT[0], 30]), 0.25)
    again = posing_of(key_of(0, posing, standing()), body())
    np.testing.assert_allclose(again.weights, posing.weights)
