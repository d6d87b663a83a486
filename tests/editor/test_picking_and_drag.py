"""Handles under the cursor, and the plane that a dragged point moves in."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.drag import FINE, GRID_M, PointDrag

SIZE = (800.0, 600.0)
SCREEN = np.array([[100.0, 100.0], [110.0, 100.0], [300.0, 300.0]])
DEPTH = np.array([0.5, 0.4, 0.3])
ALL = np.ones(3, dtype=bool)


def test_the_nearest_handle_within_reach_is_picked():
    assert picking.nearest((101, 101), SCREEN, DEPTH, ALL) == 0
    assert picking.nearest((112, 100), SCREEN, DEPTH, ALL) == 1
    assert picking.nearest((300 + picking.REACH_PX - 0.1, 300), SCREEN, DEPTH, ALL) == 2
    assert picking.nearest((300 + picking.REACH_PX + 0.1, 300), SCREEN, DEPTH, ALL) is None


def test_of_handles_at_one_place_the_one_in_front_is_picked():
    screen = np.array([[100.0, 100.0], [101.0, 100.0]])
    assert picking.nearest((100, 100), screen, np.array([0.9, 0.2]), ALL[:2]) == 1
    assert picking.nearest((100, 100), screen, np.array([0.2, 0.9]), ALL[:2]) == 0


def test_hidden_handles_and_those_behind_the_eye_are_not_picked():
    assert picking.nearest((100, 100), SCREEN, DEPTH, np.array([False, False, True])) is None
    assert picking.nearest((300, 300), SCREEN, np.array([0.5, 0.4, np.nan]), ALL) is None


def test_the_hit_area_is_at_least_24_pixels():
    assert 2 * picking.REACH_PX >= 24


def project(camera, point):
    return picking.project(camera.clip_from_world(SIZE[0] / SIZE[1]), point[None], *SIZE)[0][0]


@pytest.mark.parametrize("camera", [Camera(), Camera(yaw=2.0, pitch=-0.4), replace(Camera(), orthographic=True)])
def test_the_point_follows_the_cursor_with_the_offset_it_was_grabbed_at(camera):
    start = np.array([0.3, 1.2, 0.1])
    at, way = project(camera, start) + np.array([3.0, -5.0]), np.array([120.0, 40.0])
    drag = PointDrag(camera, *SIZE, start, tuple(at))
    assert_allclose(drag.moved(tuple(at)), start, atol=1e-12)
    moved = drag.moved(tuple(at + way))
    assert_allclose(project(camera, moved), project(camera, start) + way, atol=0.5)
    # In the plane of the view.
    assert (moved - start) @ camera.forward == pytest.approx(0.0, abs=1e-12)
    assert_allclose(drag.moved(tuple(at)), start, atol=1e-12)


def test_shift_moves_finely_and_may_be_pressed_half_way():
    camera, start = Camera(), np.array([0.0, 1.0, 0.0])
    x, y = project(camera, start)
    coarse = PointDrag(camera, *SIZE, start, (x, y)).moved((x + 100, y)) - start
    drag = PointDrag(camera, *SIZE, start, (x, y))
    half = drag.moved((x + 50, y)) - start
    mixed = drag.moved((x + 100, y), fine=True) - start
    assert_allclose(half, coarse / 2, atol=1e-12)
    assert_allclose(mixed, coarse * (0.5 + 0.5 * FINE), atol=1e-12)


def test_ctrl_snaps_to_the_grid():
    camera, start = Camera(), np.array([0.013, 1.021, 0.0])
    x, y = project(camera, start)
    snapped = PointDrag(camera, *SIZE, start, (x, y)).moved((x + 57, y - 31), snap=True)
    assert_allclose(snapped / GRID_M, np.round(snapped / GRID_M), atol=1e-9)
