"""From files to databases: what is left out and why, cubic resampling, coverage, balanced drawing."""

import json
import shutil

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import SixpointError
from models.kinematics import quat
from models.locomotion.database import Database
from training.locomotion.cleaning import clean, cubic, floor_spread_m
from training.locomotion.coverage import balanced_weights, bins, coverage
from training.locomotion.data import database_path, load_databases, prepare_databases
from training.locomotion.tensors import MotionTensors, WindowSampler


def test_files_become_databases_of_their_splits(mocap, tmp_path, capsys):
    report = prepare_databases([mocap], tmp_path / "run")
    databases = load_databases(tmp_path / "run")
    train, held_out = databases["train"], databases["val"]
    assert set(train.names) == {"0.bvh", "1.bvh", "2.bvh"}
    assert set(held_out.names) == {"3.bvh"}
    assert train.mirrored.sum() == 3
    assert not held_out.mirrored.any()
    left_out = report["splits"]["train"]["left_out"]
    assert "copy of a take" in left_out["copy.bvh"]
    assert "not on flat ground" in left_out["slope.bvh"]
    assert (held_out.offset == train.offset).all()
    assert "copy of a take" in capsys.readouterr().out
    stored = json.loads((tmp_path / "run" / "locomotion-data.json").read_text())
    assert stored["splits"]["train"]["data_hash"] == train.data_hash


def test_without_an_index_everything_is_trained_on_and_nothing_validated(mocap, tmp_path):
    shutil.copytree(mocap, tmp_path / "mocap", ignore=shutil.ignore_patterns("index.csv"))
    prepare_databases([tmp_path / "mocap"], tmp_path / "run")
    databases = load_databases(tmp_path / "run")
    assert set(databases) == {"train"}
    assert "dance.bvh" in databases["train"].names


def test_databases_of_different_scalings_are_not_mixed(mocap, tmp_path, databases):
    prepare_databases([mocap], tmp_path / "run")
    databases["val"].save(database_path(tmp_path / "run", "val"))
    with pytest.raises(SixpointError, match="normalised by another"):
        load_databases(tmp_path / "run")


def test_cubic_resampling_hits_the_samples_and_keeps_velocities_smooth(walk):
    slow = walk(1, 100, 30.0)
    fast = cubic(slow, 60.0)
    assert fast.n_frames == 199
    assert_allclose(fast.root[::2], slow.root, atol=1e-9)
    assert_allclose(quat.angle(fast.rotations[::2], slow.rotations), 0.0, atol=1e-7)
    exact, linear = walk(1, 199, 60.0), slow.resampled(60.0)
    inside = slice(4, -4)

    def roughness(clip):
        return np.abs(np.diff(clip.rotations, 2, axis=0))[inside].max()

    wrong = quat.angle(fast.rotations, exact.rotations)[inside].max()
    assert wrong < quat.angle(linear.rotations, exact.rotations)[inside].max()
    assert roughness(fast) < roughness(linear)


def test_cubic_resampling_does_not_trust_signs(walk):
    slow = walk(1, 60, 30.0)
    flipped = slow.rotations * np.where(np.arange(60) % 2, -1.0, 1.0)[:, None, None]
    object.__setattr__(slow, "rotations", flipped)
    assert_allclose(quat.angle(cubic(slow, 60.0).rotations, cubic(walk(1, 60, 30.0), 60.0).rotations), 0.0, atol=1e-7)


def test_cleaning_keeps_a_walk_and_cuts_what_lies_down(walk):
    clip = walk(2, 300)
    pieces, dropped = clean(clip)
    assert [piece.n_frames for piece in pieces] == [300]
    assert not dropped
    lying = walk(2, 300)
    over = quat.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.5 * np.pi)
    lying.rotations[100:200, 0] = quat.mul(lying.rotations[100:200, 0], over)
    pieces, dropped = clean(lying)
    assert [piece.n_frames for piece in pieces] == [100, 100]
    assert dropped["not upright"] == 100


def test_cleaning_rejects_slopes_and_motion_in_place(walk):
    slope = walk(2, 300)
    slope.root[:, 1] += np.linspace(0.0, 0.4, 300)
    assert clean(slope)[1] == {"not on flat ground": 300}
    assert floor_spread_m(slope.globals()[1]) > 0.25
    sliding = walk(2, 300)
    sliding.root[:, 0] += np.linspace(0.0, 5.0, 300)
    assert clean(sliding)[1] == {"feet slide, as if in place": 300}
    assert clean(walk(2, 20))[1] == {"too short": 20}


def test_coverage_counts_every_frame_once(databases):
    found = coverage(databases["train"])
    seconds = np.array(found["speed_by_turn_s"]["seconds"]).sum()
    assert seconds == pytest.approx(databases["train"].n_frames / 60.0, abs=0.5)
    assert found["mirrored"]


def test_balanced_drawing_favours_what_is_rare(databases):
    database = databases["train"]
    frames = np.arange(database.n_frames)
    assert_allclose(balanced_weights(database, frames, 0.0), 1.0 / len(frames))
    speed, turn, direction = bins(database)
    cell = (speed * 4 + turn) * 4 + np.where(speed > 0, direction, 0)
    whole = balanced_weights(database, frames, 1.0)
    shares = np.array([whole[cell == one].sum() for one in np.unique(cell)])
    assert_allclose(shares, shares[0])


def test_drawn_windows_stay_in_their_clips(databases):
    database = databases["train"]
    sampler = WindowSampler(database, 20, 0.5, true_future=True)
    frames = sampler.draw(500, np.random.default_rng(0)).numpy()
    assert (np.diff(frames, axis=1) == 1).all()
    assert (database.range_of[frames[:, 0]] == database.range_of[frames[:, -1] + 60]).all()


def test_short_clips_are_drawn_without_a_true_future(walk):
    from models.locomotion.clip_frames import SourceClip

    database = Database.build([SourceClip(walk(0, 50), "short")])
    sampler = WindowSampler(database, 20, 0.3, true_future=True)
    assert len(sampler.starts) == 2 * 31


def test_tensors_hold_all_frames(databases):
    motion = MotionTensors(databases["val"])
    assert motion.features.shape == (220, 27)
    assert motion.poses.shape == (220, 338)
    assert motion.character.shape == (220, 396)
