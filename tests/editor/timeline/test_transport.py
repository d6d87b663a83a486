"""The numbers and buttons above the ruler: typed by hand, following the document, giving way where it is narrow."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.timeline.clock import Cycle
from models.animation import FrameRate


def typed(field, text):
    edit = field.lineEdit()
    edit.setFocus()
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    QTest.keyClicks(edit, text)
    QTest.keyClick(edit, Qt.Key.Key_Return)


def test_a_typed_frame_is_gone_to(panel, animated):
    typed(panel.transport.frame, "25")
    assert animated.frame == 25
    animated.go_to(animated.rate.tick(7))
    assert panel.transport.frame.value() == 7


def test_a_typed_frame_stays_away_if_the_user_does(panel, animated):
    animated.set_auto_key(False)
    animated.ask_about_pending = lambda: "stay"
    animated.begin("Move")
    animated.drag({"LeftHand": animated.points[0] + 0.1})
    animated.commit()
    typed(panel.transport.frame, "25")
    assert animated.frame == 0
    assert panel.transport.frame.value() == 0


def test_typed_ends_of_the_range_are_a_step_each_and_push_each_other(panel, animated):
    typed(panel.transport.last, "60")
    typed(panel.transport.first, "80")
    rate, playback = animated.rate, animated.playback
    assert (rate.frame(playback.start), rate.frame(playback.stop)) == (80, 80)
    assert animated.undo_stack.count() == 2
    animated.undo()
    assert (panel.transport.first.value(), panel.transport.last.value()) == (0, 60)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("60", FrameRate(60)),
        ("23.976", FrameRate(24000, 1001)),
        ("12,5", FrameRate(25, 2)),
        ("29.97", FrameRate(30000, 1001)),
    ],
)
def test_another_frame_rate_keeps_keys_at_their_time(panel, animated, text, rate):
    ticks = animated.track.ticks.tolist()
    typed(panel.transport.rate, text)
    assert animated.rate == rate
    assert animated.track.ticks.tolist() == ticks
    animated.undo()
    assert animated.rate == FrameRate(30)
    assert panel.transport.rate.currentText() == "30"


@pytest.mark.parametrize("text", ["0", "-5", "99999", "fast", "nan", ""])
def test_nonsense_leaves_the_frame_rate(panel, animated, text):
    typed(panel.transport.rate, text)
    assert animated.rate == FrameRate(30)
    assert panel.transport.rate.currentText() == "30"
    assert animated.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("text", "speed", "shown"), [("0.5x", 0.5, "0.5x"), ("2", 2, "2x"), ("9", 4, "4x"), ("0", 0.1, "0.1x")]
)
def test_the_speed_stays_within_a_tenth_and_four_times(panel, text, speed, shown):
    typed(panel.transport.speed, text)
    assert panel.player.speed == speed
    assert panel.transport.speed.currentText() == shown


def test_loop_and_ping_pong_are_one_or_the_other_or_neither(panel):
    loop, ping_pong = (panel.transport.buttons[name] for name in ("loop", "ping_pong"))
    assert loop.isChecked()
    ping_pong.click()
    assert (panel.player.cycle, loop.isChecked()) == (Cycle.PING_PONG, False)
    ping_pong.click()
    assert (panel.player.cycle, loop.isChecked(), ping_pong.isChecked()) == (Cycle.ONCE, False, False)


def test_the_key_button_shows_that_a_pose_is_no_key_and_makes_it_one(panel, animated):
    button = panel.transport.buttons["key"]
    panel.transport.buttons["auto_key"].click()
    assert not animated.auto_key
    animated.go_to(animated.rate.tick(5))
    animated.begin("Move")
    animated.drag({"LeftHand": animated.points[0] + 0.1})
    animated.commit()
    assert button.property("pending")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.property("pending")
    assert animated.track.get(animated.rate.tick(5)) is not None


def test_dropped_frames_are_told(panel):
    panel.player.dropped_changed.emit(3)
    assert panel.transport.dropped.text() == "3 dropped"
    assert panel.transport.dropped.isVisible()


@pytest.mark.parametrize("width", [1600, 900, 640, 420, 300])
def test_a_narrow_bar_hides_what_is_needed_least_and_nothing_overlaps(panel, qtbot, width):
    panel.resize(width, 300)
    transport = panel.transport
    qtbot.waitUntil(lambda: transport.width() == width)
    kept = [transport.buttons[name] for name in ("play", "step_back", "step_forward", "auto_key", "key")]
    assert all(button.isVisible() for button in kept)
    boxes = sorted(
        (child.geometry() for child in transport.children() if getattr(child, "isVisible", bool)()),
        key=lambda box: box.x(),
    )
    for left, right in itertools.pairwise(boxes):
        assert left.right() < right.left() or width < 420
    if width >= 1600:
        assert transport.speed.isVisible()
    if width <= 420:
        assert not transport.speed.isVisible()
