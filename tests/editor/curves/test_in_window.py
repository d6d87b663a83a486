"""Curves, mirror and tween where they stand in the window: whose keys are whose, and that time is shared."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from models.animation import TICKS_PER_SECOND
from models.body import POINTS

SECOND = TICKS_PER_SECOND
HAND = POINTS.index("LeftHand")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def curves(qtbot, window):
    document = window.document
    start = document.points[HAND].copy()
    for second, up in enumerate((0.0, 0.2, -0.1)):
        document.go_to(second * SECOND)
        document.begin("Pose")
        document.drag({"LeftHand": start + np.array([0.0, up, 0.0])})
        document.commit()
    document.select([HAND])
    window.resize(1100, 760)
    window.docks.show("Curves")
    result = window.curves
    qtbot.waitUntil(result.isVisible)
    qtbot.waitUntil(lambda: result.model.is_settled and bool(result.canvas.area.dots), timeout=8000)
    result.canvas.area.setFocus()
    return result


def test_time_is_that_of_the_timeline(curves, window):
    assert curves.view is window.timeline.view
    assert curves.edits is window.timeline.edits


def test_f_and_home_frame_the_curves_and_leave_the_camera(qtbot, curves, window):
    camera = window.viewport.camera
    window.document.select_keys([SECOND])
    qtbot.keyClick(curves.canvas.area, Qt.Key.Key_F)
    assert curves.view.start > 0.5 * SECOND
    qtbot.keyClick(curves.canvas.area, Qt.Key.Key_Home)
    assert curves.view.start < 0
    assert window.viewport.camera is camera


def test_undo_in_the_middle_of_a_drag_takes_the_drag_back(qtbot, curves, window):
    before, area = window.document.content.hash, curves.canvas.area
    steps = window.document.undo_stack.index()
    dots = next(dots for dots in area.dots if SECOND in dots.ticks)
    at = QPointF(*dots.places[list(dots.ticks).index(SECOND)])
    for kind, place in (
        (QEvent.Type.MouseButtonPress, at),
        (QEvent.Type.MouseMove, at + QPointF(0, -20)),
        (QEvent.Type.MouseMove, at + QPointF(0, -40)),
    ):
        own = LEFT if kind == QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
        globally = QPointF(area.mapToGlobal(place.toPoint()))
        QApplication.sendEvent(area, QMouseEvent(kind, place, globally, own, LEFT, Qt.KeyboardModifier.NoModifier))
    assert window.document.content.hash != before
    window.actions_["undo"].trigger()
    assert window.document.content.hash == before
    assert window.document.undo_stack.index() == steps


def test_mirror_actions_stand_in_the_menu_and_act(curves, window):
    before = window.document.content.hash
    for name in ("mirror_swap", "mirror_left_to_right", "mirror_right_to_left"):
        window.actions_[name].trigger()
        assert window.document.content.hash != before
        window.actions_["undo"].trigger()
        assert window.document.content.hash == before


def test_the_tween_slider_is_on_between_keys_only(curves, window):
    window.document.go_to(SECOND // 2)
    assert window.tween.bar.isEnabled()
    window.document.go_to(0)
    assert not window.tween.bar.isEnabled()


def test_the_unit_is_that_of_the_preferences(curves, window):
    for unit in ("cm", "m"):
        window.preferences["unit"] = unit
        assert curves.model.scale.unit == curves.header.unit.text() == unit
    curves.header.unit.click()
    assert window.preferences["unit"] == "cm"
