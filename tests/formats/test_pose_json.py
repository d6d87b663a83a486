"""Poses and clips as JSON: what is in a document, that it is read back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.animation import Clip, Pose
from models.body import JOINTS, POINTS, body
from models.errors import FileFormatError, SixpointError
from models.formats import pose_json
from models.kinematics import quat


def some_pose(rng: np.random.Generator) -> Pose:
    return Pose(rng.normal(size=3), quat.normalize(rng.normal(size=(22, 4))))


def test_pose_document_is_what_the_command_line_promises(rng, tmp_path: Path):
    pose = some_pose(rng)
    path = tmp_path / "pose.json"
    pose_json.write_pose(path, pose, set_points=("LeftHand", "Hips"), error_m={"LeftHand": 0.0002, "Hips": 0.0})
    document = json.loads(path.read_text(encoding="utf-8"))
    assert list(document["points"]) == list(POINTS)
    assert_allclose(list(document["points"].values()), pose.points(body()), atol=1e-9)
    assert_allclose(document["root"], pose.root, atol=1e-9)
    assert_allclose(document["rotations"], pose.rotations, atol=1e-9)
    assert document["joints"] == list(JOINTS)
    assert document["set"] == ["LeftHand", "Hips"]
    assert document["error_m"] == {"LeftHand": 0.0002, "Hips": 0.0}
    assert "skeleton" not in document


def test_pose_is_read_back(rng, tmp_path: Path):
    pose = some_pose(rng)
    path = tmp_path / "pose.json"
    skeleton = replace(body().scaled(1.2), name="tall")
    for own in (None, skeleton):
        pose_json.write_pose(path, pose, own)
        back, whose = pose_json.read_pose(path)
        assert_allclose(back.root, pose.root, atol=1e-9)
        assert quat.angle(back.rotations, pose.rotations).max() < 1e-8
        assert_allclose(back.points(whose), pose.points(own or body()), atol=1e-8)
        assert whose.name == (own or body()).name


def test_clip_of_any_rig_is_read_back(small_rig, rng, tmp_path: Path):
    rig = replace(
        small_rig(), rotation_orders=("XYZ", "ZYX", "YZX", "ZXY"), joint_names=("Hips", "Schlüssel", "右", "d e")
    )
    rotations = quat.unroll(quat.normalize(rng.normal(size=(7, 4, 4))))
    moved = rng.normal(size=(7, 4, 3))
    path = tmp_path / "clip.json"
    for translations in (None, moved):
        clip = Clip(rig, rng.normal(size=(7, 3)), rotations, 29.97, translations, name="take 1", report=("odd",))
        pose_json.write(path, clip)
        back = pose_json.read(path)
        assert (back.fps, back.name, back.report, back.n_frames) == (29.97, "take 1", ("odd",), 7)
        assert back.skeleton.joint_names == rig.joint_names
        assert back.skeleton.rotation_orders == rig.rotation_orders
        assert np.array_equal(back.skeleton.parents, rig.parents)
        assert_allclose(back.globals()[1], clip.globals()[1], atol=1e-8)
        assert_allclose(back.points(), clip.points(), atol=1e-8)


@pytest.mark.parametrize("n_frames", [0, 1])
def test_short_clips(walk_clip, tmp_path: Path, n_frames: int):
    path = tmp_path / "short.json"
    pose_json.write(path, walk_clip(5).sliced(0, n_frames))
    assert pose_json.read(path).n_frames == n_frames
    if n_frames == 0:
        with pytest.raises(SixpointError, match="asked for 0"):
            pose_json.read_pose(path)


def test_document_made_by_hand_needs_little(tmp_path: Path):
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"root": [0, 1, 0], "rotations": [[0, 0, 0, 1]] * 22}))
    pose, skeleton = pose_json.read_pose(path)
    assert_allclose(pose.root, [0, 1, 0])
    assert skeleton is body()


def test_values_that_are_not_finite_are_not_written(walk_clip, tmp_path: Path):
    clip = walk_clip(4)
    root = clip.root.copy()
    root[3, 1] = np.inf
    with pytest.raises(SixpointError, match="the root of frame 3 of 'walk' is not finite"):
        pose_json.write(tmp_path / "clip.json", replace(clip, root=root))
    with pytest.raises(SixpointError, match="root of frame 0 of 'the pose' is not finite"):
        pose_json.write_pose(tmp_path / "pose.json", Pose(root[3], clip.rotations[3]))
    assert list(tmp_path.iterdir()) == []


def wrong(**changes) -> dict:
    """A good document of two frames with some keys changed; None removes one."""
    document = {
        "format": "sixpoint-clip", "version": 1, "name": "n", "fps": 30, "frames": 2, "joints": list(JOINTS),
        "root": [[0, 1, 0]] * 2, "rotations": [[[0, 0, 0, 1]] * 22] * 2,
    }  # fmt: skip
    return {key: value for key, value in {**document, **changes}.items() if value is not None}


JOINT = {"name": "A", "parent": None, "offset": [0, 0, 0], "order": "ZXY"}
REFUSED: dict[str, tuple[object, str]] = {
    "empty": ("", "this is not JSON"),
    "broken off": ('{"format": "sixpoint-pose",\n "root": [', "2:11: this is not JSON"),
    "a list": ("[1, 2]", "JSON of another kind; expected an object"),
    "binary": (b"\x89PNG\r\n\x1a\n\xff", "not UTF-8 text"),
    "nested too deep": ("[" * 100_000, "values that are not usable|not JSON"),
    "NaN": ('{"root": [NaN, 0, 0]}', "not usable; expected finite numbers"),
    "an endless number": ('{"root": ' + "9" * 5000 + "}", "not usable"),
    "points only": ({"points": {"Hips": [0, 1, 0]}}, "set points.*main.py complete.*expected 'root' and 'rotations'"),
    "neither": ({"root": [0, 1, 0]}, "no pose and no clip.*no 'rotations'"),
    "another format": (wrong(format="gltf"), "no pose and no clip.*found 'gltf'"),
    "another version": (wrong(version=2), "another version; expected version 1; found '2'"),
    "other joints": (wrong(joints=["A"]), "'joints' are not those of the skeleton; expected Hips"),
    "no root": (wrong(root=None), r"'root' has another shape; expected finite numbers \(2, 3\)"),
    "a short root": (wrong(root=[[0, 1, 0]]), r"'root' has another shape.*\(2, 3\)"),
    "a ragged root": (wrong(root=[[0, 1, 0], [0]]), "'root' is not usable"),
    "words in root": (wrong(root=[["a", "b", "c"]] * 2), "'root' is not usable"),
    "too large a number": (wrong(root=[[0, 1e308 * 10, 0]] * 2), "finite"),
    "too few rotations": (wrong(rotations=[[[0, 0, 0, 1]]] * 2), r"'rotations' has another shape.*\(2, 22, 4\)"),
    "no unit quaternion": (wrong(rotations=[[[0, 0, 0, 2]] * 22] * 2), "rotation 0 of frame 0 is no unit quaternion"),
    "a zero rate": (wrong(fps=0), "'fps' must be above"),
    "no rate": (wrong(fps=None), "'fps' is not usable; expected a number; found 'nothing'"),
    "negative frames": (wrong(frames=-1), "'frames' must not be below 0"),
    "half frames": (wrong(frames=2.5), "'frames' is not usable; expected a whole number"),
    "true frames": (wrong(frames=True), "'frames' is not usable"),
    "a skeleton of words": (wrong(skeleton="tall"), "'joints' is not usable; expected a list"),
    "an unknown parent": (
        wrong(skeleton={"name": "s", "joints": [{**JOINT, "parent": "Z"}], "points": []}), "it does not have.*'Z'",
    ),
    "its own parent": (
        wrong(skeleton={"name": "s", "joints": [{**JOINT, "parent": "A"}], "points": []}), "comes before its parent",
    ),
    "two joints of one name": (wrong(skeleton={"name": "s", "joints": [JOINT, JOINT], "points": []}), "named 'A'"),
    "no joints": (wrong(skeleton={"name": "s", "joints": [], "points": []}), "no joints"),
    "too many joints": (wrong(skeleton={"name": "s", "joints": [JOINT] * 5000, "points": []}), "skeleton is too large"),
    "a wrong order": (
        wrong(skeleton={"name": "s", "joints": [{**JOINT, "order": "XXY"}], "points": []}), "no rotation order",
    ),
    "no offset": (
        wrong(skeleton={"name": "s", "joints": [{"name": "A", "order": "ZXY"}], "points": []}), "'offset'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_one_clear_error(case: str, tmp_path: Path):
    content, message = REFUSED[case]
    path = tmp_path / "wrong.json"
    if isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FileFormatError, match=message) as caught:
        pose_json.read(path)
    assert str(caught.value).startswith(f"{path}:")
    assert "\n" not in str(caught.value)


def test_missing_file(tmp_path: Path):
    with pytest.raises(FileFormatError, match=r"cannot be read .No such file"):
        pose_json.read(tmp_path / "missing.json")
