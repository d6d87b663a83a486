"""Keys under the mouse: selecting, moving, copying, scaling; each drag one undo step that gives back the same file."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from timeline_driver import CTRL, NONE, SHIFT, frames, selected, send_move


def test_a_click_selects_shift_and_ctrl_toggle_and_beside_keys_nothing_is_selected(drive, animated):
    drive.click(drive.at(10))
    assert selected(animated) == [10]
    drive.click(drive.at(20), SHIFT)
    drive.click(drive.at(40), CTRL)
    assert selected(animated) == [10, 20, 40]
    drive.click(drive.at(20), CTRL)
    assert selected(animated) == [10, 40]
    drive.click(drive.at(40))
    assert selected(animated) == [40]
    drive.click(drive.at(30))
    assert selected(animated) == []
    assert animated.undo_stack.count() == 0


def test_a_part_row_has_the_keys_that_ask_something_of_the_part(drive, animated):
    drive.click(drive.at(10, "left_arm"))
    assert selected(animated) == [10]
    drive.click(drive.at(20, "left_arm"))
    assert selected(animated) == []
    drive.click(drive.at(20, "right_leg"))
    assert selected(animated) == [20]


def test_a_box_selects_what_it_covers(drive, animated):
    drive.drag(drive.at(5), drive.at(15), drive.at(25))
    assert selected(animated) == [10, 20]
    drive.drag(drive.at(35), drive.at(45), keys=SHIFT)
    assert selected(animated) == [10, 20, 40]
    drive.drag(drive.at(5), drive.at(15), keys=CTRL)
    assert selected(animated) == [20, 40]
    drive.drag(drive.at(-1, "left_leg"), drive.at(44, "right_leg"))
    assert selected(animated) == [20]
    drive.drag(drive.at(5), drive.at(50), release=False)
    drive.press(Qt.Key.Key_Escape)
    assert selected(animated) == [20]


def test_a_drag_moves_the_key_to_a_frame_in_one_step(drive, animated):
    before = animated.content.hash
    drive.drag(drive.at(10), drive.at(11), drive.at(12.3), drive.at(14.4))
    assert frames(animated) == [0, 14, 20, 40]
    assert animated.rate.tick(14) in animated.track.ticks  # on the frame, not near it
    assert selected(animated) == [14]
    assert animated.undo_stack.count() == 1
    animated.undo()
    assert animated.content.hash == before
    animated.redo()
    assert frames(animated) == [0, 14, 20, 40]


def test_a_selection_moves_as_a_whole_and_over_other_keys_without_losing_them_on_the_way(drive, animated):
    animated.select_keys(animated.rate.tick(frame) for frame in (0, 10))
    drive.drag(drive.at(10), drive.at(20), release=False)
    assert frames(animated) == [10, 20, 40]  # the key at 20 would be replaced
    send_move(drive.panel.sheet, drive.at(25), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(drive.panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(25))
    assert frames(animated) == [15, 20, 25, 40]
    assert selected(animated) == [15, 25]


def test_escape_takes_a_drag_back(drive, animated):
    before = animated.content.hash
    drive.drag(drive.at(10), drive.at(13), drive.at(17), release=False)
    assert frames(animated) == [0, 17, 20, 40]
    drive.press(Qt.Key.Key_Escape)
    assert animated.content.hash == before
    QTest.mouseRelease(drive.panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(17))
    assert animated.content.hash == before
    assert animated.undo_stack.count() == 0
    assert selected(animated) == [10]


def test_ctrl_copies(drive, animated):
    animated.select_keys([animated.rate.tick(10)])
    drive.drag(drive.at(10), drive.at(15), drive.at(30), keys=CTRL)
    assert frames(animated) == [0, 10, 20, 30, 40]
    source, copy = (animated.track.get(animated.rate.tick(frame)) for frame in (10, 30))
    assert copy.at(source.tick).digest == source.digest
    assert selected(animated) == [30]


def test_shift_takes_all_later_keys_along_and_stops_at_the_key_before(drive, animated):
    drive.click(drive.at(20))
    drive.drag(drive.at(20), drive.at(22), drive.at(25), keys=SHIFT)
    assert frames(animated) == [0, 10, 25, 45]
    drive.drag(drive.at(25), drive.at(20), drive.at(3), keys=SHIFT)
    assert frames(animated) == [0, 10, 11, 31]


def test_a_modifier_pressed_during_the_drag_counts_at_once(drive, animated):
    drive.drag(drive.at(10), drive.at(12), drive.at(15), release=False)
    QTest.keyPress(drive.panel.sheet, Qt.Key.Key_Control, CTRL)
    assert frames(animated) == [0, 10, 15, 20, 40]
    QTest.keyRelease(drive.panel.sheet, Qt.Key.Key_Control, NONE)
    assert frames(animated) == [0, 15, 20, 40]
    QTest.mouseRelease(drive.panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(15))
    assert animated.undo_stack.count() == 1
    assert animated.undo_stack.undoText() == "Move keys"


@pytest.mark.parametrize(
    ("grip", "way", "expected"),
    [(16, 10, [0, 10, 23, 50]), (16, -10, [0, 10, 17, 30]), (-16, -10, [0, 13, 40])],
)
def test_the_ends_of_the_selected_interval_scale_it(drive, animated, grip, way, expected):
    """The grips stand beside the outer keys; the other end stays where it is, the keys between land on frames."""
    animated.select_keys(animated.rate.tick(frame) for frame in (10, 20, 40))
    edge = drive.at(40 if grip > 0 else 10) + QPoint(grip - 3 if grip > 0 else grip + 3, 0)
    step = drive.x_of(10) - drive.x_of(0)
    drive.drag(edge, edge + QPoint(step * way // 20, 0), edge + QPoint(step * way // 10, 0))
    assert frames(animated) == expected
    assert animated.undo_stack.count() == 1


def test_an_interval_cannot_be_scaled_so_far_that_keys_fall_together(drive, animated):
    animated.select_keys(animated.track.ticks.tolist())
    edge = drive.at(40) + QPoint(13, 0)
    drive.drag(edge, edge - QPoint(50, 0), drive.at(-20))
    assert len(animated.track) == 4
    assert np.all(np.diff(animated.track.ticks) > 0)


def test_dragging_beyond_the_side_scrolls_on(drive, animated, qtbot):
    sheet, start = drive.panel.sheet, drive.panel.view.start
    outside = QPoint(sheet.width() + 120, drive.at(0).y())
    drive.drag(drive.at(40), drive.at(45), outside, release=False)
    qtbot.waitUntil(lambda: drive.panel.view.start > start + animated.rate.tick(20))
    QTest.mouseRelease(sheet, Qt.MouseButton.LeftButton, NONE, outside)
    assert frames(animated)[-1] > 130
    assert animated.undo_stack.count() == 1


def test_a_double_click_goes_to_the_key(drive, animated):
    QTest.mouseDClick(drive.panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(20))
    assert animated.frame == 20


def test_the_key_stays_where_the_time_is_shown_until_it_is_moved_away(drive, animated):
    """The pose on screen follows the keys during the drag."""
    animated.go_to(animated.rate.tick(20))
    before = animated.points.copy()
    drive.drag(drive.at(20), drive.at(25), drive.at(30), release=False)
    assert np.abs(animated.points - before).max() > 1e-3
    drive.press(Qt.Key.Key_Escape)
    np.testing.assert_allclose(animated.points, before, atol=1e-9)


def test_a_drag_while_another_document_is_opened_is_forgotten(drive, animated):
    content = animated.content
    drive.drag(drive.at(10), drive.at(15), release=False)
    animated.replace_content(content)
    send_move(drive.panel.sheet, drive.at(18), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(drive.panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(18))
    assert frames(animated) == [0, 10, 20, 40]
    assert animated.undo_stack.count() == 0


@pytest.mark.parametrize("keys", [NONE, CTRL])
def test_undo_and_redo_of_dragged_keys_select_those_that_were(drive, animated, keys):
    animated.select_keys(animated.rate.tick(frame) for frame in (10, 20))
    drive.drag(drive.at(10), drive.at(13), drive.at(15), keys=keys)
    assert selected(animated) == [15, 25]
    animated.undo()
    assert selected(animated) == [10, 20]
    animated.redo()
    assert selected(animated) == [15, 25]


@pytest.mark.parametrize(("keys", "left"), [(NONE, [0, 20, 40]), (CTRL, [0, 10, 20, 40])])
def test_keys_that_are_dragged_over_are_told_while_dragging_and_afterwards(drive, animated, keys, left):
    hints, told = [], []
    drive.panel.sheet.hint_changed.connect(hints.append)
    animated.told.connect(told.append)
    before = animated.content.hash
    drive.drag(drive.at(10), drive.at(15), drive.at(20), keys=keys, release=False)
    assert "replaces 1 key" in hints[-1]
    assert not told
    send_move(drive.panel.sheet, drive.at(24), Qt.MouseButton.LeftButton, keys)
    assert "replaces" not in hints[-1]  # it is there again
    send_move(drive.panel.sheet, drive.at(20), Qt.MouseButton.LeftButton, keys)
    QTest.mouseRelease(drive.panel.sheet, Qt.MouseButton.LeftButton, keys, drive.at(20))
    assert told == ["1 key was replaced; undo brings it back"]
    assert frames(animated) == left
    animated.undo()
    assert animated.content.hash == before


def test_nothing_is_told_where_no_key_is_replaced(drive, animated):
    told = []
    animated.told.connect(told.append)
    drive.drag(drive.at(10), drive.at(15))
    drive.drag(drive.at(20), drive.at(30), keys=SHIFT)
    drive.drag(drive.at(15), drive.at(17), drive.at(15), keys=CTRL)
    assert told == []
