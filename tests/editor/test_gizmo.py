"""The gizmos as geometry: what they let through, what they keep, and where they can be grabbed."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.theme import theme
from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.drag import FREE, GRID_M, Constraint, PointDrag
from editor.viewport.gizmo import Gizmo, GizmoPart, Kind, drawn_gizmo, pick_part
from editor.viewport.turn import STEP_RAD, RingDrag
from models.kinematics import quat

SIZE = (800.0, 600.0)
WORLD = np.eye(3)
LEANING = quat.to_matrix(quat.normalize(np.array([0.2, -0.4, 0.3, 0.8])))
CAMERAS = [Camera(), Camera(yaw=2.1, pitch=-0.5), replace(Camera(yaw=-0.7, pitch=0.9), orthographic=True)]
START = np.array([0.3, 1.2, 0.1])


def project(camera, *points):
    return picking.project(camera.clip_from_world(SIZE[0] / SIZE[1]), np.array(points), *SIZE)[0]


def dragged(camera, way, constraint=FREE, **options):
    at = project(camera, START)[0]
    drag = PointDrag(camera, *SIZE, START, tuple(at), constraint, options.pop("floor", None))
    return drag.moved(tuple(at + way), **options)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("frame", [WORLD, LEANING])
@pytest.mark.parametrize("axis", range(3))
def test_along_an_axis_nothing_else_changes_and_the_point_follows_the_mouse(camera, frame, axis):
    ends = project(camera, START, START + 0.2 * frame[axis])
    moved = dragged(camera, ends[1] - ends[0], Constraint.along(axis, frame))
    assert_allclose(moved, START + 0.2 * frame[axis], atol=1e-9)
    # Pulled aside, too, it stays on its line.
    aside = frame @ (dragged(camera, np.array([31.0, 17.0]), Constraint.along(axis, frame)) - START)
    assert_allclose(np.delete(aside, axis), 0.0, atol=1e-12)


@pytest.mark.parametrize("camera", CAMERAS[:2])  # the third sees a plane from its side
@pytest.mark.parametrize("axis", range(3))
def test_in_a_plane_its_upright_does_not_change_and_the_point_is_under_the_mouse(camera, axis):
    way = np.array([14.0, -9.0])
    moved = dragged(camera, way, Constraint.across(axis, LEANING))
    assert (moved - START) @ LEANING[axis] == pytest.approx(0.0, abs=1e-12)
    assert_allclose(project(camera, moved)[0], project(camera, START)[0] + way, atol=1e-6)


def test_a_plane_seen_from_its_side_and_an_axis_seen_end_on_do_not_run_away():
    front = replace(Camera(yaw=0.0, pitch=0.0), target=START)
    for constraint in (Constraint.across(1, WORLD), Constraint.along(2, WORLD)):
        assert np.linalg.norm(dragged(front, np.array([3.0, 3.0]), constraint) - START) < 1.0


def test_a_constraint_that_comes_half_way_counts_from_the_beginning():
    camera, (x, y) = Camera(), project(Camera(), START)[0]
    drag = PointDrag(camera, *SIZE, START, (x, y))
    drag.moved((x + 40, y - 30))
    drag.constrain(Constraint.along(0, WORLD))
    whole = dragged(camera, np.array([60.0, -30.0]), Constraint.along(0, WORLD))
    assert_allclose(drag.moved((x + 60, y - 30)), whole, atol=1e-12)
    drag.constrain(FREE)
    assert_allclose(drag.moved((x + 60, y - 30)), dragged(camera, np.array([60.0, -30.0])), atol=1e-12)


def test_snapping_along_an_axis_leaves_the_other_coordinates_alone():
    moved = dragged(Camera(), np.array([33.0, 5.0]), Constraint.along(0, WORLD), snap=True)
    assert moved[0] / GRID_M == pytest.approx(round(moved[0] / GRID_M), abs=1e-9)
    assert_allclose(moved[1:], START[1:], atol=1e-12)


def test_snapping_in_a_leaning_frame_goes_in_steps_from_where_it_began():
    moved = dragged(Camera(), np.array([50.0, 8.0]), Constraint.along(0, LEANING), snap=True)
    steps = (moved - START) @ LEANING[0] / GRID_M
    assert round(steps) != 0
    assert steps == pytest.approx(round(steps), abs=1e-9)


def test_near_the_ground_snapping_stands_the_foot_on_it():
    camera = Camera(yaw=0.0, pitch=0.0)
    floor = START[1] - 0.063  # not a place of the grid
    way = project(camera, START - (0.0, 0.055, 0.0))[0] - project(camera, START)[0]
    assert dragged(camera, way, snap=True, floor=floor)[1] == pytest.approx(floor)
    assert dragged(camera, 4 * way, snap=True, floor=floor)[1] != pytest.approx(floor)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("angle", [0.5, -2.5])
def test_going_round_an_open_ring_turns_by_the_angle_gone(camera, angle):
    axis = camera.axes[2] + 0.3 * camera.axes[0]
    axis /= np.linalg.norm(axis)
    side = np.cross(axis, [0.3, 0.9, 0.1])
    side *= 0.2 / np.linalg.norm(side)
    steps = np.linspace(0.0, angle, 9)
    places = START + quat.rotate(quat.from_axis_angle(axis, steps), side)
    path = project(camera, *places)
    drag = RingDrag(camera, *SIZE, START, axis, 0.2, tuple(path[0]))
    assert [drag.turned(tuple(at)) for at in path] == pytest.approx(list(steps), abs=1e-6)


def test_a_ring_seen_from_its_side_turns_with_the_way_along_it():
    camera = replace(Camera(yaw=0.0, pitch=0.0), target=START)
    front = START + np.array([0.0, 0.0, 0.2])
    at = project(camera, front)[0]
    drag = RingDrag(camera, *SIZE, START, np.array([0.0, 1.0, 0.0]), 0.2, tuple(at))
    angle = 0.1
    turned = START + quat.rotate(quat.from_axis_angle([0.0, 1.0, 0.0], angle), front - START)
    assert drag.turned(tuple(project(camera, turned)[0])) == pytest.approx(angle, rel=0.02)


def test_ctrl_turns_in_steps_and_shift_finely():
    camera = replace(Camera(yaw=0.0, pitch=0.0), target=START)
    ring = [START + 0.2 * np.array([np.cos(a), np.sin(a), 0.0]) for a in (0.0, 0.6)]
    path = [tuple(at) for at in project(camera, *ring)]
    z = np.array([0.0, 0.0, 1.0])
    snapped = RingDrag(camera, *SIZE, START, z, 0.2, path[0]).turned(path[1], snap=True)
    assert snapped == pytest.approx(2 * STEP_RAD)
    fine = RingDrag(camera, *SIZE, START, z, 0.2, path[0]).turned(path[1], fine=True)
    assert fine == pytest.approx(0.12, abs=1e-6)


def middle_of(gizmo, part, camera):
    """Where a part is on screen, as it is drawn."""
    lines = drawn_gizmo(gizmo, camera, SIZE[1], theme("dark"), active=part).lines.astype(np.float64)
    ends = lines[:4] if part.kind is Kind.PLANE else lines[len(lines) // 8 : len(lines) // 8 + 1]
    return tuple(project(camera, ends[:, [0, 1, 2]].mean(0) / 2 + ends[:, 4:7].mean(0) / 2)[0])


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("frame", [WORLD, LEANING])
def test_every_arrow_and_plane_is_picked_where_it_is_drawn(camera, frame):
    gizmo = Gizmo(START, frame)
    for part in gizmo.parts:
        facing = abs(gizmo.frame[part.axis] @ (START - camera.eye)) / np.linalg.norm(START - camera.eye)
        if not camera.orthographic and 0.2 < facing < 0.93:  # it has not faded
            assert pick_part(gizmo, camera, SIZE, middle_of(gizmo, part, camera)) in (
                part,
                *(other for other in gizmo.parts if other.kind is Kind.PLANE),
            )


def test_nothing_is_picked_beside_the_gizmo():
    gizmo, at = Gizmo(START, WORLD), project(Camera(), START)[0]
    assert pick_part(gizmo, Camera(), SIZE, (at[0] - 60.0, at[1] + 60.0)) is None


def test_an_arrow_that_points_at_the_viewer_is_gone():
    camera = replace(Camera(yaw=0.0, pitch=0.0), target=START)
    gizmo, at = Gizmo(START, WORLD), project(camera, START)[0]
    assert pick_part(gizmo, camera, SIZE, tuple(at)) is None
    axes = {tuple(row[8:11]) for row in drawn_gizmo(gizmo, camera, SIZE[1], theme("dark")).lines if row[12] == 0.0}
    assert tuple(np.float32(theme("dark").rgb("axis.z"))) not in axes
    assert len(axes) == 2


@pytest.mark.parametrize("camera", CAMERAS)
def test_rings_are_picked_on_the_viewers_side(camera):
    gizmo = Gizmo(START, WORLD, is_turning=True)
    lines = drawn_gizmo(gizmo, camera, SIZE[1], theme("dark")).lines.astype(np.float64)
    picked = set()
    for row in lines[::5]:
        if row[11] > 0.5:
            at = project(camera, (row[:3] + row[4:7]) / 2)[0]
            picked.add(pick_part(gizmo, camera, SIZE, tuple(at)))
    assert set(gizmo.parts) <= picked | {None}
    assert None not in picked


@pytest.mark.parametrize("is_turning", [False, True])
def test_a_gizmo_keeps_its_size_on_screen(is_turning):
    gizmo, sizes = Gizmo(START, WORLD, is_turning), []
    for factor in (1.0, 3.0):
        camera = Camera(target=START).zoomed(factor)
        lines = drawn_gizmo(gizmo, camera, SIZE[1], theme("dark")).lines.astype(np.float64)
        screen = project(camera, *lines[:, :3], *lines[:, 4:7])
        sizes.append(np.ptp(screen, axis=0))
    assert_allclose(sizes[0], sizes[1], rtol=0.08)


def test_what_is_dragged_stands_alone():
    part = GizmoPart(Kind.AXIS, 1)
    lines = drawn_gizmo(Gizmo(START, WORLD), Camera(), SIZE[1], theme("dark"), active=part).lines
    assert len(lines) == 2  # shaft and head
