"""Preferences, search and the sheet of keys in the window: by their keys, counting at once, kept for the next start."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from editor.panels.command_search import CommandSearch
from editor.preferences.preferences import Preferences
from models.body import POINTS
from models.posing import HandleState

HAND = POINTS.index("LeftHand")
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dialog(window):
    QTest.keyClick(window, Qt.Key.Key_Comma, CTRL)
    result = window._preferences_dialog
    assert result.isVisible()
    yield result
    result.close()


def test_theme_and_lengths_count_at_once_and_are_kept(window, dialog, settings):
    assert window.viewport.scene.theme.name == "dark"
    dialog.fields["theme"].setCurrentIndex(1)
    assert window.viewport.scene.theme.name == "light"
    window.document.select([HAND])
    dialog.fields["unit"].setCurrentIndex(1)
    assert window.inspector.selection._axes[0].text().endswith("cm")
    kept = Preferences(settings)
    assert (kept["theme"], kept["unit"]) == ("light", "cm")


def test_the_preset_changes_what_keys_do_and_what_tips_say(window, dialog):
    dialog.fields["shortcuts"].setCurrentIndex(1)
    assert window.actions_["key"].shortcut().toString() == "S"
    assert "(S)" in window.actions_["key"].toolTip()
    window.keymap.set_keys("pin", ["J"])
    dialog.close()
    window.activateWindow()
    window.document.select([HAND])
    QTest.keyClick(window, Qt.Key.Key_J)
    assert window.document.states[HAND] == HandleState.PINNED
    QTest.keyClick(window, Qt.Key.Key_R)
    assert window.document.states[HAND] == HandleState.PINNED


def test_auto_key_is_the_same_in_the_dialog_and_on_the_timeline_and_is_kept(window, dialog, settings):
    dialog.fields["auto_key"].click()
    assert not window.document.auto_key
    window.actions_["auto_key"].trigger()
    assert window.document.auto_key
    assert dialog.fields["auto_key"].isChecked()
    window.actions_["auto_key"].trigger()
    assert Preferences(settings)["auto_key"] is False


def test_the_camera_follows_its_preference(window, dialog):
    dialog.fields["navigation"].setCurrentIndex(2)
    assert "Alt + right drag" in {binding.text for binding in window.viewport._navigation.bindings}
    dialog.fields["navigation"].setCurrentIndex(1)
    assert "Alt + right drag" not in {binding.text for binding in window.viewport._navigation.bindings}


def test_a_command_is_found_and_run_from_the_keyboard(window, qtbot):
    QTest.keyClick(window, Qt.Key.Key_F3)
    search = QApplication.activePopupWidget()
    assert isinstance(search, CommandSearch)
    QTest.keyClicks(search.field, "mirror")
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    assert window.document.undo_stack.undoText() == "Mirror"


def test_the_sheet_lists_the_keys_of_now(window):
    window.keymap.set_keys("mirror", ["J"])
    window.actions_["shortcuts"].trigger()
    texts = [label.text() for label in window._sheet.findChildren(QLabel)]
    assert "J" in texts
    assert "Ctrl+M" not in texts
    QTest.keyClicks(window._sheet._filter, "mirr")
    texts = [label.text() for label in window._sheet._scroll.widget().findChildren(QLabel)]
    assert "Mirror" in texts
    assert "Undo" not in texts
    window._sheet.close()
