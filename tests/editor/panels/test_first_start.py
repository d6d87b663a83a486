"""A first start: hints that follow the keys, a sample walk, and messages that never cover the hints."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.panels.notifications import Kind
from editor.samples import sample_walk
from models.animation import Pose
from models.body import POINTS, body
from models.document.pins import sample_held

LONG = "The file walk.bvh could not be read: line 3, column 5: expected OFFSET, found MOTION. Check the file."


@pytest.fixture
def hinting(window):
    window.hints.show_hints()
    QApplication.processEvents()
    return window


def overlaps(window):
    cards = [card.geometry() for card in window.notices._cards]
    hints = [window.hints.geometry()] if window.hints.isVisible() else []
    places = cards + hints
    return [(a, b) for i, a in enumerate(places) for b in places[i + 1 :] if a.intersects(b)]


@pytest.mark.parametrize("size", [(640, 420), (820, 560), (1280, 800)])
def test_hints_and_messages_never_overlap(hinting, size):
    hinting.resize(*size)
    QApplication.processEvents()
    for count in range(4):
        hinting.notices.show(f"{count} {LONG}", Kind.ERROR, "Details of the matter")
        QApplication.processEvents()
        assert overlaps(hinting) == []
        room = hinting.viewport.rect()
        assert not hinting.hints.isVisible() or room.contains(hinting.hints.geometry())
    hinting.notices.clear()
    QApplication.processEvents()
    assert overlaps(hinting) == []


def test_hints_come_back_when_there_is_room_and_stay_away_once_closed(hinting):
    hinting.viewport.resize(200, 100)
    assert not hinting.hints.isVisible()
    hinting.viewport.resize(800, 600)
    assert hinting.hints.isVisible()
    QTest.mouseClick(hinting.hints._close_button, Qt.MouseButton.LeftButton)
    hinting.viewport.resize(900, 700)
    assert not hinting.hints.isVisible()
    assert hinting._settings.value("hints", type=bool) is False


def test_hints_name_the_keys_that_are_bound(hinting):
    hinting.keymap.set_keys("pin", ["J"])
    assert hinting.hints.texts()[1].startswith("J pins")


def test_the_sample_walk_is_opened_and_can_be_played_and_changed(hinting):
    QTest.mouseClick(hinting.hints.sample, Qt.MouseButton.LeftButton)
    document = hinting.document
    assert len(document.track) == 24
    assert not document.is_modified
    assert document.go_to(document.rate.tick(30))
    document.do("Move", lambda: document.session.drag("LeftHand", document.points[POINTS.index("LeftHand")] + 0.1))
    assert document.is_modified


def test_the_sample_walks_forward_on_feet_that_stand():
    content = sample_walk()
    track = content.characters["body"].track
    ticks = np.linspace(0, int(track.ticks[-1]), 97).astype(np.int64)
    motion = sample_held(track, body(), ticks.tolist())
    assert motion.root[-1, 2] - motion.root[0, 2] > 3.5
    assert np.ptp(motion.root[:, 0]) < 0.1
    # The left foot stands in even steps: its ankle stays within a centimetre between their first and last key.
    rate, foot = content.rate, POINTS.index("LeftFoot")
    for step in (2, 4):
        frames = [rate.tick(step * 16 + frame) for frame in range(0, 13, 2)]
        held = sample_held(track, body(), frames)
        poses = [Pose(held.root[index], held.rotations[index]) for index in range(len(frames))]
        places = np.array([pose.points(body())[foot] for pose in poses])
        assert np.ptp(places, axis=0).max() < 0.01
