"""Motion keeps its meaning whatever rig plays it and whatever that rig calls its zero pose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from rigs import RigBuilder, convention_rig, on_rig, with_zero_pose

from models.animation import Clip
from models.body import JOINTS, POINTS, body
from models.errors import RigError
from models.formats import bvh
from models.formats.naming import CONVENTIONS, RigConvention
from models.formats.retarget import fitted_skeleton, retarget
from models.formats.rig_map import map_rig
from models.kinematics import quat

X, Y, Z = np.eye(3)
NAMED = {convention.name: convention for convention in CONVENTIONS}
LIMBS = [JOINTS.index(s + j) for s in ("Left", "Right") for j in ("Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot")]


@pytest.fixture
def walk(walk_clip) -> Clip:
    return walk_clip(61)


@pytest.fixture
def mixamo(walk: Clip) -> Clip:
    """The walk on a rig of Mixamo's names with fingers, in a T-pose."""
    return on_rig(walk, *convention_rig(NAMED["Mixamo"]))


def joint_positions(clip: Clip) -> np.ndarray:
    return clip.globals()[1]


def zero_pose(clip: Clip, turns: dict[str, np.ndarray]) -> np.ndarray:
    """World rotations (J, 4) of a pose in which the named joints, and all below them, are turned."""
    world = np.tile(quat.IDENTITY, (clip.skeleton.n_joints, 1))
    for joint, name in enumerate(clip.skeleton.joint_names):
        parent = clip.skeleton.parents[joint]
        above = world[parent] if parent >= 0 else quat.IDENTITY
        world[joint] = quat.mul(turns.get(name, quat.IDENTITY), above)
    return world


def test_our_own_body_passes_unchanged(walk: Clip):
    same = retarget(walk)
    assert_allclose(same.root, walk.root, atol=1e-12)
    assert_allclose(quat.angle(same.rotations, walk.rotations), 0.0, atol=1e-7)
    assert same.fps == walk.fps
    assert fitted_skeleton(walk).offsets == pytest.approx(body().offsets, abs=1e-12)


@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0])
def test_our_own_export_is_scaled_once(walk: Clip, factor: float):
    """A body of another size comes back to canonical size; doing it again changes nothing."""
    large = Clip(body().scaled(factor), walk.root * factor, walk.rotations, walk.fps)
    once = retarget(large)
    assert_allclose(once.points(), walk.points(), atol=1e-9)
    assert_allclose(retarget(once).points(), once.points(), atol=1e-9)


def test_our_own_bvh_comes_back_as_it_was(mixamo: Clip, walk: Clip, tmp_path: Path):
    """Written in canonical proportions or in a rig's own: the same rotations, the same points, scaled once."""
    for clip in (walk, retarget(mixamo, skeleton=fitted_skeleton(mixamo))):
        bvh.write(tmp_path / "own.bvh", clip)
        again = bvh.read(tmp_path / "own.bvh")
        assert map_rig(again.skeleton).joints == {name: name for name in JOINTS}
        assert_allclose(quat.angle(retarget(again).rotations, clip.rotations), 0.0, atol=1e-6)
        assert_allclose(retarget(again).points(), retarget(clip).points(), atol=1e-6)


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_every_convention_plays_the_same_walk(walk: Clip, convention: RigConvention):
    clip = on_rig(walk, *convention_rig(convention))
    got, want = joint_positions(retarget(clip))[:, LIMBS], joint_positions(walk)[:, LIMBS]
    # Rigs with two neck or many spine joints bend where the canonical body does not; toes may be missing.
    assert np.abs(got - want).max() < 2e-3


