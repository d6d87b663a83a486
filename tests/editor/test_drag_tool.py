"""What a press and a release without a move in between select."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from editor.viewport.tools import DragTool
from models.body import POINTS

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, RIGHT = POINTS.index("LeftHand"), POINTS.index("RightHand")


def click(tool, handle, modifiers=NONE):
    place, button = QPointF(50, 50), Qt.MouseButton.LeftButton
    for kind, call in ((QEvent.Type.MouseButtonPress, "press"), (QEvent.Type.MouseButtonRelease, "release")):
        event = QMouseEvent(kind, place, place, button, button, modifiers)
        if call == "press":
            tool.press(event, handle)
        else:
            tool.release(event, np.zeros((len(POINTS), 2)), np.ones(len(POINTS), dtype=bool))


@pytest.mark.parametrize(
    ("handle", "modifiers", "left"),
    [
        (RIGHT, NONE, ["RightHand"]),
        (RIGHT, SHIFT, ["LeftHand"]),
        (None, NONE, []),
        (None, SHIFT, ["LeftHand", "RightHand"]),
    ],
)
def test_a_click_with_two_selected(document, handle, modifiers, left):
    tool = DragTool(document)
    document.select([LEFT, RIGHT])
    click(tool, handle, modifiers)
    assert document.selected_names() == left
