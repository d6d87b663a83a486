"""Numbers as people type them."""

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from editor.panels.parts import number_field


@pytest.mark.parametrize("language", ["C", "de_DE"])
@pytest.mark.parametrize(("typed", "value"), [("-1,5", -1.5), ("0.25", 0.25), ("3", 3.0)])
def test_point_and_comma_are_decimal_marks(qapp, language, typed, value):
    field = number_field("X")
    field.setLocale(QLocale(language))
    field.setRange(-20, 20)
    line = field.lineEdit()
    line.selectAll()
    QTest.keyClicks(line, typed)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert field.value() == value
