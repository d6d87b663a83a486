"""Clips: slices, resampling and the errors a user can meet."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.animation import Clip, Pose
from models.body import body
from models.errors import ShapeError, SixpointError


def test_resampling_keeps_times_and_ends(walk_clip):
    clip = walk_clip(121, 60.0)
    half = clip.resampled(30.0)
    assert half.n_frames == 61
    assert half.duration_s == pytest.approx(clip.duration_s)
    assert_allclose(half.points(), clip.points()[::2], atol=1e-9)
    back = half.resampled(60.0)
    assert back.n_frames == 121
    assert np.abs(back.points() - clip.points()).max() < 0.01


@pytest.mark.parametrize("fps", [24.0, 29.976, 50.0, 120.0, 1000.0])
def test_resampling_to_any_rate_stays_inside_the_clip(walk_clip, fps):
    clip = walk_clip(31, 60.0)
    other = clip.resampled(fps)
    assert 0.0 <= clip.duration_s - other.duration_s < 1.0 / fps + 1e-9
    assert_allclose(np.linalg.norm(other.rotations, axis=-1), 1.0, atol=1e-9)


@pytest.mark.parametrize("n_frames", [0, 1])
def test_clips_of_no_and_one_frame_work(walk_clip, n_frames):
    clip = walk_clip(121).sliced(0, n_frames)
    assert clip.duration_s == 0.0
    assert clip.resampled(24.0).n_frames == n_frames
    assert clip.points().shape == (n_frames, 43, 3)


def test_slices_and_poses(walk_clip):
    clip = walk_clip(20)
    assert_allclose(clip.sliced(5, 9).root, clip.root[5:9])
    assert_allclose(clip.pose(-1).root, clip.root[19])
    with pytest.raises(SixpointError, match="has frames 0 to 19, asked for 20"):
        clip.pose(20)
    with pytest.raises(SixpointError, match="asked for 3 to 25"):
        clip.sliced(3, 25)


@pytest.mark.parametrize("fps", [0.0, -30.0, float("nan"), float("inf")])
def test_impossible_rates_are_refused(walk_clip, fps):
    clip = walk_clip(5)
    with pytest.raises(SixpointError, match="above 0"):
        clip.resampled(fps)
    with pytest.raises(SixpointError, match="above 0"):
        replace(clip, fps=fps)


def test_shapes_are_checked():
    with pytest.raises(ShapeError, match=r"rotations \(F, 22, 4\)"):
        Clip(body(), np.zeros((2, 3)), np.zeros((3, 22, 4)), 60.0)
    with pytest.raises(ShapeError, match="same leading dimensions"):
        Pose(np.zeros((2, 3)), np.zeros((22, 4)))