def test_hands_lie_as_their_fingers_do(mixamo: Clip, walk: Clip):
    hand = JOINTS.index("LeftHand")
    turn = quat.angle(retarget(mixamo).globals()[0][:, hand], walk.globals()[0][:, hand])
    assert np.degrees(turn).max() < 6.0  # the knuckles of the made rig are not exactly the canonical ones


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("A-pose", {"LeftArm": quat.from_axis_angle(Z, -0.8), "RightArm": quat.from_axis_angle(Z, 0.8)}),
        ("arms down", {"LeftArm": quat.from_axis_angle(Z, -1.4), "RightArm": quat.from_axis_angle(Z, 1.4)}),
        ("arms forward", {"LeftArm": quat.from_axis_angle(Y, -1.0), "RightArm": quat.from_axis_angle(Y, 1.0)}),
        ("legs spread", {"LeftUpLeg": quat.from_axis_angle(Z, 0.35), "RightUpLeg": quat.from_axis_angle(Z, -0.35)}),
        ("bent elbows", {"LeftForeArm": quat.from_axis_angle(Y, -0.4), "RightForeArm": quat.from_axis_angle(Y, 0.4)}),
        ("facing -Z", {"Hips": quat.from_axis_angle(Y, np.pi)}),
        ("facing +X", {"Hips": quat.from_axis_angle(Y, np.pi / 2)}),
        ("Z up", {"Hips": quat.from_axis_angle(X, np.pi / 2)}),
    ],
)
def test_the_zero_pose_does_not_matter(mixamo: Clip, name: str, turns: dict[str, np.ndarray]):
    other = with_zero_pose(mixamo, zero_pose(mixamo, turns))
    assert_allclose(joint_positions(other), joint_positions(mixamo), atol=1e-9)  # the same motion to the eye
    got, want = retarget(other), retarget(mixamo)
    assert_allclose(got.points(), want.points(), atol=1e-6)
    assert_allclose(quat.angle(got.rotations, want.rotations), 0.0, atol=1e-5)


def test_a_folded_zero_pose_is_noticed_and_replaced_by_a_standing_frame(mixamo: Clip, rng: np.random.Generator):
    """Like LaFAN1: every bone along +X, rolled anyhow."""
    skeleton = mixamo.skeleton
    world = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))
    for joint in range(skeleton.n_joints):
        children = skeleton.children(joint)
        bone = skeleton.offsets[children[0]] if len(children) else X
        roll = quat.from_axis_angle(X, rng.uniform(-np.pi, np.pi))
        world[joint] = quat.mul(roll, quat.between(bone if len(children) < 3 else Y, X))
    rotations = mixamo.rotations.copy()
    rotations[:10] = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))  # it starts by standing, as captures do
    start = replace(mixamo, rotations=rotations)
    got, want = retarget(with_zero_pose(start, world)), retarget(start)
    assert any("not a standing body; frame" in note for note in got.report)
    away = np.linalg.norm(joint_positions(got) - joint_positions(want), axis=-1)
    assert away.mean() < 0.02
    assert away[:, LIMBS].max() < 0.04


@pytest.mark.parametrize("factor", [0.6, 1.5])
def test_the_root_is_scaled_by_the_legs_and_soles_stay_on_the_ground(factor: float):
    """Legs 0.6 and 1.5 times as long, ankles as high as ever: strides scale, feet neither float nor sink."""
    offsets = body().offsets.copy()
    offsets[[JOINTS.index(s + j) for s in ("Left", "Right") for j in ("Leg", "Foot")]] *= factor
    rig = body().with_offsets(offsets)
    root = np.outer(np.arange(5), [0.0, 0.0, factor])
    standing = Clip(rig, root, np.tile(quat.IDENTITY, (5, len(JOINTS), 1)), 30.0)
    on_ground = np.array([0.0, body().rest_points[:, 1].min() - standing.points()[..., 1].min(), 0.0])
    got = retarget(replace(standing, root=root + on_ground))
    assert np.diff(got.root[:, 2]) == pytest.approx(1.0, rel=1e-9)
    # What the sole has below the toe joints grows with the legs: at most a centimetre here.
    assert_allclose(got.points()[..., 1].min(axis=-1), body().rest_points[:, 1].min(), atol=0.011)


