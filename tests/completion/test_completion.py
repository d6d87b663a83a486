"""The four rules of combining levels, on networks whose predictions say which level they came from."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic_networks import N_POINTS, random_poses

from models.body import LEVELS, MAIN_POINTS, POINT_MIRROR, POINTS, REGIONS, body, level_indices
from models.completion import point_levels
from models.errors import ShapeError, SixpointError


def mask_of(*names: str) -> np.ndarray:
    return np.isin(POINTS, names)


def index(name: str) -> int:
    return POINTS.index(name)


@pytest.fixture(scope="module")
def pose_points() -> np.ndarray:
    """(20, 43, 3) points of random poses of the canonical body."""
    return random_poses(20, seed=3).points(body())


def test_six_main_points_alone_use_level_6(marked, pose_points):
    result = marked.complete(pose_points, np.tile(mask_of(*MAIN_POINTS), (20, 1)))
    mean = pose_points[:, level_indices(6)].mean(axis=1, keepdims=True)
    predicted = ~mask_of(*MAIN_POINTS)
    np.testing.assert_allclose(result[:, predicted], np.broadcast_to(mean + 6, (20, 37, 3)), atol=1e-5)


def test_main_points_have_a_value_when_nothing_is_set(fitted, pose_points):
    nothing, main = np.zeros(N_POINTS, dtype=bool), mask_of(*MAIN_POINTS)
    np.testing.assert_allclose(
        fitted.complete(pose_points[0], nothing), fitted.complete(pose_points[0], main), atol=1e-6
    )


def test_left_elbow_changes_the_left_arm_only(marked, pose_points):
    """The example of the design: left elbow set, so the left shoulder is level 16's and the right elbow level 6's."""
    points = pose_points[0]
    result = marked.complete(points, mask_of("LeftForeArm"))
    base = marked.complete(points, mask_of())
    outside = np.setdiff1d(np.arange(N_POINTS), REGIONS["left_arm"])
    np.testing.assert_array_equal(result[outside], base[outside])
    # Level 16's unset inputs come from level 6: a tenth of the sixteen is the mean of six plus 6.
    from_6 = points[level_indices(6)].mean(axis=0) + 6
    inputs = np.array([points[index(n)] if n in (*MAIN_POINTS, "LeftForeArm") else from_6 for n in LEVELS[16]])
    np.testing.assert_allclose(result[index("LeftShoulder")], inputs.mean(axis=0) + 16, atol=1e-4)
    np.testing.assert_array_equal(result[index("LeftForeArm")], points[index("LeftForeArm")])


def test_level_28_is_filled_from_level_16(marked, pose_points):
    points = pose_points[1]
    result = marked.complete(points, mask_of("RightHeel"))
    from_6 = points[level_indices(6)].mean(axis=0) + 6
    from_16 = np.array([points[index(n)] if n in MAIN_POINTS else from_6 for n in LEVELS[16]]).mean(axis=0) + 16
    inputs = []
    for name in LEVELS[28]:
        if name in (*MAIN_POINTS, "RightHeel"):
            inputs.append(points[index(name)])
        else:
            # A level returns its own inputs, so what it was filled with passes through.
            inputs.append(from_6 if name in LEVELS[16] else from_16)
    np.testing.assert_allclose(result[index("RightToeBase")], np.mean(inputs, axis=0) + 28, atol=1e-4)
    np.testing.assert_allclose(result[index("LeftToeBase")], from_6, atol=1e-4)


@pytest.mark.parametrize("name", [name for name in POINTS if name not in LEVELS[28]])
def test_a_point_of_no_level_is_kept_and_changes_nothing_else(marked, pose_points, name):
    points = pose_points[2]
    result, base = marked.complete(points, mask_of(name)), marked.complete(points, mask_of())
    np.testing.assert_array_equal(result[index(name)], points[index(name)])
    others = ~mask_of(name)
    np.testing.assert_array_equal(result[others], base[others])


@given(names=st.sets(st.sampled_from(POINTS)))
@settings(max_examples=150, deadline=None)
def test_each_region_follows_the_highest_extra_point_set_in_it(names):
    levels = point_levels(mask_of(*names))
    for members in REGIONS.values():
        inside = {POINTS[member] for member in members} & names
        expected = 0
        if inside & (set(LEVELS[16]) - set(LEVELS[6])):
            expected = 1
        if inside & (set(LEVELS[28]) - set(LEVELS[16])):
            expected = 2
        assert set(levels[members]) == {expected}


def test_regions_split_the_points_and_mirror():
    members = np.concatenate(list(REGIONS.values()))
    assert sorted(members) == list(range(N_POINTS))
    rng = np.random.default_rng(0)
    masks = rng.random((100, N_POINTS)) < 0.2
    np.testing.assert_array_equal(point_levels(masks)[:, POINT_MIRROR], point_levels(masks[:, POINT_MIRROR]))


def test_set_points_never_move(fitted, pose_points):
    rng = np.random.default_rng(7)
    masks = rng.random((20, N_POINTS)) < rng.random((20, 1))
    wild = pose_points + rng.normal(scale=3.0, size=pose_points.shape)
    np.testing.assert_array_equal(fitted.complete(wild, masks)[masks], wild[masks])


def test_a_batch_is_its_rows(fitted, pose_points):
    masks = np.random.default_rng(8).random((20, N_POINTS)) < 0.15
    batch = fitted.complete(pose_points, masks)
    rows = np.array([fitted.complete(p, m) for p, m in zip(pose_points, masks, strict=True)])
    np.testing.assert_allclose(batch, rows, atol=1e-5)
    grid = fitted.complete(pose_points.reshape(4, 5, N_POINTS, 3), masks.reshape(4, 5, N_POINTS))
    np.testing.assert_allclose(grid.reshape(batch.shape), batch, atol=1e-5)


def test_unset_points_do_not_matter(fitted, pose_points):
    mask = mask_of("LeftLeg", "Nose")
    other = pose_points[0] + np.where((mask | mask_of(*MAIN_POINTS))[:, None], 0.0, 0.7)
    np.testing.assert_array_equal(fitted.complete(pose_points[0], mask), fitted.complete(other, mask))


def test_input_is_not_changed(fitted, pose_points):
    points, mask = pose_points.copy(), np.zeros((20, N_POINTS), dtype=bool)
    fitted.complete(points, mask)
    np.testing.assert_array_equal(points, pose_points)


def test_a_far_target_predicts_what_the_edge_of_reach_predicts(fitted):
    """A hand 5 m, 50 m or 5 km away gives one prediction, that of the outstretched arm in this direction."""
    points = body().rest_points.copy()
    hand, neck = index("LeftHand"), index("Neck")
    direction = np.array([0.6, 0.48, 0.64])
    predictions = []
    for distance in (5.0, 50.0, 5000.0):
        points[hand] = points[neck] + direction * distance
        predictions.append(np.delete(fitted.complete(points, mask_of("LeftHand")), hand, axis=0))
    np.testing.assert_allclose(predictions[1], predictions[0], atol=1e-5)
    np.testing.assert_allclose(predictions[2], predictions[0], atol=1e-5)
    assert np.abs(predictions[0] - np.delete(body().rest_points, hand, axis=0)).max() < 1.5


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.5])
def test_a_scaled_body_completes_to_the_scaled_points(fitted, pose_points, factor):
    mask = np.tile(mask_of("LeftForeArm", "RightToeTip"), (20, 1))
    scaled = fitted.complete(pose_points * factor, mask, body().scaled(factor))
    np.testing.assert_allclose(scaled, fitted.complete(pose_points, mask) * factor, atol=1e-5)


def test_long_legs_keep_set_feet(fitted):
    skeleton = body()
    offsets = skeleton.offsets.copy()
    for name in ("LeftLeg", "LeftFoot", "RightLeg", "RightFoot"):
        offsets[skeleton.joint_index(name)] *= 1.5
    offsets[0, 1] += 0.4
    long = skeleton.with_offsets(offsets, name="long legs")
    points = long.rest_points.copy()
    points[index("LeftFoot")] += [0.1, 0.2, 0.15]
    result = fitted.complete(points, mask_of("LeftFoot", "RightFoot"), long)
    for foot in ("LeftFoot", "RightFoot"):
        np.testing.assert_array_equal(result[index(foot)], points[index(foot)])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_are_refused(fitted, bad):
    points = body().rest_points.copy()
    points[3, 1] = bad
    with pytest.raises(SixpointError, match="finite"):
        fitted.complete(points, np.zeros(N_POINTS, dtype=bool))


@pytest.mark.parametrize(("points", "mask"), [((42, 3), (42,)), ((43, 2), (43,)), ((2, 43, 3), (43,))])
def test_shapes_are_named(fitted, points, mask):
    with pytest.raises(ShapeError, match=r"points \(\.\.\., 43, 3\) and a mask"):
        fitted.complete(np.zeros(points), np.zeros(mask, dtype=bool))
