"""After a crash: what is found, what is offered, and what becomes of it."""

import os
import shutil
import time

import pytest
from document_data import make_content, random_poses
from PySide6.QtCore import Qt

from editor.project.leftovers import find_leftovers, read_leftover
from editor.project.recovery_dialog import RecoveryDialog
from models.animation import Key
from models.document import Content, Document, Edit, Journal, OpenNote, differences, write_project
from models.document.journal_lines import encoded, parsed, read_lines


def crashed(folder, name, base, project=None, *, edits=1, pending=None):
    """The journal of a process that is no more."""
    folder.mkdir(exist_ok=True)
    document = Document(base)
    journal = Journal(folder / f"{name}.journal", Content() if project is None else base, base, project)
    document.changed.connect(journal.append)
    for number, pose in enumerate(random_poses(edits)):
        track = document.content.character("b").track
        document.do(f"Key {number}", document.content.with_track("b", track.with_key(Key.of(number, pose))))
    if pending is not None:
        journal.append(None, pending)
    owned_by(journal.path, OpenNote(OpenNote.own().host, 2**30))
    return document.content


def owned_by(path, owner):
    (header, *rest), _ = read_lines(path)
    values = {**parsed(header, path), "host": owner.host, "process": owner.process}
    path.write_bytes(encoded(values) + b"".join(encoded(parsed(line, path)) for line in rest))


def test_journals_of_the_dead_are_found_newest_first(tmp_path):
    base, folder = make_content(2), tmp_path / "j"
    crashed(folder, "old", base, edits=2)
    crashed(folder, "new", base, tmp_path / "walk.sixpoint")
    crashed(folder, "nothing done", base, edits=0)
    crashed(folder, "at work", base)
    owned_by(folder / "at work.journal", OpenNote(OpenNote.own().host, os.getppid()))
    crashed(folder, "elsewhere", base)
    owned_by(folder / "elsewhere.journal", OpenNote("another computer", 1))
    crashed(folder, "own", base)
    (folder / "nonsense.journal").write_text("?")
    now = time.time()
    os.utime(folder / "old.journal", (now - 100, now - 100))
    found = find_leftovers(folder, folder / "own.journal")
    assert [left.title for left in found] == ["walk.sixpoint", "Untitled"]
    assert [left.n_lines for left in found] == [1, 2]
    assert not (folder / "nothing done.journal").exists()
    assert (folder / "nonsense.journal").exists()
    os.utime(folder / "elsewhere.journal", (now - 1e6, now - 1e6))
    assert len(find_leftovers(folder, folder / "own.journal")) == 3
    assert find_leftovers(tmp_path / "none") == []


def test_what_a_kill_left_half_written_is_cleared_away(tmp_path):
    crashed(tmp_path, "a", make_content(2), tmp_path / "walk.sixpoint")
    halves = [tmp_path / ".sixpoint-abc.journal", tmp_path / ".sixpoint-abc.sixpoint", tmp_path / ".sixpoint-abc.txt"]
    for half in halves:
        half.write_text("half")
        os.utime(half, (1, 1))
    for left in find_leftovers(tmp_path):
        left.discard()
    assert [half.exists() for half in halves] == [False, False, True]


@pytest.fixture
def running(files, tmp_path):
    files.start_autosave(tmp_path / "j")
    return files


def dialog_of(files):
    return files._window.findChild(RecoveryDialog)


def test_the_work_comes_back_as_unsaved(running, document, tmp_path, settle, qtbot):
    base = make_content(2)
    write_project(tmp_path / "walk.sixpoint", base)
    pending = ("b", Key.of(77, random_poses(1)[0]))
    content = crashed(tmp_path / "j", "a", base, tmp_path / "walk.sixpoint", pending=pending)
    running.tell_about_last_session([])
    dialog = dialog_of(running)
    assert "walk.sixpoint" in dialog.list.item(0).text()
    assert "2 changes" in dialog.list.item(0).text()
    qtbot.mouseClick(dialog.recover_button, Qt.MouseButton.LeftButton)
    settle()
    assert document.content.hash == content.hash
    assert document.is_modified
    assert running.project.path == tmp_path / "walk.sixpoint"
    assert (document.character_id, document.tick, document.has_pending_edit) == ("b", 77, True)
    assert abs(document.session.pose.root - pending[1].pose.root).max() < 1e-8
    # A crash now would lose nothing of it either.
    own = running.project.autosave.path
    assert list((tmp_path / "j").glob("*.journal")) == [own]
    shutil.copy(own, tmp_path / "j" / "copy.journal")
    (left,) = find_leftovers(tmp_path / "j", own)
    _, again = read_leftover(left)
    assert again.content.hash == content.hash
    assert again.pending[1].tick == 77


def test_discarding_one_of_several_keeps_the_others(running, document, tmp_path, qtbot):
    for name in ("a", "b"):
        crashed(tmp_path / "j", name, make_content(2))
    running.ask_recover()
    dialog = dialog_of(running)
    assert dialog.list.count() == 2
    qtbot.mouseClick(dialog.discard_button, Qt.MouseButton.LeftButton)
    assert dialog.list.count() == 1
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert len(find_leftovers(tmp_path / "j", running.project.autosave.path)) == 1


def test_a_journal_of_another_state_says_so_and_stays(running, desk, tmp_path, qtbot):
    base = make_content(2)
    crashed(tmp_path / "j", "a", base, tmp_path / "walk.sixpoint")
    write_project(tmp_path / "walk.sixpoint", make_content(3))
    before = desk.document.content
    running.ask_recover()
    qtbot.mouseClick(dialog_of(running).recover_button, Qt.MouseButton.LeftButton)
    desk.settle()
    assert "another state" in desk.notices.texts[0]
    assert desk.document.content is before
    assert (tmp_path / "j" / "a.journal").exists()


def test_nothing_to_recover_is_said_and_a_crash_without_loss_too(running, tmp_path, notices):
    running.ask_recover()
    assert notices.texts == ["There is nothing to recover."]
    report = tmp_path / "report.txt"
    report.write_text("Segmentation fault")
    running.tell_about_last_session([report])
    assert "crashed" in notices.texts[0]


def test_several_edits_of_one_gesture_would_all_be_kept(running, document):
    first, changes = document.content, differences(document.content, make_content(2))
    half = len(changes) // 2
    document.animation.apply(Edit("One", changes[:half]))
    document.animation.apply(Edit("Two", changes[half:]))
    running.catch_up()
    (left,) = [p for p in running.project.autosave.path.parent.glob("*.journal")]
    from models.document import recovered

    assert recovered(left, Content()).content.hash == document.content.hash != first.hash
