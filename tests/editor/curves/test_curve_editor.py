"""The curve editor with a real mouse: what each gesture does to the document, in one undo step."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from editor.curves import CurveEditor
from editor.curves.channels import Group
from editor.theme import theme
from models.animation import TICKS_PER_SECOND, Interpolation
from models.body import JOINTS, POINTS
from models.posing import HandleState

SECOND = TICKS_PER_SECOND
HAND, ARM = POINTS.index("LeftHand"), JOINTS.index("LeftForeArm")
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NO, SHIFT, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def moved(document):
    """A hand that goes up, down and back, a key every second."""
    start = document.points[HAND].copy()
    for second, by in enumerate([(0, 0, 0), (0.05, 0.2, 0.1), (0.1, -0.1, 0.1), (0, 0, 0)]):
        document.go_to(second * SECOND)
        document.begin("Pose")
        document.drag({"LeftHand": start + np.array(by)})
        document.commit()
    document.go_to(0)
    document.select([HAND])
    document.undo_stack.clear()
    return document


@pytest.fixture
def editor(qtbot, moved):
    result = CurveEditor(moved, theme("dark"))
    result.resize(900, 460)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    result.canvas.area.setFocus()
    settle(qtbot, result)
    yield result
    result.hide()


def settle(qtbot, editor):
    qtbot.waitUntil(lambda: editor.model.is_settled, timeout=8000)


def channel(editor, kind="place", axis=1):
    group = Group("place", HAND) if kind == "place" else Group("turn", ARM, "ZXY")
    assert group in editor.model.groups
    return group.channels[axis]


def only(qtbot, editor, wanted):
    """Show one curve, so that nothing else is under the mouse."""
    model = editor.model
    model.show_channels([each for group in model.groups for each in group.channels if each != wanted], False)
    settle(qtbot, editor)
    model.frame()
    settle(qtbot, editor)


def dot(editor, tick, wanted=None) -> QPointF:
    """Where a key's dot is."""
    for dots in editor.canvas.area.dots:
        if (wanted is None or dots.channel == wanted) and tick in dots.ticks:
            return QPointF(*dots.places[list(dots.ticks).index(tick)])
    raise AssertionError("no dot there")


def send(widget, kind, at, button=LEFT, keys=NO):
    at = QPointF(at)
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    own = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else button
    event = QMouseEvent(kind, at, QPointF(widget.mapToGlobal(at.toPoint())), own, held, keys)
    QApplication.sendEvent(widget, event)


def press(editor, at, button=LEFT, keys=NO):
    send(editor.canvas.area, QEvent.Type.MouseButtonPress, at, button, keys)


def drag(editor, start, *stops, button=LEFT, keys=NO, release=True):
    """Press, go through places in small steps, let go."""
    area = editor.canvas.area
    press(editor, start, button, keys)
    at = QPointF(start)
    for stop in stops:
        for share in np.linspace(0.2, 1.0, 5):
            send(area, QEvent.Type.MouseMove, at + (QPointF(stop) - at) * share, button, keys)
        at = QPointF(stop)
    if release:
        send(area, QEvent.Type.MouseButtonRelease, at, button, keys)


def double_click(editor, at):
    for kind in (
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.MouseButtonRelease,
    ):
        send(editor.canvas.area, kind, at)


def key_points(document, tick):
    return document.track.get(tick).pose.points(document.skeleton)


def test_a_click_on_a_dot_selects_the_key_and_its_curve(qtbot, editor, moved):
    wanted = channel(editor)
    only(qtbot, editor, wanted)
    drag(editor, dot(editor, SECOND))
    assert moved.selected_keys == {SECOND}
    assert editor.model.focused == wanted
    drag(editor, dot(editor, 2 * SECOND), keys=SHIFT)
    assert moved.selected_keys == {SECOND, 2 * SECOND}
    drag(editor, QPointF(editor.canvas.area.width() - 40, 8))
    assert moved.selected_keys == frozenset()
    assert moved.undo_stack.count() == 0


