"""Files in the real window: keys, drops, and the questions it asks."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton

from models.document import read_project

pytestmark = pytest.mark.gl

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "reach.json"
CTRL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


def drop(window, path):
    data, where = QMimeData(), window.rect().center()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    enter = QDragEnterEvent(where, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(where), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE)
    QApplication.sendEvent(window, event)


def move(window):
    window.document.do("Move", lambda: window.document.session.drag("LeftHand", (0.3, 1.4, 0.3)))


def press(window, key, modifiers=CTRL):
    QTest.keyClick(window.windowHandle(), key, modifiers)


@pytest.fixture
def real_question(window):
    """The question as the user sees it, answered by a click on the button with a text."""
    questions, asked, awaited = window.files._questions, [], []

    def about_changes():
        # When the test has ended nobody is there to answer.
        return questions.about_changes(window.files.project.name, False) if awaited else "discard"

    window.files.project.ask_about_changes = about_changes

    def answer(text):
        def click():
            dialog = next(w for w in window.findChildren(QDialog) if w.objectName() == "question" and w.isVisible())
            asked.append(dialog.windowTitle())
            awaited.clear()
            button = next(b for b in dialog.findChildren(QPushButton) if b.text() == text)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

        awaited.append(text)
        QTimer.singleShot(50, window, click)

    answer.asked = asked
    return answer


def test_ctrl_s_saves_where_the_user_says_and_then_at_once(window, qtbot, tmp_path, monkeypatch):
    path, asked = tmp_path / "walk.sixpoint", []

    def where(*_):
        asked.append(1)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", where)
    for _ in range(2):
        move(window)
        press(window, Qt.Key.Key_S)
        qtbot.waitUntil(lambda: path.exists() and not window.files.tasks.is_busy)
        assert read_project(path).hash == window.document.content.hash
        assert not window.isWindowModified()
        window.document.undo()
    assert asked == [1]


def test_a_dropped_project_and_dropped_points_are_opened(window, qtbot, tmp_path):
    path = tmp_path / "walk.sixpoint"
    window.files.project.save_as(path)
    qtbot.waitUntil(lambda: not window.files.tasks.is_busy)
    drop(window, EXAMPLE)
    qtbot.waitUntil(lambda: window.document.undo_stack.undoText() == "Open reach.json")
    assert window.isWindowModified()
    drop(window, path)
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert not window.document.undo_stack.canUndo()


def test_closing_asks_and_cancel_keeps_the_window(window, real_question):
    move(window)
    real_question("Cancel")
    assert not window.close()
    assert window.isVisible()
    real_question("Don't save")
    assert window.close()
    assert real_question.asked == ["Save the changes to Untitled?"] * 2


def test_closing_can_save_first_and_then_closes_by_itself(window, real_question, qtbot, tmp_path):
    path = tmp_path / "walk.sixpoint"
    window.files.project.save_as(path)
    qtbot.waitUntil(lambda: not window.files.tasks.is_busy)
    move(window)
    real_question("Save")
    assert not window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert read_project(path).hash == window.document.content.hash


def test_quit_is_asked_about_as_well(window, real_question):
    move(window)
    real_question("Cancel")
    press(window, Qt.Key.Key_Q)
    assert window.isVisible()
    assert len(real_question.asked) == 1


def test_the_file_menu_lists_recent_files(window, qtbot, tmp_path):
    window.files.project.save_as(tmp_path / "walk.sixpoint")
    qtbot.waitUntil(lambda: not window.files.tasks.is_busy)
    menu = window.menuBar().actions()[0].menu()
    recent = next(action.menu() for action in menu.actions() if action.text() == "Open recent")
    recent.aboutToShow.emit()
    assert recent.actions()[0].text() == "walk.sixpoint"
