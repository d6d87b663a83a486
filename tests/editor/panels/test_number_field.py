"""Numbers as people type them: decimal marks, units, bounds, several values at once, steps."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.panels.number_field import NumberField
from editor.panels.units import DEGREES, PERCENT, UNITS


@pytest.fixture
def field(qtbot):
    result = NumberField("X", UNITS["m"], (-100.0, 100.0))
    qtbot.addWidget(result)
    result.entered_values, result.refused_texts = [], []
    result.entered.connect(result.entered_values.append)
    result.refused.connect(result.refused_texts.append)
    result.show_value(0.25)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    result.setFocus()
    return result


def type_into(field, text):
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("-1,5", -1.5), ("0.25", 0.25), ("3", 3.0), (".5", 0.5), ("1e-3", 0.001), ("+2 ", 2.0), ("12cm", 0.12),
        ("12 cm", 0.12), ("8 mm", 0.008), ("1,5 m", 1.5),
    ],
)  # fmt: skip
def test_point_and_comma_and_units(field, typed, value):
    type_into(field, typed)
    assert field.entered_values == [pytest.approx(value, abs=1e-12)]
    assert field.refused_texts == []


@pytest.mark.parametrize("typed", ["1e9", "-1e9", "100.001", "101", "1e400"])
def test_what_is_out_of_bounds_is_refused_with_the_bounds(field, typed):
    type_into(field, typed)
    assert field.entered_values == []
    assert "X goes from -100.000 m to 100.000 m" in field.refused_texts[0]
    assert typed in field.refused_texts[0]
    assert field.text() == "0.250 m"


@pytest.mark.parametrize("typed", ["nan", "inf", "abc", "1..2", "1 2", "3 kg", "--1", "1e", "0x10", "{0}"])
def test_what_is_no_number_is_refused_and_says_so(field, typed):
    type_into(field, typed)
    assert field.entered_values == []
    assert typed in field.refused_texts[0]
    assert field.text() == "0.250 m"


def test_nothing_typed_and_escape_change_nothing(field):
    type_into(field, " ")
    field.selectAll()
    QTest.keyClicks(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (field.entered_values, field.refused_texts) == ([], [])
    assert field.value() == 0.25


def test_typing_is_told_once_and_is_not_disturbed(field):
    field.selectAll()
    QTest.keyClicks(field, "1.2")
    field.show_value(0.7)  # e.g. playing goes on meanwhile
    assert field.text() == "1.2"
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert field.entered_values == [1.2]


def test_several_values_are_called_mixed_never_a_mean(field):
    field.show_value(None)
    assert field.text() == ""
    assert field.placeholderText() == "mixed"
    assert math.isnan(field.value())
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.entered_values == []


def test_arrow_keys_and_the_wheel_step_where_the_field_was_clicked(field):
    for modifiers, step in ((Qt.KeyboardModifier.NoModifier, 0.01), (Qt.KeyboardModifier.ShiftModifier, 0.001)):
        QTest.keyClick(field, Qt.Key.Key_Up, modifiers)
        assert field.entered_values.pop() == pytest.approx(0.25 + step)
    field.show_value(100.0)
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.entered_values.pop() == 100.0

    def turn():
        QApplication.sendEvent(field, QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        ))  # fmt: skip

    turn()
    assert field.entered_values.pop() == pytest.approx(99.99)
    field.clearFocus()
    turn()
    assert field.entered_values == []


def test_units_write_and_read(field):
    field.set_unit(UNITS["cm"])
    assert field.text() == "25.0 cm"
    type_into(field, "30")
    type_into(field, "0.3 m")
    assert field.entered_values == [pytest.approx(0.3), pytest.approx(0.3)]
    assert DEGREES.text(math.pi) == "180.0"
    assert PERCENT.text(0.5) == "50"
    assert UNITS["m"].text(-0.0001) == "0.000"