def test_a_spine_behind_the_hips_does_not_tilt_the_body(walk: Clip):
    skeleton, answer = convention_rig(NAMED["ACCAD"])
    rig = RigBuilder.of(skeleton)
    rig.move("ToSpine", y=-0.08, z=-0.07)
    got = retarget(on_rig(walk, rig.skeleton(), answer))
    assert_allclose(quat.angle(got.globals()[0][:, :6], walk.globals()[0][:, :6]), 0.0, atol=1e-6)


def test_feet_flat_at_rest_are_flat_whatever_their_height(walk: Clip):
    """A high heel bone changes the slope from ankle to toe, not the sole."""
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    for side in ("Left", "Right"):
        rig.move(f"{side}Foot", y=0.05)
    got = retarget(on_rig(walk, rig.skeleton(), answer))
    foot = JOINTS.index("LeftFoot")
    assert_allclose(quat.angle(got.globals()[0][:, foot], walk.globals()[0][:, foot]), 0.0, atol=1e-6)


def test_joints_between_are_absorbed(walk: Clip):
    """A roll joint in the forearm carries what the hand's own joint would."""
    skeleton, answer = convention_rig(NAMED["Mixamo"])
    rig = RigBuilder.of(skeleton)
    rig.between("LeftForeArmRoll", "LeftHand")
    with_roll = rig.skeleton()
    clip = on_rig(walk, with_roll, answer)
    roll, hand = with_roll.joint_index("LeftForeArmRoll"), with_roll.joint_index("LeftHand")
    turn = quat.from_axis_angle(X, np.linspace(-1.0, 1.0, clip.n_frames))
    rotations = clip.rotations.copy()
    rotations[:, roll] = turn
    got = retarget(replace(clip, rotations=rotations))
    direct = on_rig(walk, skeleton, answer)
    rotations = direct.rotations.copy()
    rotations[:, skeleton.joint_index("LeftHand")] = quat.mul(turn, rotations[:, skeleton.joint_index("LeftHand")])
    want = retarget(replace(direct, rotations=rotations))
    assert_allclose(got.points(), want.points(), atol=1e-9)
    assert hand > roll


def test_the_roll_of_the_hand_is_carried_by_the_forearm(mixamo: Clip):
    rotations = mixamo.rotations.copy()
    hand = mixamo.skeleton.joint_index("LeftHand")
    turn = quat.from_axis_angle(X, np.linspace(-1.2, 1.2, mixamo.n_frames))
    rotations[:, hand] = quat.mul(turn, rotations[:, hand])
    got = retarget(replace(mixamo, rotations=rotations))
    assert_allclose(got.rotations[:, JOINTS.index("LeftHand"), 0], 0.0, atol=1e-9)  # the wrist does not twist
    forearm = got.rotations[:, JOINTS.index("LeftForeArm")]
    twist = 2 * np.arctan2(forearm[:, 0], forearm[:, 3])
    assert np.ptp(twist) == pytest.approx(2.4, abs=0.05)


@pytest.mark.parametrize("roll", [-0.6, 0.5])
def test_elbows_of_every_rig_bend_about_the_same_axis(mixamo: Clip, roll: float):
    """A rig whose upper arms are rolled in its zero pose gives the same rotations."""
    skeleton = mixamo.skeleton
    world = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))
    for side in ("Left", "Right"):
        world[skeleton.joint_index(f"{side}Arm")] = quat.from_axis_angle(X, roll)
    other = with_zero_pose(mixamo, world)
    got, want = retarget(other), retarget(mixamo)
    assert_allclose(quat.angle(got.rotations, want.rotations), 0.0, atol=1e-6)
    assert any("left upper arm was found from how its elbow bends" in note for note in got.report)


def test_a_straight_arm_keeps_its_roll(mixamo: Clip):
    rotations = mixamo.rotations.copy()
    for side in ("Left", "Right"):
        rotations[:, mixamo.skeleton.joint_index(f"{side}ForeArm")] = quat.IDENTITY
    assert not any("elbow" in note for note in retarget(replace(mixamo, rotations=rotations)).report)


