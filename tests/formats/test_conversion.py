"""From file to file: cut, resampled, in other units, and checked before it counts."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.errors import FileFormatError, SixpointError
from models.formats import bvh, conversion, registry
from models.formats.conversion import convert, mirror, parse_frames, save
from models.formats.mirror_rig import mirror_clip


@pytest.fixture
def walk_file(walk_clip, tmp_path: Path) -> Path:
    path = tmp_path / "walk.bvh"
    bvh.write(path, walk_clip())
    return path


def test_bvh_to_json_and_back_is_the_same_motion(walk_file: Path, tmp_path: Path):
    first = convert(walk_file, tmp_path / "walk.json")
    second = convert(tmp_path / "walk.json", tmp_path / "again.bvh", unit="m", up="z")
    assert first.error_m < 1e-6
    assert second.error_m < 1e-6
    original, back = bvh.read(walk_file), bvh.read(tmp_path / "again.bvh")
    assert any("guessed as m" in line for line in back.report)
    assert any("guessed as Z" in line for line in back.report)
    assert_allclose(back.globals()[1], original.globals()[1], atol=1e-5)
    assert any("unit guessed as cm" in line for line in first.notes)


def test_range_is_inclusive_and_rate_keeps_the_duration(walk_file: Path, tmp_path: Path):
    target = tmp_path / "cut.bvh"
    done = convert(walk_file, target, frames=(10, 69), fps=30.0)
    original, back = bvh.read(walk_file), bvh.read(target)
    assert (back.n_frames, back.fps) == (30, 30.0)
    assert_allclose(back.root, original.root[10:70:2], atol=1e-6)
    assert done.clip.n_frames == 30
    assert convert(walk_file, target, frames=(-1, None)).clip.n_frames == 1
    assert convert(walk_file, target, frames=(None, -2)).clip.n_frames == original.n_frames - 1


@pytest.mark.parametrize("frames", [(121, None), (5, 4), (0, 121), (-122, None)])
def test_range_outside_the_clip(walk_file: Path, tmp_path: Path, frames):
    with pytest.raises(SixpointError, match=r"has frames 0 to 120; the range .* is not within them"):
        convert(walk_file, tmp_path / "cut.bvh", frames=frames)
    assert os.listdir(tmp_path) == ["walk.bvh"]


@pytest.mark.parametrize(
    ("text", "frames"),
    [("5:25", (5, 25)), (":25", (None, 25)), ("-10:", (-10, None)), (" 1 : -1 ", (1, -1)), (":", (None, None))],
)
def test_ranges_in_words(text: str, frames):
    assert parse_frames(text) == frames


@pytest.mark.parametrize("text", ["", "5", "5-25", "a:b", "1:2:3", "1.5:2", "9999999999:1"])
def test_ranges_that_are_none(text: str):
    with pytest.raises(SixpointError, match="FIRST:LAST"):
        parse_frames(text)


def test_read_options_correct_a_guess(walk_clip, tmp_path: Path):
    source, target = tmp_path / "metres.bvh", tmp_path / "out.json"
    bvh.write(source, walk_clip(), unit="m")
    convert(source, target, read_options={"unit": "mm", "fps": 10.0})
    clip = registry.read(target)
    assert_allclose(clip.root, walk_clip().root * 0.001, atol=1e-8)
    assert clip.fps == 10.0


def test_renamed_joints_are_noted_and_still_compared(small_rig, walk_clip, tmp_path: Path):
    from dataclasses import replace

    clip = walk_clip(5)
    names = tuple(f"Bip01 {name}" for name in clip.skeleton.joint_names)
    clip = replace(clip, skeleton=replace(clip.skeleton, joint_names=names))
    done = save(tmp_path / "out.bvh", clip, names="safe")
    assert done.error_m < 1e-6
    assert "joint 'Bip01 Hips' is written as 'Bip01_Hips'" in done.notes


def test_bad_input_leaves_no_output(tmp_path: Path):
    source, target = tmp_path / "bad.bvh", tmp_path / "out.bvh"
    source.write_text("nonsense")
    target.write_text("old")
    for call in (convert, mirror):
        with pytest.raises(FileFormatError):
            call(source, target)
    with pytest.raises(SixpointError, match="cannot write this kind of file"):
        convert(source, tmp_path / "out.xyz")
    assert target.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["bad.bvh", "out.bvh"]


def test_option_of_another_format_is_refused_before_anything_is_done(walk_file: Path, tmp_path: Path):
    with pytest.raises(SixpointError, match=r"'unit' is no option to write .json files"):
        convert(walk_file, tmp_path / "out.json", unit="cm")
    assert os.listdir(tmp_path) == ["walk.bvh"]


def test_a_file_that_does_not_hold_the_motion_is_not_kept(walk_clip, tmp_path: Path, monkeypatch):
    def shifted(path, clip, **options):
        from dataclasses import replace

        return bvh.write(path, replace(clip, root=clip.root + np.array([0.0, 0.00011, 0.0])), **options)

    monkeypatch.setattr(conversion.registry, "write", shifted)
    with pytest.raises(SixpointError, match=r"out.bvh is not written: read back, a joint was 0.11 mm off"):
        save(tmp_path / "out.bvh", walk_clip(5))
    monkeypatch.setattr(conversion.registry, "write", lambda path, clip, **_: bvh.write(path, clip.sliced(0, 4)))
    with pytest.raises(SixpointError, match="4 frames and 60 frames a second instead of 22, 5"):
        save(tmp_path / "out.bvh", walk_clip(5))
    assert os.listdir(tmp_path) == []


def test_mirror_of_a_file(walk_file: Path, tmp_path: Path):
    done = mirror(walk_file, tmp_path / "mirrored.bvh")
    back = bvh.read(tmp_path / "mirrored.bvh")
    expected = mirror_clip(bvh.read(walk_file))
    assert_allclose(back.globals()[1], expected.globals()[1], atol=1e-6)
    assert any("8 pairs of joints were swapped" in line for line in done.notes)
    assert np.abs(back.root[:, 0] + bvh.read(walk_file).root[:, 0]).max() < 1e-6
