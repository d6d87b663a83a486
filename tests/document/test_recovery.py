"""What a journal says besides edits: whose it is, what was there at its beginning, a pose that is no key yet."""

import pytest
from document_data import make_content, random_poses

from models.animation import Key
from models.document import Content, Document, Journal, OpenNote, journal_header, recovered
from models.document.journal_lines import encoded
from models.errors import FileFormatError


def test_a_journal_says_whose_it_is(tmp_path):
    Journal(tmp_path / "j", make_content(1), project=tmp_path / "walk.sixpoint")
    header = journal_header(tmp_path / "j")
    assert header.project == tmp_path / "walk.sixpoint"
    assert header.owner == OpenNote.own()
    assert header.n_lines == 0
    Journal(tmp_path / "j", Content())
    assert journal_header(tmp_path / "j").project is None


def test_what_was_never_saved_comes_back_from_nothing(tmp_path):
    first = make_content(2)
    journal = Journal(tmp_path / "j", Content(), first)
    document = Document(first)
    document.changed.connect(journal.append)
    document.do("Remove", document.content.without_character("a"))
    result = recovered(tmp_path / "j", Content())
    assert result.content.hash == document.content_hash()
    assert result.labels == ("Remove",)


def test_a_pose_that_is_no_key_yet_comes_back_until_it_is_gone(tmp_path):
    base = make_content(2)
    journal = Journal(tmp_path / "j", base)
    key = Key.of(1234, random_poses(1)[0])
    journal.append(None, ("b", key))
    identity, again = recovered(tmp_path / "j", base).pending
    assert (identity, again.tick, again.digest) == ("b", 1234, key.digest)
    journal.append(None, None)
    assert recovered(tmp_path / "j", base).pending is None
    journal.append(None, ("nobody", key))
    assert recovered(tmp_path / "j", base).pending is None


@pytest.mark.parametrize(
    "line",
    [
        {"label": "x"},
        {"label": "x", "changes": 3},
        {"label": "x", "changes": [[["rate"], [0, 1]]]},
        {"label": "x", "changes": [[["key", "nobody", 3], None]]},
        {"label": "x", "changes": [[["rig"], None]]},
        {"pending": {"character": "a"}},
        {"pending": 7},
        [1],
    ],
)
def test_nonsense_in_whole_lines_is_refused(tmp_path, line):
    base = make_content(2)
    Journal(tmp_path / "j", base)
    with (tmp_path / "j").open("ab") as stream:
        stream.write(encoded(line))
    with pytest.raises(FileFormatError):
        recovered(tmp_path / "j", base)
