"""The root bone: smooth, on the ground, facing as the body does, and defined for every clip."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.signal import savgol_filter

from models.body import JOINTS
from models.errors import SixpointError
from models.kinematics import quat
from models.locomotion.root import local_to_root, procedural_root, savitzky_golay, world_hips, yaw_rotation


@pytest.mark.parametrize("heading", [0.0, 1.0, np.pi, -np.pi / 2, 3.0])
def test_heading_is_that_of_the_body(walk, heading):
    root = procedural_root(walk(heading=heading).globals()[1])
    assert_allclose(np.exp(1j * root.yaw_rad), np.exp(1j * heading), atol=1e-6)
    assert_allclose(
        quat.rotate(root.rotations[5], np.array([0.0, 0.0, 1.0])), [np.sin(heading), 0, np.cos(heading)], atol=1e-6
    )
    assert_allclose(root.positions[:, 1], 0.0)


def test_turning_through_minus_z_is_continuous(walk):
    """A shortest arc from +Z is undefined at -Z; an angle is not."""
    root = procedural_root(walk(n_frames=600, turn=1.0).globals()[1])
    assert_allclose(np.diff(root.yaw_rad) * 60.0, 1.0, atol=1e-2)
    assert ((root.rotations[1:] * root.rotations[:-1]).sum(-1) > 0.99).all()


@pytest.mark.parametrize("n_frames", [1, 2, 3, 4, 5, 17, 31, 40, 61, 62])
def test_clips_shorter_than_the_filters_have_a_root(walk, n_frames):
    root = procedural_root(walk(n_frames=n_frames).globals()[1])
    assert root.positions.shape == (n_frames, 3)
    assert np.isfinite(root.positions).all()
    assert_allclose(root.yaw_rad, 0.0, atol=1e-6)


def test_a_lying_body_keeps_its_last_heading(walk):
    positions = walk(heading=0.7).globals()[1].copy()
    # From frame 100 the body is turned onto its side: hips and shoulders lie above each other.
    middle = positions[100:, :1]
    about = quat.from_axis_angle(np.array([np.sin(0.7), 0.0, np.cos(0.7)]), 0.5 * np.pi)
    positions[100:] = middle + quat.rotate(about, positions[100:] - middle)
    root = procedural_root(positions)
    assert root.lost[100:].all()
    assert not root.lost[:100].any()
    assert_allclose(root.yaw_rad, 0.7, atol=1e-6)


def test_a_body_without_any_heading_faces_forward():
    root = procedural_root(np.zeros((10, len(JOINTS), 3)))
    assert root.lost.all()
    assert_allclose(root.yaw_rad, 0.0)


def test_a_root_needs_finite_positions(walk):
    positions = walk().globals()[1].copy()
    positions[3, 2] = np.nan
    with pytest.raises(SixpointError, match="finite"):
        procedural_root(positions)


def test_hips_there_and_back(walk):
    clip = walk(heading=2.0, turn=0.5)
    root = procedural_root(clip.globals()[1])
    local = local_to_root(root, clip.root, clip.rotations[:, 0])
    hips, rotation = world_hips(root.positions, root.rotations, *local)
    assert_allclose(hips, clip.root, atol=1e-12)
    assert_allclose(quat.angle(rotation, clip.rotations[:, 0]), 0.0, atol=1e-7)
    # Beside the root bone the hips hardly move on a circle.
    assert np.ptp(local[0][30:-30], axis=0).max() < 0.05


@pytest.mark.parametrize(("n_frames", "window"), [(80, 31), (31, 31), (200, 61)])
def test_smoothing_is_that_of_scipy(n_frames, window):
    values = np.random.default_rng(0).normal(size=(n_frames, 3))
    assert_allclose(savitzky_golay(values, window, 3), savgol_filter(values, window, 3, axis=0), atol=1e-9)


@pytest.mark.parametrize("n_frames", range(1, 9))
def test_smoothing_keeps_what_its_polynomial_can_be(n_frames):
    line = np.arange(n_frames)[:, None] * [1.0, -2.0] + 3.0
    assert_allclose(savitzky_golay(line, 31, 3), line, atol=1e-9)


def test_yaw_turns_z_towards_x():
    assert_allclose(quat.rotate(yaw_rotation(0.5 * np.pi), np.array([0.0, 0.0, 1.0])), [1.0, 0.0, 0.0], atol=1e-12)
