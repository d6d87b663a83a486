"""Mirror twice is the same content; one side copied is symmetric; what is not chosen stays."""

import numpy as np
import pytest
from document_data import make_handles, make_track, random_poses

from models.animation import Key
from models.body import JOINT_MIRROR, JOINTS, POINT_MIRROR, body, mirror_points
from models.document import mirrored_key, mirrored_track
from models.errors import SixpointError, UnknownJoint
from models.kinematics import quat

REFLECT = np.array([1.0, -1.0, -1.0, 1.0])


@pytest.mark.parametrize("plane", ["world", "body"])
@pytest.mark.parametrize("joints", [None, ["LeftArm", "LeftForeArm", "LeftHand", "Head"]])
@pytest.mark.parametrize("seed", range(4))
def test_mirroring_an_interval_twice_gives_the_same_digest(plane, joints, seed):
    track = make_track(8, seed)
    chosen = track.between(track.keys[2].tick, track.keys[6].tick)
    once = mirrored_track(track, body(), chosen, joints=joints, plane=plane)
    twice = mirrored_track(once, body(), chosen, joints=joints, plane=plane)
    assert once.digest != track.digest
    assert twice.digest == track.digest
    assert once.keys[:2] == track.keys[:2]


def test_the_world_plane_reflects_every_point_and_handle():
    pose = random_poses(1)[0]
    key = Key.of(0, pose, make_handles(pose))
    mirrored = mirrored_key(key, body(), plane="world")
    np.testing.assert_allclose(mirrored.pose.points(body()), mirror_points(key.pose.points(body())), atol=1e-8)
    partner = {int(POINT_MIRROR[p]): n for n, p in enumerate(key.handles.points)}
    for n, point in enumerate(mirrored.handles.points):
        was = partner[int(point)]
        assert mirrored.handles.states[n] == key.handles.states[was]
        np.testing.assert_allclose(mirrored.handles.targets[n], key.handles.targets[was] * [-1, 1, 1], atol=1e-8)
    for n, joint in enumerate(mirrored.handles.joints):
        was = key.handles.joints.tolist().index(JOINT_MIRROR[joint])
        angle = quat.angle(mirrored.handles.turns[n], key.handles.turns[was] * REFLECT)
        assert angle < 1e-7
    # Regions: the second, right_arm or left_leg, whatever it is called, changes places with its partner.
    assert mirrored.handles.predicted.tolist() != key.handles.predicted.tolist()


def test_the_body_plane_leaves_the_character_where_it_stands_and_faces():
    key = Key.of(0, random_poses(1, seed=4)[0])
    mirrored = mirrored_key(key, body(), plane="body")
    np.testing.assert_allclose(mirrored.pose.root, key.pose.root, atol=1e-9)
    left, mirrored_left = (quat.rotate(k.pose.rotations[0], np.array([1.0, 0, 0]))[[0, 2]] for k in (key, mirrored))
    np.testing.assert_allclose(left / np.linalg.norm(left), mirrored_left / np.linalg.norm(mirrored_left), atol=1e-8)


@pytest.mark.parametrize(("direction", "source"), [("left to right", "Left"), ("right to left", "Right")])
def test_copying_a_side_makes_both_equal_and_keeps_the_middle(direction, source):
    pose = random_poses(1, seed=2)[0]
    key = Key.of(0, pose, make_handles(pose))
    copied = mirrored_key(key, body(), direction=direction)
    for joint, name in enumerate(JOINTS):
        if not name.startswith(("Left", "Right")) or name.startswith(source):
            np.testing.assert_array_equal(copied.pose.rotations[joint], key.pose.rotations[joint])
        else:
            partner = key.pose.rotations[JOINT_MIRROR[joint]] * REFLECT
            np.testing.assert_array_equal(copied.pose.rotations[joint], partner)
    np.testing.assert_array_equal(copied.pose.root, key.pose.root)
    again = mirrored_key(copied, body(), direction=direction)
    assert again.digest == copied.digest
    states = dict(zip(copied.handles.points.tolist(), copied.handles.states.tolist(), strict=True))
    assert all(states.get(int(POINT_MIRROR[point])) == state for point, state in states.items())


def test_wrong_words_are_answered_with_the_right_ones():
    key = Key.of(0, random_poses(1)[0])
    with pytest.raises(SixpointError, match="'left to right'"):
        mirrored_key(key, body(), direction="up")
    with pytest.raises(SixpointError, match="'world' or 'body'"):
        mirrored_key(key, body(), plane="wall")
    with pytest.raises(UnknownJoint, match="Did you mean 'LeftArm'"):
        mirrored_key(key, body(), joints=["LeftArn"])
