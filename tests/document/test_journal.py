"""A crash at any moment costs the edit being written at most."""

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from document_data import make_content, random_poses

from models.animation import FrameRate, Key
from models.document import Content, Document, History, Journal, Range, read_project, recovered
from models.errors import FileFormatError, SixpointError


def worked(path, n_edits: int = 4):
    """A journal of edits to a small content: the base and the content after each edit, from none on."""
    base = make_content(2)
    document = Document(base)
    journal = Journal(path, base)
    document.changed.connect(journal.append)
    contents = [base]
    for number, pose in enumerate(random_poses(n_edits)):
        track = document.content.character("b").track
        document.do(f"Key {number}", document.content.with_track("b", track.with_key(Key.of(number, pose))))
        contents.append(document.content)
    return base, contents


def test_all_edits_come_back(tmp_path):
    base, contents = worked(tmp_path / "j")
    result = recovered(tmp_path / "j", base)
    assert result.content.hash == contents[-1].hash
    assert result.labels == ("Key 0", "Key 1", "Key 2", "Key 3")
    assert not result.is_cut


def test_a_cut_at_every_byte_loses_at_most_the_last_edit(tmp_path):
    path = tmp_path / "j"
    base = make_content(2)
    document = Document(base)
    journal = Journal(path, base)
    document.changed.connect(journal.append)
    contents = [base]
    for label, change in (
        ("Range", lambda c: replace(c, playback=Range(0, 5))),
        ("Key", lambda c: c.with_track("a", c.character("a").track.with_key(Key.of(3, random_poses(1)[0])))),
        ("Range", lambda c: replace(c, playback=Range(2, 7))),
    ):
        document.do(label, change(document.content))
        contents.append(document.content)
    data = path.read_bytes()
    ends = [n + 1 for n, byte in enumerate(data) if byte == ord("\n")]
    hashes = [content.hash for content in contents]
    for length in range(ends[0], len(data) + 1):
        path.write_bytes(data[:length])
        whole = sum(end <= length for end in ends) - 1
        result = recovered(path, base)
        assert len(result.labels) == whole
        assert result.is_cut == (length not in ends)
        if length in ends or length % 97 == 0:
            assert result.content.hash == hashes[whole]
    for length in range(ends[0]):
        path.write_bytes(data[:length])
        with pytest.raises(FileFormatError, match="no journal"):
            recovered(path, base)


def test_a_damaged_line_ends_the_recovery(tmp_path):
    path = tmp_path / "j"
    base, contents = worked(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"0", b"1", 1)
    path.write_bytes(b"".join(lines))
    result = recovered(path, base)
    assert result.content.hash == contents[2].hash
    assert result.is_cut


def test_undo_and_edits_of_every_kind_are_written_down(tmp_path):
    base = make_content(2)
    document = Document(base)
    history = History(document)
    journal = Journal(tmp_path / "j", base)
    document.changed.connect(journal.append)
    character = base.character("b")
    for label, change in (
        ("Rate", lambda c: replace(c, rate=FrameRate(24))),
        ("Add", lambda c: c.with_character("new", character)),
        ("Pose", lambda c: replace(c, poses={"a pose": random_poses(1)[0]})),
        ("Remove", lambda c: c.without_character("a")),
    ):
        history.push(document.do(label, change(document.content)))
        assert recovered(tmp_path / "j", base).content.hash == document.content_hash()
    while history.undo():
        assert recovered(tmp_path / "j", base).content.hash == document.content_hash()
    assert document.content_hash() == base.hash


def test_after_a_failed_write_the_journal_goes_on(tmp_path, monkeypatch):
    base = make_content(2)
    document = Document(base)
    journal = Journal(tmp_path / "j", base)
    edits = []
    for number, pose in enumerate(random_poses(2)):
        track = document.content.character("a").track
        edits.append(document.do("Key", document.content.with_track("a", track.with_key(Key.of(number, pose)))))

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SixpointError, match="No space left on device"):
            journal.append(edits[0])
    for edit in edits:
        journal.append(edit)
    assert recovered(tmp_path / "j", base).content.hash == document.content_hash()
    journal.remove()
    assert not journal.path.exists()


def test_the_journal_of_another_state_is_refused(tmp_path):
    worked(tmp_path / "j")
    with pytest.raises(FileFormatError, match="another state"):
        recovered(tmp_path / "j", Content())
    with pytest.raises(FileFormatError, match="cannot be read"):
        recovered(tmp_path / "none", Content())


def test_a_save_that_was_cut_off_before_the_new_journal_loses_nothing(tmp_path):
    base = make_content(2)
    document = Document(base)
    journal = Journal(tmp_path / "j", base)
    document.changed.connect(journal.append)
    document.do("Rate", replace(document.content, rate=FrameRate(24)))
    journal.saving(document.content)
    middle = document.content  # is in the file, or is not: the journal fits both
    document.do("Range", replace(document.content, playback=Range(1, 2)))
    for start, labels in ((base, ("Rate", "Range")), (middle, ("Range",))):
        result = recovered(tmp_path / "j", start)
        assert result.content.hash == document.content_hash()
        assert result.labels == labels


WORKER = """
import sys
from dataclasses import replace
from document_data import make_content
from models.document import Document, Journal, Range, read_project, saved, write_project
path, journal_path, done = sys.argv[1:]
base = make_content(2)
write_project(path, base)
document, journal = Document(base), Journal(journal_path, base)
for number in range(100_000):
    journal.append(document.do(str(number), replace(document.content, playback=Range(0, number + 1))))
    with open(done, "a") as stream:
        stream.write("x")
    if number % 3 == 2:
        journal = saved(path, document.content, journal)
"""


@pytest.mark.skipif(os.name == "nt", reason="paths of the worker are POSIX")
def test_a_kill_at_any_moment_loses_at_most_the_last_edit(tmp_path, rng):
    paths = [tmp_path / name for name in ("p.sixpoint", "journal", "done")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
    for _ in range(4):
        paths[2].write_text("")
        with subprocess.Popen([sys.executable, "-c", WORKER, *map(str, paths)], env=environment) as process:
            while not paths[2].read_text():
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(rng.uniform(0.0, 0.3))
            process.kill()
        result = recovered(paths[1], read_project(paths[0]))
        # The edit whose end was not noted yet may be there as well.
        assert result.content.playback.stop - len(paths[2].read_text()) in (0, 1)
