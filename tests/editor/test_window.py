"""The window with real mouse and key events, drawn by OpenGL."""

import gc
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QThreadPool, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor import app as app_module
from editor.document import EditorDocument
from editor.files import export_pose
from editor.theme import theme
from editor.window import MainWindow
from models.animation import Pose
from models.body import POINTS
from models.completion import Completion
from models.posing import HandleState, Session

pytestmark = pytest.mark.gl

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NONE, SHIFT, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
HAND = POINTS.index("LeftHand")


def place_of(window, name):
    return QPointF(*window.viewport.handle_positions()[POINTS.index(name)]).toPoint()


def in_window(window, place):
    """Events enter where the system delivers them, at the native window, and find the widget by themselves."""
    return window.windowHandle(), window.viewport.mapTo(window, place)


def move(window, place):
    QTest.mouseMove(*in_window(window, place))


def press(window, place, button=LEFT, modifiers=NONE):
    native, at = in_window(window, place)
    QTest.mousePress(native, button, modifiers, at)


def release(window, place, button=LEFT, modifiers=NONE):
    native, at = in_window(window, place)
    QTest.mouseRelease(native, button, modifiers, at)


def click(window, place, modifiers=NONE):
    move(window, place)
    press(window, place, LEFT, modifiers)
    release(window, place, LEFT, modifiers)


def drag(window, start, way, *, steps=8, button=LEFT, modifiers=NONE, let_go=True):
    """Press, move in steps, release."""
    move(window, start)
    press(window, start, button, modifiers)
    for step in range(1, steps + 1):
        move(window, start + QPoint(*way) * step / steps)
    if let_go:
        release(window, start + QPoint(*way), button, modifiers)


def drag_hand(window, way=(60, -50), **options):
    drag(window, place_of(window, "LeftHand"), way, **options)


def image_of(window):
    """(H, W, 3) 0 to 255, what the viewport shows."""
    image = window.viewport.grabFramebuffer().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)


def test_dragging_a_handle_moves_it_with_the_mouse_and_pins_it(window):
    document, start = window.document, place_of(window, "LeftHand")
    drag_hand(window)
    assert document.states[HAND] == HandleState.PINNED
    assert (place_of(window, "LeftHand") - (start + QPoint(60, -50))).manhattanLength() <= 2
    assert document.undo_stack.undoText() == "Move left wrist"
    assert np.isfinite(document.points).all()


def test_three_hundred_moves_are_one_entry_and_undo_brings_all_back(window):
    before = window.document.points.copy()
    drag_hand(window, steps=300)
    assert window.document.undo_stack.count() == 1
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    np.testing.assert_array_equal(window.document.points, before)
    assert window.document.states[HAND] == HandleState.FREE


def test_escape_in_the_middle_of_a_drag_takes_it_back(window):
    before = window.document.points.copy()
    drag_hand(window, let_go=False)
    assert not np.array_equal(window.document.points, before)
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    np.testing.assert_array_equal(window.document.points, before)
    move(window, place_of(window, "LeftHand") + QPoint(90, 0))
    release(window, place_of(window, "LeftHand") + QPoint(90, 0))
    np.testing.assert_array_equal(window.document.points, before)
    assert window.document.undo_stack.count() == 0


def test_undo_in_the_middle_of_a_drag_takes_back_the_drag_only(window):
    drag_hand(window)
    after = window.document.points.copy()
    drag_hand(window, let_go=False)
    window.actions_["undo"].trigger()
    np.testing.assert_array_equal(window.document.points, after)
    release(window, place_of(window, "LeftHand"))
    assert window.document.undo_stack.count() == 1


def test_undo_in_the_middle_of_the_very_first_drag_takes_it_back(window):
    before = window.document.points.copy()
    drag_hand(window, let_go=False)
    assert np.abs(window.document.points - before).max() > 0.05
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert np.array_equal(window.document.points, before)
    assert not window.actions_["undo"].isEnabled()


