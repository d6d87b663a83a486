"""The pose library: save, find, take, blend, mirror, rename, delete, in a folder and in the document; files dropped."""

import os
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest

from editor.library.panel import LibraryPanel
from editor.library.sources import FolderPoses
from editor.preferences.preferences import Preferences
from editor.theme import theme
from models.animation import Pose, blended
from models.document import PoseLibrary
from models.kinematics import quat

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "poses"


@pytest.fixture
def panel(qtbot, document, settings, folder, tmp_path):
    preferences = Preferences(settings)
    preferences["library"] = str(folder)
    result = LibraryPanel(document, preferences, theme("dark"), cache=tmp_path / "cache")
    result.resize(300, 640)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):
        result.show()
        result.activateWindow()
    settle(result)
    yield result
    result.shut_down()


def settle(panel):
    """Let the panel read, save and show what it has to."""
    QTest.qWait(0)
    end = time.monotonic() + 5.0
    while panel.shelf.is_busy or panel._wanted[0]:
        assert time.monotonic() < end
        QTest.qWait(2)


def bent(pose, angle=0.7):
    rotations = pose.rotations.copy()
    rotations[16] = quat.mul(rotations[16], quat.from_axis_angle((0.0, 0.0, 1.0), angle))
    return Pose(pose.root, rotations)


def same(a, b):
    return np.allclose(a.root, b.root, atol=1e-6) and np.abs((a.rotations * b.rotations).sum(-1)).min() > 1 - 1e-8


def in_document(panel):
    panel.sources.choice.setCurrentIndex(1)
    settle(panel)


def name_typed(panel, text):
    editor = panel.tools.name
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


@pytest.mark.parametrize("source", [0, 1])
def test_empty_says_what_would_be_there_and_saving_asks_for_a_name(panel, source):
    panel.sources.choice.setCurrentIndex(source)
    settle(panel)
    assert panel._empty.isVisible()
    assert "Save the first one" in panel._empty.text()
    QTest.mouseClick(panel._save, LEFT)
    settle(panel)
    assert panel.list.shown() == ["Pose"]
    name_typed(panel, "Arms crossed")
    settle(panel)
    assert panel.list.shown() == ["Arms crossed"]
    assert panel.list.chosen == "Arms crossed"
    QTest.mouseClick(panel._save, LEFT)
    settle(panel)
    assert panel.list.shown() == ["Arms crossed", "Pose"]


def test_a_saved_pose_is_a_file_of_the_folder_and_of_the_document_an_undo_step(panel, document, folder):
    panel.save()
    settle(panel)
    assert [path.name for path in folder.iterdir()] == ["Pose.json"]
    assert document.undo_stack.count() == 0
    in_document(panel)
    panel.save()
    settle(panel)
    assert set(document.content.poses) == {"Pose"}
    document.undo()
    settle(panel)
    assert panel.list.shown() == []
    document.redo()
    settle(panel)
    assert panel.list.shown() == ["Pose"]


