"""Formats are found by extension; wrong ones and wrong options are said."""

from __future__ import annotations

from pathlib import Path

import pytest

import models.formats
from models.errors import SixpointError
from models.formats import read, readable, writable, write


@pytest.mark.parametrize("name", models.formats.__all__)
def test_public_name_exists(name: str):
    assert hasattr(models.formats, name)


@pytest.mark.parametrize("name", ["walk.bvh", "WALK.BVH", "walk.json"])
def test_by_extension(walk_clip, tmp_path: Path, name: str):
    clip = walk_clip(10)
    write(tmp_path / name, clip)
    assert read(tmp_path / name).n_frames == 10


def test_known_extensions():
    assert {".bvh", ".json"} <= set(readable()) & set(writable())


@pytest.mark.parametrize("name", ["walk.xyz", "walk", ".bvh"])
def test_unknown_extension_lists_the_known(walk_clip, tmp_path: Path, name: str):
    with pytest.raises(SixpointError, match=r"cannot read this kind of file .*it can: .*\.bvh"):
        read(tmp_path / name)
    with pytest.raises(SixpointError, match="cannot write this kind of file"):
        write(tmp_path / name, walk_clip(2))


def test_options_go_through_and_unknown_ones_are_listed(walk_clip, tmp_path: Path):
    path = tmp_path / "walk.bvh"
    write(path, walk_clip(2), unit="m")
    assert read(path, unit="m", up="y").report == ()
    with pytest.raises(SixpointError, match=r"'colour' is no option to write .bvh files; options: unit, up, names"):
        write(path, walk_clip(2), colour="red")
    with pytest.raises(SixpointError, match=r"'unit' is no option to read .json files; options: none"):
        read(tmp_path / "walk.json", unit="cm")
