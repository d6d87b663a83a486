"""Time and keys of the document that the window works on: every change is one step, and undo shows where it was."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QPushButton

from models.animation import TICKS_PER_SECOND
from models.body import POINTS, body
from models.document import Character, Rig
from models.posing import HandleState

SECOND = TICKS_PER_SECOND
HAND = POINTS.index("LeftHand")


def drag(document, by=(0.1, 0.2, 0.1), point=HAND):
    document.begin(f"Move {POINTS[point]}")
    for share in (0.3, 0.7, 1.0):
        document.drag({POINTS[point]: document.points[point] + share * np.array(by)})
    document.commit()


def test_a_new_document_has_the_pose_as_its_first_key(document):
    assert document.track.ticks.tolist() == [0]
    assert not document.is_modified
    assert_allclose(document.track.get(0).pose.points(document.skeleton), document.points, atol=1e-7)


def test_with_auto_key_a_drag_is_one_step_with_its_key(document):
    document.go_to(SECOND)
    before = document.content.hash
    drag(document)
    assert document.track.ticks.tolist() == [0, SECOND]
    assert document.undo_stack.count() == 1
    assert document.track.get(SECOND).handles.in_state(HandleState.PINNED).tolist() == [HAND]
    document.undo()
    assert document.content.hash == before
    document.redo()
    assert document.track.ticks.tolist() == [0, SECOND]


def test_undo_shows_the_time_it_happened_at(document):
    document.go_to(SECOND)
    drag(document)
    posed = document.points.copy()
    document.go_to(3 * SECOND)
    document.undo()
    assert document.tick == SECOND
    document.go_to(0)
    document.redo()
    assert document.tick == SECOND
    assert_allclose(document.points, posed, atol=1e-7)


def test_fifty_steps_undone_and_done_again_give_the_same_document(document):
    rng = np.random.default_rng(3)
    hashes = [document.content.hash]
    while document.undo_stack.count() < 50:
        document.go_to(int(rng.integers(0, 8)) * SECOND // 2)
        if rng.random() < 0.3 and len(document.track) > 1:
            tick = int(rng.choice(document.track.ticks))
            document.edit_track("Delete", document.track.without([tick]))
        else:
            drag(document, rng.uniform(-0.1, 0.1, 3), POINTS.index(rng.choice(["LeftHand", "RightFoot", "Hips"])))
        if len(hashes) < document.undo_stack.count() + 1:
            hashes.append(document.content.hash)
    for expected in reversed(hashes[:-1]):
        document.undo()
        assert document.content.hash == expected
    for expected in hashes[1:]:
        document.redo()
        assert document.content.hash == expected


def test_without_auto_key_an_edit_is_asked_about_before_it_is_dropped(document, qtbot):
    document.set_auto_key(False)
    drag(document)
    posed, before = document.points.copy(), document.content.hash
    assert document.has_pending_edit
    assert document.content.hash == before

    document.ask_about_pending = lambda: "stay"
    assert not document.go_to(SECOND)
    assert document.tick == 0
    assert_allclose(document.points, posed)

    document.ask_about_pending = lambda: "key"
    assert document.go_to(SECOND)
    document.go_to(0)
    assert_allclose(document.points, posed, atol=1e-7)
    assert not document.has_pending_edit

    drag(document)
    document.ask_about_pending = lambda: "drop"
    assert document.go_to(SECOND)
    document.go_to(0)
    assert_allclose(document.points, posed, atol=1e-7)
    # What was dropped can still be had back.
    document.undo()
    document.redo()
    assert document.has_pending_edit
    assert np.abs(document.points - posed).max() > 0.05


@pytest.mark.gl
@pytest.mark.parametrize(
    ("button", "expected"),
    [
        ("Set a key", (SECOND, False, 2)),
        ("Drop the pose", (SECOND, False, 1)),
        ("Stay here", (SECOND // 2, True, 1)),
    ],
)
def test_the_window_asks_about_a_pose_that_is_no_key(window, qtbot, button, expected):
    document = window.document
    document.set_auto_key(False)
    document.go_to(SECOND // 2)
    drag(document)

    def answer():
        buttons = window.findChild(QDialog, "question").findChildren(QPushButton)
        qtbot.mouseClick(next(each for each in buttons if each.text() == button), Qt.MouseButton.LeftButton)

    QTimer.singleShot(100, window, answer)
    document.go_to(SECOND)
    assert (document.tick, document.has_pending_edit, len(document.track)) == expected


def test_a_content_gesture_is_one_step_and_can_be_aborted(document):
    document.go_to(SECOND)
    drag(document)
    start, before = document.track, document.content.hash
    document.begin_edit("Move keys")
    for frames in range(1, 20):
        moved = start.without([SECOND]).with_key(start.get(SECOND).at(SECOND + document.rate.tick(frames)))
        document.preview_edit(document.content.with_track(document.character_id, moved))
    document.abort_edit()
    assert document.content.hash == before
    document.begin_edit("Move keys")
    document.preview_edit(document.content.with_track(document.character_id, moved))
    assert document.commit_edit()
    assert document.undo_stack.count() == 2
    document.undo()
    assert document.content.hash == before


def test_moving_the_key_that_is_shown_shows_what_is_there_now(document):
    document.go_to(SECOND)
    drag(document)
    first = document.track.get(0).pose.points(document.skeleton)
    document.edit_track("Delete key", document.track.without([SECOND]))
    assert_allclose(document.points, first, atol=1e-6)


def test_setting_the_same_key_again_is_no_step(document):
    assert not document.set_key()
    assert document.undo_stack.count() == 0


@pytest.mark.parametrize("tick", [-SECOND, 5 * SECOND])
def test_beyond_the_keys_the_nearest_one_is_held(document, tick):
    first = document.points.copy()
    assert document.go_to(tick)
    assert_allclose(document.points, first, atol=1e-7)


def test_between_two_keys_that_pin_a_foot_it_stays_pinned(document):
    foot = POINTS.index("LeftFoot")
    document.select([foot])
    document.set_state(HandleState.PINNED)
    document.go_to(SECOND)
    document.set_key()
    document.select([foot])
    document.set_state(HandleState.PINNED)
    place = document.points[foot].copy()
    drag(document, (0.05, -0.08, 0.03), POINTS.index("Hips"))
    for tick in range(0, SECOND, SECOND // 10):
        document.go_to(tick)
        assert np.linalg.norm(document.points[foot] - place) < 1e-3
    assert document.states[foot] == HandleState.PINNED


def test_another_content_starts_a_new_history(document, qtbot):
    other = document.content
    drag(document)
    with qtbot.waitSignals([document.content_replaced, document.content_changed, document.pose_changed]):
        document.replace_content(other)
    assert document.content.hash == other.hash
    assert not document.undo_stack.canUndo()
    assert not document.is_modified


def test_undoing_a_character_that_is_being_posed_poses_one_that_is_there(document):
    tall = Character(Rig("Tall", body().scaled(1.2)), document.track)
    before = document.content.hash
    document.edit("Add character", document.content.with_character("tall", tall))
    document.set_character("tall")
    drag(document)
    assert document.skeleton is tall.rig.skeleton
    document.undo()
    document.undo()
    assert document.character_id == "body"
    assert document.skeleton is body()
    assert document.content.hash == before
    document.redo()
    document.redo()
    assert document.character_id == "tall"
    assert document.skeleton is tall.rig.skeleton
