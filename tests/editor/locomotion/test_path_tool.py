"""Drawing a path with the mouse: waypoints come, move, turn and go, each as one undo step; a draft follows."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from synthetic_locomotion import database

from editor.locomotion.path_marks import arrow_tips, curve_places
from editor.locomotion.waypoint_gestures import place_of
from models.body import POINTS
from models.document import DraftPlan
from models.locomotion import Trajectory, Waypoint
from models.posing import HandleState

pytestmark = pytest.mark.gl

LEFT = Qt.MouseButton.LeftButton
DRAFT_MS = 30_000


@pytest.fixture(scope="module")
def database_file(tmp_path_factory, walk_clip):
    path = tmp_path_factory.mktemp("motion") / "walk.npz"
    database(walk_clip).save(path)
    return path


@pytest.fixture
def drawing(window, database_file):
    """The window with the path tool on, seen from above; drafts are made by motion matching."""
    part = window.locomotion
    for maker in (part.maker, part.other):
        maker.set_database(database_file)
        maker.set_generator("mm")
    window.resize(1300, 950)
    QTest.qWait(50)
    window.viewport.set_camera(window.viewport.camera.orbited(0.0, 0.6).zoomed(2.5))
    window.actions_["path_tool"].trigger()
    assert part.path.is_active
    return window


def screen(window, place) -> QPoint:
    (at,), _ = window.viewport.projected(np.asarray(place, dtype=float)[None])
    return QPoint(round(at[0]), round(at[1]))


def drag(qtbot, window, start: QPoint, end: QPoint | None = None) -> None:
    view = window.viewport
    qtbot.mouseMove(view, start)
    qtbot.mousePress(view, LEFT, pos=start)
    if end is not None:
        for share in (0.3, 0.7, 1.0):
            step = (end - start) * share
            qtbot.mouseMove(view, start + step)
    qtbot.mouseRelease(view, LEFT, pos=end or start)


def waypoints(window):
    plan = window.locomotion.path.plan
    return plan.trajectory.waypoints if plan else ()


def test_a_click_on_the_ground_begins_a_path_where_the_character_stands(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.0)))
    first, second = waypoints(drawing)
    root = drawing.document.session.pose.root
    assert_allclose((first.x, first.z), root[[0, 2]])
    assert_allclose((second.x, second.z), (0.8, 1.0), atol=0.03)
    assert drawing.document.undo_stack.count() == 1
    drawing.document.undo()
    assert drawing.locomotion.path.plan is None


def test_clicks_go_on_at_the_end_and_a_click_on_the_path_comes_between(qtbot, drawing):
    for place in ((0.9, 0, 0.6), (0.9, 0, 1.6)):
        drag(qtbot, drawing, screen(drawing, place))
    assert len(waypoints(drawing)) == 3
    places, (_, first, last) = curve_places(drawing.locomotion.path.plan)
    middle = places[first + (last - first) * 3 // 4]
    drag(qtbot, drawing, screen(drawing, middle))
    assert len(waypoints(drawing)) == 4
    assert_allclose(place_of(waypoints(drawing)[2]), middle, atol=0.1)


def test_dragging_a_waypoint_is_one_step_and_escape_takes_it_back(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.0)))
    before = drawing.document.content.hash
    drag(qtbot, drawing, screen(drawing, place_of(waypoints(drawing)[1])), screen(drawing, (0.4, 0, 1.5)))
    assert_allclose(place_of(waypoints(drawing)[1]), (0.4, 0, 1.5), atol=0.04)
    assert drawing.document.undo_stack.count() == 2
    drawing.document.undo()
    assert drawing.document.content.hash == before

    start = screen(drawing, place_of(waypoints(drawing)[1]))
    qtbot.mousePress(drawing.viewport, LEFT, pos=start)
    qtbot.mouseMove(drawing.viewport, start + QPoint(40, 10))
    qtbot.keyClick(drawing.viewport, Qt.Key.Key_Escape)
    qtbot.mouseRelease(drawing.viewport, LEFT, pos=start + QPoint(40, 10))
    assert drawing.document.content.hash == before


def test_a_click_selects_a_waypoint_and_moves_nothing(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.0)))
    before = drawing.document.content.hash
    drag(qtbot, drawing, screen(drawing, place_of(waypoints(drawing)[0])))
    assert drawing.locomotion.path.selected == {0}
    assert drawing.document.content.hash == before
    assert drawing.document.undo_stack.count() == 1


def test_the_arrow_turns_where_the_body_faces(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.0)))
    tip = arrow_tips(drawing.locomotion.path.plan)[1]
    place = place_of(waypoints(drawing)[1])
    drag(qtbot, drawing, screen(drawing, tip), screen(drawing, place - np.array([0.5, 0.0, 0.0])))
    assert_allclose(waypoints(drawing)[1].facing_rad, -np.pi / 2, atol=0.1)


def test_delete_takes_the_selected_waypoint_and_at_last_the_path(qtbot, drawing):
    for place in ((0.9, 0, 0.6), (0.9, 0, 1.6)):
        drag(qtbot, drawing, screen(drawing, place))
    for left in (2, 1, 0):
        drag(qtbot, drawing, screen(drawing, place_of(waypoints(drawing)[-1])))
        qtbot.keyClick(drawing.viewport, Qt.Key.Key_Delete)
        assert len(waypoints(drawing)) == left
    assert len(drawing.document.track) == 1


def test_without_the_tool_the_mouse_poses_as_ever(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.0)))
    qtbot.keyClick(drawing.viewport, Qt.Key.Key_Escape)
    assert not drawing.locomotion.path.is_active
    before = waypoints(drawing)
    drag(qtbot, drawing, screen(drawing, place_of(before[1])), screen(drawing, (0.4, 0, 1.5)))
    assert waypoints(drawing) == before


def test_the_sky_is_no_ground(qtbot, drawing):
    view = drawing.viewport
    view.look_from("front")
    drag(qtbot, drawing, QPoint(view.width() // 2, 5))
    assert waypoints(drawing) == ()


def wait_for_draft(qtbot, window):
    maker = window.locomotion.maker
    qtbot.waitUntil(lambda: not maker.is_busy and maker.draft is not None, timeout=DRAFT_MS)
    return maker.draft


def test_a_draft_follows_the_path_and_is_a_ghost(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    draft = wait_for_draft(qtbot, drawing)
    end = waypoints(drawing)[1]
    assert np.linalg.norm(draft.root[-1][[0, 2]] - (end.x, end.z)) < 0.3
    drawing.document.go_to(drawing.document.rate.tick(30))
    ghosts = drawing.viewport.scene.ghosts
    assert len(ghosts.paints) == 1
    assert_allclose(ghosts.positions[0, 0], draft.clip.root[60], atol=1e-6)


def test_drafts_are_seen_while_the_mouse_does_not_rest(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    wait_for_draft(qtbot, drawing)
    maker, shown = drawing.locomotion.maker, []
    maker.made.connect(lambda: shown.append(maker.request.plan))
    start = screen(drawing, place_of(waypoints(drawing)[1]))
    qtbot.mousePress(drawing.viewport, LEFT, pos=start)
    plans = []
    while len(set(map(id, shown))) < 3:
        qtbot.mouseMove(drawing.viewport, start + QPoint(len(plans) % 40, 5 + len(plans) % 23))
        plans.append(drawing.locomotion.path.plan)
        qtbot.wait(2)
        assert len(plans) < 3000
    assert all(plan in plans for plan in shown)
    qtbot.mouseRelease(drawing.viewport, LEFT, pos=start + QPoint(len(plans) % 40, 5))
    draft = wait_for_draft(qtbot, drawing)
    assert not draft.is_partial
    assert maker.request.plan == drawing.locomotion.path.plan


def test_the_same_seed_gives_the_same_draft(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    first = wait_for_draft(qtbot, drawing)
    part, document = drawing.locomotion, drawing.document
    for seed in (1, 0):
        plan = replace(part.path.plan, seed=seed)
        document.edit("Other seed", document.content.with_draft(document.character_id, plan))
        again = wait_for_draft(qtbot, drawing)
    assert again is not first
    assert np.array_equal(again.clip.rotations, first.clip.rotations)


@pytest.mark.parametrize("tolerance_cm", [None, 1.0])
def test_inserting_makes_keys_in_one_step_with_planted_toes_pinned(qtbot, drawing, tolerance_cm):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    draft = wait_for_draft(qtbot, drawing)
    document = drawing.document
    before, steps = document.content.hash, document.undo_stack.count()
    drawing.locomotion.insert(tolerance_cm)
    assert document.undo_stack.count() == steps + 1
    assert document.content.drafts == {}
    n_frames = draft.clip.resampled(document.rate.fps).n_frames
    assert (len(document.track) == n_frames) if tolerance_cm is None else (2 <= len(document.track) < n_frames)
    toes = {POINTS.index("LeftToeBase"), POINTS.index("RightToeBase")}
    pinned = {point for key in document.track.keys[1:] for point in key.handles.in_state(HandleState.PINNED).tolist()}
    assert pinned <= toes
    assert draft.contacts.any() == bool(pinned)
    document.undo()
    assert document.content.hash == before


def test_inserted_frames_are_the_draft(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    draft = wait_for_draft(qtbot, drawing)
    document = drawing.document
    drawing.locomotion.insert(None)
    clip = draft.clip.resampled(document.rate.fps)
    for frame in (1, 10, clip.n_frames - 1):
        key = document.track.get(document.rate.tick(frame))
        assert_allclose(key.pose.points(document.skeleton), clip.points()[frame], atol=1e-6)


def test_the_key_that_a_draft_starts_from_stays_as_it_was_set(qtbot, drawing):
    document = drawing.document
    document.select([POINTS.index("LeftHand")])
    document.set_state(HandleState.PINNED)
    before = document.track.get(0)
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    wait_for_draft(qtbot, drawing)
    drawing.locomotion.insert(1.0)
    after = document.track.get(0)
    assert len(document.track) > 2
    assert after.handles.in_state(HandleState.PINNED).tolist() == [POINTS.index("LeftHand")]
    assert_allclose(after.pose.rotations, before.pose.rotations)


def test_a_second_generator_is_shown_beside_the_first(qtbot, drawing):
    drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    wait_for_draft(qtbot, drawing)
    other = drawing.locomotion.other
    other.set_on(True)
    qtbot.waitUntil(lambda: other.draft is not None and not other.is_busy, timeout=DRAFT_MS)
    assert len(drawing.viewport.scene.ghosts.paints) == 2
    other.set_on(False)
    assert len(drawing.viewport.scene.ghosts.paints) == 1


def test_a_path_that_cannot_be_is_refused_in_words_and_changes_nothing(qtbot, drawing):
    document, panel = drawing.document, drawing.locomotion.panel
    plan = DraftPlan(Trajectory((Waypoint(0, 0, t=1.0), Waypoint(0, 2, t=3.0))))
    document.edit("Draw path", document.content.with_draft(document.character_id, plan))
    drawing.locomotion.path.select(frozenset({1}))
    before = document.content.hash
    with qtbot.waitSignal(panel.refused) as heard:
        panel._take_waypoint(Waypoint(0, 2, t=0.5))
    assert "times must increase" in heard.args[0]
    assert document.content.hash == before


def test_without_a_database_motion_matching_says_what_to_do(qtbot, drawing):
    maker = drawing.locomotion.maker
    maker.set_database(None)
    with qtbot.waitSignal(maker.failed, timeout=DRAFT_MS) as heard:
        drag(qtbot, drawing, screen(drawing, (0.8, 0.0, 1.6)))
    assert "needs a motion database" in heard.args[0]
    assert maker.draft is None
