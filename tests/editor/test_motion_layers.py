"""Ghosts and trails: the figure and its points at other times."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from editor.theme import theme
from editor.timeline.ghost_range import GhostRange
from editor.viewport.ghosts import GhostPoses, ghosts_at
from editor.viewport.graphics import Painter
from editor.viewport.scene import Ghosts
from editor.viewport.trails import TrailSampler, drawn_trail, trail_ticks
from editor.viewport.viewport import Viewport
from models.animation import FrameRate
from models.body import POINTS
from models.document import Range, sample_held, snapshot_at
from models.kinematics import forward
from models.posing import HandleState

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
HAND, FOOT = POINTS.index("LeftHand"), POINTS.index("LeftFoot")


@pytest.fixture
def moving(document):
    """Keys at frames 0, 12 and 24: a hand goes up and down, the left foot is pinned, the hips sway."""
    document.select([FOOT])
    document.set_state(HandleState.PINNED)
    for frame, way in ((12, 0.35), (24, -0.25)):
        document.go_to(document.rate.tick(frame))
        document.set_key()
        document.select([FOOT])
        document.set_state(HandleState.PINNED)
        places = {"LeftHand": document.points[HAND] + (0.0, way, 0.1), "Hips": document.points[0] + (0.04, -0.02, 0.0)}
        document.do("Move", lambda places=places: document.session.drag_points(places))
    document.select([])
    document.go_to(document.rate.tick(12))
    return document


@pytest.fixture
def view(qtbot, moving):
    result = Viewport(moving, theme("dark"), painter=Painter.PLAIN)
    result.set_motion_ms(0)
    result.resize(640, 520)
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    yield result
    result.close()


def test_ghosts_are_the_poses_at_their_times_nearest_first_and_fading(moving):
    rate = moving.rate
    times = (tuple(rate.tick(f) for f in (8, 4, 0)), (rate.tick(16), rate.tick(20)))
    ghosts = ghosts_at(GhostPoses(), moving.track, moving.skeleton, times, theme("dark"))
    order = [8, 16, 4, 20, 0]
    assert len(ghosts.paints) == 5
    for frame, positions in zip(order, ghosts.positions, strict=True):
        pose = snapshot_at(moving.track, moving.skeleton, rate.tick(frame)).pose
        assert_allclose(
            positions, forward.globals_from_locals(moving.skeleton, pose.root, pose.rotations)[1], atol=1e-9
        )
    for frame, paint in zip(order, ghosts.paints, strict=True):
        assert_allclose(paint[:3], theme("dark").rgb("ghost.before" if frame < 12 else "ghost.after"))
    alphas = dict(zip(order, ghosts.paints[:, 3], strict=True))
    assert alphas[8] > alphas[4] > alphas[0] > 0
    assert alphas[16] > alphas[20] > 0


def test_poses_of_ghosts_are_worked_out_once_until_the_keys_change(moving, monkeypatch):
    calls = []
    monkeypatch.setattr("editor.viewport.ghosts.sample_held", lambda *a: calls.append(a) or sample_held(*a))
    poses = GhostPoses()
    for _ in range(3):
        poses.at(moving.track, moving.skeleton, 1000)
    assert len(calls) == 1
    poses.at(moving.track.without([int(moving.track.ticks[1])]), moving.skeleton, 1000)
    assert len(calls) == 2


def test_ghosts_follow_time_and_keys(view):
    document = view.document
    view.set_ghosts(GhostRange(True, 2, 2, "keys"))
    assert len(view.scene.ghosts.paints) == 2
    document.go_to(document.rate.tick(24))
    assert len(view.scene.ghosts.paints) == 2
    assert {tuple(paint[:3]) for paint in view.scene.ghosts.paints} == {tuple(theme("dark").rgb("ghost.before"))}
    document.edit_track("Delete", document.track.without([0]))
    assert len(view.scene.ghosts.paints) == 1
    view.set_ghosts(None)
    assert len(view.scene.ghosts.paints) == 0


def test_a_trail_has_every_frame_of_the_range_and_every_key():
    rate = FrameRate.of(24)
    track = SimpleNamespace(ticks=np.array([0, 1234, rate.tick(1000)]))
    ticks = trail_ticks(track, Range(0, rate.tick(40)), rate)
    assert set(ticks) == {*(rate.tick(frame) for frame in range(41)), 1234}
    assert (np.diff(ticks) > 0).all()
    assert len(trail_ticks(track, Range(0, rate.tick(10_000)), rate)) < 410


def test_a_trail_shows_what_is_played_pins_that_hold_included(moving):
    ticks = trail_ticks(moving.track, Range(0, moving.rate.tick(24)), moving.rate)
    sampler = TrailSampler()
    sampler.take(moving.track, moving.skeleton, ticks)
    assert sampler.refine(0.0) is True  # there is more to do
    assert sampler.refine(20.0) is False
    poses = sample_held(moving.track, moving.skeleton, ticks)
    assert_allclose(sampler.places, forward.points(moving.skeleton, poses.root, poses.rotations), atol=1e-9)
    assert np.ptp(sampler.places[:, FOOT], axis=0).max() < 1e-3


def test_what_was_solved_is_kept_until_a_key_nearby_changes(moving):
    ticks = trail_ticks(moving.track, Range(0, moving.rate.tick(24)), moving.rate)
    sampler = TrailSampler()
    sampler.take(moving.track, moving.skeleton, ticks)
    sampler.refine(20.0)
    sampler.take(moving.track, moving.skeleton, ticks)
    assert not sampler._pending
    sampler.take(moving.track.without([int(moving.track.ticks[1])]), moving.skeleton, ticks)
    assert sampler._pending


def test_trails_are_lines_with_dots_at_keys_in_the_colours_of_time():
    ticks = np.arange(9) * 100
    places = np.linspace([0.0, 1.0, 0.0], [0.8, 1.0, 0.0], 9)
    marks = drawn_trail(places, ticks, np.array([0, 400, 800]), 400, theme("dark"))
    assert len(marks.lines) == 8
    keys = marks.discs[marks.discs[:, 9] > 0]
    assert_allclose(keys[:, :3], places[[0, 4, 8]], atol=1e-6)
    assert_allclose(marks.lines[0, 8:11], theme("dark").rgb("ghost.before"), atol=1e-6)
    assert_allclose(marks.lines[-1, 8:11], theme("dark").rgb("ghost.after"), atol=1e-6)
    assert marks.lines[3, 11] > marks.lines[0, 11]


def test_the_trail_of_the_selection_is_switched(view):
    view.document.select([HAND])
    view.handlers()["trail"]()
    assert len(view.scene.trails.lines) > 20
    view.handlers()["trail"]()
    assert len(view.scene.trails.lines) == 0


def key_place(view, frame):
    pose = view.document.track.get(view.document.rate.tick(frame)).pose
    x, y = view.projected(pose.points(view.document.skeleton)[HAND][None])[0][0]
    return QPoint(round(x), round(y))


def test_a_key_on_a_trail_is_dragged_in_one_undo_step_and_time_stays(view):
    document = view.document
    document.select([HAND])
    view.toggle_trails()
    document.select([])
    tick, count, shown = document.tick, document.undo_stack.count(), document.points.copy()
    before = document.track.digest
    start = key_place(view, 24)
    QTest.mouseMove(view, start)
    QTest.mousePress(view, LEFT, NONE, start)
    for step in range(1, 5):
        QTest.mouseMove(view, start + QPoint(8, -6) * step)
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(32, -24))
    assert (key_place(view, 24) - start - QPoint(32, -24)).manhattanLength() <= 2
    assert document.tick == tick
    assert_allclose(document.points, shown, atol=1e-9)
    assert document.undo_stack.count() == count + 1
    assert document.undo_stack.undoText() == "Move left wrist at frame 24"
    document.undo()
    assert document.track.digest == before


def test_escape_takes_the_drag_of_a_key_back(view):
    document = view.document
    view._motion.set_trails([HAND])
    before, start = document.track.digest, key_place(view, 0)
    QTest.mousePress(view, LEFT, NONE, start)
    QTest.mouseMove(view, start + QPoint(20, -20))
    QTest.mouseMove(view, start + QPoint(30, -20))
    assert document.track.digest != before
    assert view.cancel()
    assert document.track.digest == before
    assert not document.animation.is_in_gesture


@pytest.mark.gl
@pytest.mark.parametrize("kind", [Painter.CARD, Painter.SOFTWARE])
def test_ghosts_are_drawn_behind_the_figure_in_their_colours(qtbot, moving, kind):
    view = Viewport(moving, theme("dark"), painter=kind)
    view.resize(480, 480)
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()

    def pixels():
        image = view.grabFramebuffer().convertToFormat(QImage.Format.Format_RGB888)
        rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
        return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)

    plain = pixels()
    view.set_ghosts(SimpleNamespace(ticks=lambda *_: ((0,), (int(moving.track.ticks[-1]),))))
    changed = pixels() - plain
    where = np.abs(changed).max(-1) > 12
    assert where.sum() > 300
    # The pink one adds more red than green, the blue one more blue than red.
    assert (changed[where][:, 0] > changed[where][:, 1] + 10).any()
    assert (changed[where][:, 2] > changed[where][:, 0] + 10).any()
    chest = QPoint(*(round(x) for x in view.handle_positions()[POINTS.index("Neck")])) + QPoint(0, 24)
    assert np.abs(changed[chest.y(), chest.x()]).max() < 12


@pytest.mark.gl
def test_more_ghosts_than_one_draw_call_takes_are_all_drawn(qtbot, moving):
    view = Viewport(moving, theme("dark"), painter=Painter.SOFTWARE)
    view.resize(480, 480)
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    count = 20
    positions = np.tile(view.scene.positions, (count, 1, 1))
    positions[:-1] += (0.0, -50.0, 0.0)  # all but the last are out of sight
    positions[-1] += view.camera.axes[0] * 0.5
    paints = np.tile([1.0, 0.0, 0.0, 1.0], (count, 1))
    before = view.grabFramebuffer()
    view.scene.ghosts = Ghosts(np.tile(view.scene.rotations, (count, 1, 1, 1)), positions, paints)
    x, y = view.projected((view.scene.positions[3] + view.camera.axes[0] * 0.5)[None])[0][0]
    place = QPoint(round(x), round(y))
    assert before.pixelColor(place).red() < 80
    assert view.grabFramebuffer().pixelColor(place).red() > 150
