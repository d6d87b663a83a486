"""The pose library: save, find, take, blend, mirror, rename, delete, in a folder and in the document; files dropped."""

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
    yield result
    result.shut_down()


def bent(pose, angle=0.7):
    rotations = pose.rotations.copy()
    rotations[16] = quat.mul(rotations[16], quat.from_axis_angle((0.0, 0.0, 1.0), angle))
    return Pose(pose.root, rotations)


def same(a, b):
    return np.allclose(a.root, b.root, atol=1e-6) and np.abs((a.rotations * b.rotations).sum(-1)).min() > 1 - 1e-8


def in_document(panel):
    panel.sources.choice.setCurrentIndex(1)


def name_typed(panel, text):
    editor = panel.tools.name
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


@pytest.mark.parametrize("source", [0, 1])
def test_empty_says_what_would_be_there_and_saving_asks_for_a_name(panel, source):
    panel.sources.choice.setCurrentIndex(source)
    assert panel._empty.isVisible()
    assert "Save the first one" in panel._empty.text()
    QTest.mouseClick(panel._save, LEFT)
    assert panel.list.shown() == ["Pose"]
    name_typed(panel, "Arms crossed")
    assert panel.list.shown() == ["Arms crossed"]
    assert panel.list.chosen == "Arms crossed"
    QTest.mouseClick(panel._save, LEFT)
    assert panel.list.shown() == ["Arms crossed", "Pose"]


def test_a_saved_pose_is_a_file_of_the_folder_and_of_the_document_an_undo_step(panel, document, folder):
    panel.save()
    assert [path.name for path in folder.iterdir()] == ["Pose.json"]
    assert document.undo_stack.count() == 0
    in_document(panel)
    panel.save()
    assert set(document.content.poses) == {"Pose"}
    document.undo()
    assert panel.list.shown() == []
    document.redo()
    assert panel.list.shown() == ["Pose"]


def test_a_double_click_takes_the_pose_where_the_character_stands(panel, document):
    kept = document.session.pose
    panel.save()
    panel.list.choose("Pose")
    away = Pose(kept.root + np.array([1.0, 0.0, 2.0]), bent(kept).rotations)
    document.do("Move", lambda: document.session.set_pose(away))
    place = panel.list.visualItemRect(panel.list.item(0)).center()
    QTest.mouseClick(panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    QTest.mouseDClick(panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert same(document.session.pose, Pose(away.root, kept.rotations))
    assert document.undo_stack.undoText() == "Take pose Pose"


def test_mirrored_takes_the_other_side(panel, document):
    document.do("Bend", lambda: document.session.set_pose(bent(document.session.pose)))
    kept = document.session.pose
    panel.save()
    panel.list.choose("Pose")
    QTest.mouseClick(panel.tools.mirrored, LEFT)
    QTest.mouseClick(panel.tools.take, LEFT)
    assert not same(document.session.pose, kept)
    panel.save()
    panel.list.choose("Pose 2")
    QTest.mouseClick(panel.tools.take, LEFT)
    assert same(document.session.pose, kept)


def test_the_slider_blends_as_one_step_and_beyond_the_pose(panel, document):
    start, goal = document.session.pose, bent(document.session.pose)
    panel.source.save("Bent", goal)
    panel.refresh()
    panel.list.choose("Bent")
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
    panel.list.choose("A")
    for wrong in ("B", "../A", ".hidden", "x" * 300):
        QTest.keyClick(panel.list, Qt.Key.Key_F2)
        assert panel.tools.name.hasFocus()
        name_typed(panel, wrong)
        assert panel.list.shown() == ["A", "B"]
        assert panel.tools.name.text() == "A"
    assert len(told) == 4
    assert "already a pose" in told[0]
    assert sorted(path.name for path in folder.iterdir()) == ["A.json", "B.json"]


def test_deleting_goes_to_the_wastebasket_or_the_undo_stack(panel, document, folder, monkeypatch):
    moved = []
    monkeypatch.setattr("editor.library.sources.QFile.moveToTrash", lambda path: moved.append(path) or True)
    panel.save()
    panel.list.choose("Pose")
    QTest.mouseClick(panel.tools.delete, LEFT)
    assert moved == [str(folder / "Pose.json")]
    in_document(panel)
    panel.save()
    panel.list.choose("Pose")
    QTest.mouseClick(panel.tools.delete, LEFT)
    assert panel.list.shown() == []
    document.undo()
    assert panel.list.shown() == ["Pose"]


def test_without_a_wastebasket_the_file_stays_and_is_told(panel, document, folder, monkeypatch):
    told = []
    document.failed.connect(told.append)
    monkeypatch.setattr("editor.library.sources.QFile.moveToTrash", lambda _: False)
    panel.save()
    panel.list.choose("Pose")
    panel.delete()
    assert "wastebasket" in told[0]
    assert (folder / "Pose.json").is_file()


def test_search_finds_by_letters(panel, document):
    for name in ("Walk contact", "Walk passing", "Jump"):
        panel.source.save(name, document.session.pose)
    panel.refresh()
    QTest.keyClicks(panel.search, "wp")
    assert panel.list.shown() == ["Walk passing"]
    QTest.keyClicks(panel.search, "xyz")
    assert "No pose is called" in panel._empty.text()


def test_thumbnails_are_drawn_in_another_thread_and_kept(panel, document, qtbot, tmp_path):
    panel.save()
    version = panel.source.version("Pose")
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
    assert len(panel._versions) == 2
    shown = []
    panel.list.show_image = lambda name, image: shown.append(name)
    qtbot.waitUntil(lambda: shown == ["A", "B"], timeout=5000)


def test_a_damaged_file_says_so_and_the_rest_is_there(panel, document, folder, qtbot):
    panel.source.save("Good", document.session.pose)
    (folder / "Bad.json").write_text("{}", encoding="utf-8")
    panel.refresh()
    with qtbot.waitSignal(panel.thumbnails.failed, timeout=5000):
        pass
    assert panel.list.shown() == ["Bad", "Good"]
    told = []
    document.failed.connect(told.append)
    panel.list.choose("Bad")
    panel.take()
    assert "Bad.json" in told[0]
    assert document.undo_stack.count() == 0


def test_what_others_put_into_the_folder_appears(panel, document, folder, qtbot):
    panel.save()
    PoseLibrary(folder).save("From a colleague", document.session.pose)
    qtbot.waitUntil(lambda: "From a colleague" in panel.list.shown(), timeout=3000)


@pytest.mark.parametrize("source", [0, 1])
def test_pose_files_are_dropped_in_and_others_are_not(panel, document, tmp_path, source):
    panel.sources.choice.setCurrentIndex(source)
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
    assert drop(path)
    assert panel.list.shown() == ["Guest", "Guest 2"]


def test_a_pose_is_dragged_out_as_its_file(panel, folder):
    panel.save()
    data = panel.list.mimeData([panel.list.item(0)])
    assert [url.toLocalFile() for url in data.urls()] == [str(folder / "Pose.json")]


def test_another_folder_is_another_library(panel, document, tmp_path):
    panel.save()
    panel.sources._preferences["library"] = str(tmp_path / "team")
    assert panel.list.shown() == []
    assert isinstance(panel.source, FolderPoses)
    assert panel.source.folder == tmp_path / "team"
