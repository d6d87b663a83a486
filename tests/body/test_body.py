"""The canonical body: the data is consistent, mirroring is an involution, proportions round-trip."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models import body as body_package
from models.animation import Pose
from models.body import (
    JOINT_MIRROR,
    LEVELS,
    POINT_MIRROR,
    POINTS,
    REGIONS,
    Skeleton,
    body,
    from_canonical,
    level_indices,
    mirror_points,
    predicted_indices,
    to_canonical,
)
from models.errors import RigError, ShapeError, SixpointError, UnknownJoint
from models.kinematics import quat


@pytest.mark.parametrize("name", body_package.__all__)
def test_public_name_exists(name):
    assert hasattr(body_package, name)


def test_body_stands_on_the_ground_at_full_height():
    rest = body().rest_points
    assert rest[:, 1].max() == pytest.approx(1.75)
    assert 0.0 <= rest[:, 1].min() < 0.02
    assert rest[POINTS.index("LeftHand"), 0] > 0.5
    assert rest[POINTS.index("Nose"), 2] > 0.05


def test_levels_are_nested_and_split_the_points():
    assert set(LEVELS[6]) < set(LEVELS[16]) < set(LEVELS[28])
    for level in LEVELS:
        together = np.concatenate([level_indices(level), predicted_indices(level)])
        assert len(level_indices(level)) == level
        assert sorted(together) == list(range(len(POINTS)))
    with pytest.raises(SixpointError, match="6, 16, 28"):
        level_indices(7)


def test_regions_split_the_points_and_swap_in_the_mirror():
    assert sorted(np.concatenate(list(REGIONS.values()))) == list(range(len(POINTS)))
    for left, right in (("left_arm", "right_arm"), ("left_leg", "right_leg")):
        assert sorted(POINT_MIRROR[REGIONS[left]]) == sorted(REGIONS[right])


def test_mirror_tables_are_involutions_and_fit_the_geometry():
    skeleton = body()
    for table, offsets in ((JOINT_MIRROR, skeleton.offsets), (POINT_MIRROR, skeleton.point_offsets)):
        assert (table[table] == np.arange(len(table))).all()
        assert_allclose(offsets[table] * [-1, 1, 1], offsets)


def test_mirroring_a_pose_mirrors_its_points_and_twice_is_the_identity(rng):
    pose = Pose(rng.normal(size=(50, 3)), quat.normalize(rng.normal(size=(50, 22, 4))))
    assert_allclose(pose.mirrored().points(body()), mirror_points(pose.points(body())), atol=1e-12)
    twice = pose.mirrored().mirrored()
    assert_allclose(twice.rotations, pose.rotations)
    assert_allclose(twice.root, pose.root)


@pytest.mark.parametrize("legs", [0.6, 1.0, 1.5])
def test_proportions_round_trip_and_keep_feet_on_the_ground(rng, walk_clip, legs):
    skeleton = body()
    scale = np.where([name.endswith(("Leg", "Foot")) for name in skeleton.joint_names], legs, 1.0)
    offsets = skeleton.offsets * scale[:, None]
    offsets[0, 1] += (legs - 1.0) * 0.85
    character = skeleton.with_offsets(offsets, name="character")
    points = rng.normal(size=(10, 43, 3))
    assert_allclose(from_canonical(to_canonical(points, character), character), points, atol=1e-12)
    at_rest = to_canonical(character.rest_points, character)
    ankle = POINTS.index("LeftFoot")
    assert at_rest[ankle, 1] == pytest.approx(skeleton.rest_points[ankle, 1], abs=0.02)


def test_scaling_a_whole_character_changes_nothing_after_normalisation(walk_clip):
    points = walk_clip(20).points()
    assert_allclose(to_canonical(points * 2.5, body().scaled(2.5)), points, atol=1e-12)


def test_a_limb_without_length_is_refused():
    flat = body().with_offsets(np.zeros((22, 3)), np.zeros((43, 3)), name="flat")
    with pytest.raises(RigError, match="'flat' has no size"), np.errstate(all="ignore"):
        to_canonical(np.zeros((43, 3)), flat)


def test_skeleton_refuses_loops_repeats_and_wrong_shapes():
    def make(names=("a", "b"), parents=(-1, 0), offsets=((0, 0, 0), (0, 1, 0))):
        return Skeleton("test", names, np.array(parents), np.array(offsets, dtype=float))

    with pytest.raises(RigError, match="two joints named 'a'"):
        make(names=("a", "a"))
    with pytest.raises(RigError, match="comes before its parent"):
        make(parents=(1, 0))
    with pytest.raises(ShapeError, match=r"offsets of skeleton 'test' must be \(2, 3\)"):
        make(offsets=((0, 0, 0),))


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(UnknownJoint, match="Did you mean 'LeftHand'"):
        body().joint_index("LeftHnd")
    with pytest.raises(UnknownJoint, match="not a point of skeleton"):
        body().point_index("Tail")


def test_skeleton_tables_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        body().offsets[0, 0] = 1.0
