"""Commands on keys by the keyboard: what each does, that each is one step, and that undo gives back the same file."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu
from timeline_driver import CTRL, SHIFT, frames, selected

from models.animation import Interpolation
from models.document import mirrored_key


def select(document, *chosen):
    document.select_keys(document.rate.tick(frame) for frame in chosen)


def at(document, frame):
    document.go_to(document.rate.tick(frame))


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_X, Qt.Key.Key_Backspace])
def test_delete_takes_the_selected_keys_or_the_one_shown(drive, animated, key):
    select(animated, 10, 40)
    drive.press(key)
    assert frames(animated) == [0, 20]
    at(animated, 20)
    drive.press(key)
    assert frames(animated) == [0]
    at(animated, 7)
    drive.press(key)
    assert frames(animated) == [0]


def test_copied_keys_are_pasted_at_the_time_shown(drive, animated):
    select(animated, 10, 20)
    drive.press(Qt.Key.Key_C, CTRL)
    at(animated, 50)
    drive.press(Qt.Key.Key_V, CTRL)
    assert frames(animated) == [0, 10, 20, 40, 50, 60]
    assert selected(animated) == [50, 60]
    source, copy = (animated.track.get(animated.rate.tick(frame)) for frame in (20, 60))
    assert copy.at(source.tick).digest == source.digest
    assert animated.undo_stack.count() == 1


def test_cut_keys_come_back_where_they_are_pasted(drive, animated):
    select(animated, 20)
    drive.press(Qt.Key.Key_X, CTRL)
    assert frames(animated) == [0, 10, 40]
    at(animated, 30)
    drive.press(Qt.Key.Key_V, CTRL)
    assert frames(animated) == [0, 10, 30, 40]


def test_pasted_mirrored_keys_have_left_and_right_exchanged(drive, animated):
    select(animated, 10)
    drive.press(Qt.Key.Key_C, CTRL)
    at(animated, 50)
    drive.press(Qt.Key.Key_V, CTRL | SHIFT)
    source = animated.track.get(animated.rate.tick(10))
    expected = mirrored_key(source, animated.skeleton).at(animated.rate.tick(50))
    assert animated.track.get(animated.rate.tick(50)).digest == expected.digest


def test_duplicates_stand_behind_and_cover_no_other_key(drive, animated):
    select(animated, 10, 20)
    drive.press(Qt.Key.Key_D, SHIFT)
    assert frames(animated) == [0, 10, 20, 21, 31, 40]
    select(animated, 20)
    drive.press(Qt.Key.Key_D, SHIFT)
    assert frames(animated) == [0, 10, 20, 21, 22, 31, 40]


def test_pasting_nothing_is_nothing(drive, animated):
    drive.press(Qt.Key.Key_V, CTRL)
    at(animated, 7)
    drive.press(Qt.Key.Key_C, CTRL)
    drive.press(Qt.Key.Key_D, SHIFT)
    drive.press(Qt.Key.Key_V, CTRL | SHIFT)
    assert animated.undo_stack.count() == 0


def test_all_and_none(drive, animated):
    drive.press(Qt.Key.Key_A)
    assert selected(animated) == [0, 10, 20, 40]
    drive.press(Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
    assert selected(animated) == []


def test_frames_are_put_in_and_taken_out(drive, animated):
    at(animated, 15)
    drive.press(Qt.Key.Key_Plus, CTRL)
    assert frames(animated) == [0, 10, 21, 41]
    drive.press(Qt.Key.Key_Minus, CTRL)
    assert frames(animated) == [0, 10, 20, 40]
    at(animated, 20)
    drive.press(Qt.Key.Key_Minus, CTRL)
    assert frames(animated) == [0, 10, 39]


def test_an_interval_is_taken_out_with_its_time(drive, animated):
    select(animated, 10, 20)
    drive.press(Qt.Key.Key_Delete, CTRL)
    assert frames(animated) == [0, 29]


@pytest.mark.parametrize("kind", list(Interpolation))
def test_the_menu_of_t_changes_the_selected_intervals(drive, animated, qtbot, kind):
    others = {Interpolation.LINEAR, Interpolation.STEP} - {kind}
    drive.panel.edits.select_all()
    drive.panel.edits.interpolate(others.pop())
    select(animated, 10, 20)
    drive.press(Qt.Key.Key_T)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    list(menu.actions())[list(Interpolation).index(kind)].trigger()
    menu.close()
    assert [key.interval.kind is kind for key in animated.track] == [False, True, True, False]
    assert selected(animated) == [10, 20]


def test_without_a_selection_the_interval_shown_is_meant(drive, animated):
    at(animated, 15)
    drive.panel.handlers()["interpolation_step"]()
    assert [key.interval.kind for key in animated.track][1] is Interpolation.STEP
    assert animated.undo_stack.count() == 1


def test_the_range_is_set_to_the_keys(drive, animated):
    drive.press(Qt.Key.Key_P)
    assert (animated.playback.start, animated.playback.stop) == (0, animated.rate.tick(40))
    select(animated, 10, 20)
    drive.press(Qt.Key.Key_P)
    assert animated.playback.start == animated.rate.tick(10)


def test_the_context_menu_is_about_the_key_under_the_mouse(drive, animated, qtbot):
    place = drive.at(20)
    sheet = drive.panel.sheet
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, sheet.mapToGlobal(place))
    QApplication.sendEvent(sheet, event)
    menu = QApplication.activePopupWidget()
    assert selected(animated) == [20]
    delete = next(action for action in menu.actions() if action.text().startswith("Delete keys"))
    delete.trigger()
    menu.close()
    assert frames(animated) == [0, 10, 40]


def test_fifty_steps_of_every_kind_undone_and_done_again_give_the_same_file(drive, animated):
    rng = np.random.default_rng(5)
    commands = [
        "key_delete",
        "key_copy",
        "key_paste",
        "key_paste_mirrored",
        "key_duplicate",
        "insert_frame",
        "remove_frame",
        "interpolation_step",
        "interpolation_linear",
        "range_to_keys",
    ]
    handlers, hashes = drive.panel.handlers(), [animated.content.hash]
    while animated.undo_stack.count() < 50:
        at(animated, int(rng.integers(0, 60)))
        ticks = animated.track.ticks.tolist()
        animated.select_keys(rng.choice(ticks, size=min(2, len(ticks)), replace=False).tolist() if ticks else ())
        handlers[rng.choice(commands if len(ticks) > 2 else commands[2:])]()
        if len(ticks) <= 2:
            at(animated, int(rng.integers(60, 90)))
            animated.set_key()
        if len(hashes) < animated.undo_stack.count() + 1:
            hashes += [""] * (animated.undo_stack.count() - len(hashes)) + [animated.content.hash]
    for expected in reversed(hashes[:-1]):
        animated.undo()
        assert expected in ("", animated.content.hash)
    for expected in hashes[1:]:
        animated.redo()
        assert expected in ("", animated.content.hash)


@pytest.mark.gl
def test_keys_of_the_timeline_mean_other_things_elsewhere(window, qtbot):
    """Home frames the keys where the timeline has the focus, and the body where it has not; Delete needs the focus."""
    document = window.document
    sheet, view = window.timeline.sheet, window.timeline.view
    view.pan(5000)
    away = view.start
    window.viewport.setFocus()
    qtbot.keyClick(window.viewport, Qt.Key.Key_Home)
    qtbot.keyClick(window.viewport, Qt.Key.Key_Delete)
    assert view.start == away
    assert len(document.track) == 1
    sheet.setFocus()
    qtbot.keyClick(sheet, Qt.Key.Key_Home)
    assert view.start != away
    qtbot.keyClick(sheet, Qt.Key.Key_Delete)
    assert len(document.track) == 0


@pytest.mark.gl
def test_arrows_step_and_jump_and_k_sets_a_key(window, qtbot):
    document = window.document
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(window, key)
    assert document.frame == 1
    qtbot.keyClick(window, Qt.Key.Key_K)
    assert frames(document) == [0, 1]
    qtbot.keyClick(window, Qt.Key.Key_Down)
    assert document.frame == 0
    qtbot.keyClick(window, Qt.Key.Key_Up)
    assert document.frame == 1
    qtbot.keyClick(window, Qt.Key.Key_Right, SHIFT)
    assert document.tick == document.playback.stop
    qtbot.keyClick(window, Qt.Key.Key_K, SHIFT)
    assert not document.auto_key
    assert not window.timeline.transport.buttons["auto_key"].isChecked()


@pytest.mark.gl
def test_keys_that_the_user_chose_are_the_ones_that_count(window, qtbot):
    sheet, document = window.timeline.sheet, window.document
    window.actions_["key_delete"].setShortcuts([QKeySequence("Ctrl+Alt+Y")])
    sheet.setFocus()
    qtbot.keyClick(sheet, Qt.Key.Key_Delete)
    assert len(document.track) == 1
    qtbot.keyClick(sheet, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    assert len(document.track) == 0
    window.actions_["play"].setToolTip("Play  (P)")
    assert window.timeline.transport.buttons["play"].toolTip() == "Play  (P)"


def test_pasting_over_keys_tells_how_many_it_replaced(drive, animated):
    told = []
    animated.told.connect(told.append)
    select(animated, 0, 10)
    drive.press(Qt.Key.Key_C, CTRL)
    at(animated, 10)
    drive.press(Qt.Key.Key_V, CTRL)
    assert told == ["2 keys were replaced; undo brings them back"]
    animated.undo()
    assert selected(animated) == [0, 10]
