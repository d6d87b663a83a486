"""The ruler and the view of time: scrubbing, the playback range, zoom, pan, and round numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from timeline_driver import NONE, SHIFT, send_move

from editor.timeline.ruler_marks import frame_marks, frame_steps, second_marks
from editor.timeline.time_view import TimeView
from models.animation import TICKS_PER_SECOND, FrameRate
from models.animation.ticks import MAX_TICK

NUMBERS_Y, BAND_Y = 20, 41


def on_ruler(drive, frame, y=NUMBERS_Y):
    return QPoint(drive.x_of(frame), y)


def test_a_drag_on_the_ruler_scrubs_from_frame_to_frame(drive, animated, qtbot):
    seen = []
    animated.time_changed.connect(lambda tick: seen.append(animated.rate.frame(tick)))
    drive.drag(*(on_ruler(drive, frame) for frame in (5, 10, 17, 30)), widget=drive.panel.ruler)
    assert seen == [5, 10, 17, 30]
    assert animated.tick == animated.rate.tick(30)
    assert animated.undo_stack.count() == 0


def test_a_click_goes_there_and_escape_back(drive, animated):
    QTest.mouseClick(drive.panel.ruler, Qt.MouseButton.LeftButton, NONE, on_ruler(drive, 12))
    assert animated.frame == 12
    drive.drag(on_ruler(drive, 20), on_ruler(drive, 30), widget=drive.panel.ruler, release=False)
    assert animated.frame == 30
    QTest.keyClick(drive.panel.ruler, Qt.Key.Key_Escape)
    assert animated.frame == 12


@pytest.mark.parametrize(("answer", "expected"), [("stay", 0), ("key", 25), ("drop", 25)])
def test_a_pose_that_is_no_key_is_asked_about_before_scrubbing(drive, animated, answer, expected):
    asked = []
    animated.ask_about_pending = lambda: asked.append(1) or answer
    animated.set_auto_key(False)
    animated.begin("Move")
    animated.drag({"LeftHand": animated.points[0] + 0.1})
    animated.commit()
    drive.drag(*(on_ruler(drive, frame) for frame in (5, 15, 25)), widget=drive.panel.ruler)
    assert len(asked) == 1
    assert animated.frame == expected


def test_the_ends_of_the_range_are_dragged_in_one_step_each(drive, animated):
    before = animated.content.hash
    drive.drag(*(on_ruler(drive, frame, BAND_Y) for frame in (120, 100, 60)), widget=drive.panel.ruler)
    drive.drag(*(on_ruler(drive, frame, BAND_Y) for frame in (0, 5, 10)), widget=drive.panel.ruler)
    rate = animated.rate
    assert (animated.playback.start, animated.playback.stop) == (rate.tick(10), rate.tick(60))
    assert animated.undo_stack.count() == 2
    drive.drag(*(on_ruler(drive, frame, BAND_Y) for frame in (30, 35, 40)), widget=drive.panel.ruler)
    assert (animated.playback.start, animated.playback.stop) == (rate.tick(20), rate.tick(70))
    for _ in range(3):
        animated.undo()
    assert animated.content.hash == before


def test_an_end_cannot_pass_the_other_and_escape_takes_it_back(drive, animated):
    drive.drag(*(on_ruler(drive, frame, BAND_Y) for frame in (120, 60, -10)), widget=drive.panel.ruler, release=False)
    assert animated.playback.start == animated.playback.stop
    QTest.keyClick(drive.panel.ruler, Qt.Key.Key_Escape)
    assert animated.rate.frame(animated.playback.stop) == 120
    assert animated.undo_stack.count() == 0


def test_the_wheel_zooms_around_the_mouse_and_shift_wheel_pans(drive):
    view, place = drive.panel.view, drive.at(20)
    tick, scale = view.tick_at(place.x()), view.ticks_per_px
    drive.wheel(place, 3)
    assert view.ticks_per_px == pytest.approx(scale / 1.2**3)
    assert view.x_of(float(tick)) == pytest.approx(place.x(), abs=0.01)
    start = view.start
    drive.wheel(place, -1, SHIFT)
    assert view.start > start
    assert view.ticks_per_px == pytest.approx(scale / 1.2**3)


def test_the_middle_button_pans_and_home_shows_all_keys(drive, animated):
    view = drive.panel.view
    tick = view.tick_at(300)
    drive.drag(QPoint(300, 60), QPoint(350, 60), QPoint(440, 70), button=Qt.MouseButton.MiddleButton)
    assert view.x_of(float(tick)) == pytest.approx(440, abs=1)
    drive.wheel(QPoint(10, 30), 20)
    drive.press(Qt.Key.Key_Home)
    assert 0 <= view.x_of(0.0) < view.x_of(float(animated.playback.stop)) <= view.width


def test_the_page_turns_when_the_time_leaves_the_view(drive, animated):
    view = drive.panel.view
    animated.go_to(animated.rate.tick(400))
    assert 0 <= view.x_of(float(animated.tick)) <= view.width


def test_a_view_stays_within_the_times_there_can_be(qapp):
    view = TimeView()
    for _ in range(400):
        view.zoom(1.5, 0.0)
    view.pan(-1e12)
    assert view.stop <= MAX_TICK
    assert view.tick_at(1e9) == MAX_TICK
    view.pan(1e12)
    assert view.start >= -MAX_TICK
    for _ in range(400):
        view.zoom(0.5, 100.0)
    assert view.tick_at(101.0) > view.tick_at(100.0)


@pytest.mark.parametrize("fps", [12, 23.976, 24, 25, 29.97, 30, 50, 60, 120])
@pytest.mark.parametrize("scale", [1e-4, 1e-3, 0.01, 0.2, 5.0])
def test_numbers_have_room_and_every_second_has_one_or_none(qapp, fps, scale):
    rate, view = FrameRate.of(fps), TimeView()
    view.ticks_per_px = TICKS_PER_SECOND * scale
    marks = list(frame_marks(view, rate, 0, 800))
    numbered = np.array([x for x, _, has_number in marks if has_number])
    assert np.all(np.diff(numbered) >= 52 - 1)
    assert np.all(np.diff([x for x, _, _ in marks]) >= 6.9 - 1)
    for x, frame, _ in marks:
        assert x == pytest.approx(view.x_of(float(rate.tick(frame))))
    step, stroke = frame_steps(rate.tick(1) / view.ticks_per_px, rate)
    second = round(rate.fps)
    assert step % stroke == 0
    assert second % step == 0 or step % second == 0


def test_seconds_are_written_as_people_do(qapp):
    view = TimeView()
    view.start, view.ticks_per_px, view.width = 0.0, TICKS_PER_SECOND / 100, 300
    assert [text for _, text in second_marks(view, 0, 290)] == ["0 s", "1 s", "2 s", "3 s"]
    view.ticks_per_px = TICKS_PER_SECOND * 1.0
    assert [text for _, text in second_marks(view, 0, 230)] == ["0 s", "2:00", "4:00"]
    view.ticks_per_px = TICKS_PER_SECOND / 1000
    assert [text for _, text in second_marks(view, 0, 190)] == ["0.0 s", "0.1 s", "0.2 s"]


def test_a_release_that_went_elsewhere_ends_the_drag(drive, animated):
    drive.drag(drive.at(10), drive.at(14), drive.at(16), release=False)
    send_move(drive.panel.sheet, drive.at(30), Qt.MouseButton.NoButton)
    assert drive.panel.sheet.gesture is None
    assert animated.undo_stack.count() == 1
