"""Texts: looked up in the chosen language, filled in, found in the code, and translations that fit them."""

import json
import string
from importlib.resources import files

import pytest

from editor import texts
from editor.texts import language_names, source_texts, tr, use_language


@pytest.fixture
def languages(tmp_path, monkeypatch):
    """A folder of translations in place of the shipped one."""
    (tmp_path / "languages").mkdir()
    monkeypatch.setattr(texts, "files", lambda _: tmp_path)
    yield tmp_path / "languages"
    use_language("en")


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_english_is_the_source_and_braces_are_filled_in():
    assert tr("Undo") == "Undo"
    assert tr("Reading {name}", name="a{b}.bvh") == "Reading a{b}.bvh"
    assert tr("100 %") == "100 %"


def test_a_language_is_a_file_and_what_it_lacks_stays_english(languages):
    (languages / "de.json").write_text(
        json.dumps({"(language)": "Deutsch", "Reading {name}": "{name} wird gelesen", "Redo": ""}), encoding="utf-8"
    )
    assert language_names() == {"en": "English", "de": "Deutsch"}
    use_language("de")
    assert tr("Reading {name}", name="x") == "x wird gelesen"
    assert tr("Redo") == "Redo"
    assert tr("Undo") == "Undo"
    use_language("xx")
    assert tr("Reading {name}", name="x") == "Reading x"


def test_the_table_of_actions_and_the_panels_are_found_in_the_code():
    found = source_texts()
    for text in ("Take back the last change", "Undo", "Edit", "Sixteen handles"):
        assert "actions.py" in found[text]
    assert len(found) > 100


def test_translations_are_of_texts_there_are_and_keep_their_places():
    found = source_texts()
    for code in set(language_names()) - {"en"}:
        path = files("editor").joinpath("languages", f"{code}.json")
        for text, translation in json.loads(path.read_text(encoding="utf-8")).items():
            if text != "(language)":
                assert text in found, f"{code}.json translates '{text}', which is no longer there"
                assert not translation or places(text) == places(translation)
