"""New, open, save and revert: nothing is lost on the way, and failures say what to do."""

import os
from dataclasses import replace

import pytest

from models.animation import FrameRate
from models.document import OpenNote, read_project, write_project


def move(document, height=1.4):
    document.do("Move", lambda: document.session.drag("LeftHand", (0.3, height, 0.3)))


@pytest.fixture
def saved(tmp_path, document):
    path = tmp_path / "walk.sixpoint"
    write_project(path, replace(document.content, rate=FrameRate(24)))
    return path


def test_a_saved_project_is_what_was_there_and_the_title_says_so(files, document, tmp_path, settle, answers):
    window = files._window
    assert window.windowTitle().startswith("Untitled[*]")
    assert not window.isWindowModified()
    move(document)
    assert window.isWindowModified()
    answers.where = tmp_path / "walk"
    files.project.save()
    settle()
    path = tmp_path / "walk.sixpoint"
    assert read_project(path).hash == document.content.hash
    assert window.windowTitle().startswith("walk.sixpoint[*]")
    assert not window.isWindowModified()
    assert files.recent.paths == [path]
    document.undo()
    assert window.isWindowModified()
    document.redo()
    assert not window.isWindowModified()


def test_opening_shows_the_project_and_forgets_what_could_be_undone(files, document, saved, settle, answers):
    answers.changes = "discard"
    move(document)
    files.open(saved)
    settle()
    assert answers.asked == ["changes"]
    assert document.rate == FrameRate(24)
    assert not document.undo_stack.canUndo()
    assert not document.is_modified


@pytest.mark.parametrize("what", ["new", "open", "close"])
def test_changes_are_asked_about_and_staying_keeps_them(desk, saved, what):
    move(desk.document)
    content = desk.document.content
    if what == "close":
        assert not desk.files.may_close()
    else:
        (desk.files.project.new if what == "new" else lambda: desk.files.open(saved))()
    desk.settle()
    assert desk.answers.asked == ["changes"]
    assert desk.document.content is content
    assert desk.document.is_modified


def test_saving_when_asked_saves_and_then_goes_on(desk, saved, tmp_path):
    move(desk.document)
    content = desk.document.content
    desk.answers.changes, desk.answers.where = "save", tmp_path / "kept.sixpoint"
    desk.files.open(saved)
    desk.settle()
    assert read_project(tmp_path / "kept.sixpoint").hash == content.hash
    assert desk.document.rate == FrameRate(24)


def test_a_pose_that_is_no_key_is_made_one_when_its_project_is_saved_before_leaving(files, document, settle, answers,
                                                                                    tmp_path):  # fmt: skip
    document.set_auto_key(False)
    move(document)
    answers.changes, answers.where = "save", tmp_path / "kept.sixpoint"
    files.project.new()
    settle()
    (character,) = read_project(tmp_path / "kept.sixpoint").characters.values()
    (key,) = character.track
    assert abs(key.pose.points(document.skeleton)[document.skeleton.point_index("LeftHand")][1] - 1.4) < 1e-3


def test_new_is_the_first_content_again(files, document, settle, answers):
    first = document.content
    move(document)
    answers.changes = "discard"
    files.project.new()
    assert document.content.hash == first.hash
    assert files.project.path is None


def test_revert_goes_back_to_the_file(files, document, saved, settle, answers):
    files.open(saved)
    settle()
    before = document.content.hash
    move(document)
    files.project.revert()
    assert document.content.hash != before  # the user stayed
    answers.changes = "discard"
    files.project.revert()
    settle()
    assert document.content.hash == before


def test_a_read_only_folder_keeps_the_work(desk, tmp_path, monkeypatch):
    def refused(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("models.formats.atomic.tempfile.mkstemp", refused)  # who runs the tests may be allowed all
    _fails(desk, tmp_path / "walk.sixpoint", "Permission denied")


def test_a_folder_that_is_gone_keeps_the_work(desk, tmp_path):
    _fails(desk, tmp_path / "gone" / "walk.sixpoint", "there is no folder")


def test_a_full_disk_keeps_the_work_and_the_old_file(desk, saved, monkeypatch):
    desk.files.open(saved)
    desk.settle()
    before = saved.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("models.formats.atomic.os.fsync", full)
    _fails(desk, saved, "No space left")
    assert saved.read_bytes() == before


def _fails(desk, path, reason):
    move(desk.document)
    content = desk.document.content
    desk.files.project.save_as(path)
    desk.settle()
    assert reason in desk.notices.texts[0]
    assert "Save as" in desk.notices.texts[0]
    assert desk.document.content is content
    assert desk.document.is_modified


def test_a_file_that_is_no_project_leaves_everything_as_it_was(files, document, tmp_path, settle, notices):
    path = tmp_path / "bad.sixpoint"
    path.write_text('{"format": "sixpoint-project", "version": 99}')
    content = document.content
    files.recent.add(path)
    files.open(path)
    settle()
    assert "newer Sixpoint" in notices.texts[0]
    assert document.content is content
    path.unlink()
    files.open(path)
    settle()
    assert files.recent.paths == []


def test_a_second_window_is_warned_and_its_note_is_left(files, document, saved, settle, notices):
    other = OpenNote("elsewhere", 7)
    other.leave(saved)
    files.open(saved)
    settle()
    assert "open in another window" in notices.texts[0]
    files.shut_down()
    assert saved.with_name(".walk.sixpoint.open").exists()


def test_the_own_note_goes_when_the_project_is_closed(files, saved, settle):
    files.open(saved)
    settle()
    note = saved.with_name(".walk.sixpoint.open")
    assert note.exists()
    files.project.new()
    assert not note.exists()


def test_a_file_changed_by_others_is_asked_about(files, document, saved, settle, answers):
    files.open(saved)
    settle()
    write_project(saved, replace(document.content, rate=FrameRate(60)))
    os.utime(saved, ns=(1, 1))
    move(document)
    files.project.save()
    settle()
    assert answers.asked == ["newer"]
    assert read_project(saved).rate == FrameRate(60)
    answers.newer = True
    files.project.save()
    settle()
    assert read_project(saved).hash == document.content.hash


def test_edits_during_a_save_are_not_taken_for_saved(files, document, tmp_path, settle):
    move(document)
    content = document.content
    files.project.save_as(tmp_path / "walk.sixpoint")
    move(document, 1.2)
    settle()
    assert document.is_modified
    assert read_project(tmp_path / "walk.sixpoint").hash == content.hash


def test_a_save_during_a_save_comes_after_it(files, document, tmp_path, settle):
    move(document)
    files.project.save_as(tmp_path / "walk.sixpoint")
    move(document, 1.2)
    files.project.save()
    files.project.save_as(tmp_path / "walk.sixpoint")
    settle()
    assert read_project(tmp_path / "walk.sixpoint").hash == document.content.hash
    assert not document.is_modified


def test_the_recent_menu_opens_files_and_tells_equal_names_apart(files, document, saved, settle, qtbot):
    from PySide6.QtWidgets import QMenu

    files.recent.add(saved.parent / "other" / "walk.sixpoint")
    files.recent.add(saved)
    menu = QMenu()
    qtbot.addWidget(menu)
    files.recent.fill(menu, files.open)
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == f"walk.sixpoint  ({saved.parent.name})"
    assert texts[1] == "walk.sixpoint  (other)"
    menu.actions()[0].trigger()
    settle()
    assert files.project.path == saved
    menu.actions()[-1].trigger()
    assert files.recent.paths == []
