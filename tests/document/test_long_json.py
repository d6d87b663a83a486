"""Reading key by key gives what reading the whole gives, whatever a file looks like."""

import json

import pytest
from document_data import make_content

from models.document import write_project
from models.document.long_json import load_project
from models.errors import FileFormatError
from models.formats.json_values import load


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "walk.sixpoint"
    write_project(path, make_content())
    return path


def rewritten(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def test_our_own_files(saved):
    assert load_project(saved) == load(saved)


@pytest.mark.parametrize("indent", [None, 1, 3])
def test_files_laid_out_by_others(saved, indent):
    saved.write_text(json.dumps(json.loads(saved.read_text()), indent=indent))
    assert load_project(saved) == load(saved)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"poses": [', '"poses": [\n   {"tick": 5},'),  # a key's line where none belongs
        ('"keys": [', '"keys": [[0], [99], [-1], [true],'),  # what stands for a key while it is read
        ('"keys": [', '"keys": [0, 1,'),
        ("  ]}", "  , [9]]}"),  # one more than there are
        ('"poses": [', '"other": [\n   {"tick": 1}\n ], "poses": ['),
    ],
)
def test_odd_files_are_read_as_they_are(saved, old, new):
    rewritten(saved, old, new)
    assert load_project(saved) == load(saved)


@pytest.mark.parametrize(
    ("old", "new"), [('   {"tick": ', '   {"tick": NaN, "x": '), ('"root"', '"root" 3'), ("}", "")]
)
def test_wrong_files_are_refused_with_the_same_words(saved, old, new):
    rewritten(saved, old, new)
    with pytest.raises(FileFormatError) as whole:
        load(saved)
    with pytest.raises(FileFormatError) as parts:
        load_project(saved)
    assert str(parts.value) == str(whole.value)
