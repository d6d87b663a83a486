"""How handles are drawn: every state differs in shape and in colour."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.names import point_title
from editor.theme import theme
from editor.viewport.handles import HandleTable, drawn, shown_points
from models.body import LEVELS, MAIN_POINTS, POINTS, body
from models.posing import HandleState

HAND = POINTS.index("LeftHand")


@pytest.fixture
def table():
    points = body().rest_points
    states = np.zeros(len(POINTS), dtype=np.int8)
    return HandleTable(points.copy(), points.copy(), states, shown_points(6, states))


def row_of(table, point=HAND):
    """The drawn row at the place of a point."""
    discs = drawn(table, theme("dark")).discs
    return discs[np.argmin(np.linalg.norm(discs[:, :3] - table.places[point], axis=1))]


def test_the_main_points_are_drawn_where_they_are(table):
    marks = drawn(table, theme("dark"))
    assert len(marks.discs) == len(MAIN_POINTS)
    assert len(marks.lines) == 0
    expected = {tuple(np.float32(table.positions[POINTS.index(name)])) for name in MAIN_POINTS}
    assert {tuple(row) for row in marks.discs[:, :3]} == expected


def test_states_differ_in_shape_colour_and_size(table):
    looks = {}
    for state in HandleState:
        table.states[HAND] = state
        row = row_of(table)
        looks[state] = (row[8], tuple(row[4:7]))
        assert_allclose(row[4:7], theme("dark").rgb(f"handle.{state.name.lower()}"), atol=1e-6)
    assert len({shape for shape, _ in looks.values()}) == len(HandleState)
    assert len({color for _, color in looks.values()}) == len(HandleState)


def test_a_selected_handle_is_outlined_larger_and_on_top(table):
    plain = row_of(table)
    table.selected[HAND] = True
    chosen = row_of(table)
    assert chosen[9] == 1 != plain[9]
    assert chosen[3] == pytest.approx(1.3 * plain[3])
    assert_allclose(drawn(table, theme("dark")).discs[-1], chosen)


def test_hovering_enlarges(table):
    plain = row_of(table)[3]
    table.hovered = HAND
    assert row_of(table)[3] > plain


def test_a_pin_out_of_reach_is_drawn_at_its_target_and_tied_to_the_body(table):
    table.states[HAND], table.unreached[HAND] = HandleState.PINNED, True
    table.targets[HAND] = [2.0, 1.0, 0.0]
    marks = drawn(table, theme("dark"))
    assert_allclose(marks.lines[:, :3], [table.positions[HAND]], atol=1e-6)
    assert_allclose(marks.lines[:, 4:7], [table.targets[HAND]])
    assert marks.lines[0, 7] > 0  # dashed
    assert_allclose(marks.lines[0, 8:11], theme("dark").rgb("handle.unreached"), atol=1e-6)
    assert_allclose(row_of(table)[4:7], theme("dark").rgb("handle.unreached"), atol=1e-6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_shows_its_points_and_every_pin(level):
    states = np.zeros(len(POINTS), dtype=np.int8)
    assert {POINTS[point] for point in np.flatnonzero(shown_points(level, states))} == set(LEVELS[level])
    ear = POINTS.index("LeftEar")
    states[ear] = HandleState.PINNED
    assert shown_points(level, states)[ear]


def test_every_point_has_its_own_title():
    titles = [point_title(point) for point in range(len(POINTS))]
    assert len(set(titles)) == len(POINTS)
    assert point_title(HAND) == "Left wrist"
    assert point_title(POINTS.index("RightForeArm")) == "Right elbow"
