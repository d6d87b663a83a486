"""Motion and poses from files: asked about, corrected, and put on the timeline in one step."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.project.import_work import ImportOptions, import_motion, read_source, said
from editor.worker import Job
from models.animation import FrameRate
from models.body import JOINTS
from models.document import Range
from models.errors import Cancelled
from models.formats import registry
from models.formats.rig_map_json import read_rig_map, write_rig_map
from models.posing import complete_pose
from models.posing.points_file import read_points

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "reach.json"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def walk(tmp_path, walk_clip):
    path = tmp_path / "walk.bvh"
    registry.write(path, walk_clip(), unit="cm")
    return path


@pytest.fixture
def dialog(files, walk, settle):
    files.open(walk)
    settle()
    assert files.imports.dialog.isVisible()
    return files.imports.dialog


def choose(box, data):
    """As the user does in the list."""
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def test_a_points_file_is_completed(files, document, settle, notices):
    files.open(EXAMPLE)
    settle()
    points = read_points(EXAMPLE)
    assert document.undo_stack.undoText() == "Open reach.json"
    assert set(document.session.targets) == set(points)
    expected = complete_pose(points, completion=document.session.completion).points
    np.testing.assert_allclose(document.points, expected, atol=2e-3)
    assert "completed from 6 points" in notices.texts[0]


def test_what_was_guessed_is_shown(dialog, walk):
    assert dialog.options.unit.currentText() == "centimetres (guessed)"
    assert dialog.options.rate.value() == 60.0
    assert dialog.bones.choice("Hips").currentData() == "Hips"
    assert dialog.bones.item(0, 2).text() == "100%"
    assert dialog.preview.slider.maximum() == 120


def test_every_frame_becomes_a_key_and_the_timeline_follows(desk, dialog, qtbot):
    document = desk.document
    qtbot.mouseClick(dialog.import_button, LEFT)
    desk.settle()
    assert len(document.track) == 121
    assert document.rate == FrameRate(60)
    assert document.playback == Range(0, document.rate.tick(120))
    assert document.undo_stack.count() == 1
    assert "121 frames as 121 keys" in desk.notices.texts[0]
    assert desk.files.imports.dialog is None


def test_few_keys_stay_within_the_tolerance(dialog, document, settle, qtbot, walk_clip):
    dialog.few.setChecked(True)
    dialog.tolerance.setValue(1.0)
    qtbot.mouseClick(dialog.import_button, LEFT)
    settle()
    assert 2 <= len(document.track) < 60
    clip, worst = walk_clip(), 0.0
    for frame in range(0, 121, 7):
        document.go_to(document.rate.tick(frame))
        worst = max(worst, float(np.abs(document.points - clip.pose(frame).points(clip.skeleton)).max()))
    assert worst < 0.012


def test_one_pose_is_taken_as_it_is_shown(dialog, document, qtbot, walk_clip):
    dialog.preview.slider.setValue(33)
    dialog.pose.setChecked(True)
    qtbot.mouseClick(dialog.import_button, LEFT)
    clip = walk_clip()
    np.testing.assert_allclose(document.points, clip.pose(33).points(clip.skeleton), atol=1e-3)
    assert len(document.track) == 1


def test_a_corrected_unit_and_rate_are_used(dialog, document, settle, qtbot, walk_clip):
    choose(dialog.options.unit, "mm")
    settle()
    assert dialog.options.unit.currentData() == "mm"
    dialog.options.rate.setValue(30.0)
    settle()
    assert dialog._source.clip.fps == 30.0
    legs = np.linalg.norm(dialog._source.clip.skeleton.offsets[dialog._source.clip.skeleton.joint_index("LeftLeg")])
    ours = walk_clip().skeleton
    assert legs == pytest.approx(np.linalg.norm(ours.offsets[ours.joint_index("LeftLeg")]) / 10, rel=1e-3)
    qtbot.mouseClick(dialog.import_button, LEFT)
    settle()
    assert document.rate == FrameRate(30)


def test_a_wrong_bone_is_corrected_and_a_missing_one_stops_the_import(dialog, qtbot):
    choose(dialog.bones.choice("LeftArm"), None)
    qtbot.waitUntil(lambda: not dialog.import_button.isEnabled())
    assert "left shoulder" in dialog._problem.text()
    choose(dialog.bones.choice("LeftArm"), "RightArm")  # which then plays no other part
    assert dialog.bones.choice("RightArm").currentData() is None
    choose(dialog.bones.choice("LeftArm"), "LeftArm")
    choose(dialog.bones.choice("RightArm"), "RightArm")
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert dialog.bones.rig_map.confidence["LeftArm"] == 1.0


def test_a_map_is_saved_for_the_command_line_and_loaded_again(files, dialog, tmp_path, monkeypatch, qtbot):
    path = tmp_path / "map.json"
    monkeypatch.setattr(files._questions, "save_file", lambda *_: (path, ""))
    monkeypatch.setattr(files._questions, "open_file", lambda *_: path)
    choose(dialog.bones.choice("LeftToeBase"), None)
    qtbot.mouseClick(dialog.save_button, LEFT)
    assert read_rig_map(path).joints["LeftToeBase"] is None
    choose(dialog.bones.choice("LeftToeBase"), "LeftToeBase")
    qtbot.mouseClick(dialog.load_button, LEFT)
    assert dialog.bones.choice("LeftToeBase").currentData() is None
    write_rig_map(path, read_rig_map(path).__class__(dict.fromkeys(JOINTS, "nobody"), {}))
    qtbot.mouseClick(dialog.load_button, LEFT)
    assert "nobody" in dialog._problem.text()


def test_escape_leaves_everything_as_it_was(files, dialog, document, qtbot):
    before = document.content
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert files.imports.dialog is None
    assert document.content is before


def test_a_rig_that_is_not_understood_can_be_mapped_by_hand(files, tmp_path, settle, small_rig):
    from models.animation import Clip
    from models.kinematics import quat

    rig = small_rig()
    clip = Clip(rig, np.zeros((3, 3)), np.tile(quat.IDENTITY, (3, 4, 1)), 30.0, name="odd")
    registry.write(tmp_path / "odd.bvh", clip)
    files.open(tmp_path / "odd.bvh")
    settle()
    dialog = files.imports.dialog
    assert not dialog.import_button.isEnabled()
    assert dialog._problem.text()
    dialog.reject()


def test_reading_can_be_cancelled(files, document, qtbot, tmp_path, monkeypatch):
    def read(path, options, job):
        while not job.is_cancelled():
            pass
        raise Cancelled("stopped")

    monkeypatch.setattr("editor.project.imports.read_source", read)
    files._window.show()
    before, bar = document.content, files.tasks._bar
    files.open(tmp_path / "long.bvh")
    assert not bar.isVisible()  # what is done at a glance should not move the window's parts
    qtbot.waitUntil(bar.isVisible)
    assert bar.title.text() == "Reading long.bvh"
    qtbot.mouseClick(bar.cancel_button, LEFT)
    assert not bar.isVisible()
    assert not files.tasks.is_busy
    files.tasks.shut_down()
    assert files.imports.dialog is None
    assert document.content is before


def test_keys_that_changed_meanwhile_are_not_overwritten(files, document, dialog, settle, notices):
    dialog._finish()
    document.set_auto_key(True)
    document.do("Move", lambda: document.session.drag("LeftHand", (0.3, 1.4, 0.3)))
    settle()
    assert "changed meanwhile" in notices.texts[0]
    assert document.undo_stack.undoText() == "Move"


def test_later_keys_move_behind_a_motion(document, walk):
    job = Job(lambda _: None)
    source = read_source(walk, {}, job)
    content, identity = document.content, document.character_id
    options = ImportOptions(at=0, ripple=True)
    from editor.project.import_work import mapped

    clip = mapped(source, source.rig_map, document.session.skeleton)
    result = import_motion(content, identity, clip, options, job)
    assert result.n_keys == 121
    assert len(result.content.character(identity).track) == 122


def test_advice_for_the_command_line_is_left_out():
    assert said("unit guessed as cm: 1.7 m tall; change it with --in-unit or unit=") == "unit guessed as cm: 1.7 m tall"
    assert said("assumed, change it with --in-fps or fps=") == "assumed"
    assert said("the rig has no toes") == "the rig has no toes"
