"""A mirrored clip is the reflection of the original, joint by joint, whether the rest pose is symmetric or not."""

import numpy as np
import pytest
from synthetic_networks import random_poses

from models.animation import Clip
from models.body import JOINT_MIRROR, Skeleton, body, mirror_points
from models.formats import read
from models.formats.rig_mirror import mirrored_clip, paired_joints
from models.kinematics import quat

REFLECT = np.array([-1.0, 1.0, 1.0])


def random_clip(skeleton: Skeleton, n_frames: int = 6, seed: int = 0) -> Clip:
    rng = np.random.default_rng(seed)
    rotations = quat.from_rotvec(rng.normal(scale=0.6, size=(n_frames, skeleton.n_joints, 3)))
    return Clip(skeleton, rng.normal(size=(n_frames, 3)), quat.unroll(rotations), 30.0)


def bent_rig() -> Skeleton:
    """The canonical tree with one arm drawn forward and the other hanging: a rest pose that is not symmetric."""
    offsets = body().offsets.copy()
    turns = {"Left": quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.7)}
    turns["Right"] = quat.from_axis_angle(np.array([0.0, 0.0, 1.0]), 1.2)
    for side, turn in turns.items():
        for name in ("ForeArm", "Hand"):
            joint = body().joint_index(side + name)
            offsets[joint] = quat.rotate(turn, offsets[joint])
    return body().with_offsets(offsets, name="bent")


def test_on_the_canonical_body_it_is_the_canonical_mirror():
    poses = random_poses(10, seed=2)
    clip = Clip(body(), poses.root, quat.unroll(poses.rotations), 30.0)
    np.testing.assert_array_equal(paired_joints(body()), JOINT_MIRROR)
    np.testing.assert_allclose(mirrored_clip(clip).points(), mirror_points(clip.points()), atol=1e-12)


@pytest.mark.parametrize("skeleton", [body(), bent_rig()], ids=["T", "bent"])
def test_joints_are_reflected_and_twice_is_the_identity(skeleton):
    clip = random_clip(skeleton)
    mirrored = mirrored_clip(clip)
    _, before = clip.globals()
    _, after = mirrored.globals()
    np.testing.assert_allclose(after, before[:, JOINT_MIRROR] * REFLECT, atol=1e-5)
    again = mirrored_clip(mirrored)
    np.testing.assert_allclose(again.globals()[1], before, atol=1e-9)
    assert quat.angle(again.rotations, clip.rotations).max() < 1e-6


def test_moving_joints_are_reflected_too():
    clip = random_clip(body(), seed=3)
    rng = np.random.default_rng(4)
    moved = body().offsets + rng.normal(scale=0.05, size=(clip.n_frames, 22, 3))
    clip = Clip(clip.skeleton, clip.root, clip.rotations, clip.fps, translations=moved)
    mirrored = mirrored_clip(clip)
    np.testing.assert_allclose(mirrored.globals()[1], clip.globals()[1][:, JOINT_MIRROR] * REFLECT, atol=1e-12)


def test_a_rig_that_faces_x_is_mirrored_across_its_own_width():
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.pi / 2)
    sideways = body().with_offsets(quat.rotate(turn, body().offsets), quat.rotate(turn, body().point_offsets))
    clip = random_clip(sideways, seed=5)
    _, before = clip.globals()
    np.testing.assert_allclose(mirrored_clip(clip).globals()[1], before[:, JOINT_MIRROR] * [1.0, 1.0, -1.0], atol=1e-9)


def test_fingers_pair_by_name_and_what_is_alone_is_reported():
    rig = Skeleton(
        name="puppet",
        joint_names=("root", "arm_L", "arm_R", "thumb.L", "thumb.R", "sword_R", "Lefty"),
        parents=np.array([-1, 0, 0, 1, 2, 2, 0]),
        offsets=np.array(
            [[0, 1, 0], [0.5, 0, 0], [-0.5, 0, 0], [0.2, 0, 0.1], [-0.2, 0, 0.1], [0, 0, 0.5], [0, 0.3, 0]], float
        ),
    )
    np.testing.assert_array_equal(paired_joints(rig), [0, 2, 1, 4, 3, 5, 6])
    mirrored = mirrored_clip(random_clip(rig))
    assert mirrored.report == ("joint 'sword_R' has no counterpart on the other side and is reflected in place",)


def test_bones_keep_their_own_lengths():
    offsets = body().offsets.copy()
    offsets[body().joint_index("LeftHand")] *= 1.3
    clip = random_clip(body().with_offsets(offsets))
    bones = np.linalg.norm(np.diff(mirrored_clip(clip).globals()[1][:, [8, 9]], axis=1)[:, 0], axis=-1)
    np.testing.assert_allclose(bones, 1.3 * 0.255, atol=1e-9)


def test_real_rigs_of_every_family(mocap, tmp_path):
    import zipfile

    for archive in sorted(mocap.glob("*.zip")):
        with zipfile.ZipFile(archive) as bundle:
            smallest = min((i for i in bundle.infolist() if i.filename.endswith(".bvh")), key=lambda i: i.file_size)
            path = bundle.extract(smallest, tmp_path)
        clip = read(path)
        clip = clip.sliced(0, min(clip.n_frames, 20))
        pairs = paired_joints(clip.skeleton)
        assert (pairs != np.arange(len(pairs))).sum() >= 16, archive.name
        _, before = clip.globals()
        _, after = mirrored_clip(clip).globals()
        off_m = np.linalg.norm(after - before[:, pairs] * REFLECT, axis=-1)
        assert off_m.mean() < 0.015, archive.name  # what the rigs' unequal sides leave
        np.testing.assert_allclose(mirrored_clip(mirrored_clip(clip)).globals()[1], before, atol=1e-6)
