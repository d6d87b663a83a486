"""`files`: everything about files in a bare window, with answers in place of questions; `notices` are its messages.

`desk` is all of it in one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.file_actions import FileActions
from editor.panels.notifications import Notifications
from editor.project.tasks import TaskBar
from editor.theme import theme


@dataclass
class Answers:
    """What the user would answer, and what was asked."""

    changes: str = "stay"
    newer: bool = False
    where: object = None
    asked: list = field(default_factory=list)


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def notices(qtbot) -> Notifications:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(400, 300)
    return Notifications(host, theme("dark"))


@pytest.fixture
def files(qtbot, document, settings, notices, answers):
    window, bar, middle = QMainWindow(), TaskBar(), QWidget()
    layout = QVBoxLayout(middle)
    layout.addWidget(bar)
    window.setCentralWidget(middle)
    qtbot.addWidget(window)
    result = FileActions(window, document, notices, bar, settings)

    def about_changes():
        answers.asked.append("changes")
        return answers.changes

    def about_newer(path):
        answers.asked.append("newer")
        return answers.newer

    result.project.ask_about_changes = about_changes
    result.project.ask_about_newer = about_newer
    result.project.ask_where = lambda: answers.where
    yield result
    result.shut_down()


@pytest.fixture
def settle(qtbot, files):
    """Waits for the work in threads."""
    return lambda: qtbot.waitUntil(lambda: not files.tasks.is_busy)


@dataclass
class Desk:
    """All that a test of files looks at."""

    files: FileActions
    document: EditorDocument
    notices: Notifications
    answers: Answers
    settle: Callable[[], None]


@pytest.fixture
def desk(files, document, notices, answers, settle) -> Desk:
    return Desk(files, document, notices, answers, settle)