def test_a_double_click_takes_the_pose_where_the_character_stands(panel, document):
    kept = document.session.pose
    panel.save()
    settle(panel)
    panel.list.choose("Pose")
    settle(panel)
    away = Pose(kept.root + np.array([1.0, 0.0, 2.0]), bent(kept).rotations)
    document.do("Move", lambda: document.session.set_pose(away))
    place = panel.list.visualRect(panel.list.model_.index(0)).center()
    QTest.mouseClick(panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    QTest.mouseDClick(panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    settle(panel)
    assert same(document.session.pose, Pose(away.root, kept.rotations))
    assert document.undo_stack.undoText() == "Take pose Pose"


def test_mirrored_takes_the_other_side(panel, document):
    document.do("Bend", lambda: document.session.set_pose(bent(document.session.pose)))
    kept = document.session.pose
    panel.save()
    settle(panel)
    panel.list.choose("Pose")
    settle(panel)
    QTest.mouseClick(panel.tools.mirrored, LEFT)
    QTest.mouseClick(panel.tools.take, LEFT)
    settle(panel)
    assert not same(document.session.pose, kept)
    panel.save()
    settle(panel)
    panel.list.choose("Pose 2")
    settle(panel)
    QTest.mouseClick(panel.tools.take, LEFT)
    settle(panel)
    assert same(document.session.pose, kept)


def test_the_slider_blends_as_one_step_and_beyond_the_pose(panel, document):
    start, goal = document.session.pose, bent(document.session.pose)
    panel.source.save("Bent", goal)
    panel.refresh()
    settle(panel)
    panel.list.choose("Bent")
    settle(panel)
    slider = panel.tools.blend.slider
    slider.setSliderDown(True)
    for value in (10, 60, 150):
        slider.setSliderPosition(value)
    assert same(document.session.pose, blended(start, goal, 1.5))
    assert document.undo_stack.count() == 0
    slider.setSliderDown(False)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Blend to Bent"
    assert panel.tools.blend.factor == 0.0
    document.undo()
    settle(panel)
    field = panel.tools.blend.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "-50")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert same(document.session.pose, blended(start, goal, -0.5))


def test_names_that_cannot_be_or_are_taken_are_refused(panel, document, folder):
    told = []
    document.failed.connect(told.append)
    for name in ("A", "B"):
        panel.source.save(name, document.session.pose)
    panel.refresh()
    settle(panel)
    panel.list.choose("A")
    settle(panel)
    for wrong in ("B", "../A", ".hidden", "x" * 300):
        QTest.keyClick(panel.list, Qt.Key.Key_F2)
        assert panel.tools.name.hasFocus()
        name_typed(panel, wrong)
        settle(panel)
        assert panel.list.shown() == ["A", "B"]
        assert panel.tools.name.text() == "A"
    assert len(told) == 4
    assert "already a pose" in told[0]
    assert sorted(path.name for path in folder.iterdir()) == ["A.json", "B.json"]


def test_deleting_goes_to_the_wastebasket_or_the_undo_stack(panel, document, folder, monkeypatch):
    moved = []
    monkeypatch.setattr("editor.library.sources.QFile.moveToTrash", lambda path: moved.append(path) or True)
    panel.save()
    settle(panel)
    panel.list.choose("Pose")
    settle(panel)
    QTest.mouseClick(panel.tools.delete, LEFT)
    settle(panel)
    assert moved == [str(folder / "Pose.json")]
    in_document(panel)
    panel.save()
    settle(panel)
    panel.list.choose("Pose")
    settle(panel)
    QTest.mouseClick(panel.tools.delete, LEFT)
    settle(panel)
    assert panel.list.shown() == []
    document.undo()
    settle(panel)
    assert panel.list.shown() == ["Pose"]


def test_without_a_wastebasket_the_file_stays_and_is_told(panel, document, folder, monkeypatch):
    told = []
    document.failed.connect(told.append)
    monkeypatch.setattr("editor.library.sources.QFile.moveToTrash", lambda _: False)
    panel.save()
    settle(panel)
    panel.list.choose("Pose")
    settle(panel)
    panel.delete()
    settle(panel)
    assert "wastebasket" in told[0]
    assert (folder / "Pose.json").is_file()


def test_search_finds_by_letters(panel, document):
    for name in ("Walk contact", "Walk passing", "Jump"):
        panel.source.save(name, document.session.pose)
    panel.refresh()
    settle(panel)
    QTest.keyClicks(panel.search, "wp")
    assert panel.list.shown() == ["Walk passing"]
    QTest.keyClicks(panel.search, "xyz")
    assert "No pose is called" in panel._empty.text()


def test_thumbnails_are_drawn_in_another_thread_and_kept(panel, document, qtbot, tmp_path):
    panel.save()
    settle(panel)
    version = panel.shelf.entries["Pose"]
    with qtbot.waitSignal(panel.thumbnails.ready, timeout=5000):
        pass
    load = lambda: pytest.fail("drawn again")  # noqa: E731
    image = panel.thumbnails.image(version, load, theme("dark"))
    assert image.width() == 192
    grey = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, : 3 * image.width()]
    assert grey.std() > 15  # a figure, not a blank
    assert len(list((tmp_path / "cache").iterdir())) == 1
    again = LibraryPanel(document, panel.sources._preferences, theme("dark"), cache=tmp_path / "cache")
    qtbot.addWidget(again)
    assert again.thumbnails.image(version, load, theme("dark")) is None
    with qtbot.waitSignal(again.thumbnails.ready, timeout=5000):
        pass
    again.shut_down()


def test_the_same_pose_kept_twice_has_two_pictures(panel, document, qtbot):
    in_document(panel)
    for name in ("A", "B"):
        panel.source.save(name, document.session.pose)
    assert len(panel.shelf.entries) == 2
    qtbot.waitUntil(lambda: set(panel.list.model_._icons) == {"A", "B"}, timeout=5000)


def test_a_damaged_file_says_so_and_the_rest_is_there(panel, document, folder, qtbot):
    panel.source.save("Good", document.session.pose)
    (folder / "Bad.json").write_text("{}", encoding="utf-8")
    panel.refresh()
    settle(panel)
    with qtbot.waitSignal(panel.thumbnails.failed, timeout=5000):
        pass
    assert panel.list.shown() == ["Bad", "Good"]
    told = []
    document.failed.connect(told.append)
    panel.list.choose("Bad")
    settle(panel)
    panel.take()
    settle(panel)
    assert "Bad.json" in told[0]
    assert document.undo_stack.count() == 0


def test_what_others_put_into_the_folder_appears(panel, document, folder, qtbot):
    panel.save()
    settle(panel)
    PoseLibrary(folder).save("From a colleague", document.session.pose)
    qtbot.waitUntil(lambda: "From a colleague" in panel.list.shown(), timeout=3000)


@pytest.mark.parametrize("source", [0, 1])
def test_pose_files_are_dropped_in_and_others_are_not(panel, document, tmp_path, source):
    panel.sources.choice.setCurrentIndex(source)
    settle(panel)
    path = PoseLibrary(tmp_path / "elsewhere").save("Guest", document.session.pose)

    def drop(*paths):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        enter = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
        panel.dragEnterEvent(enter)
        if enter.isAccepted():
            panel.dropEvent(QDropEvent(
                QPointF(20, 20), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
            ))  # fmt: skip
        return enter.isAccepted()

    assert not drop(tmp_path / "picture.png")
    assert drop(path)
    settle(panel)
    assert drop(path)
    settle(panel)
    assert panel.list.shown() == ["Guest", "Guest 2"]


