"""The inspector: shows what is selected and typed values reach the document, one undo step each."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.panels.inspector import Inspector
from editor.preferences.preferences import Preferences
from editor.theme import theme
from models.body import POINTS
from models.kinematics import forward, quat
from models.posing import HandleState
from models.posing.posing import PART_JOINTS

LEFT, RIGHT, HEAD, HIPS = (POINTS.index(name) for name in ("LeftHand", "RightHand", "Head", "Hips"))


@pytest.fixture
def preferences(settings):
    return Preferences(settings)


@pytest.fixture
def inspector(qtbot, document, preferences):
    result = Inspector(document, preferences)
    result.set_theme(theme("dark"))
    result.resize(300, 800)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    return result


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_empty_says_what_would_be_there_and_how(inspector):
    assert inspector.selection._empty.isVisible()
    assert "Click a handle" in inspector.selection._empty.text()
    assert "Select a wrist" in inspector.rotation._empty.text()
    assert not inspector.selection._points.isVisible()


def test_one_point_is_typed_in_either_unit(inspector, document, preferences):
    document.select([LEFT])
    type_into(inspector.selection._axes[1], "1,1")
    assert document.points[LEFT, 1] == pytest.approx(1.1, abs=1e-3)
    assert document.undo_stack.undoText() == "Place left wrist"
    QTest.mouseClick(inspector.selection._unit, Qt.MouseButton.LeftButton)
    assert preferences["unit"] == "cm"
    assert inspector.selection._axes[1].text() == "110.0 cm"
    type_into(inspector.selection._axes[1], "115")
    assert document.points[LEFT, 1] == pytest.approx(1.15, abs=1e-3)
    assert document.undo_stack.count() == 2


def test_a_billion_is_refused_kindly_and_nothing_changes(inspector, document):
    document.select([LEFT])
    before = document.points.copy()
    type_into(inspector.selection._axes[0], "1e9")
    assert inspector.selection._note.isVisible()
    assert "X goes from -100.000 m to 100.000 m" in inspector.selection._note.text()
    assert document.undo_stack.count() == 0
    np.testing.assert_array_equal(document.points, before)
    type_into(inspector.selection._axes[0], "0.4")
    assert not inspector.selection._note.isVisible()


def test_several_points_share_or_are_mixed_and_take_one_coordinate(inspector, document):
    document.do(
        "Place", lambda: document.session.drag_points({"LeftHand": (0.4, 1.2, 0.2), "RightHand": (-0.4, 1.2, 0.2)})
    )
    document.select([LEFT, RIGHT])
    x, y, z = inspector.selection._axes
    assert (x.text(), y.text(), z.text()) == ("", "1.200 m", "0.200 m")
    type_into(y, "1.3")
    np.testing.assert_allclose(document.points[[LEFT, RIGHT], 1], 1.3, atol=2e-3)
    np.testing.assert_allclose(document.points[[LEFT, RIGHT], 0], [0.4, -0.4], atol=2e-3)
    assert document.undo_stack.undoText() == "Place 2 points"
    assert inspector.selection._title.text() == "2 points"


def test_states_and_weights(inspector, document):
    document.select([LEFT])
    assert not inspector.selection._weight.isVisible()
    QTest.mouseClick(inspector.selection._states.button(int(HandleState.PINNED)), Qt.MouseButton.LeftButton)
    assert document.states[LEFT] == HandleState.PINNED
    assert inspector.selection._weight.text() == "100 %"
    type_into(inspector.selection._weight, "50")
    assert document.session.weights["LeftHand"] == 0.5
    type_into(inspector.selection._weight, "150")
    assert "from 0 % to 100 %" in inspector.selection._note.text()
    assert document.session.weights["LeftHand"] == 0.5
    document.undo()
    assert inspector.selection._weight.text() == "100 %"


def test_a_target_out_of_reach_says_by_how_much(inspector, document):
    document.do("Move", lambda: document.session.drag("LeftHand", (3.0, 1.0, 0.0)))
    document.select([LEFT])
    assert "Out of reach" in inspector.selection._reach.text()
    assert inspector.selection._axes[0].value() == 3.0
    assert "left wrist" in inspector.solve.text("stretch")


def test_the_head_is_turned_to_typed_degrees_and_let_go(inspector, document):
    document.select([HEAD])
    type_into(inspector.rotation._fields[1], "30")
    pose = document.session.pose
    world, _ = forward.globals_from_locals(document.skeleton, pose.root, pose.rotations)
    shown = inspector.rotation._angles("Head")
    assert np.rad2deg(shown[1]) == pytest.approx(30.0, abs=0.2)
    assert quat.angle(world[PART_JOINTS["Head"][0]], quat.IDENTITY) > 0.3
    assert document.session.turned_parts == ("Head",)
    assert document.undo_stack.undoText() == "Turn head"
    QTest.mouseClick(inspector.rotation._release, Qt.MouseButton.LeftButton)
    assert document.session.turned_parts == ()
    assert document.undo_stack.count() == 2


def test_two_parts_show_what_they_share_and_turn_together(inspector, document):
    document.select([LEFT, RIGHT, HIPS])
    type_into(inspector.rotation._fields[2], "20")
    for part in ("LeftHand", "RightHand"):
        assert np.rad2deg(inspector.rotation._angles(part)[2]) == pytest.approx(20.0, abs=0.5)
    assert document.undo_stack.undoText() == "Turn 2 parts"
    assert document.undo_stack.count() == 1


def test_completion_of_a_region_and_of_the_body(inspector, document):
    inspector.completion._complete.click()
    assert not document.is_completing
    inspector.completion._regions["left_arm"].click()
    assert document.session.completed_regions == ("left_arm",)
    assert document.undo_stack.undoText() == "Complete left arm"


def test_the_solver_tells_pins_residual_and_time(inspector, document):
    assert inspector.solve.text("time") == "none yet"
    document.do("Move", lambda: document.session.drag("LeftHand", document.points[LEFT] + (0.0, 0.05, 0.0)))
    assert inspector.solve.text("pins") == "1"
    assert inspector.solve.text("residual").endswith("mm")
    assert inspector.solve.text("stretch") == "none"


@pytest.mark.parametrize("level", [6, 16])
def test_the_first_solve_of_a_level_which_loads_and_compiles_does_not_count(inspector, document, level):
    document.set_level(level)
    for most in ("none yet", "ms"):
        document.do("Move", lambda: document.session.drag("LeftHand", document.points[LEFT] + (0.0, 0.01, 0.0)))
        assert inspector.solve.text("most").endswith(most)


def test_sections_fold_and_stay_folded(inspector, document, preferences, qtbot):
    heading = inspector._sections[3].heading
    QTest.mouseClick(heading, Qt.MouseButton.LeftButton)
    assert not inspector.solve.isVisible()
    again = Inspector(document, preferences)
    qtbot.addWidget(again)
    again.show()
    assert not again.solve.isVisible()
    assert again.completion.isVisible()
