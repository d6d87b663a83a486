"""The report says what is there, what was mapped, and what is odd; of a plain file it says nothing is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rigs import convention_rig, on_rig, with_zero_pose

from models.animation import Clip
from models.body import JOINTS
from models.errors import RigError, SixpointError
from models.formats.inspect import describe, describe_clip
from models.formats.naming import CONVENTIONS
from models.formats.oddities import floor_height, oddities, rotation_jumps
from models.formats.rig_map import map_rig
from models.kinematics import quat

BVH = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 50 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 20 0
  }
 }
}
MOTION
Frames: 2
Frame Time: 0.04
0 90 0 0 0 0 0 0 0
0 90 0 0 0 0 0 0 0
"""


@pytest.fixture
def clip(walk_clip) -> Clip:
    """A walk on a Mixamo rig whose lowest point is on the ground."""
    walk = on_rig(walk_clip(61), *convention_rig(CONVENTIONS[0]))
    return replace(walk, root=walk.root - np.array([0.0, floor_height(walk), 0.0]))


def test_a_plain_clip_has_nothing_odd(clip: Clip):
    found = describe_clip(clip)
    assert found.odd == ()
    assert found.rest == "T-pose, arms 0 degrees below the horizontal, facing +Z, up +Y"
    text = found.text()
    assert text.splitlines()[0].startswith("walk of Mixamo: 61 frames at 60 a second, 1.00 s; 62 joints")
    assert "Map: names of Mixamo, confidence 100%" in text
    assert [line for line in text.splitlines() if line.split()[:2] == ["LeftUpLeg", "LeftUpLeg"]]
    assert text.endswith("nothing")
    assert "check this" not in text


def test_the_dictionary_is_json_and_complete(clip: Clip):
    data = json.loads(json.dumps(describe_clip(clip).as_dict()))
    assert (data["frames"], data["fps"], data["map_confidence"]) == (61, 60.0, 1.0)
    assert set(data["map"]["joints"]) == set(JOINTS)
    assert data["floor_m"] == pytest.approx(0.0, abs=1e-9)
    assert (data["odd"], data["rotation_jumps"], data["unsure"]) == ([], [], [])


def test_an_a_pose_is_told_with_its_angle(clip: Clip):
    world = np.tile(quat.IDENTITY, (clip.skeleton.n_joints, 1))
    for side, sign in (("Left", -1.0), ("Right", 1.0)):
        for joint in np.flatnonzero(clip.skeleton.descends[:, clip.skeleton.joint_index(f"{side}Arm")]):
            world[joint] = quat.from_axis_angle([0, 0, 1], sign * np.radians(44))
    assert describe_clip(with_zero_pose(clip, world)).rest.startswith("A-pose, arms 44 degrees below the horizontal")


def test_a_flip_is_found_where_it_is_and_motion_is_not(clip: Clip):
    assert rotation_jumps(clip) == []
    rotations = clip.rotations.copy()
    joint = clip.skeleton.joint_index("LeftHandThumb1")
    rotations[30, joint] = quat.mul(rotations[30, joint], quat.from_axis_angle([1, 0, 0], np.radians(170)))
    jumps = rotation_jumps(replace(clip, rotations=rotations))
    assert [(jump.joint, jump.frame) for jump in jumps] == [("LeftHandThumb1", 30), ("LeftHandThumb1", 31)]
    assert jumps[0].degrees == pytest.approx(170, abs=1)
    odd = oddities(replace(clip, rotations=rotations))
    assert odd == ["2 sudden turns in 1 joints (LeftHandThumb1); the first: LeftHandThumb1 by 170 degrees at frame 30"]


def test_a_fast_spin_is_no_flip(clip: Clip):
    rotations = clip.rotations.copy()
    angle = np.arange(clip.n_frames) * np.radians(60)
    rotations[:, 0] = quat.from_axis_angle([0, 1, 0], angle)
    assert rotation_jumps(replace(clip, rotations=quat.unroll(rotations))) == []


def test_floor_leap_and_rate_are_told(clip: Clip):
    root = clip.root + np.array([0.0, -0.99, 0.0])
    root[20:] += np.array([3.0, 0.0, 0.0])
    odd = oddities(replace(clip, root=root, fps=6.0))
    assert "the ground is at -99 cm, not at 0" in odd
    assert any("the root leaps 1 times; the first at frame 20" in sentence for sentence in odd)
    assert any("rate of 6 frames" in sentence for sentence in odd)


def test_unsure_joints_are_marked(clip: Clip):
    names = tuple(f"J{n}" for n in range(clip.skeleton.n_joints))
    text = describe_clip(replace(clip, skeleton=replace(clip.skeleton, joint_names=names))).text()
    assert "names of no listed convention" in text
    assert text.count("check this") == len(JOINTS)
    assert "left and right were told from where the feet point" in text


def test_a_file_that_is_no_humanoid_is_described_all_the_same(tmp_path: Path):
    path = tmp_path / "prop.bvh"
    path.write_text(BVH)
    found = describe(path, unit="cm", up="y")
    assert found.rig_map is None
    text = found.text()
    assert "2 frames at 25 a second" in text
    assert "none: 'prop' (2 joints) is not recognised as a humanoid" in text
    assert found.as_dict()["map"] is None


def test_a_given_map_must_fit(clip: Clip):
    rig_map = map_rig(clip.skeleton)
    assert describe_clip(clip, rig_map=rig_map).rig_map is rig_map
    with pytest.raises(RigError, match="has no Hips"):
        describe_clip(clip, rig_map=replace(rig_map, joints={**rig_map.joints, "Hips": None}))


def test_a_missing_file_is_an_error(tmp_path: Path):
    with pytest.raises(SixpointError, match=r"none\.bvh"):
        describe(tmp_path / "none.bvh")
