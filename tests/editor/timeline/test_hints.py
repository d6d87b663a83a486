"""What the status bar says about the mouse on the timeline, and where the keys go after a number was typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from timeline_driver import NONE, send_move

NO_BUTTON = Qt.MouseButton.NoButton


def test_the_hint_follows_what_is_under_the_mouse_and_what_is_done(drive, animated):
    panel, told = drive.panel, []
    panel.hint_changed.connect(told.append)
    # From another place of it: the pointer of the screen may rest on the sheet already.
    send_move(panel.sheet, drive.at(10), NO_BUTTON)
    send_move(panel.sheet, drive.at(30, "head"), NO_BUTTON)
    assert "box" in told[-1]
    send_move(panel.sheet, drive.at(10), NO_BUTTON)
    assert "copy" in told[-1]
    drive.drag(drive.at(10), drive.at(12), drive.at(15), release=False)
    assert told[-1].startswith("1 key by +5 frames")
    QTest.mouseRelease(panel.sheet, Qt.MouseButton.LeftButton, NONE, drive.at(15))
    animated.select_keys([animated.rate.tick(15), animated.rate.tick(20)])
    send_move(panel.sheet, drive.at(20) + QPoint(16, 0), NO_BUTTON)
    assert "scale" in told[-1]
    send_move(panel.ruler, QPoint(60, 20), NO_BUTTON)
    assert "scrub" in told[-1]


def test_tool_tips_name_keys_intervals_and_states(drive):
    view, rows = drive.panel.view, drive.panel.rows

    def tip(frame, row):
        from editor.timeline import Pointer

        place = drive.at(frame, row)
        return rows.at(place.y()).tip(view, Pointer(place.x(), place.y()))

    assert tip(10, "body") == "Key at frame 10, then smooth"
    assert tip(30, "body") == "20 frames, smooth"
    assert tip(60, "body") == ""
    assert tip(10, "left_arm") == "Left arm pinned at frame 10"
    assert "off" in tip(10, "ghosts")


@pytest.mark.gl
def test_after_a_typed_number_space_plays(window):
    field = window.timeline.transport.frame
    QTest.mouseDClick(field.lineEdit(), Qt.MouseButton.LeftButton)
    QTest.keyClicks(field.lineEdit(), "12")
    QTest.keyClick(field.lineEdit(), Qt.Key.Key_Return)
    assert window.document.frame == 12
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert window.timeline.player.is_playing
    window.timeline.player.stop()
