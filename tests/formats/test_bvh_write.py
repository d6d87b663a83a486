"""What is written is read back equal, by our reader and by plain matrices."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from bvh_samples import positions_by_matrices
from numpy.testing import assert_allclose

from models.animation import Clip
from models.body import Skeleton, body
from models.errors import Cancelled, SixpointError
from models.formats import bvh, bvh_write
from models.kinematics import euler, quat


def random_clip(skeleton: Skeleton, rng: np.random.Generator, n_frames: int = 5, fps: float = 30.0) -> Clip:
    rotations = quat.normalize(rng.normal(size=(n_frames, skeleton.n_joints, 4)))
    return Clip(skeleton, rng.normal(size=(n_frames, 3)), quat.unroll(rotations), fps, name="random")


def turning(axis: int, degrees: np.ndarray, small_rig) -> Clip:
    """A clip whose second joint turns about one axis."""
    rotations = np.tile(quat.IDENTITY, (len(degrees), 4, 1))
    rotations[:, 1] = quat.from_axis_angle(np.eye(3)[axis], np.radians(degrees))
    return Clip(small_rig(), np.zeros((len(degrees), 3)), quat.unroll(rotations), 30.0)


def columns(path: Path) -> np.ndarray:
    """The numbers of a written file, (F, C)."""
    rows = path.read_text().split("Frame Time:")[1].splitlines()[1:]
    return np.array([[float(value) for value in row.split()] for row in rows])


def check_same(clip: Clip, back: Clip, atol: float = 2e-7) -> None:
    order = [clip.skeleton.joint_index(name) for name in back.skeleton.joint_names]
    assert sorted(order) == list(range(clip.skeleton.n_joints))
    assert_allclose(back.globals()[1], clip.globals()[1][:, order], atol=atol)
    assert quat.angle(back.rotations, clip.rotations[:, order]).max(initial=0.0) < 1e-7
    assert_allclose(back.skeleton.offsets, clip.skeleton.offsets[order], atol=1e-7)
    assert back.skeleton.rotation_orders == tuple(clip.skeleton.rotation_orders[joint] for joint in order)
    assert back.fps == pytest.approx(clip.fps, rel=1e-7)


@pytest.mark.parametrize("unit", ["cm", "m", "mm", "inch", "acclaim", 0.3])
@pytest.mark.parametrize("up", ["y", "z"])
def test_read_back_equal(small_rig, rng, tmp_path: Path, unit, up: str):
    clip = random_clip(replace(small_rig(), rotation_orders=("XYZ", "ZYX", "YZX", "ZXY")), rng)
    path = tmp_path / "out.bvh"
    assert bvh.write(path, clip, unit=unit, up=up) == ()
    back = bvh.read(path, unit=unit, up=up)
    check_same(clip, back)
    assert back.skeleton.point_names == clip.skeleton.point_names
    assert_allclose(back.points(), clip.points(), atol=2e-7)
    assert back.report == ()
    bvh.write(path, back, unit=unit, up=up)
    check_same(clip, bvh.read(path, unit=unit, up=up))


def test_agrees_with_plain_matrices(small_rig, rng, tmp_path: Path):
    clip = random_clip(small_rig(), rng)
    path = tmp_path / "out.bvh"
    bvh.write(path, clip)
    positions = clip.globals()[1]
    for frame in range(clip.n_frames):
        expected = positions_by_matrices(path.read_text(), frame)
        for index, name in enumerate(clip.skeleton.joint_names):
            assert_allclose(positions[frame, index], expected[name] * 0.01, atol=1e-6)


def test_header_is_what_other_programs_expect(walk_clip, tmp_path: Path):
    path = tmp_path / "walk.bvh"
    bvh.write(path, walk_clip())
    lines = path.read_text().splitlines()
    hips = body().offsets[0] * 100
    assert lines[:5] == [
        "HIERARCHY",
        "ROOT Hips",
        "{",
        f"\tOFFSET {hips[0]:.6f} {hips[1]:.6f} {hips[2]:.6f}",
        "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    ]
    text = path.read_text()
    assert text.count("CHANNELS 6") == 1
    assert text.count("CHANNELS 3") == 21
    assert text.count("{") == text.count("}") == 22 + 5
    assert text.count("End Site") == 5  # head, hands, toes
    assert "Frames: 121\nFrame Time: 0.0166666667\n" in text
    assert "-0.000000" not in text


def test_leaves_of_the_canonical_body_end_at_their_tips(walk_clip, tmp_path: Path):
    bvh.write(tmp_path / "walk.bvh", walk_clip())
    back = bvh.read(tmp_path / "walk.bvh")
    for joint, point in (("Head", "HeadTop"), ("LeftHand", "LeftMiddleTip"), ("RightToeBase", "RightToeTip")):
        written = back.skeleton.point_offsets[back.skeleton.point_index(f"{joint}/End Site")]
        assert_allclose(written, body().point_offsets[body().point_index(point)], atol=1e-7)


def test_joints_not_in_depth_first_order(tmp_path: Path, rng):
    skeleton = Skeleton(
        "wide", ("A", "B", "C", "D", "E"), np.array([-1, 0, 0, 1, 2]), rng.normal(size=(5, 3)),
        ("E/End Site", "D/End Site"), np.array([4, 3]), rng.normal(size=(2, 3)),
    )  # fmt: skip
    clip = random_clip(skeleton, rng)
    bvh.write(tmp_path / "wide.bvh", clip)
    back = bvh.read(tmp_path / "wide.bvh", unit="cm", up="y")
    assert back.skeleton.joint_names == ("A", "B", "D", "C", "E")
    check_same(clip, back)


def test_moving_joints_get_position_channels_and_no_others(small_rig, rng, tmp_path: Path):
    clip = random_clip(small_rig(), rng)
    moved = np.repeat(clip.skeleton.offsets[None], clip.n_frames, axis=0)
    moved[:, 3] += rng.normal(size=(clip.n_frames, 3)) * 0.1
    clip = replace(clip, translations=moved)
    path = tmp_path / "moved.bvh"
    bvh.write(path, clip)
    assert path.read_text().count("CHANNELS 6") == 2
    back = bvh.read(path, unit="cm", up="y")
    check_same(clip, back)
    assert back.translations is not None
    assert_allclose(back.translations[:, 1:], moved[:, 1:], atol=1e-8)


def test_two_figures_in_one_skeleton(tmp_path: Path, rng):
    skeleton = Skeleton("pair", ("A", "A1", "B", "B1"), np.array([-1, 0, -1, 2]), rng.normal(size=(4, 3)))
    clip = random_clip(skeleton, rng)
    path = tmp_path / "pair.bvh"
    bvh.write(path, clip)
    assert path.read_text().count("ROOT") == 2
    second = bvh.read(path, unit="cm", up="y", figure="B")
    assert_allclose(second.globals()[1], clip.globals()[1][:, 2:], atol=2e-7)


@pytest.mark.parametrize("fps", [29.476, 120.0, 23.976, 59.94, 24.0, 1000.0, 12.5, 1.0])
def test_frame_time_keeps_the_rate(small_rig, rng, tmp_path: Path, fps: float):
    path = tmp_path / "rate.bvh"
    bvh.write(path, random_clip(small_rig(), rng, fps=fps))
    digits = path.read_text().split("Frame Time: ")[1].split("\n")[0]
    assert abs(float(digits) * fps - 1.0) < 5e-7
    assert len(digits.partition(".")[2]) >= 7
    assert bvh.read(path).fps == pytest.approx(fps, rel=1e-6)


@pytest.mark.parametrize("n_frames", [0, 1, 1500])
def test_every_frame_is_written(small_rig, rng, tmp_path: Path, n_frames: int):
    path = tmp_path / "frames.bvh"
    clip = random_clip(small_rig(), rng, n_frames)
    bvh.write(path, clip)
    back = bvh.read(path, unit="cm", up="y")
    assert back.n_frames == n_frames
    check_same(clip, back)
    assert back.report == ()


# Curves


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_turning_round_and_round_has_no_jumps(small_rig, tmp_path: Path, axis: int):
    path = tmp_path / "turn.bvh"
    bvh.write(path, turning(axis, np.arange(0.0, 1500.0, 10.0), small_rig))
    steps = np.abs(np.diff(columns(path), axis=0))
    # About the middle axis the curves pass the pole ten degrees at a time; about the others each step is ten degrees.
    assert steps.max() <= 10.0 + 1e-5


@pytest.mark.parametrize("order", euler.ORDERS)
@pytest.mark.parametrize("peak", [89.0, 89.9999, 90.0, 90.5, 120.0])
def test_curves_stay_smooth_through_gimbal_lock(small_rig, tmp_path: Path, order: str, peak: float):
    # The middle angle rises to the pole and beyond while the last one turns steadily.
    time = np.linspace(0.0, 1.0, 200)
    middle, last = np.radians(peak * np.sin(np.pi * time)), np.radians(40.0 * time)
    rotations = np.tile(quat.IDENTITY, (200, 4, 1))
    rotations[:, 1] = euler.to_quat(np.stack([0.0 * time, middle, last], axis=-1), order)
    rig = replace(small_rig(), rotation_orders=(order,))
    clip = Clip(rig, np.zeros((200, 3)), quat.unroll(rotations), 60.0)
    path = tmp_path / "gimbal.bvh"
    bvh.write(path, clip)
    assert quat.angle(bvh.read(path).rotations, clip.rotations).max() < 1e-7
    written = columns(path)[:, 6:9]
    assert_allclose(written, np.degrees(np.stack([0.0 * time, middle, last], axis=-1)), atol=1e-3)


def test_curves_go_on_across_blocks(small_rig, rng, tmp_path: Path, monkeypatch):
    angles = np.cumsum(rng.normal(size=(300, 3)) * 0.2, axis=0)
    rotations = np.tile(quat.IDENTITY, (300, 4, 1))
    rotations[:, 1] = euler.to_quat(angles, "ZXY")
    clip = Clip(small_rig(), np.zeros((300, 3)), quat.unroll(rotations), 30.0)
    whole, pieces = tmp_path / "whole.bvh", tmp_path / "pieces.bvh"
    bvh.write(whole, clip)
    monkeypatch.setattr(bvh_write, "_ROWS_AT_ONCE", 7)
    bvh.write(pieces, clip)
    assert whole.read_bytes() == pieces.read_bytes()


# Names


def test_names_are_kept_or_made_safe_and_reported(small_rig, rng, tmp_path: Path):
    rig = replace(small_rig(), joint_names=("mixamorig:Hips", "Bip01 L Arm", "右腕", "Bip01_L_Arm"))
    clip, path = random_clip(rig, rng), tmp_path / "names.bvh"
    assert bvh.write(path, clip) == ()
    assert bvh.read(path).skeleton.joint_names == rig.joint_names
    notes = bvh.write(path, clip, names="safe")
    assert bvh.read(path).skeleton.joint_names == ("mixamorig:Hips", "Bip01_L_Arm", "__", "Bip01_L_Arm_2")
    assert notes == (
        "joint 'Bip01 L Arm' is written as 'Bip01_L_Arm'",
        "joint '右腕' is written as '__'",
        "joint 'Bip01_L_Arm' is written as 'Bip01_L_Arm_2'",
    )


def test_names_that_would_break_the_file_are_always_replaced(small_rig, rng, tmp_path: Path):
    rig = replace(small_rig(), joint_names=("Hips", "a{b}c", "two\nlines", " "))
    notes = bvh.write(tmp_path / "names.bvh", random_clip(rig, rng))
    assert bvh.read(tmp_path / "names.bvh").skeleton.joint_names == ("Hips", "a_b_c", "two_lines", "joint")
    assert len(notes) == 3


# Safety


@pytest.mark.parametrize("field", ["root", "rotations"])
def test_values_that_are_not_finite_are_refused(small_rig, rng, tmp_path: Path, field: str):
    clip = random_clip(small_rig(), rng)
    values = getattr(clip, field).copy()
    values[2].flat[1] = np.nan
    with pytest.raises(SixpointError, match=f"the {field} of frame 2 of 'random' is not finite"):
        bvh.write(tmp_path / "out.bvh", replace(clip, **{field: values}))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("options", [{"unit": "ell"}, {"up": "x"}, {"names": "nice"}])
def test_unknown_options_are_refused(small_rig, rng, tmp_path: Path, options: dict):
    with pytest.raises(SixpointError, match="must be"):
        bvh.write(tmp_path / "out.bvh", random_clip(small_rig(), rng), **options)
    assert os.listdir(tmp_path) == []


def test_cancelled_writing_leaves_the_old_file(small_rig, rng, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(bvh_write, "_ROWS_AT_ONCE", 10)
    path = tmp_path / "out.bvh"
    path.write_text("old")
    shares: list[float] = []
    with pytest.raises(Cancelled, match="was cancelled"):
        bvh.write(path, random_clip(small_rig(), rng, 100), progress=shares.append, cancelled=lambda: len(shares) == 3)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.bvh"]
    assert shares == pytest.approx([0.1, 0.2, 0.3])


def test_other_readers_agree(small_rig, rng, tmp_path: Path):
    pybvh = pytest.importorskip("pybvh", reason="the peers of the bench extra are not installed")
    clip, path = random_clip(small_rig(), rng), tmp_path / "out.bvh"
    bvh.write(path, clip)
    other = pybvh.read_bvh_file(path, world_up="+y")
    ours = clip.globals()[1][:, [clip.skeleton.joint_index(name) for name in other.joint_names]]
    assert_allclose(other.joint_positions() * 0.01, ours, atol=1e-6)