def test_a_click_selects_and_does_not_pin(window):
    click(window, place_of(window, "LeftHand"))
    assert window.document.selected_names() == ["LeftHand"]
    assert window.document.states[HAND] == HandleState.FREE
    click(window, place_of(window, "RightHand"), SHIFT)
    assert window.document.selected_names() == ["LeftHand", "RightHand"]
    click(window, QPoint(5, window.viewport.height() // 2))
    assert window.document.selected_names() == []
    assert window.document.undo_stack.count() == 0


def test_a_box_selects_what_is_in_it(window):
    view = window.viewport
    drag(window, QPoint(4, 4), (view.width() - 8, view.height() - 8))
    assert len(window.document.selected_names()) == 6


def test_dragging_one_of_several_selected_moves_them_all(window):
    for name, modifiers in (("LeftHand", NONE), ("RightHand", SHIFT)):
        click(window, place_of(window, name), modifiers)
    starts = {name: place_of(window, name) for name in ("LeftHand", "RightHand")}
    drag_hand(window, way=(20, -20))
    for name, start in starts.items():
        assert (place_of(window, name) - start - QPoint(20, -20)).manhattanLength() <= 6
    assert window.document.undo_stack.undoText() == "Move 2 points"


def test_keys_act_on_the_selection(window):
    click(window, place_of(window, "LeftHand"))
    QTest.keyClick(window, Qt.Key.Key_R)
    assert window.document.states[HAND] == HandleState.PINNED
    QTest.keyClick(window, Qt.Key.Key_R)
    assert window.document.states[HAND] == HandleState.FREE
    QTest.keyClick(window, Qt.Key.Key_R, SHIFT)
    assert window.document.states[HAND] == HandleState.OFF
    QTest.keyClick(window, Qt.Key.Key_H)
    assert window.document.level == 16


def test_hovering_shows_name_and_state_beside_the_handle(window):
    move(window, QPoint(5, 5))
    move(window, place_of(window, "LeftHand"))
    assert window.hover_label.isVisible()
    assert window.hover_label.text == "Left wrist free"
    window.document.session.set_state("LeftHand", HandleState.PINNED)
    window.document.pose_changed.emit()
    assert window.hover_label.text == "Left wrist pinned"
    move(window, QPoint(5, 5))
    assert not window.hover_label.isVisible()


@pytest.mark.parametrize(
    ("button", "modifiers", "changes"),
    [
        (MIDDLE, NONE, "yaw"),
        (MIDDLE, SHIFT, "target"),
        (MIDDLE, Qt.KeyboardModifier.ControlModifier, "distance"),
        (LEFT, ALT, "yaw"),
        (RIGHT, ALT, "distance"),
    ],
)
def test_mouse_buttons_move_the_camera_and_leave_the_pose(window, button, modifiers, changes):
    before, points = window.viewport.camera, window.document.points.copy()
    drag(window, QPoint(200, 200), (60, 30), button=button, modifiers=modifiers)
    after = window.viewport.camera
    for field in ("yaw", "distance", "target"):
        assert np.array_equal(getattr(before, field), getattr(after, field)) == (field != changes)
    np.testing.assert_array_equal(window.document.points, points)


def test_the_wheel_zooms_in_and_out(window):
    view, before = window.viewport, window.viewport.camera.distance
    for turn in (120, -120):
        event = QWheelEvent(
            QPointF(50, 50), QPointF(50, 50), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, NONE,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
        assert (view.camera.distance < before) == (turn > 0)
    assert view.camera.distance == pytest.approx(before)


def test_views_and_frame(window):
    QTest.keyClick(window, Qt.Key.Key_1)
    assert window.viewport.camera.yaw == 0.0
    QTest.keyClick(window, Qt.Key.Key_7)
    assert window.viewport.camera.eye[1] > 2.0
    QTest.keyClick(window, Qt.Key.Key_5)
    assert window.viewport.camera.orthographic
    QTest.keyClick(window, Qt.Key.Key_F)
    inside = window.viewport.handle_positions()
    assert (inside > 0).all()
    assert (inside < (window.viewport.width(), window.viewport.height())).all()


def test_a_pinned_handle_is_drawn_in_its_colour_where_it_is_picked(window):
    window.document.select([HAND])
    window.document.toggle_pins()
    window.document.select([])
    x, y = window.viewport.handle_positions()[HAND]
    scale = window.viewport.devicePixelRatioF()
    pixel = image_of(window)[round(y * scale) + 4, round(x * scale)]
    assert np.abs(pixel - 255 * theme("dark").rgb("handle.pinned")).max() < 12


def test_the_figure_and_its_shadow_are_drawn(window):
    picture = image_of(window)
    background = np.array(QColor(theme("dark")["backdrop.top"]).getRgb()[:3])
    # Bright greys of the figure around the chest, the backdrop in a corner, something darker than it on the ground.
    chest = place_of(window, "Neck") + QPoint(0, 24)
    assert picture[chest.y(), chest.x()].min() > background.max() + 30
    assert np.abs(picture[3, 3] - background).max() < 8
    assert picture[-200:].sum(axis=-1).min() < 3 * background.min() - 30


def test_both_themes_are_drawn(window):
    dark = image_of(window).mean()
    QTest.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert image_of(window).mean() > dark + 80
    assert window._settings.value("theme") == "light"


def test_a_target_out_of_reach_says_so(window):
    window.document.do("Move", lambda: window.document.session.drag("LeftHand", (3.0, 1.0, 0.0)))
    window.document.select([HAND])
    assert "Out of reach" in window.inspector.selection._reach.text()
    assert (window.viewport.scene.marks.lines[:, 7] > 0).sum() == 1  # dashed


def test_mirror_and_reset_are_undone(window):
    before = window.document.points.copy()
    for name in ("mirror", "reset"):
        window.actions_[name].trigger()
        assert not np.array_equal(window.document.points, before)
        window.actions_["undo"].trigger()
        np.testing.assert_array_equal(window.document.points, before)


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    where = window.rect().center()
    enter = QDragEnterEvent(where, Qt.DropAction.CopyAction, data, LEFT, NONE)
    enter.ignore()
    window.dragEnterEvent(enter)
    if enter.isAccepted():
        window.dropEvent(QDropEvent(QPointF(where), Qt.DropAction.CopyAction, data, LEFT, NONE))
    return enter.isAccepted()


def test_a_dropped_motion_is_asked_about_and_becomes_keys_in_one_entry(window, qtbot, tmp_path):
    path = tmp_path / "walk.bvh"
    _write_walk(path)
    assert not drop(window, tmp_path / "picture.png")
    assert drop(window, path)
    qtbot.waitUntil(lambda: window.files.imports.dialog is not None)
    dialog = window.files.imports.dialog
    qtbot.mouseClick(dialog.import_button, LEFT)
    qtbot.waitUntil(lambda: len(window.document.track) == 10)
    assert window.document.undo_stack.undoText() == "Import walk.bvh"
    window.document.undo()
    assert len(window.document.track) == 1


def _write_walk(path):
    from models.animation import Clip
    from models.body import JOINTS, body
    from models.formats import registry
    from models.kinematics import quat

    rotations = np.tile(quat.IDENTITY, (10, len(JOINTS), 1))
    for joint, sign in (("LeftUpLeg", 1.0), ("RightUpLeg", -1.0)):
        swing = sign * 0.4 * np.sin(np.linspace(0, 2, 10))
        rotations[:, JOINTS.index(joint)] = quat.from_axis_angle((1.0, 0.0, 0.0), swing)
    registry.write(path, Clip(body(), np.tile(body().offsets[0], (10, 1)), rotations, 30.0, name="walk"))


def test_a_pose_that_is_elsewhere_is_looked_at(window, qtbot, tmp_path):
    path, session = tmp_path / "far.json", window.document.session
    far = Pose(session.pose.root + np.array([40.0, 0.0, -25.0]), session.pose.rotations)
    export_pose(path, Session(pose=far))
    window.files.open(path)
    qtbot.waitUntil(lambda: bool(window.notices.texts))
    inside = window.viewport.handle_positions()
    assert (inside > 0).all()
    assert (inside < (window.viewport.width(), window.viewport.height())).all()


def test_a_bad_file_ends_in_a_notification(window, qtbot, tmp_path):
    path = tmp_path / "bad.bvh"
    path.write_text("HIERARCHY\nROOT Hips\n{\n", encoding="utf-8")
    before = window.document.points.copy()
    window.files.open(path)
    qtbot.waitUntil(lambda: bool(window.notices.texts))
    assert "bad.bvh" in window.notices.texts[0]
    np.testing.assert_array_equal(window.document.points, before)
    assert not window.task_bar.isVisible()


def test_export_tells_where_it_wrote_and_failure_writes_nothing(window, tmp_path):
    window.files.exports.export_pose(tmp_path / "pose.json")
    assert window.notices.texts == ["Wrote pose.json."]
    window.files.exports.export_pose(tmp_path / "missing" / "pose.json")
    assert "missing" in window.notices.texts[0]
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".ini"] == ["pose.json"]


def test_an_error_nobody_expected_is_a_notification_and_the_window_lives(window, capsys):
    window.document.pose_changing.connect(lambda: 1 / 0)
    drag_hand(window)
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert "Something went wrong" in window.notices.texts[0]
    assert window.document.undo_stack.count() == 1


def test_the_right_button_opens_the_menu_of_the_handle(window, qtbot):
    place = place_of(window, "LeftHand")
    move(window, place)
    press(window, place, RIGHT)
    menu = QApplication.activePopupWidget()
    assert window.document.selected_names() == ["LeftHand"]
    assert window.actions_["pin"] in menu.actions()
    menu.close()
    release(window, place, RIGHT)


@pytest.fixture
def window_without_networks(qtbot, settings, tmp_path, monkeypatch):
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(tmp_path))
    document = EditorDocument(Session(completion=Completion(Path(tmp_path))))
    result = MainWindow(document, settings)
    result.files.project.ask_about_changes = lambda: "discard"
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    yield result
    result.close()


def test_without_networks_the_window_opens_says_so_and_poses(window_without_networks, qtbot):
    window = window_without_networks
    app_module.load_networks(window.document, window.notices, QThreadPool(window))
    qtbot.waitUntil(lambda: bool(window.notices.texts))
    assert "Completion is off" in window.notices.texts[0]
    assert not window.actions_["complete"].isChecked()
    start = place_of(window, "LeftHand")
    drag(window, start, (-40, 80))
    assert (place_of(window, "LeftHand") - start - QPoint(-40, 80)).manhattanLength() <= 2


def test_repainting_leaks_nothing(window):
    """PySide releases differ in what they do to the reference count of None on each call from C++."""
    view = window.viewport
    for _ in range(5):
        view.repaint()
    gc.collect()
    before, objects = sys.getrefcount(None), len(gc.get_objects())
    for _ in range(60):
        view.repaint()
    gc.collect()
    assert abs(sys.getrefcount(None) - before) < 20
    assert len(gc.get_objects()) - objects < 50


def test_the_viewport_survives_being_made_tiny_and_large(window):
    for size in ((500, 350), (1100, 800)):
        window.resize(*size)
        QApplication.processEvents()
        assert image_of(window).std() > 1


def test_the_timeline_shows_as_much_of_time_as_it_is_wide_after_curves_were_looked_at(window, qtbot):
    for title, width in (
        ("Curves", window.curves.canvas.area.width),
        ("Timeline", window.timeline.sheet.width),
    ):
        window.docks.show(title)
        qtbot.waitUntil(lambda width=width: window.timeline.view.width == width(), timeout=2000)
    assert window.curves.canvas.area.width() != window.timeline.sheet.width()
