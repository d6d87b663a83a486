"""The table of actions: one place for menus, toolbar, tool tips and shortcuts."""

from collections import Counter

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QMainWindow

from editor.actions import ACTIONS
from editor.menus import Actions
from editor.panels.shortcut_sheet import ShortcutSheet, sections
from editor.toolbar import ToolBar
from editor.viewport.navigation import BINDINGS


def test_ids_and_shortcuts_are_unique():
    assert max(Counter(row.id for row in ACTIONS).values()) == 1
    assert max(Counter((row.scope, QKeySequence(key).toString()) for row in ACTIONS for key in row.keys).values()) == 1
    assert max(Counter((binding.button, binding.modifiers) for binding in BINDINGS).values()) == 1


def test_every_action_says_what_it_does_and_calls_its_handler(qtbot):
    window, called = QMainWindow(), []
    qtbot.addWidget(window)
    actions = Actions(window, {row.id: lambda *_, name=row.id: called.append(name) for row in ACTIONS})
    for row in ACTIONS:
        assert row.tip
        assert not row.tip.endswith(".")
        if row.keys:
            assert QKeySequence(row.keys[0]).toString() in actions[row.id].toolTip()
        actions[row.id].trigger()
    assert called == [row.id for row in ACTIONS]


def test_menus_list_every_action_and_the_toolbar_those_with_a_short_form(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window, {row.id: lambda *_: None for row in ACTIONS})
    actions.fill_menus(window)
    toolbar = ToolBar(actions, window)
    listed = [action for menu in window.menuBar().actions() for action in menu.menu().actions()]
    assert [a for a in listed if not a.isSeparator()] == [actions[row.id] for row in ACTIONS]
    assert [a for a in toolbar.actions() if a in listed] == [actions[row.id] for row in ACTIONS if row.short]


def test_the_sheet_shows_every_shortcut_and_every_camera_binding(qtbot):
    shown = [keys for rows in sections().values() for keys, _ in rows]
    for row in ACTIONS:
        for key in row.keys:
            assert any(QKeySequence(key).toString() in keys for keys in shown)
    assert {binding.text for binding in BINDINGS} <= set(shown)
    sheet = ShortcutSheet(None)
    qtbot.addWidget(sheet)
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    assert set(shown) <= texts
