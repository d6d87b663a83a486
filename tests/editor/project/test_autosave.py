"""Every gesture is on the disk when it has ended, whatever happens to the disk meanwhile."""

from dataclasses import replace

import pytest
from document_data import random_poses

from editor.project.autosave import Autosave
from models.animation import FrameRate, Key
from models.document import Content, Journal, journal_header, read_project, recovered
from models.errors import SixpointError


def move(document, height=1.4):
    document.do("Move", lambda: document.session.drag("LeftHand", (0.3, height, 0.3)))


@pytest.fixture
def autosave(document, tmp_path):
    result = Autosave(document, tmp_path / "journals")
    result.begin(None, Content())
    return result


def kept(autosave):
    return recovered(autosave.path, Content())


def test_every_gesture_is_one_line_and_comes_back(autosave, document):
    gestures = [
        lambda: move(document),
        lambda: move(document, 1.2),
        document.undo,
        document.redo,
        lambda: document.edit("Rate", replace(document.content, rate=FrameRate(24))),
    ]
    for number, gesture in enumerate(gestures, 1):
        gesture()
        assert kept(autosave).content.hash == document.content.hash
        assert journal_header(autosave.path).n_lines == number
    document.go_to(document.rate.tick(10))
    assert journal_header(autosave.path).n_lines == len(gestures)


def test_a_pose_that_is_no_key_yet_is_kept_until_it_is_one_or_dropped(autosave, document):
    document.set_auto_key(False)
    move(document)
    identity, key = kept(autosave).pending
    assert identity == document.character_id
    assert abs(key.pose.root - document.session.pose.root).max() < 1e-8
    lines = journal_header(autosave.path).n_lines
    document.set_key()
    assert kept(autosave).pending is None
    assert journal_header(autosave.path).n_lines == lines + 1  # key and pose together: a crash can not part them
    move(document, 1.1)
    assert kept(autosave).pending is not None
    document.drop_pending()
    assert kept(autosave).pending is None


def test_many_keys_are_written_by_a_worker_before_the_next_edit(autosave, document):
    track = document.track
    for index, pose in enumerate(random_poses(300)):
        track = track.with_key(Key.of(document.rate.tick(index + 1), pose))
    document.edit_track("Import", track)
    move(document)
    assert kept(autosave).content.hash == document.content.hash
    assert kept(autosave).labels == ("Import", "Move")


def test_after_a_failure_the_journal_catches_up(autosave, document, monkeypatch):
    told = []
    autosave.failed.connect(told.append)

    def full(*_):
        raise SixpointError("the journal cannot be written (No space left on device)")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        move(document)
        assert len(told) == 1
        assert "No space left" in told[0]
        patch.setattr("models.document.journal.write_atomically", full)
        move(document, 1.2)
        move(document, 1.3)
        assert len(told) == 1  # once is enough
    move(document, 1.1)
    assert kept(autosave).content.hash == document.content.hash


def test_edits_during_a_save_are_in_the_journal_after_it(autosave, document, tmp_path):
    from models.document import write_project

    path = tmp_path / "walk.sixpoint"
    move(document)
    content = document.content
    autosave.before_save(content)
    write_project(path, content)
    move(document, 1.2)
    for _ in range(2):
        result = recovered(autosave.path, read_project(path))
        assert result.content.hash == document.content.hash
        autosave.after_save(path, content)
    assert journal_header(autosave.path).project == path


def test_at_the_end_nothing_is_left(autosave, document):
    move(document)
    autosave.end()
    assert not autosave.path.exists()
    move(document, 1.2)
    assert not autosave.path.exists()
