"""Motion for other programs: their conventions, what is written, and that it is what was there."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from editor.project.export_dialog import ExportDialog
from editor.project.export_presets import joint_names, name_sets, presets
from editor.project.export_work import ExportOptions, export_clip
from models.animation import FrameRate, keyed
from models.body import JOINTS
from models.document import exported
from models.formats import registry
from models.formats.bvh_units import UNITS


@pytest.fixture
def moving(document, walk_clip):
    document.edit_track("Walk", keyed(walk_clip(61)))
    return document


def test_presets_are_of_the_six_programs_and_use_what_exists():
    assert [preset.name for preset in presets()] == ["Blender", "Maya", "Unreal", "Unity", "Godot", "MotionBuilder"]
    for preset in presets():
        assert preset.unit in UNITS
        assert preset.up in ("y", "z")
        assert sorted(preset.order) == ["X", "Y", "Z"]
        assert preset.names is None or preset.names in name_sets()
    for names in name_sets():
        assert len(set(joint_names(names, JOINTS))) == len(JOINTS)
    assert joint_names("Unreal", ("Hips", "extra")) == ("pelvis", "extra")


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_a_written_motion_read_back_is_the_motion(desk, moving, tmp_path, preset):
    options = ExportOptions(
        rate=FrameRate.of(preset.rate or 30), unit=preset.unit, up=preset.up, order=preset.order, names=preset.names
    )
    path = tmp_path / "out.bvh"
    desk.files.exports.export(path, options)
    desk.settle()
    assert "read back within 0.00" in desk.notices.texts[0]
    back = registry.read(path, unit=preset.unit, up=preset.up)
    ours = exported(moving.content, moving.character_id, moving.playback)
    assert back.skeleton.joint_names == joint_names(preset.names, JOINTS)
    assert back.skeleton.rotation_orders[0] == preset.order
    np.testing.assert_allclose(back.globals()[1], ours.globals()[1], atol=1e-4)


def test_another_rate_samples_the_motion_at_the_same_times(moving):
    thirty = export_clip(moving.content, moving.character_id, ExportOptions(rate=FrameRate(30)))
    sixty = export_clip(moving.content, moving.character_id, ExportOptions(rate=FrameRate(60)))
    assert sixty.n_frames == 2 * thirty.n_frames - 1
    np.testing.assert_allclose(sixty.root[::2], thirty.root, atol=1e-9)


def test_the_dialog_offers_what_there_is_and_remembers_the_program(desk, moving, qtbot, tmp_path, monkeypatch):
    files = desk.files
    path = tmp_path / "walk"
    monkeypatch.setattr(files._questions, "save_file", lambda *_: (path, "BVH motion (*.bvh)"))
    files.exports.ask()
    dialog = files._window.findChild(ExportDialog)
    dialog.preset.setCurrentIndex(dialog.preset.findData("Unreal"))
    assert dialog.unit.currentData() == "cm"
    assert dialog.up.currentData() == "z"
    dialog.keys.setChecked(True)
    assert dialog._size.text() == "31 frames"
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    desk.settle()
    assert registry.read(path.with_suffix(".bvh"), unit="cm", up="z").skeleton.joint_names[0] == "pelvis"
    files.exports.ask()
    again = files._window.findChildren(ExportDialog)[-1]
    assert again.preset.currentData() == "Unreal"
    again.reject()


def test_a_single_pose_and_json_are_written_too(files, moving, tmp_path, settle, notices):
    options = ExportOptions(rate=FrameRate(30), pose=moving.session.pose)
    for name in ("pose.bvh", "pose.json"):
        files.exports.export(tmp_path / name, options)
        settle()
        assert registry.read(tmp_path / name).n_frames == 1


def test_without_keys_it_says_so_and_writes_nothing(files, document, tmp_path, settle, notices):
    document.edit_track("Delete", document.track.without(document.track.ticks.tolist()))
    files.exports.export(tmp_path / "out.bvh", ExportOptions(rate=FrameRate(30)))
    settle()
    assert "set a key first" in notices.texts[0]
    assert list(tmp_path.glob("*.bvh")) == []
