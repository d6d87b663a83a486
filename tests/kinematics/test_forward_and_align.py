"""Forward kinematics against a plain walk down the tree; alignment recovers a known motion."""

import numpy as np
from numpy.testing import assert_allclose

from models.animation import Pose
from models.body import body
from models.kinematics import align, forward, quat


def random_pose(rng, *shape):
    skeleton = body()
    return Pose(rng.normal(size=(*shape, 3)), quat.normalize(rng.normal(size=(*shape, skeleton.n_joints, 4))))


def test_forward_kinematics_equals_walking_down_the_tree(rng):
    skeleton, pose = body(), random_pose(rng)
    matrices, places = {}, {}
    for joint, parent in enumerate(skeleton.parents):
        local = quat.to_matrix(pose.rotations[joint])
        if parent < 0:
            matrices[joint], places[joint] = local, pose.root
        else:
            matrices[joint] = matrices[parent] @ local
            places[joint] = places[parent] + matrices[parent] @ skeleton.offsets[joint]
    rotations, positions = forward.globals_from_locals(skeleton, pose.root, pose.rotations)
    assert_allclose(positions, np.array([places[j] for j in range(skeleton.n_joints)]), atol=1e-12)
    assert_allclose(quat.to_matrix(rotations), np.array([matrices[j] for j in range(skeleton.n_joints)]), atol=1e-12)


def test_many_frames_equal_one_at_a_time(rng):
    skeleton, poses = body(), random_pose(rng, 3, 4)
    together = poses.points(skeleton)
    assert together.shape == (3, 4, 43, 3)
    assert_allclose(together[1, 2], Pose(poses.root[1, 2], poses.rotations[1, 2]).points(skeleton), atol=1e-12)


def test_bones_keep_their_lengths(rng):
    skeleton, poses = body(), random_pose(rng, 100)
    _, positions = forward.globals_from_locals(skeleton, poses.root, poses.rotations)
    bones = np.linalg.norm(positions[:, 1:] - positions[:, skeleton.parents[1:]], axis=-1)
    assert_allclose(bones, np.broadcast_to(np.linalg.norm(skeleton.offsets[1:], axis=-1), bones.shape), atol=1e-12)


def test_locals_undo_globals(rng):
    skeleton, poses = body(), random_pose(rng, 50)
    world, _ = forward.globals_from_locals(skeleton, poses.root, poses.rotations)
    assert_allclose(quat.angle(forward.locals_from_globals(skeleton, world), poses.rotations), 0.0, atol=1e-7)


def test_translations_replace_offsets(small_rig):
    rig = small_rig()
    rotations = np.tile(quat.IDENTITY, (2, rig.n_joints, 1))
    moved = np.tile(rig.offsets, (2, 1, 1))
    moved[1, 3] += [0.0, 0.1, 0.0]
    _, positions = forward.globals_from_locals(rig, np.zeros((2, 3)), rotations, moved)
    assert_allclose(positions[1, 3] - positions[0, 3], [0.0, 0.1, 0.0])


def test_kabsch_recovers_a_rigid_motion(rng):
    q, t = quat.normalize(rng.normal(size=(100, 4))), rng.normal(size=(100, 3))
    source = rng.normal(size=(100, 5, 3))
    found, moved = align.kabsch(source, quat.rotate(q[:, None], source) + t[:, None])
    assert_allclose(quat.angle(found, q), 0.0, atol=1e-6)
    assert_allclose(moved, t, atol=1e-9)


def test_kabsch_is_a_rotation_where_points_do_not_decide(rng):
    for n_points in (1, 2):
        source = rng.normal(size=(20, n_points, 3))
        q, t = align.kabsch(source, source[:, ::-1] * -1.0)
        assert np.isfinite(q).all()
        assert np.isfinite(t).all()
        assert_allclose(np.linalg.norm(q, axis=-1), 1.0)
    q, _ = align.kabsch(np.zeros((4, 3)), np.zeros((4, 3)))
    assert_allclose(np.linalg.norm(q), 1.0)
