"""The camera as geometry: what it projects, its rays find again."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.viewport import picking
from editor.viewport.camera import VIEWS, Camera

SIZE = (900.0, 600.0)


def cameras():
    base = Camera()
    yield base
    yield Camera(target=np.array([1.0, 0.5, -2.0]), distance=3.0, yaw=2.5, pitch=-0.8)
    for view in VIEWS:
        yield base.turned_to(view)
    yield replace(base, orthographic=True)


def project(camera, points):
    return picking.project(camera.clip_from_world(SIZE[0] / SIZE[1]), np.atleast_2d(points), *SIZE)


@pytest.mark.parametrize("camera", list(cameras()))
def test_a_ray_through_a_projected_point_meets_the_point(camera, rng):
    for point in camera.target + rng.uniform(-1, 1, size=(20, 3)):
        (screen,), _ = project(camera, point)
        start, direction = camera.ray(*screen, *SIZE)
        assert np.linalg.norm(direction) == pytest.approx(1.0)
        assert_allclose(np.cross(point - start, direction), 0.0, atol=1e-9)


@pytest.mark.parametrize("camera", list(cameras()))
def test_the_target_is_in_the_middle_and_axes_are_a_rotation(camera):
    (screen,), _ = project(camera, camera.target)
    assert_allclose(screen, np.array(SIZE) / 2)
    assert_allclose(camera.axes @ camera.axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(camera.axes) == pytest.approx(1.0)


@pytest.mark.parametrize("camera", list(cameras()))
def test_panning_carries_the_target_with_the_mouse(camera):
    moved = camera.panned(30.0, -12.0, SIZE[1])
    (screen,), _ = project(moved, camera.target)
    assert_allclose(screen, (SIZE[0] / 2 + 30, SIZE[1] / 2 - 12), atol=1e-9)


def test_the_front_view_shows_the_left_hand_on_the_right_and_up_is_up():
    front = Camera().turned_to("front")
    (middle, left, higher), _ = project(front, front.target + np.array([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0]]))
    assert left[0] > middle[0]
    assert higher[1] < middle[1]


def test_nearer_points_have_smaller_depth_and_points_behind_have_none():
    camera = Camera()
    along = camera.target - camera.forward[None] * np.array([[1.0], [0.0], [2 * camera.distance]])
    _, depth = project(camera, along)
    assert depth[0] < depth[1]
    assert np.isnan(depth[2])


@pytest.mark.parametrize("camera", list(cameras()))
def test_framing_shows_every_point_and_wastes_little(camera, rng):
    points = rng.uniform(-1, 1, size=(50, 3)) * (0.4, 0.9, 0.3) + (3.0, 1.0, 0.0)
    framed = camera.framed(points, SIZE[0] / SIZE[1])
    screen, _ = project(framed, points)
    assert (screen >= 0).all()
    assert (screen <= SIZE).all()
    assert np.ptp(screen, axis=0).max() > 0.5 * SIZE[1]


def test_orbiting_keeps_the_distance_and_stops_at_the_poles():
    camera = Camera().orbited(0.3, 10.0)
    assert np.linalg.norm(camera.eye - camera.target) == pytest.approx(camera.distance)
    assert camera.eye[1] > camera.target[1]
    assert camera.pitch < np.pi / 2


def test_zoom_is_undone_by_its_inverse_and_is_bounded():
    assert Camera().zoomed(0.5).zoomed(2.0).distance == pytest.approx(Camera().distance)
    assert Camera().zoomed(1e-9).distance > 0
    assert np.isfinite(Camera().zoomed(1e9).distance)


def test_gliding_starts_and_ends_exactly_and_turns_the_short_way():
    a, b = Camera(yaw=3.0), Camera(yaw=-3.0, distance=2.0)
    assert_allclose(a.toward(b, 0.0).eye, a.eye)
    assert_allclose(a.toward(b, 1.0).eye, b.eye)
    assert abs(a.toward(b, 0.5).yaw) > 3.0


def test_metres_per_pixel_is_the_size_of_a_projected_pixel():
    camera = Camera()
    point = camera.target + 0.7 * camera.forward
    step = camera.metres_per_pixel(SIZE[1], point)
    (a, b), _ = project(camera, np.stack([point, point + step * camera.axes[0]]))
    assert np.linalg.norm(a - b) == pytest.approx(1.0)
