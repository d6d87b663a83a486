"""Commands on the whole pose, by their handlers: one undo step each, errors that say what to do."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from editor.poses.blend_popup import BlendPopup
from editor.poses.operators import PoseOperators
from models.animation import Pose, blended
from models.kinematics import quat
from models.posing import HandleState


@pytest.fixture
def host(qtbot):
    result = QWidget()
    result.resize(600, 400)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    return result


@pytest.fixture
def do(document, host):
    return PoseOperators(document, host).handlers()


def bent(pose, joint=16, angle=0.6):
    rotations = pose.rotations.copy()
    rotations[joint] = quat.mul(rotations[joint], quat.from_axis_angle((0.0, 0.0, 1.0), angle))
    return Pose(pose.root, rotations)


def same(a, b):
    return np.allclose(a.root, b.root, atol=1e-7) and np.abs((a.rotations * b.rotations).sum(-1)).min() > 1 - 1e-8


def test_paste_gives_the_copied_pose_where_the_character_stands(document, do):
    copied = document.session.pose
    do["pose_copy"]()
    away = Pose(copied.root + np.array([2.0, 0.0, 1.0]), bent(copied).rotations)
    document.do("Move", lambda: document.session.set_pose(away))
    do["pose_paste"]()
    assert same(document.session.pose, Pose(copied.root + np.array([2.0, 0.0, 1.0]), copied.rotations))
    assert document.undo_stack.undoText() == "Paste pose"
    document.undo()
    assert same(document.session.pose, away)


def test_pasting_mirrored_twice_is_the_pose_again(document, do):
    document.do("Bend", lambda: document.session.set_pose(bent(document.session.pose)))
    start = document.session.pose
    for _ in range(2):
        do["pose_copy"]()
        do["pose_paste_mirrored"]()
    assert same(document.session.pose, start)
    assert document.undo_stack.count() == 3


def test_a_part_of_the_way_is_shown_at_once_and_kept_or_taken_back(document, do, qtbot):
    goal = bent(document.session.pose)
    start = document.session.pose
    document.do("Bend", lambda: document.session.set_pose(goal))
    do["pose_copy"]()
    document.undo()
    count = document.undo_stack.index()
    do["pose_paste_part"]()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, BlendPopup)
    assert same(document.session.pose, blended(start, goal, 0.5))
    QTest.keyClick(popup.slider.slider, Qt.Key.Key_Right)
    assert same(document.session.pose, blended(start, goal, 0.55))
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert same(document.session.pose, start)
    assert document.undo_stack.index() == count
    do["pose_paste_part"]()
    field = QApplication.activePopupWidget().slider.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "150")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert same(document.session.pose, blended(start, goal, 1.5))
    assert document.undo_stack.index() == count + 1
    document.undo()
    do["pose_paste_part"]()
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Return)
    assert same(document.session.pose, blended(start, goal, 0.5))
    assert document.undo_stack.index() == count + 1
    assert not document.is_in_gesture


@pytest.mark.parametrize(
    "text", ["", "hello", "{", "[1]", '{"format": "x"}', "{" * 5000, '{"root": [1, 2], "rotations": 3}']
)
def test_a_clipboard_without_a_pose_is_told_and_changes_nothing(document, do, text):
    told = []
    document.failed.connect(told.append)
    QGuiApplication.clipboard().setText(text)
    for name in ("pose_paste", "pose_paste_mirrored", "pose_paste_part"):
        do[name]()
    assert len(told) == 3
    assert "clipboard" in told[0]
    assert document.undo_stack.count() == 0


def test_what_is_copied_is_the_text_of_a_pose_file(document, do):
    do["pose_copy"]()
    assert '"format": "sixpoint-pose"' in QGuiApplication.clipboard().text()


def test_back_to_the_pose_and_handles_of_a_neighbouring_key(document, do):
    told = []
    document.failed.connect(told.append)
    do["reset_previous"]()
    assert "no key before" in told[0]
    first = document.session.pose
    document.go_to(document.rate.tick(10))
    document.do("Move", lambda: document.session.drag("LeftHand", (0.5, 1.4, 0.3)))
    second = document.session.pose
    document.go_to(document.rate.tick(5))
    do["reset_next"]()
    assert same(document.session.pose, second)
    assert document.session.states["LeftHand"] == HandleState.PINNED
    do["reset_previous"]()
    assert same(document.session.pose, first)
    assert document.undo_stack.undoText() == "To previous key"
    assert set(document.track.ticks) == {document.rate.tick(frame) for frame in (0, 5, 10)}
