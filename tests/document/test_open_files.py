"""A second window on the same project is told; notes of the dead and nonsense are not believed."""

import subprocess
import sys

import pytest

from models.document import OpenNote, other_user


@pytest.fixture
def project(tmp_path):
    return tmp_path / "walk.sixpoint"


def test_nobody_and_oneself_are_no_others(project):
    assert other_user(project) is None
    assert OpenNote.own().leave(project)
    assert other_user(project) is None
    OpenNote.own().take_back(project)
    assert list(project.parent.iterdir()) == []


def test_a_running_process_is_reported_and_a_dead_one_is_not(project):
    host = OpenNote.own().host
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        other = OpenNote(host, process.pid)
        other.leave(project)
        assert other_user(project) == other
        OpenNote.own().take_back(project)  # is not one's own
        assert other_user(project) == other
        process.communicate(b"\n")
    assert other_user(project) is None


def test_another_computer_is_believed(project):
    OpenNote("elsewhere", 1).leave(project)
    assert other_user(project) == OpenNote("elsewhere", 1)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"host": 1, "process": 2}', '{"host": "a", "process": -1}', "[" * 4000]
)
def test_nonsense_is_no_note(project, text):
    project.with_name(".walk.sixpoint.open").write_text(text)
    assert other_user(project) is None


def test_a_folder_that_is_not_there_is_no_error(tmp_path):
    assert not OpenNote.own().leave(tmp_path / "none" / "walk.sixpoint")
