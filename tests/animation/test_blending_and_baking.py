"""Blends, tweens, and the way from frames to keys and back."""

import numpy as np
import pytest

from models.animation import (
    TICKS_PER_SECOND,
    FrameRate,
    Interval,
    Track,
    baked,
    blended,
    keyed,
    pasted_pose,
    reduced,
    sample,
    tweened,
)
from models.animation.track_edits import scaled
from models.body import body
from models.errors import SixpointError
from models.kinematics import quat

THIRD = TICKS_PER_SECOND // 3


def assert_same_pose(a, b, atol=1e-7):
    np.testing.assert_allclose(a.root, b.root, atol=atol)
    np.testing.assert_allclose(quat.angle(a.rotations, b.rotations), 0.0, atol=atol)


def test_blends_meet_both_ends_and_go_beyond(poses):
    a, b = poses(2)
    assert_same_pose(blended(a, b, 0.0), a)
    assert_same_pose(blended(a, b, 1.0), b)
    # Half of the way of one and a half is where three quarters are, and to go on and come back is to stay.
    assert_same_pose(blended(a, blended(a, b, 1.5), 0.5), blended(a, b, 0.75))
    assert_same_pose(blended(blended(a, b, -0.25), b, 0.2), a)
    with pytest.raises(SixpointError, match="factor"):
        blended(a, b, float("nan"))


def test_a_tween_favours_its_neighbours(track):
    keys = track(3)
    a, there, b = keys
    assert_same_pose(tweened(keys, THIRD, 0.0).pose, a.pose)
    assert_same_pose(tweened(keys, THIRD, 1.0).pose, b.pose)
    assert tweened(keys, THIRD, 0.3).interval == there.interval
    assert_same_pose(tweened(keys, 5 * THIRD, 0.5).pose, b.pose)
    with pytest.raises(SixpointError, match="set one first"):
        tweened(Track(), 0, 0.5)


def test_paste_with_a_factor(track, poses):
    keys, pose = track(3), poses(1, seed=5)[0]
    assert_same_pose(pasted_pose(keys, THIRD, pose, 1.0).pose, pose)
    assert_same_pose(pasted_pose(keys, THIRD, pose, 0.0).pose, keys.get(THIRD).pose)
    assert_same_pose(pasted_pose(Track(), 0, pose, 0.5).pose, pose)


def test_a_clip_becomes_keys_and_the_same_clip_again(walk_clip):
    clip = walk_clip(61)
    again = baked(keyed(clip), body(), 0, TICKS_PER_SECOND, FrameRate(60), name="walk")
    assert (again.n_frames, again.fps) == (61, 60.0)
    np.testing.assert_allclose(again.points(), clip.points(), atol=1e-8)
    assert ((again.rotations[1:] * again.rotations[:-1]).sum(-1) >= 0).all()


@pytest.mark.parametrize("tolerance_cm", [0.5, 3.0])
def test_reduction_keeps_its_tolerance_and_says_how_well(walk_clip, tolerance_cm):
    clip = walk_clip(121)
    result = reduced(clip, tolerance_cm)
    again = baked(result.track, body(), 0, 2 * TICKS_PER_SECOND, FrameRate(60))
    error_m = np.linalg.norm(again.points() - clip.points(), axis=-1).max()
    assert error_m <= result.error_m + 1e-9 <= tolerance_cm / 100 + 1e-9
    assert len(result.track) < 121 / 4


def test_a_standing_clip_needs_two_keys(walk_clip):
    clip = walk_clip(31).sliced(0, 1)
    still = type(clip)(body(), np.repeat(clip.root, 50, 0), np.repeat(clip.rotations, 50, 0), 30.0)
    assert len(reduced(still, 0.01).track) == 2
    assert len(reduced(clip, 0.01).track) == 1


def test_another_rate_shows_the_same_motion_at_the_same_times(track):
    keys = track(4)
    at_24, at_120 = (baked(keys, body(), 0, 3 * THIRD, FrameRate(n)) for n in (24, 120))
    np.testing.assert_allclose(at_24.root, at_120.root[::5], atol=1e-12)


def test_retimed_keys_show_the_same_poses(track):
    keys = Track(tuple(key.leaving(Interval()) for key in track(4)))
    slow = scaled(keys, set(keys.ticks.tolist()), 2.0, 0)
    ticks = np.linspace(0, 3 * THIRD, 40).astype(np.int64)
    np.testing.assert_allclose(sample(slow, 2 * ticks).root, sample(keys, ticks).root, atol=1e-12)


def test_what_cannot_become_keys_is_said(walk_clip):
    clip = walk_clip(3)
    moving = type(clip)(body(), clip.root, clip.rotations, 30.0, translations=np.zeros((3, 22, 3)))
    with pytest.raises(SixpointError, match="retarget it first"):
        keyed(moving)
    with pytest.raises(SixpointError, match="tolerance"):
        reduced(clip, 0.0)
    with pytest.raises(SixpointError, match="no frames"):
        reduced(clip.sliced(0, 0), 1.0)
