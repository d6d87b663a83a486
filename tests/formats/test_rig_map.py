"""Rigs of every convention, with and without readable names, map to the same body."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rigs import Answer, RigBuilder, convention_rig, renamed, turned

from models.body import JOINTS, Skeleton
from models.errors import RigError, UnknownJoint
from models.formats import rig_tree
from models.formats.naming import CONVENTIONS, RigConvention
from models.formats.rig_map import map_rig
from models.kinematics import quat

NAMED = {convention.name: convention for convention in CONVENTIONS}


def check(skeleton: Skeleton, answer: Answer):
    found = map_rig(skeleton)
    assert found.joints == answer.joints
    assert found.markers == answer.markers
    return found


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_listed_names_are_mapped_with_certainty(convention: RigConvention):
    found = check(*convention_rig(convention))
    assert found.convention == convention.name
    assert found.overall == 1.0
    assert found.notes == ()


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_names_of_no_list_are_read_word_by_word(convention: RigConvention, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rig_tree, "recognise", lambda names: None)
    skeleton, answer = convention_rig(convention)
    names = {name: f"Zog_{name}_jnt" for name in skeleton.joint_names}
    if convention.name == "Rigify":  # its hips and neck are called spine: only the structure tells
        assert map_rig(renamed(skeleton, names)).overall < 0.6
    else:
        found = check(renamed(skeleton, names), answer.renamed(names))
        assert 0.5 < found.overall < 1.0


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
@pytest.mark.parametrize("yaw", [0.0, 2.0])
def test_unreadable_names_leave_the_structure(convention: RigConvention, yaw: float):
    skeleton, answer = convention_rig(convention)
    names = {name: f"J{index:03d}" for index, name in enumerate(skeleton.joint_names)}
    rest = quat.mul(quat.from_axis_angle([1, 0, 0], yaw), quat.from_axis_angle([0, 1, 0], yaw))
    found = map_rig(turned(renamed(skeleton, names), rest))
    assert found.joints == answer.renamed(names).joints
    assert found.overall < 0.5
    assert set(found.unsure) == {name for name, joint in found.joints.items() if joint}
    assert "feet point" in found.notes[0]


@pytest.mark.parametrize("prefix", ["mixamorig:", "mixamorig1:", "mixamorig_", "mixamorig", "", "Guard|mixamorig7:"])
def test_mixamo_under_any_namespace(prefix: str):
    assert check(*convention_rig(NAMED["Mixamo"], prefix)).overall == 1.0


@pytest.mark.parametrize(("was", "now"), [(" ", "_"), ("Bip001", "Bip01"), ("Bip001", "Biped"), ("Bip001 ", "")])
def test_biped_spellings(was: str, now: str):
    skeleton, answer = convention_rig(NAMED["3ds Max Biped"], "Bip001 ")
    names = {name: name.replace(was, now) for name in skeleton.joint_names}
    assert check(renamed(skeleton, names), answer.renamed(names)).overall == 1.0


def test_size_does_not_matter():
    for scale in (1e-3, 100.0):
        check(*convention_rig(NAMED["Unreal Engine"], scale=scale))


def test_biped_hangs_thighs_off_the_spine_and_arms_off_the_neck():
    skeleton, answer = convention_rig(NAMED["3ds Max Biped"], "Bip001 ")
    parents = np.array(skeleton.parents)
    rest = skeleton.rest_positions
    for side in "LR":
        for child, parent in ((f"Bip001 {side} Thigh", "Bip001 Spine"), (f"Bip001 {side} Clavicle", "Bip001 Neck")):
            parents[skeleton.joint_index(child)] = skeleton.joint_index(parent)
    moved = replace(skeleton, parents=parents, offsets=rest - np.where(parents[:, None] >= 0, rest[parents], 0.0))
    check(moved, answer)


def test_character_creator_has_two_pelvises():
    skeleton, answer = convention_rig(NAMED["Character Creator"])
    rig = RigBuilder.of(skeleton)
    for side in "LR":
        thigh = f"CC_Base_{side}_Thigh"
        if "CC_Base_Pelvis" not in rig.names:
            rig.between("CC_Base_Pelvis", thigh, 0.0)
        rig.parents[rig.names.index(thigh)] = rig.names.index("CC_Base_Pelvis")
    check(rig.skeleton(), answer)


def test_mmd_moves_the_lower_body_apart_from_the_spine():
    skeleton, answer = convention_rig(NAMED["MikuMikuDance"])
    plain, rig = RigBuilder.of(skeleton), RigBuilder()
    rig.add("全ての親", None, (0, 0, 0))
    rig.add("センター", "全ての親", (0, 0.7, 0))
    for name, parent in zip(plain.names, plain.parents, strict=True):
        beside = name in ("下半身", "上半身")
        rig.add(name, "センター" if beside else plain.names[parent], plain.place(name))
    rig.ends = plain.ends
    check(rig.skeleton(), answer)


def test_a_joint_at_the_place_of_its_parent_is_passed_over():
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    for side in ("Left", "Right"):
        rig.between(f"{side}Socketless", f"{side}UpLeg", 0.0)
        rig.between(f"{side}Zero", f"{side}Leg", 0.0)
    check(rig.skeleton(), answer)


@pytest.mark.parametrize("wrist_at", [0.6, 0.66, 0.72])
def test_the_anatomical_wrist_ends_a_forearm_of_human_length(wrist_at: float, monkeypatch: pytest.MonkeyPatch):
    """Where a rig has a wrist and a hand, the one that makes the forearm as long as forearms are is the hand."""
    monkeypatch.setattr(rig_tree, "recognise", lambda names: None)
    skeleton, answer = convention_rig(NAMED["CMU, Acclaim"])
    rig = RigBuilder.of(skeleton)
    for side in "lr":
        rig.between(f"{side}wrist", f"{side}hand", wrist_at)
    check(rig.skeleton(), answer)
    # SMPL's hand joint is at the knuckles: there the wrist is the anatomical one.
    skeleton, answer = convention_rig(replace(NAMED["SMPL"], thumb=(), index=(), middle=(), ring=(), pinky=()))
    rig = RigBuilder.of(skeleton)
    for side in ("left", "right"):
        tip = rig.ends.pop(f"{side}_wrist")
        rig.add(f"{side}_hand", f"{side}_wrist", 0.5 * (rig.place(f"{side}_wrist") + tip))
        rig.end(f"{side}_hand", tip)
    assert map_rig(rig.skeleton()).joints == answer.joints


def test_extra_bones_change_nothing():
    skeleton, answer = convention_rig(NAMED["Unreal Engine"])
    rig = RigBuilder.of(skeleton)
    for side, x in (("l", 0.3), ("r", -0.3)):
        rig.add(f"upperarm_twist_01_{side}", f"upperarm_{side}", rig.place(f"upperarm_{side}", x / 2, 0, 0))
        rig.add(f"thigh_twist_01_{side}", f"thigh_{side}", rig.place(f"thigh_{side}", 0, -0.2, 0))
        rig.add(f"pauldron_{side}", f"upperarm_{side}", rig.place(f"upperarm_{side}", 0, 0.1, 0))
        rig.add(f"eye_{side}", "head", rig.place("head", x / 8, 0.1, 0.1))
        rig.add(f"ik_hand_{side}", "pelvis", rig.place(f"hand_{side}"))
        rig.add(f"ik_foot_{side}", "pelvis", rig.place(f"foot_{side}"))
        rig.between(f"forearm_roll_{side}", f"hand_{side}")
        rig.between(f"middle_metacarpal_{side}", f"middle_01_{side}", 0.3)
    for n in range(6):
        rig.add(f"hair_{n}", "head" if n == 0 else f"hair_{n - 1}", rig.place("head", 0, 0, -0.1 * (n + 1)))
        rig.add(f"cape_{n}", "spine_05" if n == 0 else f"cape_{n - 1}", rig.place("spine_05", 0, -0.2 * n, -0.2))
    rig.add("sword", "hand_r", rig.place("hand_r", 0, 0, 1.2))
    found = check(rig.skeleton(), answer)
    assert found.overall == 1.0


def test_five_spine_joints_keep_both_ends_and_the_middle():
    found = map_rig(convention_rig(NAMED["Unreal Engine"])[0])
    assert [found.joints[name] for name in ("Spine", "Spine1", "Spine2")] == ["spine_01", "spine_03", "spine_05"]


def test_two_spine_joints_are_the_lower_two():
    found = map_rig(convention_rig(NAMED["Bandai Namco"])[0])
    assert [found.joints[name] for name in ("Spine", "Spine1", "Spine2")] == ["Spine", "Chest", None]
    assert "Spine2" in found.unresolved


def test_an_end_site_at_its_joint_is_no_marker():
    skeleton, _ = convention_rig(NAMED["LaFAN1"])
    found = map_rig(replace(skeleton, point_offsets=np.zeros((skeleton.n_points, 3))))
    assert set(found.markers.values()) == {None}


def test_end_joints_stand_for_end_sites():
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    for joint, end in (("Head", "HeadTop_End"), ("LeftToeBase", "LeftToe_End"), ("RightToeBase", "RightToe_End")):
        rig.add(end, joint, rig.ends.pop(joint))
    found = map_rig(rig.skeleton())
    assert found.joints == answer.joints
    assert (found.markers["HeadTop"], found.markers["LeftToeTip"]) == ("HeadTop_End", "LeftToe_End")


@pytest.mark.parametrize("first", [0, 1])
def test_numbered_fingers_are_counted_from_the_thumb(first: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rig_tree, "recognise", lambda names: None)
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    order = ("Thumb", "Index", "Middle", "Ring", "Pinky")
    names = {name: name for name in skeleton.joint_names}
    for n, finger in enumerate(order, start=first):
        names |= {k: k.replace(f"Hand{finger}", f"Finger{n}_") for k in names if f"Hand{finger}" in k}
    check(renamed(skeleton, names), answer.renamed(names))


def test_sides_in_names_outweigh_where_things_are():
    """A mirrored rig is believed: names are what its animation means."""
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    check(skeleton.with_offsets(skeleton.offsets * (-1, 1, 1), skeleton.point_offsets * (-1, 1, 1)), answer)


def test_sides_of_different_length_are_doubted():
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    rig.move("LeftHand", x=0.4)
    found = map_rig(rig.skeleton())
    assert found.joints == answer.joints
    assert found.overall == 0.5
    assert found.notes == ("the left arm is 75% longer than the other: check the map",)
    assert set(found.unsure) == {s + j for s in ("Left", "Right") for j in ("Shoulder", "Arm", "ForeArm", "Hand")}


def four_legs(names: dict[str, str]) -> Skeleton:
    """A dog: trunk along +Z, four legs down, a tail."""
    rig = RigBuilder()
    rig.add("pelvis", None, (0, 0.6, 0))
    for n in (1, 2, 3):
        rig.add(f"spine{n}", "pelvis" if n == 1 else f"spine{n - 1}", (0, 0.6, 0.2 * n))
    rig.add("neck", "spine3", (0, 0.75, 0.75))
    rig.add("head", "neck", (0, 0.85, 0.85))
    rig.end("head", (0, 0.8, 1.0))
    for n in (1, 2, 3):
        rig.add(f"tail{n}", "pelvis" if n == 1 else f"tail{n - 1}", (0, 0.6, -0.15 * n))
    for side, x in (("l", 0.1), ("r", -0.1)):
        for kind, z, top in (("front", 0.6, "spine3"), ("hind", 0.0, "pelvis")):
            for part, height in (("upper", 0.5), ("lower", 0.28), ("paw", 0.06)):
                above = top if part == "upper" else rig.names[-1]
                rig.add(f"{kind}_{part}_{side}", above, (x, height, z))
            rig.end(rig.names[-1], (x, 0.03, z + 0.08))
    return renamed(rig.skeleton("dog"), names)


def test_animals_are_refused_by_name_and_by_stance():
    with pytest.raises(RigError, match=r"'dog' looks like an animal.*'tail1' and 'tail2'"):
        map_rig(four_legs({}))
    nonsense = {name: f"J{n}" for n, name in enumerate(four_legs({}).joint_names)}
    with pytest.raises(RigError, match="trunk lies across its legs"):
        map_rig(four_legs(nonsense))


def test_what_is_no_body_is_refused_with_what_is_missing():
    with pytest.raises(RigError, match="not recognised as a humanoid: found no left arm, no left leg"):
        map_rig(Skeleton("box", ("box",), np.array([-1]), np.zeros((1, 3))))
    rope = Skeleton("rope", tuple(f"J{n}" for n in range(60)), np.arange(60) - 1, np.tile([0.0, 0.1, 0.0], (60, 1)))
    with pytest.raises(RigError, match="'rope'"):
        map_rig(rope)


def test_a_body_without_a_leg_is_refused():
    skeleton, _ = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    keep = [n for n in rig.names if n not in ("RightUpLeg", "RightLeg", "RightFoot", "RightToeBase")]
    cut = RigBuilder()
    for name in keep:
        parent = rig.parents[rig.names.index(name)]
        cut.add(name, None if parent < 0 else rig.names[parent], rig.place(name))
    with pytest.raises(RigError, match="no right leg"):
        map_rig(cut.skeleton())


def test_random_trees_never_break_the_mapper(rng: np.random.Generator):
    words = ["Left", "Right", "Arm", "Leg", "Hand", "Foot", "Spine", "Head", "x", "_l", "_r", "1", "Hip", "頭"]
    for _ in range(60):
        n = int(rng.integers(1, 40))
        parents = np.array([-1, *(int(rng.integers(-1, k)) for k in range(1, n))])
        names = tuple("".join(rng.choice(words, 3)) + f".{k}" for k in range(n))
        offsets = rng.normal(size=(n, 3)) * rng.choice([0.0, 1.0], size=(n, 1))
        skeleton = Skeleton("random", names, parents, offsets)
        try:
            found = map_rig(skeleton)
        except RigError:
            continue
        used = [joint for joint in found.joints.values() if joint is not None]
        assert len(set(used)) == len(used)
        assert set(used) <= set(names)


def test_a_map_is_checked_against_the_rig():
    skeleton, _ = convention_rig(NAMED["Mixamo"])
    found = map_rig(skeleton)
    assert set(found.joints) == set(JOINTS)
    found.check(skeleton)
    with pytest.raises(RigError, match="has no LeftArm"):
        replace(found, joints={**found.joints, "LeftArm": None}).check(skeleton)
    with pytest.raises(UnknownJoint, match=r"'Hisp' is not a joint.*Did you mean 'Hips'"):
        replace(found, joints={**found.joints, "Hips": "Hisp"}).check(skeleton)
    with pytest.raises(UnknownJoint, match="'Crown'"):
        replace(found, markers={**found.markers, "HeadTop": "Crown"}).check(skeleton)
