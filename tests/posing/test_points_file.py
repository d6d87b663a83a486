"""Files of set points: what is read, and that each kind of nonsense is named in one line with its place."""

import io
import json

import pytest

from models.errors import FileFormatError
from models.posing.points_file import MAX_BYTES, read_points

GOOD = {"LeftHand": [0.4, 1, 0.25], "Hips": [0.0, 0.9, 0.0]}


@pytest.fixture
def points_file(tmp_path):
    def write(content: str | bytes):
        path = tmp_path / "points.json"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_points_come_back_in_order_as_floats(points_file):
    points = read_points(points_file(json.dumps({"points": GOOD})))
    assert points == {"LeftHand": (0.4, 1.0, 0.25), "Hips": (0.0, 0.9, 0.0)}
    assert list(points) == list(GOOD)
    assert all(type(x) is float for position in points.values() for x in position)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_of_common_editors_and_shells(points_file, encoding):
    assert len(read_points(points_file(json.dumps({"points": GOOD}).encode(encoding)))) == 2


def test_other_keys_are_let_through(points_file):
    text = json.dumps({"comment": "mine", "points": GOOD, "set": [], "error_m": {}})
    assert set(read_points(points_file(text))) == set(GOOD)


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps({"points": GOOD}).encode())))
    assert set(read_points("-")) == set(GOOD)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the file is empty"),
        ("  \n", "the file is empty"),
        ("points", r":1:1: this is not JSON"),
        ('{"points":\n {"LeftHand": [1, 2 3]}}', r":2:21: this is not JSON"),
        ("[]", "the set points are missing; expected a JSON object"),
        ("{}", "found \"no 'points'\""),
        ('{"points": [[0, 1, 2]]}', "the set points are missing"),
        ('{"points": {}}', "'points' is empty; expected at least one"),
        ('{"points": {"LeftHand": [0, 1]}}', "'LeftHand' is not a position; expected three numbers"),
        ('{"points": {"LeftHand": [0, 1, "2"]}}', "'LeftHand' is not a position"),
        ('{"points": {"LeftHand": [0, 1, true]}}', "'LeftHand' is not a position"),
        ('{"points": {"LeftHand": [0, 1, null]}}', "'LeftHand' is not a position"),
        ('{"points": {"LeftHand": {"x": 0, "y": 1, "z": 2}}}', "'LeftHand' is not a position"),
        ('{"points": {"LeftHand": [[0], [1], [2]]}}', "'LeftHand' is not a position"),
        ('{"points": {"LeftHand": [0, 1, NaN]}}', "NaN is not a position; expected finite numbers"),
        ('{"points": {"LeftHand": [0, -Infinity, 1]}}', "-Infinity is not a position"),
        ('{"points": {"LeftHand": [0, 1, 1e400]}}', "'LeftHand' must be finite and within 1000 m"),
        ('{"points": {"LeftHand": [0, 1, 95000]}}', "within 1000 m of the origin.*positions are in metres"),
        ('{"points": {"LeftHand": [0, 1, ' + "9" * 400 + "]}}", "'LeftHand' must be"),
        ('{"points": {"LeftHand": [0, 1, ' + "9" * 5000 + "]}}", "thousands of digits"),
        ('{"points": {"LeftHnad": [0, 1, 0]}}', "Did you mean 'LeftHand'"),
        ('{"points": {"qwertyuiop": [0, 1, 0]}}', "It has: Hips, Spine"),
        ('{"points": {"Hips": [0, 1, 0], "Hips": [0, 1, 1]}}', "'Hips' stands there twice"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "nested too deeply"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "this is not text"),
        (b"\x00" * 100, "this is not JSON"),
        (b"\xff\xfe\x00", "this is not text"),
        (b" " * (MAX_BYTES + 1), "larger than"),
    ],
    ids=range(29),
)
def test_nonsense_is_named_in_one_line(points_file, content, says):
    path = points_file(content)
    with pytest.raises(FileFormatError, match=says) as caught:
        read_points(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    assert len(message) < 1000


@pytest.mark.parametrize("make", [lambda p: p / "absent.json", lambda p: p, lambda p: p / "a\0b.json"])
def test_what_cannot_be_opened_is_named(tmp_path, make):
    with pytest.raises(FileFormatError, match="the file cannot be read"):
        read_points(make(tmp_path))