def test_a_pose_is_dragged_out_as_its_file(panel, folder):
    panel.save()
    settle(panel)
    data = panel.list.model_.mimeData([panel.list.model_.index(0)])
    assert [url.toLocalFile() for url in data.urls()] == [str(folder / "Pose.json")]


def test_another_folder_is_another_library(panel, document, tmp_path):
    panel.save()
    settle(panel)
    panel.sources._preferences["library"] = str(tmp_path / "team")
    settle(panel)
    assert panel.list.shown() == []
    assert isinstance(panel.source, FolderPoses)
    assert panel.source.folder == tmp_path / "team"


@pytest.fixture
def slow_disk(monkeypatch):
    """A disk that gives one file whenever it is released once."""

    class Disk:
        released, threads = threading.Semaphore(0), set()

        @contextmanager
        def scandir(self, folder):
            def files():
                for file in sorted(Path(folder).iterdir()):
                    self.threads.add(threading.current_thread())
                    self.released.acquire()
                    with os.scandir(folder) as entries:
                        yield next(entry for entry in entries if entry.name == file.name)

            yield files()

    disk = Disk()
    monkeypatch.setattr("editor.library.sources.os", SimpleNamespace(scandir=disk.scandir))
    monkeypatch.setattr("editor.library.sources._TELL_S", 0.0)
    return disk


def test_a_slow_folder_is_read_beside_the_window_in_parts_and_can_be_stopped(panel, document, slow_disk, qtbot):
    for name in "ABCD":
        PoseLibrary(panel.source.folder).save(name, document.session.pose)
    panel.refresh()
    qtbot.waitUntil(panel.bar.isVisible)
    assert panel.bar.title.text() == "Reading the folder"
    assert panel._empty.isVisible()
    assert panel._empty.text() == ""
    for _ in range(2):
        slow_disk.released.release()
    qtbot.waitUntil(lambda: panel.list.shown() == ["A", "B"])
    assert panel.shelf.is_reading
    QTest.mouseClick(panel.bar.cancel_button, LEFT)
    assert not panel.bar.isVisible()
    assert panel.list.shown() == ["A", "B"]
    assert panel.shelf.was_stopped
    for _ in range(8):
        slow_disk.released.release()
    settle(panel)
    assert threading.main_thread() not in slow_disk.threads
    panel.refresh()
    settle(panel)
    assert panel.list.shown() == ["A", "B", "C", "D"]


def test_a_folder_whose_reading_was_stopped_before_anything_came_says_so(panel, document, slow_disk, qtbot):
    PoseLibrary(panel.source.folder).save("A", document.session.pose)
    panel.refresh()
    qtbot.waitUntil(panel.bar.isVisible)
    QTest.mouseClick(panel.bar.cancel_button, LEFT)
    slow_disk.released.release()
    qtbot.waitUntil(lambda: "was stopped" in panel._empty.text())


def test_another_source_is_shown_at_once_while_a_folder_is_slow(panel, document, slow_disk):
    PoseLibrary(panel.source.folder).save("A", document.session.pose)
    panel.refresh()
    in_document(panel)
    assert not panel.shelf.is_reading
    panel.save()
    assert panel.list.shown() == ["Pose"]
    slow_disk.released.release()
    settle(panel)
    assert panel.list.shown() == ["Pose"]


def test_of_thousands_of_poses_only_those_in_sight_are_drawn(panel, document, folder, qtbot):
    first = PoseLibrary(folder).save("0000", document.session.pose)
    for number in range(1, 3000):
        os.link(first, folder / f"{number:04}.json")
    panel.refresh()
    settle(panel)
    qtbot.waitUntil(lambda: len(panel.list.shown()) == 3000, timeout=10000)
    qtbot.waitUntil(lambda: bool(panel.list.model_._icons) and not panel.thumbnails._jobs, timeout=10000)
    assert len(panel.list.model_._icons) < 40
    panel.list.choose("2999")
    qtbot.waitUntil(lambda: "2999" in panel.list.model_._icons, timeout=10000)
    assert len(panel.list.model_._icons) < 80


def test_a_folder_that_cannot_be_read_says_why(panel, document, folder):
    told = []
    document.failed.connect(told.append)
    folder.write_text("no folder", encoding="utf-8")
    panel.refresh()
    settle(panel)
    assert "cannot be read" in told[0]


def test_a_name_that_is_being_typed_stays_when_the_folder_changes(panel, document, folder, qtbot):
    panel.save()
    settle(panel)
    panel.tools.ask_name()
    QTest.keyClicks(panel.tools.name, "Arms")
    PoseLibrary(folder).save("From a colleague", document.session.pose)
    qtbot.waitUntil(lambda: "From a colleague" in panel.list.shown(), timeout=3000)
    assert panel.tools.name.text() == "Arms"
