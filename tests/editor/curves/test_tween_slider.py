"""The tween slider with a real mouse and keys."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QPoint, Qt

from editor.curves import TweenSlider
from editor.theme import theme
from models.animation import TICKS_PER_SECOND, blended
from models.body import POINTS
from models.document import breakdown
from models.posing import HandleState

SECOND = TICKS_PER_SECOND
HAND, FOOT = POINTS.index("LeftHand"), POINTS.index("LeftFoot")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def two_keys(document):
    """A hand raised from one key to the next; between them no key yet."""
    for second, up in ((0, 0.0), (2, 0.4)):
        document.go_to(second * SECOND)
        document.begin("Pose")
        document.drag({"LeftHand": document.points[HAND] + np.array([0.0, up, 0.1])})
        document.commit()
    document.go_to(SECOND)
    document.undo_stack.clear()
    return document


@pytest.fixture
def slider(qtbot, two_keys):
    result = TweenSlider(two_keys, theme("dark"))
    result.resize(340, 28)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    return result


def at(slider, value):
    return QPoint(round(slider.bar.x_of(value)), slider.bar.height() // 2)


def drag(qtbot, slider, *values, release=True):
    qtbot.mousePress(slider.bar, LEFT, pos=at(slider, slider.bar.value))
    for value in values:
        qtbot.mouseMove(slider.bar, at(slider, value))
    if release:
        qtbot.mouseRelease(slider.bar, LEFT, pos=at(slider, values[-1] if values else slider.bar.value))


def expected(document, factor):
    first, last = (document.track.get(tick).pose for tick in (0, 2 * SECOND))
    return blended(first, last, factor).points(document.skeleton)


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0, 1.4, -0.4])
def test_a_drag_is_one_step_to_that_share_of_the_way_and_beyond(qtbot, slider, two_keys, value):
    before = two_keys.content.hash
    drag(qtbot, slider, 0.6, 0.8, value)
    assert slider.bar.value == pytest.approx(value, abs=0.01)
    points = two_keys.track.get(SECOND).pose.points(two_keys.skeleton)
    assert_allclose(points, expected(two_keys, slider.bar.value), atol=1e-6)
    assert two_keys.undo_stack.count() == 1
    assert two_keys.undo_stack.undoText() == "Tween"
    two_keys.undo()
    assert two_keys.content.hash == before


def test_the_pose_follows_while_it_is_dragged(qtbot, slider, two_keys):
    drag(qtbot, slider, 0.9, release=False)
    assert_allclose(two_keys.points, expected(two_keys, slider.bar.value), atol=1e-6)
    assert two_keys.undo_stack.count() == 0
    qtbot.mouseRelease(slider.bar, LEFT, pos=at(slider, 0.9))
    assert two_keys.undo_stack.count() == 1


def test_escape_takes_it_back(qtbot, slider, two_keys):
    before, shown = two_keys.content.hash, two_keys.points.copy()
    drag(qtbot, slider, 1.2, release=False)
    qtbot.keyClick(slider.bar, Qt.Key.Key_Escape)
    qtbot.mouseRelease(slider.bar, LEFT, pos=at(slider, 1.2))
    assert two_keys.content.hash == before
    assert two_keys.undo_stack.count() == 0
    assert_allclose(two_keys.points, shown)
    assert slider.bar.value == 0.5


def test_pressing_the_knob_changes_nothing(qtbot, slider, two_keys):
    before = two_keys.content.hash
    qtbot.mouseClick(slider.bar, LEFT, pos=at(slider, 0.5))
    assert two_keys.content.hash == before
    assert two_keys.undo_stack.count() == 0


def test_arrow_keys_go_in_steps(qtbot, slider, two_keys):
    slider.bar.setFocus()
    for _ in range(3):
        qtbot.keyClick(slider.bar, Qt.Key.Key_Right)
    assert slider.bar.value == pytest.approx(0.65)
    points = two_keys.track.get(SECOND).pose.points(two_keys.skeleton)
    assert_allclose(points, expected(two_keys, 0.65), atol=1e-6)
    assert two_keys.undo_stack.count() == 3


def test_a_second_drag_goes_on_from_the_first(qtbot, slider, two_keys):
    drag(qtbot, slider, 0.8)
    assert slider.bar.value == pytest.approx(0.8, abs=0.01)
    drag(qtbot, slider, 0.3)
    points = two_keys.track.get(SECOND).pose.points(two_keys.skeleton)
    assert_allclose(points, expected(two_keys, slider.bar.value), atol=1e-6)
    two_keys.go_to(0)
    assert slider.bar.value == 0.5


def test_what_both_neighbours_pin_stays_pinned(qtbot, slider, two_keys):
    place = two_keys.track.get(0).pose.points(two_keys.skeleton)[FOOT]
    for tick in (0, 2 * SECOND):
        two_keys.go_to(tick)
        two_keys.do("Pin", lambda: two_keys.session.drag("LeftFoot", place))
    two_keys.go_to(SECOND)
    drag(qtbot, slider, 0.7)
    key = two_keys.track.get(SECOND)
    wanted = breakdown(two_keys.track.without([SECOND]), two_keys.skeleton, SECOND, slider.bar.value)
    assert key.digest == wanted.digest
    assert FOOT in key.handles.in_state(HandleState.PINNED)
    assert_allclose(key.pose.points(two_keys.skeleton)[FOOT], place, atol=1e-3)


def test_without_a_neighbour_it_is_off_and_says_why(qtbot, slider, two_keys):
    assert slider.bar.isEnabled()
    assert slider.explanation == ""
    two_keys.go_to(0)
    assert not slider.bar.isEnabled()
    assert slider.explanation == slider.toolTip() == "No key before this frame"
    two_keys.go_to(3 * SECOND)
    assert slider.explanation == "No key after this frame"
    before = two_keys.content.hash
    qtbot.mousePress(slider.bar, LEFT, pos=at(slider, 0.5))
    qtbot.mouseMove(slider.bar, at(slider, 0.9))
    qtbot.mouseRelease(slider.bar, LEFT, pos=at(slider, 0.9))
    assert two_keys.content.hash == before


def test_a_pose_that_is_no_key_yet_is_not_overwritten(qtbot, slider, two_keys):
    two_keys.set_auto_key(False)
    two_keys.begin("Pose")
    two_keys.drag({"LeftHand": two_keys.points[HAND] + np.array([0.1, 0.0, 0.0])})
    two_keys.commit()
    assert not slider.bar.isEnabled()
    assert "Set a key" in slider.explanation
    two_keys.set_key()
    assert slider.bar.isEnabled()
