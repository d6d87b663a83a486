"""The view cube: what is clicked is what is looked at; and the two ways to navigate."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor.theme import theme
from editor.viewport.graphics import Painter
from editor.viewport.navigation import STYLES, Navigation
from editor.viewport.viewport import Viewport

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(qtbot, document):
    result = Viewport(document, theme("light"), painter=Painter.PLAIN)
    result.set_motion_ms(0)
    result.resize(640, 480)
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    yield result
    result.close()


@pytest.mark.parametrize(
    "direction", [(0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0), (1, 1, 1)], ids=str
)
def test_a_click_on_a_side_edge_or_corner_looks_from_there(view, direction):
    view.set_camera(view.camera.seen_from(0.6, 0.5))
    before = view.camera
    QTest.mouseClick(view.cube, LEFT, NONE, view.cube.place_of(direction).toPoint())
    assert_allclose(view.camera.axes[2], np.array(direction) / np.linalg.norm(direction), atol=0.01)
    assert view.camera.distance == before.distance
    assert_allclose(view.camera.target, before.target)


def test_from_above_the_view_is_square_to_the_grid(view):
    view.set_camera(view.camera.seen_from(1.4, 0.5))
    QTest.mouseClick(view.cube, LEFT, NONE, view.cube.place_of((0, 1, 0)).toPoint())
    assert view.camera.yaw == pytest.approx(np.pi / 2)


def test_the_view_glides_there(view, qtbot):
    view.set_motion_ms(60)
    start = view.camera.yaw
    QTest.mouseClick(view.cube, LEFT, NONE, view.cube.place_of((0, 0, 1)).toPoint())
    seen = []
    view.camera_changed.connect(lambda: seen.append(view.camera.yaw))
    qtbot.waitUntil(lambda: abs(view.camera.yaw) < 1e-9)
    assert any(0.0 < yaw < start for yaw in seen)


def test_dragging_the_cube_orbits_and_does_not_click(view):
    before, center = view.camera, view.cube.rect().center()
    QTest.mousePress(view.cube, LEFT, NONE, center)
    QTest.mouseMove(view.cube, center + QPoint(20, 0))
    QTest.mouseMove(view.cube, center + QPoint(30, 0))
    QTest.mouseRelease(view.cube, LEFT, NONE, center + QPoint(30, 0))
    assert view.camera.yaw < before.yaw
    assert view.camera.pitch == pytest.approx(before.pitch)


def test_the_cube_marks_what_a_click_would_take(view):
    view.set_camera(view.camera.seen_from(0.0, 0.0))
    plain = view.cube.grab().toImage()
    QTest.mouseMove(view.cube, view.cube.rect().center())
    assert view.cube.grab().toImage() != plain
    assert view.cube.grab().toImage().pixelColor(view.cube.rect().center() + QPoint(0, 10)).blue() > 150


def test_beside_the_cube_the_viewport_is_clicked(view):
    view.document.select([0])
    QTest.mouseClick(view.cube, LEFT, NONE, QPoint(1, 1))
    QTest.mouseClick(view, LEFT, NONE, view.cube.pos() + QPoint(1, 1))
    assert not view.document.selected.any()


def test_the_cube_stays_in_its_corner(view):
    view.resize(900, 500)
    assert view.width() - view.cube.geometry().right() < 12
    assert view.cube.y() < 12


@pytest.mark.parametrize("style", STYLES)
def test_no_two_bindings_of_a_style_clash_and_all_three_moves_are_there(style):
    bindings = STYLES[style]
    assert len({(binding.button, binding.modifiers) for binding in bindings}) == len(bindings)
    assert {binding.action for binding in bindings} == {"orbit", "pan", "zoom"}


@pytest.mark.parametrize(
    ("style", "button", "modifiers", "moves"),
    [
        ("blender", Qt.MouseButton.MiddleButton, NONE, "orbit"),
        ("blender", Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.ShiftModifier, "pan"),
        ("maya", Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, "orbit"),
        ("maya", Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.AltModifier, "pan"),
        ("maya", Qt.MouseButton.RightButton, Qt.KeyboardModifier.AltModifier, "zoom"),
        ("blender", Qt.MouseButton.RightButton, Qt.KeyboardModifier.AltModifier, None),
    ],
)
def test_the_style_decides_what_a_button_does(view, style, button, modifiers, moves):
    view.set_navigation(style)
    doing = []
    view.activity_changed.connect(doing.append)
    QTest.mousePress(view, button, modifiers, QPoint(300, 200))
    QTest.mouseRelease(view, button, modifiers, QPoint(300, 200))
    assert (doing[0] if doing else None) == moves


def test_a_new_navigation_takes_both_until_a_style_is_chosen():
    assert Navigation().bindings == STYLES["both"]
