"""Keys: two presets without conflicts, changes on top of them that are kept, conflicts that are found."""

import pytest
from PySide6.QtGui import QKeySequence

from editor.actions import ACTIONS
from editor.preferences.keymap import Keymap
from editor.preferences.preferences import Preferences


@pytest.fixture
def preferences(settings):
    return Preferences(settings)


@pytest.fixture
def keymap(preferences):
    return Keymap(preferences)


@pytest.mark.parametrize("preset", ["blender", "maya"])
def test_a_preset_has_valid_keys_and_no_conflict(keymap, preferences, preset):
    preferences["shortcuts"] = preset
    for row in ACTIONS:
        assert keymap.rivals(row.id) == []
        assert all(QKeySequence(key).toString() for key in keymap.keys(row.id))


def test_presets_differ_where_the_programs_do(keymap, preferences, qtbot):
    assert keymap.keys("key") == ("K", "I")
    with qtbot.waitSignal(keymap.changed):
        preferences["shortcuts"] = "maya"
    assert keymap.keys("key") == ("S", "K")
    assert keymap.keys("mirror") == ("Ctrl+M",)


def test_changes_are_kept_per_preset_and_can_be_taken_back(keymap, preferences):
    keymap.set_keys("mirror", ["J", "J", ""])
    assert keymap.keys("mirror") == ("J",)
    assert keymap.is_changed("mirror")
    preferences["shortcuts"] = "maya"
    assert not keymap.is_changed("mirror")
    preferences["shortcuts"] = "blender"
    again = Keymap(preferences)
    assert again.keys("mirror") == ("J",)
    again.reset("mirror")
    assert Keymap(preferences).keys("mirror") == ("Ctrl+M",)
    again.set_keys("mirror", [])
    assert Keymap(preferences).keys("mirror") == ()
    again.reset()
    assert not again.is_changed("mirror")


def test_a_key_used_twice_is_found_but_not_across_panels(keymap):
    keymap.set_keys("mirror", ["C"])
    assert [row.id for row in keymap.rivals("mirror")] == ["complete"]
    keymap.set_keys("mirror", ["T"])  # the timeline's own, which only counts there
    assert keymap.rivals("mirror") == []


@pytest.mark.parametrize("kept", ["", "{", "[1]", '{"blender": 3}', '{"blender": {"gone": ["A"], "mirror": [1, "Z"]}}'])
def test_nonsense_in_the_file_is_left_out(preferences, kept):
    preferences.settings.setValue("keys", kept)
    assert Keymap(preferences).keys("mirror") in (("Ctrl+M",), ("Z",))
    assert Keymap(preferences).keys("undo") == ("Ctrl+Z",)
