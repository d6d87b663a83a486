"""Project files: what is written is read, older files open, and nothing that is in a file can do harm."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from document_data import make_content

from models.animation import TICKS_PER_SECOND, FrameRate, keyed
from models.body import body
from models.document import Content, mirrored_track, project_file, read_project, write_project
from models.errors import FileFormatError

DATA = Path(__file__).parent / "data"


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "walk.sixpoint"
    write_project(path, make_content())
    return path


def changed(path: Path, *keys, value) -> Path:
    """The file with one value replaced, deep inside."""
    data = json.loads(path.read_text())
    inner = data
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("content", [Content(), make_content(), replace(make_content(), rate=FrameRate(120))])
def test_what_is_saved_is_read_and_saved_the_same(tmp_path, content):
    path, again = tmp_path / "a.sixpoint", tmp_path / "b.sixpoint"
    write_project(path, content)
    read = read_project(path)
    assert read.hash == content.hash
    write_project(again, read)
    assert again.read_bytes() == path.read_bytes()
    json.loads(path.read_text())


def test_a_mirrored_interval_mirrored_again_saves_the_same_bytes(tmp_path):
    content = make_content()
    track = content.character("a").track
    chosen = track.between(track.keys[1].tick, track.keys[4].tick)
    twice = mirrored_track(mirrored_track(track, body(), chosen), body(), chosen)
    for name, each in (("once", content), ("twice", content.with_track("a", twice))):
        write_project(tmp_path / name, each)
    assert (tmp_path / "once").read_bytes() == (tmp_path / "twice").read_bytes()


def test_one_key_changed_is_one_line_changed(saved, tmp_path):
    content = make_content()
    track = content.character("a").track
    other = tmp_path / "other.sixpoint"
    write_project(other, content.with_track("a", track.with_key(track.keys[2].leaving(track.keys[0].interval))))
    pairs = zip(saved.read_text().splitlines(), other.read_text().splitlines(), strict=True)
    assert sum(one != two for one, two in pairs) == 1


def test_the_file_of_version_1_opens():
    content = read_project(DATA / "version-1.sixpoint")
    assert content.hash == "4256d76a0283a40e84d25f33898cdb54db44176f730d5ce896078c39e1eb6e65"
    assert [len(character.track) for character in content.characters.values()] == [6, 3]


def test_the_file_of_version_2_opens():
    content = read_project(DATA / "version-2.sixpoint")
    assert content.hash == make_content().hash
    assert content.drafts["a"] == make_content().drafts["a"]


def test_older_versions_are_brought_up_one_by_one(saved, monkeypatch):
    monkeypatch.setattr(project_file, "VERSION", 4)
    steps = {2: lambda data: {**data, "beats": data["range"]}, 3: lambda data: {**data, "range": data["beats"]}}
    monkeypatch.setattr(project_file, "_MIGRATIONS", steps)
    assert read_project(saved).hash == make_content().hash
    with pytest.raises(FileFormatError, match="never was such a version"):
        read_project(changed(saved, "version", value=-7))


def test_a_newer_version_is_refused_with_advice(saved):
    with pytest.raises(FileFormatError, match="newer Sixpoint"):
        read_project(changed(saved, "version", value=99))


KEY = ("characters", 0, "keys", 1)
DRAFT = ("drafts", 0)
BAD = [
    ((*DRAFT, "waypoints"), [], "waypoints"),
    ((*DRAFT, "waypoints", 1, "x"), "left", "waypoint 2"),
    ((*DRAFT, "waypoints", 3, "t"), 1.0, "times must increase"),
    ((*DRAFT, "gait"), "hop", "gait"),
    ((*DRAFT, "seed"), -1, "seed"),
    ((*DRAFT, "from_pose"), 1, "'from_pose'"),
    ((*DRAFT, "generator"), "../x", "generator"),
    ((*DRAFT, "character"), "nobody", "there is no character"),
    (("format",), "sixpoint-pose", "no Sixpoint project"),
    (("version",), True, "'version'"),
    (("version",), "1", "'version'"),
    (("rate",), [0, 1], "frame rate"),
    (("rate",), [1e9, 1], "two whole numbers"),
    (("range",), [5, 2], "range ends after"),
    (("characters",), {"a": 1}, "'characters'"),
    (("characters",), [{"id": "x"}] * 1001, "too many characters"),
    (("characters", 1, "id"), "a", "same id"),
    (("characters", 0, "name"), "\x1b[31m", "printable"),
    (("characters", 0, "skeleton"), {"joints": [], "points": []}, "skeleton|name"),
    (("characters", 0, "keys"), [7], "'keys'|an object"),
    ((*KEY, "tick"), 0, "same time"),
    ((*KEY, "tick"), 1 << 60, "too far"),
    ((*KEY, "tick"), 1.5, "'tick'"),
    ((*KEY, "root"), [0, 0], "'root'"),
    ((*KEY, "root"), [1e300, 0, 0], "thousand kilometres"),
    ((*KEY, "rotations"), [[0, 0, 0, 1]] * 21, "'rotations'"),
    ((*KEY, "rotations"), [[0, 0, 0, 0]] * 22, "unit quaternion"),
    ((*KEY, "rotations"), [[1e200, 0, 0, 1]] * 22, "unit quaternion"),
    ((*KEY, "interval"), ["smooth", 9, 1], "interval"),
    ((*KEY, "interval"), ["__import__('os')", 1, 1], "interval"),
    ((*KEY, "handles"), {"Tail": ["pinned", [0, 0, 0], 1]}, "no point"),
    ((*KEY, "handles"), {"Head": ["pinned", [0, 0], 1]}, "'handles'"),
    ((*KEY, "handles"), {"Head": ["pinned", [0, 0, 0], -1]}, "out of bounds"),
    ((*KEY, "handles"), {"Head": [["pinned"], [0, 0, 0], 1]}, "handle is not usable"),
    ((*KEY, "turns"), {"Head": [0, 0, 0, 5]}, "unit quaternion"),
    ((*KEY, "completed"), [["head"]], "no region"),
    (("poses", 0, "name"), 5, "'name'"),
    (("poses", 0, "root"), None, "'root'"),
]


@pytest.mark.parametrize(("keys", "value", "message"), BAD)
def test_a_wrong_value_is_named(saved, keys, value, message):
    with pytest.raises(FileFormatError, match=message) as error:
        read_project(changed(saved, *keys, value=value))
    assert str(error.value).startswith(str(saved))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n" + bytes(1000),
        b"\0" * 1_000_000,
        b"[" * 1_000_000,
        b'{"a":' * 100_000,
        b'{"format": "sixpoint-project", "version": ' + b"9" * 100_000 + b"}",
        b'{"format": "sixpoint-project", "version": NaN}',
        b'{"format": "sixpoint-project", "version": 1, "rate": [30, 1], "range": [0, 1]}',
        b"[1, 2, 3]",
    ],
    ids=["empty", "png", "zeros", "lists", "objects", "digits", "nan", "short", "list"],
)
def test_what_is_no_project_is_refused_within_a_second(tmp_path, data):
    path = tmp_path / "bad.sixpoint"
    path.write_bytes(data)
    start = time.perf_counter()
    with pytest.raises(FileFormatError, match=r"bad\.sixpoint"):
        read_project(path)
    assert time.perf_counter() - start < 1.0


def test_a_file_cut_anywhere_is_refused(saved):
    data = saved.read_bytes()
    for length in np.linspace(0, len(data) - 3, 40).astype(int):
        saved.write_bytes(data[:length])
        with pytest.raises(FileFormatError):
            read_project(saved)


def test_a_failed_save_leaves_the_old_file(saved, monkeypatch):
    before = saved.read_bytes()

    def fails(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(Exception, match="No space left"):
        write_project(saved, Content())
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_ten_thousand_keys_open_in_seconds(tmp_path, walk_clip):
    content = make_content().with_track("a", keyed(walk_clip(2000)))
    path = tmp_path / "long.sixpoint"
    write_project(path, content)
    start = time.perf_counter()
    track = read_project(path).character("a").track
    assert time.perf_counter() - start < 5.0
    assert track.digest == content.character("a").track.digest


def test_the_example_of_the_guide_is_a_project(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "project-file.md").read_text(encoding="utf-8")
    path = tmp_path / "example.sixpoint"
    rotations = json.dumps([[0, 0, 0, 1]] * 22)
    path.write_text(page.split("```json")[1].split("```")[0].replace('"22 times [x, y, z, w]"', rotations))
    content = read_project(path)
    assert content.rate == FrameRate(30)
    assert content.character("c1").track.keys[1].tick == TICKS_PER_SECOND
