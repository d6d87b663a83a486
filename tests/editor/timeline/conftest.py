"""A character with four keys at frames 0, 10, 20 and 40, and the timeline on it, shown."""

from __future__ import annotations

import numpy as np
import pytest
from timeline_driver import Driver, pinned

from editor.theme import theme
from editor.timeline import TimelinePanel
from models.animation import Handles, Key, Pose, Track

FRAMES = (0, 10, 20, 40)


@pytest.fixture
def animated(document):
    """The document with its pose, lifted further at each key; the left hand is pinned at 10, both feet at 20."""
    pose, rate = document.session.pose, document.rate
    asked = {10: pinned("LeftHand"), 20: pinned("LeftFoot", "RightFoot")}
    keys = []
    for index, frame in enumerate(FRAMES):
        lifted = Pose(pose.root + np.array([0.0, 0.02 * index, 0.0]), pose.rotations)
        keys.append(Key.of(rate.tick(frame), lifted, asked.get(frame, Handles())))
    document.replace_content(document.content.with_track(document.character_id, Track(tuple(keys))))
    return document


@pytest.fixture
def panel(qtbot, animated):
    result = TimelinePanel(animated, theme("dark"))
    qtbot.addWidget(result)
    result.resize(900, 300)
    with qtbot.waitExposed(result):
        result.show()
    result.sheet.setFocus()
    yield result
    result.player.stop()


@pytest.fixture
def drive(panel):
    return Driver(panel)
