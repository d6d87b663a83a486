"""Messages over the viewport: where they lie, how they wrap, when they leave."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton

from editor.panels.notice_card import first_sentence
from editor.panels.notifications import Kind

WROTE = "Wrote walk.fbx for Blender. 25 frames at 30 frames per second were read back and compared."
NAME = "a_motion_with_a_very_long_name_that_has_no_place_to_break_it_anywhere_at_all_v0042_final.bvh"
LEFT = Qt.MouseButton.LeftButton


def cards(window):
    QApplication.processEvents()
    return [card for card in window.notices._cards if card.isVisible()]


def fold(card):
    return next(button for button in card.findChildren(QToolButton) if button.text() == "Details")


@pytest.mark.parametrize(("text", "first"), [
    (WROTE, "Wrote walk.fbx for Blender."),
    ("walk.bvh, line 3: expected 1.5 s. Check it.", "walk.bvh, line 3: expected 1.5 s."),
    ("Wrote walk.v2.bvh.", "Wrote walk.v2.bvh."),
    ("It failed. “b” is gone.", "It failed."),
])  # fmt: skip
def test_the_first_sentence_is_in_view(text, first):
    assert first_sentence(text) == first


@pytest.mark.parametrize("size", [(800, 600), (1024, 640), (1280, 800)])
@pytest.mark.parametrize("is_open", [False, True])
def test_messages_hide_neither_the_view_cube_nor_each_other(window, size, is_open):
    window.resize(*size)
    for number in range(3):
        window.notices.show(f"{number} {WROTE}", Kind.ERROR, "\n".join(f"line {line}" for line in range(60)))
    if is_open:
        QTest.mouseClick(fold(cards(window)[0]), LEFT)
    shown, view = cards(window), window.viewport
    assert shown[0].text.startswith("2")
    for index, card in enumerate(shown):
        assert view.rect().contains(card.geometry())
        assert not card.geometry().intersects(view.cube.geometry())
        assert all(not card.geometry().intersects(other.geometry()) for other in shown[index + 1 :])


def test_a_message_is_as_wide_as_its_words_and_wraps_between_them(window):
    window.resize(1280, 800)
    window.notices.show("Done.", Kind.DONE)
    short = cards(window)[0].width()
    window.notices.show("One word after the other " * 8, Kind.DONE)
    long = cards(window)[0]
    assert short < 200 < long.width() <= 400
    assert long._message.height() > 2 * long._message.fontMetrics().height()


def test_the_longest_name_is_whole(window):
    window.notices.show(f"Wrote {NAME}.", Kind.DONE)
    message = cards(window)[0]._message
    room = message.contentsRect()
    needed = message.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, message.text())
    assert needed.width() <= room.width()
    assert needed.height() <= room.height()


def test_details_open_and_can_be_read_as_long_as_one_likes(window, qtbot):
    window.notices.show(WROTE, Kind.DONE, "/a/folder/walk.fbx")
    card = cards(window)[0]
    details = card.findChild(QPlainTextEdit)
    assert not details.isVisible()
    assert card._leaves.isActive()
    QTest.mouseClick(fold(card), LEFT)
    assert details.isVisible()
    assert "25 frames" in details.toPlainText()
    assert not card._leaves.isActive()
    QTest.mouseClick(fold(card), LEFT)
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert card._leaves.isActive()
    QApplication.sendEvent(card, QEnterEvent(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4)))
    assert not card._leaves.isActive()


def test_what_went_wrong_stays_and_older_ones_come_back(window):
    window.resize(800, 460)
    window.resizeDocks([window.docks["Timeline"]], [400], Qt.Orientation.Vertical)
    for number in range(3):
        window.notices.show(f"{number} went wrong.", Kind.ERROR, "Why.")
    before = cards(window)
    assert len(before) < 3
    QTest.mouseClick(before[0]._close_button, LEFT)
    assert cards(window)[0].text.startswith("1")
