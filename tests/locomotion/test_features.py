"""Features: in the frame of the root bone, with true futures, and normalised by group."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.animation import Clip
from models.body import body
from models.errors import ModelMismatch, ShapeError
from models.kinematics import quat
from models.locomotion.clip_frames import SourceClip, frames_of
from models.locomotion.features import FACING, GROUPS, N_FEATURES, FeatureScaling, trajectory_features


def raw(clip: Clip) -> np.ndarray:
    return frames_of(SourceClip(clip, "clip"))["raw"].astype(np.float64)


def test_straight_walk_ends_where_its_speed_takes_it(walk):
    features = raw(walk(n_frames=300, speed=1.2))[100:200]
    assert_allclose(features[:, [16, 18, 20]], np.tile([0.4, 0.8, 1.2], (100, 1)), atol=0.02)
    assert_allclose(features[:, [15, 17, 19]], 0.0, atol=0.02)
    assert_allclose(features[:, FACING], np.tile([0.0, 1.0], (100, 3)), atol=0.01)
    assert_allclose(features[:, 14].mean(), 1.2, atol=0.02)


def test_features_do_not_depend_on_place_or_heading(walk):
    clip = walk(turn=0.8)
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 2.5)
    rotations = clip.rotations.copy()
    rotations[:, 0] = quat.mul(turn, rotations[:, 0])
    moved = Clip(body(), quat.rotate(turn, clip.root) + np.array([3.0, 0.0, -8.0]), rotations, 60.0)
    assert_allclose(raw(moved), raw(clip), atol=1e-4)


def test_futures_beyond_the_end_go_on_round_the_circle(walk):
    """The last frames of a cut clip are close to those of the whole one, where the future is known."""
    whole, cut = raw(walk(n_frames=400, turn=1.0)), raw(walk(n_frames=250, turn=1.0))
    frames = slice(200, 248)
    assert_allclose(cut[frames, 15:], whole[frames, 15:], atol=0.06)


def test_a_wanted_future_is_what_a_recorded_one_would_be(walk):
    clip = walk(n_frames=300, turn=0.5)
    frames = frames_of(SourceClip(clip, "clip"))
    root, rotation = frames["positions"][:, 0].astype(float), frames["rotations"][:, 0].astype(float)
    facing = quat.rotate(rotation, np.array([0.0, 0.0, 1.0]))
    now, ahead = 120, [140, 160, 180]
    asked = trajectory_features(root[now], rotation[now], root[ahead], facing[ahead])
    assert_allclose(asked, frames["raw"][now, 15:], atol=1e-5)


def test_scales_are_shared_in_a_group_and_weighted():
    values = np.random.default_rng(0).normal(size=(5000, N_FEATURES)) * np.arange(1, N_FEATURES + 1)
    scaling, flat = FeatureScaling.fitted(values)
    assert flat == ()
    for columns, weight in GROUPS.values():
        assert_allclose(scaling.scale[columns], values.std(axis=0)[columns].mean() / weight)
    assert_allclose(scaling.raw(scaling.normalised(values)), values, atol=1e-9)


def test_what_does_not_vary_is_named_and_not_amplified():
    values = np.random.default_rng(0).normal(size=(1000, N_FEATURES))
    values[:, FACING] = [0.0, 1.0] * 3
    scaling, flat = FeatureScaling.fitted(values)
    assert len(flat) == 1
    assert "future facing" in flat[0]
    assert np.abs(scaling.normalised(values)[:, FACING]).max() < 1e-9


def test_scaling_survives_json_and_refuses_another_definition():
    scaling, _ = FeatureScaling.fitted(np.random.default_rng(0).normal(size=(100, N_FEATURES)))
    again = FeatureScaling.from_json(scaling.to_json())
    assert (again.offset == scaling.offset).all()
    assert (again.scale == scaling.scale).all()
    for text in ("{}", "no", scaling.to_json().replace('"hash": "', '"hash": "0'), '{"hash": 1}'):
        with pytest.raises(ModelMismatch):
            FeatureScaling.from_json(text)


def test_scales_must_be_positive():
    with pytest.raises(ShapeError, match="above 0"):
        FeatureScaling(np.zeros(N_FEATURES), np.zeros(N_FEATURES))
