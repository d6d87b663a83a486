"""Conventions are data that must not contradict themselves; names are read as people read them."""

from __future__ import annotations

import pytest
from rigs import convention_rig

from models.formats.naming import CONVENTIONS, ROLES, RigConvention, name_key, read_name, recognise


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_a_convention_gives_each_name_one_role(convention: RigConvention):
    table = convention.table()
    for role in ROLES:
        for rank, pattern in enumerate(getattr(convention, role)):
            sides = zip("LR", convention.sides, strict=True) if "{s}" in pattern else [("", "")]
            for side, token in sides:
                name = pattern.replace("{s}", token)
                assert table[convention.key(name)] == (role, side, rank), name


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_a_rig_of_a_convention_is_recognised_as_that(convention: RigConvention):
    found = recognise(convention_rig(convention)[0].joint_names)
    assert found is not None
    assert found.convention.name == convention.name


def test_names_of_no_convention_are_not_recognised():
    assert recognise(["bone", "bone.001", "bone.002", "Hips", "Head"]) is None


@pytest.mark.parametrize(
    "name",
    ["mixamorig:LeftArm", "mixamorig1:LeftArm", "mixamorig_LeftArm", "mixamorigLeftArm", "a|b:Left Arm", "left.arm"],
)
def test_namespace_case_and_separators_do_not_matter(name: str):
    assert name_key(name) == "leftarm"


@pytest.mark.parametrize(
    ("name", "side", "role"),
    [
        ("LeftForeArm", "L", "forearm"),
        ("l_UpperArm", "L", "upper_arm"),
        ("upperarm_r", "R", "upper_arm"),
        ("UPPERARM_R", "R", "upper_arm"),
        ("thigh.L", "L", "thigh"),
        ("DEF-shin.R.001", "R", "shin"),
        ("Bip01 L UpperArm", "L", "upper_arm"),
        ("Bip01_R_Calf", "R", "shin"),
        ("lfemur", "L", "thigh"),
        ("rradius", "R", "forearm"),
        ("J_Bip_R_LowerLeg", "R", "shin"),
        ("JtElbowLf", "L", "forearm"),
        ("KneeRt", "R", "shin"),
        ("左ひざ", "L", "shin"),
        ("右足首", "R", "foot"),
        ("left_hip", "L", "thigh"),
        ("hip", "", "hips"),
        ("lowerback", "", "spine"),
        ("CC_Base_NeckTwist01", "", "neck"),
        ("l_forefoot", "L", "toe"),
        ("LeftHandIndex1", "L", "index"),
    ],
)
def test_side_and_role_are_read_from_a_name(name: str, side: str, role: str):
    words = read_name(name)
    assert words.side == side
    assert max(words.roles, key=lambda r: words.roles[r]) == role
    assert not words.ignored


@pytest.mark.parametrize("name", ["L5", "T12", "Lefty", "LeftyTail", "root", "Rigid", "lumbar", "ribs", "Bip001", "lr"])
def test_what_only_looks_sided_is_not(name: str):
    assert read_name(name).side == ""


@pytest.mark.parametrize(
    "name",
    ["upperarm_twist_01_l", "LeftForeArmRoll", "ik_foot_l", "HeadTop_End", "L Toe0Nub", "MCH-hand.L", "ORG-thigh.R",
     "index_metacarpal_l", "LeftInHandIndex", "CC_Base_L_ToeBaseShareBone", "LeftEye", "hair_03_l", "左足ＩＫ"],
)  # fmt: skip
def test_helpers_are_passed_over(name: str):
    assert read_name(name).ignored


def test_a_very_long_name_is_read_in_time():
    assert read_name("leftarm" * 10_000).side == "L"
