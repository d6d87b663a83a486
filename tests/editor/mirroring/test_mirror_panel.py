"""The mirror panel: what it does to poses, keys and intervals, and what it shows of it."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from editor.document import EditorDocument
from editor.mirroring import MirrorPanel
from editor.mirroring.mirror_request import mirrored_now
from editor.mirroring.pairs import chosen_joints, joint_pairs, point_pairs
from editor.theme import theme
from models.animation import TICKS_PER_SECOND, Clip, Pose
from models.body import JOINT_MIRROR, JOINTS, POINT_MIRROR, POINTS, Skeleton, body
from models.document import Document, imported, read_project, write_project
from models.formats.mirror_rig import mirror_clip
from models.formats.retarget import retarget
from models.kinematics import quat
from models.posing import Session

SECOND = TICKS_PER_SECOND
LEFT = Qt.MouseButton.LeftButton
HAND, OTHER_HAND, HEAD = (POINTS.index(name) for name in ("LeftHand", "RightHand", "Head"))
REFLECT = np.array([-1.0, 1.0, 1.0])


@pytest.fixture
def moved(document):
    """Three keys, in which the left hand goes elsewhere than the right one, away from the middle of the stage."""
    for second, by in enumerate([(0.1, 0.3, 0.2), (0.2, -0.1, 0.1), (0.0, 0.4, 0.1)]):
        document.go_to(second * SECOND)
        document.begin("Pose")
        hips = document.points[POINTS.index("Hips")]
        document.drag({"LeftHand": document.points[HAND] + np.array(by), "Hips": hips + np.array([0.2, -0.02, 0.1])})
        document.commit()
    document.go_to(SECOND)
    document.undo_stack.clear()
    return document


@pytest.fixture
def panel(qtbot, moved):
    result = MirrorPanel(moved, theme("dark"))
    result.resize(300, 760)
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    return result


def click(qtbot, panel, **choices):
    for row, value in choices.items():
        qtbot.mouseClick(panel.buttons[row, value], LEFT)


def mirror(qtbot, panel, **choices):
    click(qtbot, panel, **choices)
    qtbot.mouseClick(panel.apply_button, LEFT)


def points_at(document, tick):
    return document.track.get(tick).pose.points(document.skeleton)


def test_swapping_a_frame_about_the_world_reflects_every_point(qtbot, panel, moved):
    before = points_at(moved, SECOND)
    mirror(qtbot, panel, direction="swap", plane="world", span="now")
    assert_allclose(points_at(moved, SECOND), before[POINT_MIRROR] * REFLECT, atol=1e-7)
    assert moved.undo_stack.count() == 1
    assert moved.undo_stack.undoText() == "Mirror"
    assert_allclose(moved.points, points_at(moved, SECOND), atol=1e-7)


def test_about_the_body_the_character_stays_where_it_stands(qtbot, panel, moved):
    root = moved.track.get(SECOND).pose.root.copy()
    mirror(qtbot, panel, direction="swap", plane="body", span="now")
    assert_allclose(moved.track.get(SECOND).pose.root, root, atol=1e-7)


@pytest.mark.parametrize("plane", ["body", "world"])
@pytest.mark.parametrize("span", ["now", "keys", "playback", "all"])
def test_twice_is_the_same_document_again(qtbot, panel, moved, plane, span):
    moved.select_keys([0, 2 * SECOND])
    before, poses = moved.content.hash, [key.pose for key in moved.track]
    mirror(qtbot, panel, direction="swap", plane=plane, span=span)
    assert moved.content.hash != before
    qtbot.mouseClick(panel.apply_button, LEFT)
    assert moved.content.hash == before
    for key, pose in zip(moved.track, poses, strict=True):
        assert_allclose(key.pose.root, pose.root, atol=1e-6)
        assert_allclose(np.abs((key.pose.rotations * pose.rotations).sum(-1)), 1.0, atol=1e-6)
    assert moved.undo_stack.count() == 2


def test_a_mirrored_interval_mirrored_again_is_the_same_file(qtbot, panel, moved, tmp_path):
    def written(name):
        path = tmp_path / name
        write_project(path, moved.content)
        return path.read_bytes()

    before = written("before.sixpoint")
    mirror(qtbot, panel, direction="swap", span="all")
    assert written("mirrored.sixpoint") != before
    qtbot.mouseClick(panel.apply_button, LEFT)
    assert written("after.sixpoint") == before


def test_undo_and_redo_of_an_interval(qtbot, panel, moved):
    before = moved.content.hash
    mirror(qtbot, panel, direction="left to right", span="all")
    after = moved.content.hash
    moved.undo()
    assert moved.content.hash == before
    moved.redo()
    assert moved.content.hash == after


@pytest.mark.parametrize(("direction", "source"), [("left to right", "Left"), ("right to left", "Right")])
def test_copying_a_side_makes_the_arms_symmetric_and_keeps_the_source(qtbot, panel, moved, direction, source):
    key = moved.track.get(SECOND)
    mirror(qtbot, panel, direction=direction, span="now")
    rotations = moved.track.get(SECOND).pose.rotations
    reflected = key.pose.rotations[JOINT_MIRROR] * [1.0, -1.0, -1.0, 1.0]
    for joint, name in enumerate(JOINTS):
        is_copied = JOINT_MIRROR[joint] != joint and not name.startswith(source)
        expected = reflected[joint] if is_copied else key.pose.rotations[joint]
        assert abs(rotations[joint] @ expected) == pytest.approx(1.0, abs=1e-8), name


def test_only_the_selected_limb_changes(qtbot, panel, moved):
    moved.select([OTHER_HAND])
    before = moved.track.get(SECOND).pose.rotations.copy()
    mirror(qtbot, panel, direction="left to right", scope="selection", span="now")
    after = moved.track.get(SECOND).pose.rotations
    changed = {JOINTS[joint] for joint in np.flatnonzero(np.abs((before * after).sum(-1)) < 1 - 1e-9)}
    assert changed
    assert changed <= {"RightShoulder", "RightArm", "RightForeArm", "RightHand"}


def test_the_spans_are_the_keys_they_say(qtbot, panel, moved):
    moved.edit("Range", type(moved.content)(moved.rate, type(moved.playback)(0, SECOND), moved.content.characters))
    moved.undo_stack.clear()
    keys = {key.tick: key for key in moved.track}
    for span, ticks in (("now", {SECOND}), ("keys", {0}), ("playback", {0, SECOND}), ("all", set(keys))):
        moved.select_keys([0])
        mirror(qtbot, panel, direction="swap", span=span)
        assert {key.tick for key in moved.track if key is not keys[key.tick]} == ticks
        moved.undo()
        keys = {key.tick: key for key in moved.track}


def test_between_keys_a_frame_becomes_a_key_with_auto_key_and_an_edit_in_progress_without(qtbot, panel, moved):
    moved.go_to(SECOND // 2)
    shown = moved.points.copy()
    mirror(qtbot, panel, direction="swap", plane="world", span="now")
    assert SECOND // 2 in moved.track.ticks
    assert_allclose(moved.points, shown[POINT_MIRROR] * REFLECT, atol=1e-6)
    moved.undo()
    assert SECOND // 2 not in moved.track.ticks
    moved.set_auto_key(False)
    qtbot.mouseClick(panel.apply_button, LEFT)
    assert moved.has_pending_edit
    assert SECOND // 2 not in moved.track.ticks
    assert_allclose(moved.points, shown[POINT_MIRROR] * REFLECT, atol=1e-6)
    qtbot.mouseClick(panel.apply_button, LEFT)
    assert_allclose(moved.points, shown, atol=1e-6)


def test_pins_go_to_the_other_side_with_their_targets(qtbot, panel, moved):
    target = moved.targets[HAND].copy()
    mirror(qtbot, panel, direction="swap", plane="world", span="now")
    assert moved.states[OTHER_HAND] == 1
    assert moved.states[HAND] == 0
    assert_allclose(moved.targets[OTHER_HAND], target * REFLECT, atol=1e-6)


def test_actions_use_what_is_set(qtbot, panel, moved):
    click(qtbot, panel, span="all", plane="world")
    before = moved.content.hash
    handlers = panel.handlers()
    for name in ("mirror_swap", "mirror_left_to_right", "mirror_right_to_left"):
        handlers[name]()
        assert all(key.tick in moved.track.ticks for key in moved.track)
        assert moved.content.hash != before
        moved.undo()
        assert moved.content.hash == before
    assert panel.request.direction == "right to left"


def test_what_cannot_be_done_says_why(qtbot, panel, moved):
    click(qtbot, panel, scope="selection")
    assert not panel.apply_button.isEnabled()
    with qtbot.waitSignal(moved.failed) as failed:
        panel.handlers()["mirror_swap"]()
    assert "Select points" in failed.args[0]
    moved.select([HAND])
    assert panel.apply_button.isEnabled()
    click(qtbot, panel, span="keys")
    assert not panel.apply_button.isEnabled()
    moved.select_keys([0, SECOND])
    assert panel.apply_button.text() == "Swap the sides of 2 keys"
    assert moved.undo_stack.count() == 0


def test_every_joint_and_point_is_in_the_pairs_once():
    for pairs, count in ((joint_pairs(), len(JOINTS)), (point_pairs(), len(POINTS))):
        members = [member for pair in pairs for member in pair.members]
        assert sorted(members) == list(range(count))
    alone = {pair.title for pair in joint_pairs() if pair.right is None}
    assert "Pelvis" in alone
    assert "Head" in alone
    assert len(alone) == 6


def test_the_table_marks_what_has_no_partner_and_what_does_not_change(qtbot, panel, moved):
    rows = {row[0]: row for row in reversed(panel.table.rows())}
    assert rows["Pelvis"][1:] == ("◦", "reflected", True)
    assert rows["Wrist"][1:] == ("⇄", "Wrist", True)
    moved.select([HAND])
    click(qtbot, panel, direction="left to right", scope="selection")
    rows = {row[0]: row for row in reversed(panel.table.rows())}
    assert rows["Wrist"][1:] == ("→", "Wrist", True)
    assert rows["Knee"][3] is False
    assert rows["Pelvis"][1:] == ("◦", "stays", False)


def test_chosen_joints_reach_up_the_limb_and_no_further():
    assert chosen_joints(body(), [HAND]) == {"LeftHand", "LeftForeArm", "LeftArm", "LeftShoulder"}
    assert chosen_joints(body(), [HEAD]) == {"Head"}


def test_a_button_under_the_mouse_shows_what_would_come_of_it(qtbot, panel, moved):
    click(qtbot, panel, plane="world")
    button = panel.buttons["direction", "left to right"]
    for _ in range(2):  # also after it was left
        QApplication.sendEvent(button, QEnterEvent(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4)))
        shown = panel.layer.pose.points(moved.skeleton)
        asked = replace(panel.request, direction="left to right")
        assert_allclose(shown, mirrored_now(moved, asked).pose.points(moved.skeleton), atol=1e-12)
        assert len(panel.layer.ghosts(theme("dark")).paints) == 1
        QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
        assert panel.layer.pose is None
        assert not len(panel.layer.ghosts(theme("dark")).paints)
    assert panel.request.direction == "swap"
    assert moved.undo_stack.count() == 0


def test_the_keyboard_shows_it_too_and_it_follows_the_pose_shown(qtbot, panel, moved):
    click(qtbot, panel, plane="world")
    panel.activateWindow()
    panel.apply_button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(panel.apply_button.hasFocus)
    for tick in (0, SECOND):
        changes = []
        panel.layer.changed.connect(lambda changes=changes: changes.append(1))
        moved.go_to(tick)
        assert_allclose(panel.layer.pose.points(moved.skeleton), moved.points[POINT_MIRROR] * REFLECT, atol=1e-7)
        assert len(changes) <= 1
    panel.hide()
    assert panel.layer.pose is None


def test_without_a_selection_nothing_is_shown_for_it(qtbot, panel, moved):
    moved.select([])
    button = panel.buttons["scope", "selection"]
    QApplication.sendEvent(button, QEnterEvent(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4)))
    assert panel.layer.pose is None


@pytest.mark.parametrize("height", [200, 320, 900])
def test_what_does_it_is_in_sight_at_every_height(panel, height):
    panel.resize(300, height)
    QApplication.processEvents()
    place = panel.apply_button.mapTo(panel, panel.apply_button.rect().bottomRight())
    assert panel.rect().contains(place)


def crooked_rig():
    """The canonical body with the axes of its right limbs turned, so that left and right are no reflections."""
    rest, rng = body(), np.random.default_rng(5)
    turns = np.tile(quat.IDENTITY, (rest.n_joints, 1))
    for joint, name in enumerate(JOINTS):
        if name.startswith("Right"):
            turns[joint] = quat.from_rotvec(rng.normal(size=3))
    offsets, points = rest.offsets.copy(), rest.point_offsets.copy()
    for joint, parent in enumerate(rest.parents):
        if parent >= 0:
            offsets[joint] = quat.rotate(quat.conj(turns[parent]), offsets[joint])
    points = quat.rotate(quat.conj(turns[rest.point_joints]), points)
    rig = Skeleton("crooked", rest.joint_names, rest.parents, offsets, rest.point_names, rest.point_joints, points)
    return rig, turns


def crooked_clip(rng, n_frames=4):
    """A motion of that rig: in every frame the world pose of a canonical one, but in its own axes."""
    rig, turns = crooked_rig()
    rest = body()
    local = quat.from_rotvec(rng.normal(size=(n_frames, rest.n_joints, 3)) * 0.25)
    above = np.where(rest.parents >= 0, rest.parents, 0)
    parent_turns = np.where((rest.parents >= 0)[:, None], turns[above], quat.IDENTITY)
    rotations = quat.mul(quat.mul(quat.conj(parent_turns), local), turns)
    root = np.tile(rest.offsets[0], (n_frames, 1)) + rng.normal(size=(n_frames, 3)) * 0.1
    return Clip(rig, root, rotations, 30.0, name="crooked"), Pose(root, local)


def test_a_rig_whose_sides_are_no_reflections_is_mirrored_in_the_world(qtbot, rng, fitted_completion):
    """Its motion as keys, mirrored in the panel, is the reflection of where its points were."""
    clip, canonical = crooked_clip(rng)
    assert_allclose(clip.points(), canonical.points(body()), atol=1e-9)
    mapped = retarget(clip)
    document = EditorDocument(Session(completion=fitted_completion))
    document.replace_content(imported(document.content, document.character_id, mapped))
    before = [key.pose.points(document.skeleton) for key in document.track]
    panel = MirrorPanel(document, theme("dark"))
    qtbot.addWidget(panel)
    panel.show()
    mirror(qtbot, panel, direction="swap", plane="world", span="all")
    for key, points in zip(document.track, before, strict=True):
        assert_allclose(key.pose.points(document.skeleton), points[POINT_MIRROR] * REFLECT, atol=1e-6)
    # The same as mirroring the file's own rig, up to what mapping it loses.
    reflected = retarget(mirror_clip(clip))
    for frame, key in enumerate(document.track):
        there = Pose(reflected.root[frame], reflected.rotations[frame]).points(document.skeleton)
        assert np.abs(key.pose.points(document.skeleton) - there).max() < 0.02


def test_reading_back_a_mirrored_project(qtbot, panel, moved, tmp_path):
    mirror(qtbot, panel, direction="swap", plane="world", span="all")
    path = tmp_path / "mirrored.sixpoint"
    write_project(path, moved.content)
    assert Document(read_project(path)).content_hash() == moved.content.hash
