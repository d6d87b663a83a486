"""Gestures and undo, without a screen."""

import hashlib

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from editor.document import EditorDocument
from models.body import LEVELS, POINTS
from models.completion import Completion
from models.posing import HandleState, Session

HAND, FOOT = POINTS.index("LeftHand"), POINTS.index("RightFoot")


def digest(document):
    """Everything an undo must bring back."""
    now = document.session.snapshot
    parts = [now.pose.root, now.pose.rotations, now.points, now.posing.states, now.posing.targets]
    parts += [now.posing.predicted, now.posing.turned, now.posing.turns]
    return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()


def place(document, point=HAND, way=(0.1, 0.1, 0.0)):
    return {POINTS[point]: document.points[point] + way}


def test_a_gesture_of_many_previews_is_one_entry(document, qtbot):
    start = document.points[HAND].copy()
    with qtbot.waitSignal(document.pose_changed):
        document.begin("Move left wrist")
        for step in range(300):
            document.drag({"LeftHand": start + np.array([0, 0.001 * step, 0])})
        document.commit()
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Move left wrist"
    assert document.states[HAND] == HandleState.PINNED


def test_previews_are_announced_once_each_and_the_change_once(document):
    changing, changed = [], []
    document.pose_changing.connect(lambda: changing.append(1))
    document.pose_changed.connect(lambda: changed.append(1))
    document.begin("Move")
    document.drag(place(document))
    document.drag(place(document))
    assert (len(changing), len(changed)) == (2, 0)
    document.commit()
    assert (len(changing), len(changed)) == (2, 1)


def test_abort_restores_everything_and_leaves_no_entry(document):
    before = digest(document)
    document.begin("Move")
    document.drag(place(document))
    assert digest(document) != before
    document.abort()
    assert digest(document) == before
    assert document.undo_stack.count() == 0


def test_an_empty_gesture_leaves_no_entry(document):
    document.begin("Move")
    document.commit()
    assert document.undo_stack.count() == 0


def test_undo_and_redo_fifty_times_over_every_operation(document):
    session = document.session
    document.do("Move", lambda: session.drag_points(place(document)))
    document.select([FOOT, HAND])
    document.toggle_pins()
    document.set_state(HandleState.OFF)
    document.do("Mirror", session.mirror)
    document.do("Stop completing", lambda: session.set_completion(False, "left_arm"))
    document.do("Move", lambda: session.drag_points(place(document, FOOT)))
    document.do("Reset", session.reset)
    count = document.undo_stack.count()
    assert count == 7
    after = digest(document)
    for _ in range(count):
        document.undo()
    before = digest(document)
    for _ in range(50):
        for _ in range(count):
            document.redo()
        assert digest(document) == after
        for _ in range(count):
            document.undo()
        assert digest(document) == before


def test_undo_and_redo_wait_for_the_end_of_a_gesture(document):
    document.do("Move", lambda: document.session.drag_points(place(document)))
    document.begin("Move")
    document.drag(place(document, FOOT))
    now = digest(document)
    document.undo()
    document.redo()
    assert digest(document) == now
    document.abort()


def test_a_failing_change_is_reported_and_changes_nothing(document):
    said = []
    document.failed.connect(said.append)
    before = digest(document)
    document.do("Move", lambda: document.session.drag("Tail", (0, 0, 0)))
    document.do("Move", lambda: document.session.drag("LeftHand", (np.nan, 0, 0)))
    assert digest(document) == before
    assert document.undo_stack.count() == 0
    assert "Tail" in said[0]
    assert len(said) == 2
    document.do("Move", lambda: document.session.drag_points(place(document)))
    assert document.undo_stack.count() == 1


def test_a_target_out_of_reach_is_named_and_coming_back_gives_the_same_pose(document):
    near = place(document)
    document.do("Move", lambda: document.session.drag_points(near))
    here = document.points.copy()
    document.do("Move", lambda: document.session.drag_points({"LeftHand": (5.0, 5.0, 0.0)}))
    assert document.unreached[HAND]
    assert document.miss_m > 1.0
    document.do("Move", lambda: document.session.drag_points(near))
    assert not document.unreached.any()
    assert np.abs(document.points - here).max() < 1e-3


def test_toggling_pins_pins_unless_all_are_pinned(document):
    document.select([HAND, FOOT])
    document.toggle_pins()
    assert (document.states[[HAND, FOOT]] == HandleState.PINNED).all()
    document.toggle_pins()
    assert (document.states[[HAND, FOOT]] == HandleState.FREE).all()
    document.select([])
    document.toggle_pins()
    assert document.undo_stack.count() == 2


def test_selection_replaces_toggles_and_is_announced_once(document):
    heard = []
    document.selection_changed.connect(lambda: heard.append(1))
    document.select([HAND])
    document.select([HAND])
    document.select([FOOT], add=True)
    document.select([HAND], add=True)
    assert document.selected_names() == ["RightFoot"]
    assert len(heard) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_level_is_a_view_and_not_undone(document, level):
    document.set_level(level)
    assert document.level == level
    assert document.undo_stack.count() == 0


def test_without_networks_the_body_still_follows(qapp, tmp_path):
    document = EditorDocument(Session(completion=Completion(tmp_path)))
    before = document.points.copy()
    document.give_up_completion()
    assert_array_equal(document.points, before)
    assert not document.is_completing
    target = before[HAND] + (-0.1, -0.3, 0.1)
    document.do("Move", lambda: document.session.drag("LeftHand", target))
    assert np.linalg.norm(document.points[HAND] - target) < 1e-3
