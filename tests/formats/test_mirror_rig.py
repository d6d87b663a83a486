"""Mirroring any rig: world positions are reflected, twice is the identity, axes do not matter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from rigs import convention_rig, with_zero_pose

from models.animation import Clip, Pose
from models.body import JOINT_MIRROR, JOINTS, POINT_MIRROR, Skeleton, body
from models.formats.mirror_pairs import mirror_pairs
from models.formats.mirror_rig import mirror_clip
from models.formats.naming import CONVENTIONS
from models.kinematics import quat

REFLECT = np.array([-1.0, 1.0, 1.0])


def random_clip(skeleton: Skeleton, rng: np.random.Generator, n_frames: int = 6) -> Clip:
    rotations = quat.unroll(quat.normalize(rng.normal(size=(n_frames, skeleton.n_joints, 4))))
    return Clip(skeleton, rng.normal(size=(n_frames, 3)), rotations, 30.0)


def standing_then_random(rng: np.random.Generator) -> Clip:
    """A clip of the canonical body that starts in its T-pose."""
    clip = random_clip(body(), rng)
    rotations = clip.rotations.copy()
    rotations[0] = quat.IDENTITY
    return replace(clip, rotations=quat.unroll(rotations))


def test_equals_the_mirror_of_the_canonical_body(rng):
    clip = random_clip(body(), rng)
    expected = Pose(clip.root, clip.rotations).mirrored()
    mirrored = mirror_clip(clip)
    assert_allclose(mirrored.root, expected.root)
    assert quat.angle(mirrored.rotations, expected.rotations).max() < 1e-9
    pairs, note = mirror_pairs(body())
    assert pairs.tolist() == JOINT_MIRROR.tolist()
    assert note.startswith("8 pairs of joints were swapped: LeftShoulder and RightShoulder")


def test_points_are_reflected_whatever_the_axes(rng):
    clip = standing_then_random(rng)
    expected = clip.points()[:, POINT_MIRROR] * REFLECT
    assert_allclose(mirror_clip(clip).points(), expected, atol=1e-9)
    # A zero pose that is a bundle of bones: every joint has axes of its own.
    bundle = with_zero_pose(clip, quat.normalize(rng.normal(size=(22, 4))))
    assert_allclose(bundle.points(), clip.points(), atol=1e-9)
    mirrored = mirror_clip(bundle)
    assert_allclose(mirrored.points(), expected, atol=1e-5)
    assert any("frame 0 was taken as the standing pose" in line for line in mirrored.report)


def test_zero_pose_symmetric_about_another_plane(rng):
    clip = random_clip(body(), rng)
    turned = with_zero_pose(clip, np.tile(quat.from_axis_angle([0, 1, 0], 1.0), (22, 1)))
    assert_allclose(mirror_clip(turned).points(), clip.points()[:, POINT_MIRROR] * REFLECT, atol=1e-9)


def test_bones_of_other_lengths_keep_them(rng):
    offsets = body().offsets * np.where(np.char.startswith(JOINTS, "Left"), 1.1, 1.0)[:, None]
    clip = random_clip(body().with_offsets(offsets), rng)
    mirrored = mirror_clip(clip)
    directions, reflected = (
        some.globals()[1][:, 1:] - some.globals()[1][:, body().parents[1:]] for some in (mirrored, clip)
    )
    reflected = (reflected * REFLECT)[:, JOINT_MIRROR[1:] - 1]
    shoulders = [n - 1 for n, name in enumerate(JOINTS) if name[-3:] in ("der", "Leg")]  # their joints are shared
    for bone in sorted(set(range(21)) - set(shoulders)):
        cosine = (directions[:, bone] * reflected[:, bone]).sum(-1)
        assert_allclose(
            cosine / np.linalg.norm(directions[:, bone], axis=-1), np.linalg.norm(reflected[:, bone], axis=-1)
        )


def test_twice_is_the_identity(rng):
    clip = standing_then_random(rng)
    offsets = body().offsets * rng.uniform(0.8, 1.2, size=(22, 1))
    for some in (
        clip,
        replace(clip, skeleton=body().with_offsets(offsets)),
        with_zero_pose(clip, np.tile(quat.from_axis_angle([0, 1, 0], 1.0), (22, 1))),
    ):
        twice = mirror_clip(mirror_clip(some))
        assert_allclose(twice.root, some.root)
        assert quat.angle(twice.rotations, some.rotations).max() < 1e-7
        assert_allclose(twice.globals()[1], some.globals()[1], atol=1e-7)


def test_translations_are_mirrored_too(rng):
    clip = random_clip(body(), rng)
    clip = replace(clip, translations=body().offsets + 0.05 * rng.normal(size=(6, 22, 3)))
    mirrored = mirror_clip(clip)
    assert_allclose(mirrored.globals()[1], clip.globals()[1][:, JOINT_MIRROR] * REFLECT, atol=1e-9)
    assert_allclose(mirror_clip(mirrored).globals()[1], clip.globals()[1], atol=1e-9)


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda convention: convention.name)
def test_pairs_of_every_convention(convention):
    skeleton, answer = convention_rig(convention)
    pairs, _ = mirror_pairs(skeleton)
    for index, joint in enumerate(JOINTS):
        here, there = answer.joints.get(joint), answer.joints.get(JOINTS[JOINT_MIRROR[index]])
        if here and there:
            assert pairs[skeleton.joint_index(here)] == skeleton.joint_index(there)


@pytest.mark.parametrize(
    ("names", "paired"),
    [
        (("hand_l", "hand_r"), True), (("Hand.L", "Hand.R"), True), (("LeftHand", "RightHand"), True),
        (("hand_left", "hand_right"), True), (("L_hand", "R_hand"), True), (("l_hand", "r_hand"), True),
        (("mixamorig:LeftHand", "mixamorig:RightHand"), True), (("Bip01 L Hand", "Bip01 R Hand"), True),
        (("LeftyTail", "RightyTail"), False), (("Tail1", "Tail2"), False), (("Weapon", "Shield"), False),
        (("LeftHand", "RightFoot"), False),
    ],
)  # fmt: skip
def test_names_that_are_sides_and_names_that_only_look_so(names: tuple[str, str], paired: bool):
    skeleton = Skeleton(
        "rig", ("Hips", *names), np.array([-1, 0, 0]), np.array([[0, 1, 0], [0.3, 0.2, 0], [-0.3, 0.2, 0]])
    )
    pairs, _ = mirror_pairs(skeleton)
    assert (pairs.tolist() == [0, 2, 1]) == paired
    assert paired or pairs.tolist() == [0, 1, 2]


def test_partners_need_partners_above(rng):
    names = ("Hips", "LeftArm", "RightArm", "LeftHand", "RightHand")
    crossed = Skeleton("crossed", names, np.array([-1, 0, 0, 1, 1]), rng.normal(size=(5, 3)))
    pairs, _ = mirror_pairs(crossed)
    assert pairs.tolist() == [0, 2, 1, 3, 4]


def test_unpaired_joints_are_reflected_in_place(rng):
    skeleton = Skeleton(
        "tail", ("Hips", "Tail1", "Tail2"), np.array([-1, 0, 1]), np.array([[0, 1, 0], [0, 0, -0.2], [0, 0, -0.3]])
    )
    clip = random_clip(skeleton, rng)
    mirrored = mirror_clip(clip)
    assert_allclose(mirrored.globals()[1], clip.globals()[1] * REFLECT, atol=1e-12)
    assert "no left and right joints were found" in mirrored.report[-1]


def test_no_frames():
    clip = random_clip(body(), np.random.default_rng(0)).sliced(0, 0)
    assert mirror_clip(clip).n_frames == 0
