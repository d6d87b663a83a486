"""The search of commands, by the keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from editor.actions import ACTIONS
from editor.menus import Actions
from editor.panels.command_search import CommandSearch
from editor.theme import theme


@pytest.fixture
def called():
    return []


@pytest.fixture
def search(qtbot, called):
    window = QMainWindow()
    window.resize(800, 600)
    qtbot.addWidget(window)
    window.show()
    actions = Actions(window, {row.id: lambda *_, name=row.id: called.append(name) for row in ACTIONS})
    result = CommandSearch(actions, theme("dark"), window)
    result.open()
    qtbot.waitUntil(result.field.hasFocus)
    return result


def test_everything_is_listed_until_something_is_typed(search):
    assert set(search.found()) == {row.id for row in ACTIONS} - {"search"}


def test_typing_and_enter_runs_the_best_and_closes(search, called):
    QTest.keyClicks(search.field, "mirro")
    assert search.found()[0] == "mirror"
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    assert called == ["mirror"]
    assert not search.isVisible()


def test_arrow_keys_choose_and_what_ran_last_comes_first(search, called):
    QTest.keyClicks(search.field, "paste")
    third = search.found()[2]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(search.field, key)
    assert called == [third]
    search.open()
    assert search.found()[0] == third


def test_what_a_command_does_is_searched_too(search):
    QTest.keyClicks(search.field, "networks")
    assert search.found()[0] == "complete"


def test_nothing_found_says_so_and_enter_does_nothing(search, called):
    QTest.keyClicks(search.field, "qqqqq")
    assert search._none.isVisible()
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    assert called == []
    QTest.keyClick(search, Qt.Key.Key_Escape)


def test_a_command_that_cannot_be_done_now_is_not(search, called):
    search._actions["undo"].setEnabled(False)
    search.open()
    QTest.keyClicks(search.field, "undo")
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    assert called == []
    assert search.isVisible()
