"""Gizmos, grabbing and axis keys through real mouse and key events; no OpenGL is needed for them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.theme import theme
from editor.viewport import parts
from editor.viewport.contacts import drawn_contacts
from editor.viewport.drag import GRID_M
from editor.viewport.gizmo import GizmoPart, Kind, drawn_gizmo
from editor.viewport.graphics import Painter
from editor.viewport.reach import drawn_reach, reach_of
from editor.viewport.tools import Tool
from editor.viewport.viewport import Viewport
from models.body import JOINTS, POINTS
from models.kinematics import quat
from models.posing import HandleState

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
HAND, FOOT = POINTS.index("LeftHand"), POINTS.index("LeftFoot")


@pytest.fixture
def view(qtbot, document):
    result = Viewport(document, theme("dark"), painter=Painter.PLAIN)
    result.set_motion_ms(0)
    result.resize(720, 560)
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    result.setFocus()
    yield result
    result.close()


def on_screen(view, place):
    x, y = view.projected(np.asarray(place, dtype=np.float64)[None])[0][0]
    return QPoint(round(x), round(y))


def place_of(view, name="LeftHand"):
    return QPoint(*(round(x) for x in view.handle_positions()[POINTS.index(name)]))


def part_at(view, part):
    """Where a part of the gizmo can be grabbed."""
    gizmo = view._presenter.gizmo()
    lines = drawn_gizmo(gizmo, view.camera, view.height(), view.scene.theme, active=part).lines.astype(np.float64)
    if part.kind is Kind.PLANE:
        return on_screen(view, lines[:4, :3].mean(axis=0))
    front = lines[lines[:, 11] > 0.5]
    row = front[len(front) // 3] if part.kind in (Kind.RING, Kind.VIEW) else front[0]
    return on_screen(view, (row[:3] + row[4:7]) / 2)


def drag(view, start, way, *, modifiers=NONE, steps=6, let_go=True):
    QTest.mouseMove(view, start)
    QTest.mousePress(view, LEFT, modifiers, start)
    for step in range(1, steps + 1):
        at = start + QPoint(*way) * step / steps
        move(view, at, modifiers)
    if let_go:
        QTest.mouseRelease(view, LEFT, modifiers, start + QPoint(*way))


def move(view, at, modifiers=NONE, buttons=LEFT):
    """A move with modifiers, which QTest.mouseMove cannot give."""
    place = QPointF(at)
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, view.mapToGlobal(place), Qt.MouseButton.NoButton, buttons, modifiers
    )
    QApplication.sendEvent(view, event)


@pytest.mark.parametrize("axis", range(3))
def test_an_arrow_moves_along_its_axis_alone_in_one_undo_step(view, axis):
    view.set_camera(view.camera.seen_from(0.6, 0.4))
    document, before = view.document, view.document.points[HAND].copy()
    document.select([HAND])
    drag(view, part_at(view, GizmoPart(Kind.AXIS, axis)), (14, -9))
    way = document.targets[HAND] - before
    assert abs(way[axis]) > 0.005
    assert_allclose(np.delete(way, axis), 0.0, atol=1e-9)
    assert document.states[HAND] == HandleState.PINNED
    assert document.undo_stack.count() == 1
    document.undo()
    assert_allclose(document.points[HAND], before, atol=1e-12)


def test_a_plane_keeps_the_height(view):
    view.set_camera(view.camera.seen_from(0.6, 0.8))
    view.document.select([HAND])
    before = view.document.points[HAND].copy()
    drag(view, part_at(view, GizmoPart(Kind.PLANE, 1)), (25, 8))
    way = view.document.targets[HAND] - before
    assert way[1] == pytest.approx(0.0, abs=1e-9)
    assert np.linalg.norm(way) > 0.02


def test_the_gizmo_of_several_points_moves_them_all_alike(view):
    points = [HAND, POINTS.index("RightHand")]
    view.document.select(points)
    before = view.document.points[points].copy()
    drag(view, part_at(view, GizmoPart(Kind.AXIS, 1)), (0, -12))
    ways = view.document.targets[points] - before
    assert_allclose(ways[0], ways[1], atol=1e-9)
    assert ways[0, 1] > 0.005


def test_a_click_on_the_gizmo_changes_nothing(view):
    view.document.select([HAND])
    QTest.mouseClick(view, LEFT, NONE, part_at(view, GizmoPart(Kind.AXIS, 1)))
    assert view.document.selected_names() == ["LeftHand"]
    assert view.document.undo_stack.count() == 0


def test_another_handle_behind_the_gizmo_can_still_be_clicked(view):
    view.document.select([HAND])
    QTest.mouseClick(view, LEFT, NONE, place_of(view, "Hips"))
    assert view.document.selected_names() == ["Hips"]


def world_rotation(document, joint="LeftHand"):
    return parts.world_rotation(document, joint)


@pytest.mark.parametrize("part", [GizmoPart(Kind.RING, axis) for axis in range(3)] + [GizmoPart(Kind.VIEW)])
def test_a_ring_turns_the_hand_about_its_axis_where_it_is(view, part):
    view.set_camera(view.camera.seen_from(0.6, 0.4))
    document = view.document
    document.select([HAND])
    document.toggle_pins()
    view.set_tool(Tool.TURN)
    axis = view._presenter.gizmo().axis_of(part, view.camera)
    before, place = world_rotation(document), document.points[HAND].copy()
    count = document.undo_stack.count()
    drag(view, part_at(view, part), (10, 13), let_go=False)
    angle = view._tool.gesture.angle
    QTest.mouseRelease(view, LEFT, NONE, QPoint(0, 0))
    assert abs(angle) > 0.02
    turned = quat.to_rotvec(quat.mul(world_rotation(document), quat.conj(before)))
    assert_allclose(turned, angle * axis, atol=0.03)
    assert_allclose(document.points[HAND], place, atol=2e-3)
    assert document.undo_stack.count() == count + 1
    assert document.undo_stack.undoText() == "Turn left hand"
    document.undo()
    assert_allclose(np.abs(world_rotation(document) @ before), 1.0, atol=1e-9)


def test_rings_stand_at_hands_feet_and_head_only(view):
    view.set_tool(Tool.TURN)
    for name, part in (("LeftHand", "LeftHand"), ("Neck", "Head"), ("RightFoot", "RightFoot"), ("Hips", None)):
        view.document.select([POINTS.index(name)])
        assert view._presenter.turning_part() == part
        gizmo = view._presenter.gizmo()
        assert (gizmo is None) == (part is None)
        if part:
            assert_allclose(gizmo.origin, view.document.points[POINTS.index(part)])


def test_the_select_tool_has_no_gizmo(view):
    view.document.select([HAND])
    view.set_tool(Tool.SELECT)
    assert view._presenter.gizmo() is None


def test_local_axes_are_those_of_the_joint(view):
    view.document.select([HAND])
    assert_allclose(view._presenter.gizmo().frame, np.eye(3))
    view.set_local(True)
    assert_allclose(view._presenter.gizmo().frame.T, view.scene.rotations[JOINTS.index("LeftHand")], atol=1e-12)


def test_x_y_and_z_hold_a_drag_and_let_go_of_it(view):
    start, before = place_of(view), view.document.points[HAND].copy()
    drag(view, start, (30, -20), let_go=False)
    QTest.keyClick(view, Qt.Key.Key_X)
    assert_allclose((view.document.targets[HAND] - before)[1:], 0.0, atol=1e-9)
    QTest.keyClick(view, Qt.Key.Key_Y, SHIFT)
    way = view.document.targets[HAND] - before
    assert way[1] == pytest.approx(0.0, abs=1e-9)
    assert abs(way[2]) > 1e-3
    QTest.keyClick(view, Qt.Key.Key_Y, SHIFT)
    assert (place_of(view) - start - QPoint(30, -20)).manhattanLength() <= 2
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(30, -20))
    assert view.document.undo_stack.count() == 1


def test_a_grab_follows_the_mouse_until_a_click(view, monkeypatch):
    start = place_of(view)
    view.document.select([HAND])
    monkeypatch.setattr(view, "_cursor", lambda: QPointF(start))
    view.handlers()["grab"]()
    move(view, start + QPoint(25, -15), buttons=Qt.MouseButton.NoButton)
    assert (place_of(view) - start - QPoint(25, -15)).manhattanLength() <= 2
    assert view.document.undo_stack.count() == 0
    QTest.mouseClick(view, LEFT, NONE, start + QPoint(25, -15))
    assert view.document.undo_stack.count() == 1
    assert not view._tool.is_active


@pytest.mark.parametrize("how", ["escape", "right button"])
def test_a_grab_can_be_taken_back(view, monkeypatch, how):
    before, start = view.document.points.copy(), place_of(view)
    view.document.select([HAND])
    monkeypatch.setattr(view, "_cursor", lambda: QPointF(start))
    view.grab_selection()
    move(view, start + QPoint(25, -15), buttons=Qt.MouseButton.NoButton)
    if how == "escape":
        QTest.keyClick(view, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(view, RIGHT, NONE, start)
    assert_allclose(view.document.points, before)
    assert view.document.undo_stack.count() == 0
    assert not view.document.is_in_gesture


def test_enter_ends_a_grab_where_it_is(view, monkeypatch):
    start = place_of(view)
    view.document.select([HAND])
    monkeypatch.setattr(view, "_cursor", lambda: QPointF(start))
    view.grab_selection()
    move(view, start + QPoint(25, -15), buttons=Qt.MouseButton.NoButton)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.document.undo_stack.count() == 1
    assert not view._tool.is_active


def test_the_snapping_toggle_is_the_opposite_of_ctrl(view):
    for is_on, modifiers, is_snapped in ((True, NONE, True), (True, CTRL, False), (False, CTRL, True)):
        view.set_snapping(is_on)
        view.document.select([])
        start = place_of(view)
        QTest.mousePress(view, LEFT, NONE, start)
        move(view, start + QPoint(17, -13), modifiers)
        on_grid = view.document.targets[HAND] / GRID_M
        assert np.allclose(on_grid, np.round(on_grid), atol=1e-6) == is_snapped
        QTest.mouseRelease(view, LEFT, modifiers, start + QPoint(17, -13))


def test_a_foot_snaps_to_stand_on_the_ground(view):
    view.set_snapping(True)
    view.set_camera(view.camera.seen_from(0.0, 0.0))
    foot = [i for i, name in enumerate(POINTS) if name.startswith("LeftFoot") or name in ("LeftHeel", "LeftToeTip")]
    drop = view.document.points[FOOT, 1] - view.document.points[foot, 1].min()
    start = place_of(view, "LeftFoot")
    down = on_screen(view, view.document.points[FOOT] * (1.0, 0.0, 1.0) + (0.0, drop + 0.005, 0.0))
    drag(view, start, (0, (down - start).y()))
    assert view.document.targets[FOOT, 1] == pytest.approx(drop, abs=0.012)


def test_the_reach_is_drawn_where_the_limb_ends(view):
    start = place_of(view)
    drag(view, start, (70, -30), let_go=False)
    reach = reach_of(view.document, HAND)
    assert reach.share > 0.95
    outline = drawn_reach(view.document, (HAND,), view.camera, view.scene.theme).lines.astype(np.float64)
    # On the sphere, where the line of sight grazes it.
    away = outline[:, :3] - reach.root
    assert_allclose(np.linalg.norm(away, axis=1), reach.length_m, rtol=1e-5)
    assert_allclose(((view.camera.eye - outline[:, :3]) * away).sum(1), 0.0, atol=1e-5)
    assert "arm" in view._readout.text()
    assert view._readout.isVisible()
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(70, -30))
    assert not view._readout.isVisible()


def test_contacts_are_rings_on_the_ground_under_standing_feet(view):
    points = view.document.points.copy()
    points[:, 1] += 0.2 - points[:, 1].min()
    assert len(drawn_contacts(points, view.scene.theme).lines) == 0
    points[POINTS.index("LeftHeel"), 1] = 0.0
    lines = drawn_contacts(points, view.scene.theme).lines
    assert_allclose(lines[:, 1], 0.0)
    assert_allclose(lines[:, :3].mean(0), points[POINTS.index("LeftHeel")], atol=1e-6)
    view.set_contacts_shown(False)
    assert len(view.scene.ground.lines) == 0