def test_a_drag_sideways_moves_the_key_in_time_and_nothing_else(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    pose, before = moved.track.get(SECOND).pose, moved.content.hash
    by = editor.view.x_of(float(moved.rate.tick(36))) - editor.view.x_of(float(SECOND))
    drag(editor, dot(editor, SECOND), dot(editor, SECOND) + QPointF(by, 3))
    assert moved.track.ticks.tolist() == [0, moved.rate.tick(36), 2 * SECOND, 3 * SECOND]
    assert moved.track.keys[1].pose is pose
    assert moved.selected_keys == {moved.rate.tick(36)}
    assert moved.undo_stack.count() == 1
    moved.undo()
    assert moved.content.hash == before


def test_a_drag_up_moves_the_point_and_pins_it_on_the_key(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    before, place = moved.content.hash, key_points(moved, 2 * SECOND)[HAND]
    other = key_points(moved, SECOND)
    up = 60.0
    drag(editor, dot(editor, 2 * SECOND), dot(editor, 2 * SECOND) + QPointF(4, -up))
    expected = place + np.array([0, up * editor.model.values.per_px / 100, 0])
    assert_allclose(key_points(moved, 2 * SECOND)[HAND], expected, atol=2e-3)
    assert HAND in moved.track.get(2 * SECOND).handles.in_state(HandleState.PINNED)
    assert_allclose(key_points(moved, SECOND), other, atol=1e-12)
    assert moved.undo_stack.count() == 1
    assert moved.undo_stack.undoText() == "Move left wrist, position Y"
    moved.undo()
    assert moved.content.hash == before


def test_a_drag_up_of_a_rotation_turns_the_joint(qtbot, editor, moved):
    wanted = channel(editor, "turn", 2)
    only(qtbot, editor, wanted)
    before, value = moved.content.hash, editor.model.table.channel(wanted)[1]
    drag(editor, dot(editor, SECOND), dot(editor, SECOND) + QPointF(0, 50))
    turned = value - 50 * editor.model.values.per_px
    assert editor.model.table.channel(wanted)[1] == pytest.approx(turned, abs=1e-3)
    assert moved.undo_stack.count() == 1
    assert moved.undo_stack.undoText() == "Turn left elbow, rotation Z"
    moved.undo()
    assert moved.content.hash == before


def test_several_selected_keys_turn_together(qtbot, editor, moved):
    wanted = channel(editor, "turn", 0)
    only(qtbot, editor, wanted)
    moved.select_keys([SECOND, 3 * SECOND])
    settle(qtbot, editor)
    values = editor.model.table.channel(wanted).copy()
    drag(editor, dot(editor, SECOND), dot(editor, SECOND) + QPointF(0, -30))
    change = editor.model.table.channel(wanted) - values
    assert_allclose(change, np.array([0, 1, 0, 1]) * 30 * editor.model.values.per_px, atol=1e-3)
    assert moved.undo_stack.count() == 1


def test_ctrl_goes_in_steps_and_shift_finely(qtbot, editor, moved):
    wanted = channel(editor, "turn", 0)
    only(qtbot, editor, wanted)
    drag(editor, dot(editor, SECOND), dot(editor, SECOND) + QPointF(0, -30), keys=CTRL)
    value = editor.model.table.channel(wanted)[1]
    assert value / 5 == pytest.approx(round(value / 5), abs=1e-4)
    settle(qtbot, editor)
    drag(editor, dot(editor, SECOND), dot(editor, SECOND) + QPointF(0, 40), keys=SHIFT)
    assert editor.model.table.channel(wanted)[1] == pytest.approx(value - 4 * editor.model.values.per_px, abs=1e-3)


@pytest.mark.parametrize("way", [QPointF(0, -50), QPointF(70, 0)])
def test_escape_takes_a_drag_back(qtbot, editor, moved, way):
    only(qtbot, editor, channel(editor))
    before, start = moved.content.hash, dot(editor, SECOND)
    drag(editor, start, start + way, release=False)
    assert moved.content.hash != before
    qtbot.keyClick(editor.canvas.area, Qt.Key.Key_Escape)
    send(editor.canvas.area, QEvent.Type.MouseButtonRelease, start + way)
    assert moved.content.hash == before
    assert moved.undo_stack.count() == 0
    assert not moved.animation.is_in_gesture


def test_a_preview_moves_the_curve_before_the_release(qtbot, editor, moved):
    wanted = channel(editor)
    only(qtbot, editor, wanted)
    before, start = editor.model.lines.at(wanted, SECOND), dot(editor, SECOND)
    drag(editor, start, start + QPointF(0, 50), release=False)
    settle(qtbot, editor)
    assert editor.model.lines.at(wanted, SECOND) < before - 0.01
    assert dot(editor, SECOND).y() > start.y() + 40
    qtbot.keyClick(editor.canvas.area, Qt.Key.Key_Escape)


def test_a_box_selects_the_dots_in_it(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    corner = dot(editor, SECOND) + QPointF(-20, -20)
    drag(editor, corner, QPointF(dot(editor, 2 * SECOND).x() + 20, dot(editor, 2 * SECOND).y() + 20))
    assert moved.selected_keys == {SECOND, 2 * SECOND}
    drag(editor, dot(editor, SECOND) + QPointF(-20, -20), dot(editor, SECOND) + QPointF(15, 12))
    assert moved.selected_keys == {SECOND}


def handle(editor, side, tick=SECOND):
    return next(each for each in editor.canvas.area.handles if each.side == side and each.tick == tick)


def test_ease_handles_are_dragged_along_the_tangent(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    moved.select_keys([SECOND])
    settle(qtbot, editor)
    before, hold = moved.content.hash, handle(editor, "leave")
    half = QPointF(*hold.direction) * hold.span * 0.5
    drag(editor, hold.place, hold.place + half)
    assert moved.track.get(SECOND).interval.leave == pytest.approx(1.5, abs=0.02)
    assert moved.track.get(SECOND).interval.arrive == 1.0
    settle(qtbot, editor)
    arrive = handle(editor, "arrive")
    drag(editor, arrive.place, arrive.place - QPointF(*arrive.direction) * 500)
    assert moved.track.get(0).interval.arrive == 0.0
    assert moved.undo_stack.count() == 2
    settle(qtbot, editor)
    double_click(editor, handle(editor, "leave").place)
    assert moved.track.get(SECOND).interval.leave == 1.0
    for _ in range(3):
        moved.undo()
    assert moved.content.hash == before


def test_ease_of_two_is_the_most(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    moved.select_keys([SECOND])
    settle(qtbot, editor)
    hold = handle(editor, "leave")
    drag(editor, hold.place, hold.place + QPointF(*hold.direction) * 400)
    assert moved.track.get(SECOND).interval.leave == 2.0
    qtbot.keyClick(editor.canvas.area, Qt.Key.Key_Escape)
    assert moved.undo_stack.count() == 1


@pytest.mark.parametrize("kind", list(Interpolation))
def test_interval_buttons(qtbot, editor, moved, kind):
    moved.edit_track("Other", moved.track)
    moved.select_keys([SECOND])
    qtbot.mouseClick(editor.header._kinds[kind], LEFT)
    assert moved.track.get(SECOND).interval.kind is kind
    assert moved.track.get(2 * SECOND).interval.kind is Interpolation.SMOOTH
    settle(qtbot, editor)
    sides = {each.side for each in editor.canvas.area.handles}
    has_handles = kind in (Interpolation.SMOOTH, Interpolation.SPLINE)
    assert sides == ({"leave", "arrive"} if has_handles else {"arrive"})
    assert [each for each, button in editor.header._kinds.items() if button.isChecked()] == [kind]


def test_the_playhead_is_dragged(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    moved.go_to(moved.rate.tick(15))
    x = editor.view.x_of(float(moved.tick))
    goal = editor.view.x_of(float(moved.rate.tick(50)))
    drag(editor, QPointF(x + 2, 6), QPointF(goal, 6))
    assert moved.tick == moved.rate.tick(50)
    assert moved.undo_stack.count() == 0


def test_double_click_on_a_curve_sets_a_key_that_keeps_the_pose(qtbot, editor, moved):
    wanted = channel(editor)
    only(qtbot, editor, wanted)
    tick = moved.rate.tick(75)
    model = editor.model
    value = model.lines.at(wanted, tick)
    y = float(model.values.y_of(model.scale.shown(wanted, value)))
    double_click(editor, QPointF(editor.view.x_of(float(tick)), y))
    assert tick in moved.track.ticks
    assert key_points(moved, tick)[HAND, 1] == pytest.approx(value, abs=1e-3)
    assert moved.undo_stack.count() == 1


def wheel(editor, at, notches, keys=NO):
    area, at = editor.canvas.area, QPointF(at)
    event = QWheelEvent(
        at, QPointF(area.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(area, event)


def test_wheel_and_middle_button_move_the_view(qtbot, editor):
    view, values, at = editor.view, editor.model.values, QPointF(200, 100)
    tick, scale = view.tick_at(200), view.ticks_per_px
    wheel(editor, at, 2)
    assert view.ticks_per_px < scale
    assert view.tick_at(200) == pytest.approx(tick, abs=2 * view.ticks_per_px)
    value, scale = values.value_at(100), values.per_px
    wheel(editor, at, -1, CTRL)
    assert values.per_px > scale
    assert values.value_at(100) == pytest.approx(value)
    start, middle = view.start, values.middle
    drag(editor, QPointF(300, 100), QPointF(340, 130), button=MIDDLE)
    assert view.start == pytest.approx(start - 40 * view.ticks_per_px)
    assert values.middle == pytest.approx(middle + 30 * values.per_px)


def test_home_frames_all_and_f_the_selected_keys(qtbot, editor, moved):
    only(qtbot, editor, channel(editor))
    area = editor.canvas.area
    moved.select_keys([SECOND, 2 * SECOND])
    qtbot.keyClick(area, Qt.Key.Key_F)
    settle(qtbot, editor)
    assert editor.view.start > 0.7 * SECOND
    assert editor.view.stop < 2.3 * SECOND
    qtbot.keyClick(area, Qt.Key.Key_Home)
    settle(qtbot, editor)
    assert editor.view.start < 0
    assert editor.view.stop > 3 * SECOND
    for tick in moved.track.ticks.tolist():
        assert area.rect().contains(dot(editor, tick).toPoint())


def test_delete_removes_the_selected_keys(qtbot, editor, moved):
    moved.select_keys([SECOND])
    qtbot.keyClick(editor.canvas.area, Qt.Key.Key_Delete)
    assert moved.track.ticks.tolist() == [0, 2 * SECOND, 3 * SECOND]
    moved.undo()
    assert len(moved.track) == 4


def test_normalised_every_curve_runs_from_minus_one_to_one(qtbot, editor):
    model = editor.model
    qtbot.mouseClick(editor.header.normalised, LEFT)
    settle(qtbot, editor)
    for each in model.shown:
        values = model.scale.shown(each, model.table.channel(each))
        assert values.min() == pytest.approx(-1, abs=1e-6)
        assert values.max() == pytest.approx(1, abs=1e-6)
    qtbot.keyClick(editor.canvas.area, Qt.Key.Key_N)
    assert not model.scale.is_normalised


def test_the_unit_button_shows_metres(qtbot, editor):
    row = editor.tree.item_of(channel(editor))
    assert row.text(1).endswith(" cm")
    qtbot.mouseClick(editor.header.unit, LEFT)
    qtbot.waitUntil(lambda: row.text(1).endswith(" m"))


def test_the_tree_switches_curves_off_and_emphasises_them(qtbot, editor):
    wanted = channel(editor)
    row = editor.tree.item_of(wanted)
    place = editor.tree.visualItemRect(row)
    qtbot.mouseClick(editor.tree.viewport(), LEFT, pos=QPoint(place.left() + 10, place.center().y()))
    assert not editor.model.is_shown(wanted)
    settle(qtbot, editor)
    assert wanted not in [dots.channel for dots in editor.canvas.area.dots]
    qtbot.mouseClick(editor.tree.viewport(), LEFT, pos=QPoint(place.left() + 10, place.center().y()))
    assert editor.model.is_shown(wanted)
    qtbot.mouseClick(editor.tree.viewport(), LEFT, pos=QPoint(place.left() + 55, place.center().y()))
    assert editor.model.focused == wanted
    assert editor.tree.currentItem() is row


def test_hovering_says_what_is_there(qtbot, editor):
    wanted = channel(editor)
    only(qtbot, editor, wanted)
    send(editor.canvas.area, QEvent.Type.MouseMove, dot(editor, SECOND), Qt.MouseButton.NoButton)
    assert "Left wrist, position Y" in editor.canvas.bubble_text
    assert "frame 30" in editor.canvas.bubble_text
    send(editor.canvas.area, QEvent.Type.MouseMove, QPointF(5, 5), Qt.MouseButton.NoButton)
    assert editor.canvas.bubble_text == ""


def test_without_a_selection_it_says_how_to_get_curves(qtbot, editor, moved):
    assert editor.canvas.empty_text == ""
    moved.select([])
    settle(qtbot, editor)
    assert "Select points" in editor.canvas.empty_text
    assert editor.canvas.area.dots == []


def test_hidden_it_works_nothing_out(qtbot, editor, moved):
    editor.hide()
    lines = editor.model.lines
    moved.edit_track("Delete", moved.track.without([SECOND]))
    qtbot.wait(30)
    assert editor.model.lines is lines
    editor.show()
    settle(qtbot, editor)
    assert SECOND not in [tick for dots in editor.canvas.area.dots for tick in dots.ticks]


def test_both_themes_draw(qtbot, editor):
    pictures = []
    for name in ("dark", "light"):
        editor.set_theme(theme(name))
        settle(qtbot, editor)
        pictures.append(editor.canvas.grab().toImage())
    corner = [picture.pixelColor(picture.width() - 3, 3).lightness() for picture in pictures]
    assert corner[0] < 80
    assert corner[1] > 180
