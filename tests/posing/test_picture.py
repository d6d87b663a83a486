"""The picture shows the body where its points are, each side in its own tint, whatever the pose."""

import io

import numpy as np
import pytest
from PIL import Image
from synthetic_networks import random_poses

from models.body import POINTS, body
from models.posing.picture import draw_pose, png_bytes

SIZE = (160, 200)


def figure(picture: Image.Image) -> np.ndarray:
    """(H, W) pixels of the figure: brighter than anything on the floor."""
    return np.asarray(picture).max(axis=-1) > 90


def test_the_png_is_the_picture():
    picture = draw_pose(body().rest_points, size=SIZE)
    assert picture.size == SIZE
    back = Image.open(io.BytesIO(png_bytes(picture)))
    assert back.format == "PNG"
    np.testing.assert_array_equal(np.asarray(back), np.asarray(picture))


def test_a_t_pose_is_a_t():
    shown = figure(draw_pose(body().rest_points, size=SIZE))
    rows, columns = np.nonzero(shown)
    assert 0.04 < shown.mean() < 0.35
    middle = (rows.min() + rows.max()) // 2
    width = np.array([np.ptp(np.flatnonzero(row)) if row.any() else 0 for row in shown])
    assert width[:middle].max() > 2.5 * width[middle:].max()  # arms are wide, legs are not
    assert rows.min() > 3
    assert columns.min() > 3
    assert rows.max() < SIZE[1] - 4
    assert columns.max() < SIZE[0] - 4


def test_pins_are_orange_discs_at_their_points():
    plain = np.asarray(draw_pose(body().rest_points, size=SIZE)).astype(int)
    marked = np.asarray(draw_pose(body().rest_points, pinned=["LeftHand"], size=SIZE)).astype(int)
    rows, columns = np.nonzero(np.abs(marked - plain).sum(axis=-1))
    assert 9 <= rows.size < 150
    assert np.ptp(rows) < 16
    assert np.ptp(columns) < 16
    assert tuple(marked[int(rows.mean()), int(columns.mean())]) == (0xE6, 0x9F, 0x00)
    # Seen from the front left, the left hand is on the right of the picture.
    assert columns.mean() > 0.7 * SIZE[0]


def test_it_does_not_matter_where_the_body_stands():
    points = body().rest_points
    here = np.asarray(draw_pose(points, size=SIZE)).astype(int)
    there = np.asarray(draw_pose(points + np.array([300.0, 2.0, -450.0]), size=SIZE)).astype(int)
    assert np.abs(here - there).mean() < 0.5


@pytest.mark.parametrize("seed", range(3))
def test_any_pose_can_be_drawn(seed):
    pose = random_poses(1, seed=seed, spread_rad=2.0)
    assert 0.02 < figure(draw_pose(pose.points(body())[0], pinned=POINTS, size=SIZE)).mean() < 0.6


def test_points_that_fall_together_are_drawn_as_balls():
    shown = figure(draw_pose(np.zeros((43, 3)), size=SIZE))
    assert 0.01 < shown.mean() < 0.9


def test_a_scaled_body_looks_the_same():
    small = np.asarray(draw_pose(body().rest_points * 0.5, body().scaled(0.5), size=SIZE)).astype(int)
    assert figure(Image.fromarray(small.astype(np.uint8))).mean() > 0.03
