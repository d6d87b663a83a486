"""A map written is the map read; a map damaged by hand says where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rigs import convention_rig

from models.body import JOINTS
from models.errors import FileFormatError, SixpointError
from models.formats.naming import CONVENTIONS
from models.formats.rig_map import RigMap, map_rig
from models.formats.rig_map_json import map_as_dict, read_rig_map, write_rig_map


@pytest.fixture
def rig_map() -> RigMap:
    return map_rig(convention_rig(CONVENTIONS[0], "mixamorig:")[0])


@pytest.fixture
def damaged(tmp_path: Path, rig_map: RigMap):
    """Writes the map with something changed, and returns its path."""

    def write(**changes: object) -> Path:
        path = tmp_path / "map.json"
        path.write_text(json.dumps({**map_as_dict(rig_map), **changes}), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_written_is_read(convention, tmp_path: Path):
    rig_map = map_rig(convention_rig(convention)[0])
    path = tmp_path / "карта.json"
    write_rig_map(path, rig_map)
    again = read_rig_map(path)
    assert (again.joints, again.markers, again.confidence) == (rig_map.joints, rig_map.markers, rig_map.confidence)
    assert again.convention == rig_map.convention
    assert str(path) in again.notes[0]


def test_names_left_out_are_absent_and_joints_set_by_hand_are_certain(tmp_path: Path):
    path = tmp_path / "map.json"
    path.write_text('{"rig_map": 1, "joints": {"Hips": "Bip001 Pelvis"}}', encoding="utf-8")
    found = read_rig_map(path)
    assert found.joints == {**dict.fromkeys(JOINTS), "Hips": "Bip001 Pelvis"}
    assert found.confidence == {"Hips": 1.0}
    assert set(found.markers.values()) == {None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rig_map": 2}, "not a rig map"),
        ({"joints": ["Hips"]}, '"joints" is not an object'),
        ({"joints": {"Hisp": "a"}}, "'Hisp' is not one of the canonical joints; did you mean 'Hips'"),
        ({"joints": {"Hips": 3}}, "the entry of Hips; expected a name in quotes or null; found '3'"),
        ({"joints": {"Hips": ""}}, "the entry of Hips"),
        ({"joints": {"Hips": "x" * 2000}}, "the entry of Hips"),
        ({"joints": {"Hips": "a", "Spine": "a"}}, "'a' is given to both Hips and Spine"),
        ({"markers": {"Chin": "a"}}, "'Chin' is not one of the canonical markers"),
        ({"confidence": []}, '"confidence" is not an object'),
        ({"confidence": {"Hips": 1.5}}, "the confidence of Hips; expected a number 0 to 1"),
        ({"confidence": {"Hips": True}}, "the confidence of Hips"),
    ],
)
def test_what_is_wrong_is_said(damaged, changes: dict, message: str):
    with pytest.raises(FileFormatError) as caught:
        read_rig_map(damaged(**changes))
    assert message in str(caught.value)
    assert "map.json" in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[1, 2]", '{"rig_map": 1', "\x00\x01"])
def test_what_is_no_json_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "map.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError):
        read_rig_map(path)


def test_other_bytes_missing_and_large_files_are_refused(tmp_path: Path):
    path = tmp_path / "map.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileFormatError, match="UTF-8"):
        read_rig_map(path)
    path.write_bytes(b" " * (1 << 20) + b"{}")
    with pytest.raises(FileFormatError, match="too large"):
        read_rig_map(path)
    with pytest.raises(SixpointError, match="cannot be read"):
        read_rig_map(tmp_path / "none.json")
