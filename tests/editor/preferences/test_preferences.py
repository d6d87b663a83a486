"""Preferences: usable whatever the file says, and kept."""

import pytest
from PySide6.QtCore import QSettings

from editor.preferences.preferences import Preferences
from editor.preferences.table import PREFERENCES


@pytest.fixture
def preferences(settings):
    return Preferences(settings)


def test_defaults_are_acceptable_and_every_row_says_what_it_does(preferences):
    for row in PREFERENCES:
        assert preferences[row.id] == row.default
        assert row.tip
        assert not row.tip.endswith(".")


def test_a_change_is_kept_and_told_once(preferences, settings, qtbot):
    told = []
    preferences.changed.connect(told.append)
    preferences["unit"] = "cm"
    preferences["unit"] = "cm"
    preferences["auto_key"] = False
    assert told == ["unit", "auto_key"]
    settings.sync()
    again = Preferences(QSettings(settings.fileName(), QSettings.Format.IniFormat))
    assert (again["unit"], again["auto_key"]) == ("cm", False)


@pytest.mark.parametrize(
    ("name", "kept", "used"),
    [
        ("theme", "pink", "dark"),
        ("auto_key", "perhaps", False),
        ("unit", "ell", "m"),
    ],
)
def test_nonsense_in_the_file_is_not_used(preferences, settings, name, kept, used):
    settings.setValue(name, kept)
    assert preferences[name] == used


def test_the_library_is_beside_the_documents_until_chosen(preferences, tmp_path):
    assert preferences.library_folder.name == "Sixpoint poses"
    preferences["library"] = str(tmp_path)
    assert preferences.library_folder == tmp_path
