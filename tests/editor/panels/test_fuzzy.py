"""The search of commands: what matches, and what comes first."""

import pytest

from editor.actions import ACTIONS
from editor.panels.fuzzy import score


def first(typed):
    return max((row for row in ACTIONS if score(typed, row.text) is not None), key=lambda row: score(typed, row.text))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("undo", "undo"),
        ("mir", "mirror"),
        ("PASTE mirrored", "pose_paste_mirrored"),
        ("pref", "preferences"),
        ("auto", "auto_key"),
        ("sl", "pose_save"),
        ("silh", "silhouette"),
        ("rtr", "reset"),
    ],
)
def test_what_is_meant_comes_first(typed, found):
    assert first(typed).id == found


def test_letters_out_of_order_do_not_match_and_nothing_matches_all():
    assert score("odnu", "Undo") is None
    assert score("", "Undo") == 0.0
    assert score("  ", "Undo") == 0.0
    assert score("x", "") is None


def test_starts_of_words_and_runs_beat_scattered_letters():
    assert score("pm", "Paste mirrored") > score("pm", "Pump")
    assert score("key", "Set key") > score("key", "Kept every way")
