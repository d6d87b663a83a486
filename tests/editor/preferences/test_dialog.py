"""The dialog of preferences: every control changes its value at once and follows changes from elsewhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox

from editor.preferences.dialog import PreferencesDialog
from editor.preferences.keymap import Keymap
from editor.preferences.preferences import Preferences
from editor.preferences.table import PREFERENCES
from editor.theme import theme


@pytest.fixture
def preferences(settings):
    return Preferences(settings)


@pytest.fixture
def dialog(qtbot, preferences):
    result = PreferencesDialog(preferences, Keymap(preferences), theme("dark"))
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    return result


def test_there_is_a_control_for_every_preference(dialog):
    assert set(dialog.fields) == {row.id for row in PREFERENCES}


def test_choices_and_switches_change_at_once_and_follow(dialog, preferences):
    choice, switch = (dialog.fields[name] for name in ("theme", "auto_key"))
    assert isinstance(choice, QComboBox)
    assert isinstance(switch, QCheckBox)
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert preferences["theme"] == "light"
    dialog.tabs.setCurrentIndex(2)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert preferences["auto_key"] is False
    preferences["theme"] = "dark"
    assert choice.currentData() == "dark"


def test_the_library_folder_is_typed(dialog, preferences, tmp_path):
    field = dialog.fields["library"]
    dialog.tabs.setCurrentIndex(2)
    field.path.setFocus()
    QTest.keyClicks(field.path, str(tmp_path))
    QTest.keyClick(field.path, Qt.Key.Key_Return)
    assert preferences.library_folder == tmp_path


def test_keys_are_pressed_and_a_clash_is_shown(dialog, preferences):
    dialog.tabs.setCurrentIndex(1)
    keys = dialog.keys
    keys.choose("mirror")
    keys.edit.setFocus()
    QTest.keyClick(keys.edit, Qt.Key.Key_J)
    keys.edit.clearFocus()
    assert keys.keys_shown()["mirror"] == "J"
    assert not keys.note.isVisible()
    keys.edit.setFocus()
    QTest.keyClick(keys.edit, Qt.Key.Key_C)
    keys.edit.clearFocus()
    assert keys.note.isVisible()
    assert "Complete the body" in keys.note.text()
    QTest.mouseClick(keys.reset, Qt.MouseButton.LeftButton)
    assert keys.keys_shown()["mirror"] == "Ctrl+M"
    assert not keys.note.isVisible()
    QTest.mouseClick(keys.clear, Qt.MouseButton.LeftButton)
    assert keys.keys_shown()["mirror"] == ""
    QTest.mouseClick(keys.reset_all, Qt.MouseButton.LeftButton)
    assert keys.keys_shown()["mirror"] == "Ctrl+M"


def test_another_preset_is_shown_at_once_and_commands_are_found(dialog, preferences):
    preferences["shortcuts"] = "maya"
    assert dialog.keys.keys_shown()["key"] == "S, K"
    dialog.tabs.setCurrentIndex(1)
    QTest.keyClicks(dialog.keys.search, "paste mirr")
    assert list(dialog.keys.keys_shown()) == ["pose_paste_mirrored", "key_paste_mirrored"]


def test_a_closed_dialog_does_not_follow_any_more(qtbot, preferences):
    dialog = PreferencesDialog(preferences, Keymap(preferences), theme("dark"))
    with qtbot.waitSignal(dialog.destroyed):
        dialog.deleteLater()
    preferences["theme"] = "light"
    assert preferences["theme"] == "light"