def test_missing_joints_follow_their_parents_and_are_reported(walk: Clip):
    skeleton, answer = convention_rig(NAMED["Perception Neuron"])  # no toes
    got = retarget(on_rig(walk, skeleton, answer))
    assert_allclose(quat.angle(got.rotations[:, JOINTS.index("LeftToeBase")], quat.IDENTITY), 0.0, atol=1e-7)
    assert any("has no LeftToeBase, RightToeBase" in note for note in got.report)


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: c.name)
def test_a_fitted_skeleton_has_the_rigs_joints_where_the_rig_has_them(walk: Clip, convention: RigConvention):
    skeleton, answer = convention_rig(convention)
    rig = RigBuilder.of(skeleton)
    for side in convention.sides:
        for role, change in (("shin", {"y": -0.05}), ("foot", {"y": -0.02}), ("forearm", {"x": 0.0})):
            rig.move(getattr(convention, role)[0].replace("{s}", side), **change)
    clip = on_rig(walk, rig.skeleton(), answer)
    fitted = fitted_skeleton(clip)
    assert fitted.joint_names == JOINTS
    assert fitted.point_names == POINTS
    got = joint_positions(retarget(clip, skeleton=fitted))
    rig_positions = joint_positions(clip)
    for name, joint in answer.joints.items():
        if joint is not None and name not in ("Neck", "Head", "Spine2"):
            away = got[:, JOINTS.index(name)] - rig_positions[:, clip.skeleton.joint_index(joint)]
            assert np.abs(away).max() < 1e-3, name
    assert fitted.rest_points[:, 1].min() > 0.0


def test_a_fitted_skeleton_keeps_the_rigs_markers(mixamo: Clip):
    fitted = fitted_skeleton(mixamo)
    got = retarget(mixamo, skeleton=fitted).points()
    found = map_rig(mixamo.skeleton)
    ends = mixamo.points()
    for marker in ("HeadTop", "LeftMiddleTip", "RightThumbTip", "LeftToeTip"):
        point = mixamo.skeleton.point_index(str(found.markers[marker]))
        assert_allclose(got[:, POINTS.index(marker)], ends[:, point], atol=2e-3)


def test_one_frame_and_no_frame(mixamo: Clip):
    assert retarget(mixamo.sliced(0, 1)).n_frames == 1
    empty = mixamo.sliced(0, 0)
    assert retarget(empty).n_frames == 0


def test_a_given_map_is_used_and_checked(mixamo: Clip):
    found = map_rig(mixamo.skeleton)
    assert_allclose(retarget(mixamo, found).points(), retarget(mixamo).points(), atol=1e-12)
    without_head = retarget(mixamo, replace(found, joints={**found.joints, "Head": None}))
    assert_allclose(quat.angle(without_head.rotations[:, JOINTS.index("Head")], quat.IDENTITY), 0.0, atol=1e-7)
    with pytest.raises(RigError, match="has no LeftHand"):
        retarget(mixamo, replace(found, joints={**found.joints, "LeftHand": None}))


def test_the_target_must_be_the_canonical_tree(mixamo: Clip):
    with pytest.raises(RigError, match="is not a 22-joint body"):
        retarget(mixamo, skeleton=mixamo.skeleton)


def test_feet_that_point_backwards_for_the_sides_in_the_names_are_noticed(mixamo: Clip):
    skeleton = mixamo.skeleton
    back = (1, 1, -1)
    flipped = skeleton.with_offsets(skeleton.offsets * back, skeleton.point_offsets * back)
    report = retarget(replace(mixamo, skeleton=flipped)).report
    assert any("left and right may be swapped" in note for note in report)


def test_legs_without_length_are_refused(mixamo: Clip):
    skeleton = mixamo.skeleton
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        for part in ("Leg", "Foot"):
            offsets[skeleton.joint_index(side + part)] = 0.0
    flat = replace(mixamo, skeleton=skeleton.with_offsets(offsets))
    with pytest.raises(RigError, match="have no length"):
        retarget(flat, map_rig(skeleton))
