"""Planted defects are found and mended; clean motion passes untouched."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import JOINTS
from models.kinematics import quat
from training.defects import repair

HALF_TURN = np.array([1.0, 0.0, 0.0, 0.0])
ARM = JOINTS.index("LeftForeArm")


def flipped(clip, frames, joint=ARM):
    rotations = clip.rotations.copy()
    rotations[frames, joint] = quat.mul(rotations[frames, joint], HALF_TURN)
    return replace(clip, rotations=rotations)


def floor_level(clip):
    return np.percentile(clip.points()[..., 1].min(axis=1), 5.0)


def test_clean_motion_only_gets_its_floor(motion):
    clip = motion(1)
    found = repair(clip)
    assert not found.counts
    (piece,) = found.pieces
    assert_allclose(piece.rotations, clip.rotations)
    assert_allclose(floor_level(piece), 0.0, atol=1e-12)
    assert_allclose(clip.root - piece.root, np.broadcast_to([0.0, found.floor_m, 0.0], clip.root.shape))


@pytest.mark.parametrize("length", [1, 2, 5])
def test_a_short_flip_is_bridged(motion, length):
    clip = motion(2)
    found = repair(flipped(clip, slice(50, 50 + length)))
    (piece,) = found.pieces
    assert found.counts == {"jump: bridged": length}
    assert np.degrees(quat.angle(piece.rotations, clip.rotations)).max() < 3.0


def test_a_long_flip_is_cut_out(motion):
    clip = motion(3, n_frames=240)
    found = repair(flipped(clip, slice(100, 120)))
    assert [piece.n_frames for piece in found.pieces] == [100, 120]
    good = np.concatenate([clip.rotations[:100], clip.rotations[120:]])
    kept = np.concatenate([piece.rotations for piece in found.pieces])
    assert_allclose(quat.angle(kept, good), 0.0, atol=1e-9)


def test_half_and_half_are_kept_as_two_pieces(motion):
    found = repair(flipped(motion(4), slice(60, None)))
    assert [piece.n_frames for piece in found.pieces] == [60, 60]


def test_a_teleport_of_the_hips_is_a_jump(motion):
    clip = motion(5)
    root = clip.root.copy()
    root[70] += [0.0, 0.0, 2.0]
    found = repair(replace(clip, root=root))
    assert found.counts == {"jump: bridged": 1}
    assert np.linalg.norm(found.pieces[0].root[70] - found.pieces[0].root[69]) < 0.1


def test_values_that_are_not_finite_are_bridged_or_cut(motion):
    clip = motion(6)
    rotations = clip.rotations.copy()
    rotations[0:3] = np.nan
    rotations[40] = np.inf
    rotations[80:100, 3] = np.nan
    found = repair(replace(clip, rotations=rotations))
    assert found.counts["not finite"] == 24
    assert found.counts["gap: bridged"] == 1
    assert [piece.n_frames for piece in found.pieces] == [77, 20]
    assert all(np.isfinite(piece.rotations).all() for piece in found.pieces)


def test_a_frozen_stretch_is_dropped(motion):
    clip = motion(7)
    root, rotations = clip.root.copy(), clip.rotations.copy()
    root[60:90], rotations[60:90] = root[59], rotations[59]
    found = repair(replace(clip, root=root, rotations=rotations))
    assert found.counts["repeat"] == 30
    assert sum(piece.n_frames for piece in found.pieces) == 90


def test_leading_rest_pose_is_dropped(motion):
    clip = motion(8)
    rotations = clip.rotations.copy()
    rotations[:10, 1:] = quat.IDENTITY
    found = repair(replace(clip, rotations=rotations))
    assert found.counts["rest pose"] == 10
    assert found.pieces[0].n_frames == 110


def test_nothing_usable_gives_no_piece(motion):
    clip = motion(9)
    assert repair(replace(clip, rotations=np.full_like(clip.rotations, np.nan))).pieces == ()


def test_a_clip_of_one_frame_is_kept(motion):
    (piece,) = repair(motion(10).sliced(5, 6)).pieces
    assert piece.n_frames == 1
