"""Every way to draw the viewport: a graphics card, OpenGL on the processor, and no OpenGL at all."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QOffscreenSurface, QOpenGLContext
from PySide6.QtTest import QTest

from editor.render.gl import GraphicsError, Program
from editor.theme import theme
from editor.viewport.extent import Box, Extents
from editor.viewport.graphics import Painter, surface_format
from editor.viewport.viewport import Viewport
from models.body import POINTS
from models.posing import HandleState

ROOT = Path(__file__).resolve().parents[2]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
HAND = POINTS.index("LeftHand")
GL_PAINTERS = [pytest.param(painter, marks=pytest.mark.gl) for painter in (Painter.CARD, Painter.SOFTWARE)]


@pytest.fixture(params=[*GL_PAINTERS, Painter.PLAIN], ids=lambda painter: painter.name.lower())
def view(request, qtbot, document):
    result = Viewport(document, theme("dark"), painter=request.param)
    result.set_motion_ms(0)
    result.resize(640, 480)
    qtbot.addWidget(result)
    with qtbot.waitExposed(result):
        result.show()
    yield result
    result.close()


def pixels(view):
    """(H, W, 3) 0 to 255, what the viewport shows."""
    image = view.grabFramebuffer().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)


def place_of(view, name):
    return QPoint(*(round(x) for x in view.handle_positions()[POINTS.index(name)]))


def test_the_figure_stands_before_the_backdrop(view):
    picture = pixels(view)
    backdrop = np.array(QColor(theme("dark")["backdrop.top"]).getRgb()[:3])
    chest = place_of(view, "Neck") + QPoint(0, 30)
    assert picture[chest.y(), chest.x()].min() > backdrop.max() + 40
    assert np.abs(picture[2, 2] - backdrop).max() < 10


def test_a_pinned_handle_is_drawn_where_it_is_picked(view):
    view.document.select([HAND])
    view.document.toggle_pins()
    view.document.select([])
    place = place_of(view, "LeftHand")
    assert np.abs(pixels(view)[place.y() + 4, place.x()] - 255 * theme("dark").rgb("handle.pinned")).max() < 12


def test_handles_are_dragged(view):
    start = place_of(view, "LeftHand")
    QTest.mouseMove(view, start)
    QTest.mousePress(view, LEFT, NONE, start)
    for step in range(1, 6):
        QTest.mouseMove(view, start + QPoint(8, -6) * step)
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(40, -30))
    assert view.document.states[HAND] == HandleState.PINNED
    assert (place_of(view, "LeftHand") - start - QPoint(40, -30)).manhattanLength() <= 2


def test_every_change_is_painted_once(view, qtbot):
    with qtbot.waitSignal(view.painted):
        view.set_camera(view.camera.orbited(0.3, 0.1))
        view.set_camera(view.camera.orbited(0.3, 0.1))


def test_the_silhouette_is_dark_in_every_theme(view):
    chest = place_of(view, "Neck") + QPoint(0, 30)
    view.scene.is_silhouette = True
    view.refresh()
    assert pixels(view)[chest.y(), chest.x()].max() < 24


@pytest.mark.gl
def test_the_software_smooths_edges_once_nothing_moves(qtbot, document):
    view = Viewport(document, theme("dark"), painter=Painter.SOFTWARE)
    view.resize(320, 320)
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    view.refresh()
    with qtbot.waitSignal(view.painted):  # hurried
        pass
    hurried = view.grab().toImage()
    with qtbot.waitSignal(view.painted):  # at rest
        pass
    assert view.grab().toImage() != hurried


@pytest.mark.gl
@pytest.mark.parametrize("kind", [Painter.CARD, Painter.SOFTWARE])
def test_a_driver_that_cannot_draw_is_told_and_posing_goes_on_without_it(qtbot, document, monkeypatch, kind):
    def refuse():
        raise GraphicsError("The viewport needs OpenGL 3.3 or newer, this computer offers 2.1.")

    monkeypatch.setattr(f"editor.viewport.{kind.name.lower()}_canvas.Renderer", refuse)
    view = Viewport(document, theme("dark"), painter=kind)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.graphics_failed) as told, qtbot.waitSignal(view.painted):
        view.show()
    assert "OpenGL 3.3" in told.args[0]
    qtbot.waitUntil(lambda: "without OpenGL" in view.device)
    test_handles_are_dragged(view)


@pytest.mark.gl
def test_a_shader_that_does_not_compile_is_named(qapp, monkeypatch):
    monkeypatch.setattr("editor.render.gl._source", lambda name: "void main() { nonsense }")
    surface, context = QOffscreenSurface(), QOpenGLContext()
    for part in (surface, context):
        part.setFormat(surface_format())
    surface.create()
    assert context.create()
    assert context.makeCurrent(surface)
    with pytest.raises(GraphicsError, match="mark"):
        Program("mark", "mark")
    context.doneCurrent()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the invisible platform has no such switch")
def test_the_window_opens_without_opengl_and_says_so(tmp_path):
    code = f"""
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
from editor import app
def look():
    window = QApplication.topLevelWidgets()[0].window()
    print([w.notices.texts for w in QApplication.topLevelWidgets() if hasattr(w, "notices")])
    print([w.viewport.device for w in QApplication.topLevelWidgets() if hasattr(w, "viewport")])
    [w.close() for w in QApplication.topLevelWidgets()]
QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, {str(tmp_path)!r})
real = app.load_networks
app.load_networks = lambda *_: QTimer.singleShot(50, look)
app.run()
"""
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["QT_QPA_PLATFORM"] = "offscreen"
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "OpenGL 3.3" in result.stdout
    assert "without OpenGL" in result.stdout


@pytest.mark.gl
def test_fetching_only_what_has_changed_gives_the_whole_picture(qtbot, document):
    view = Viewport(document, theme("dark"), painter=Painter.SOFTWARE)
    view.set_motion_ms(0)
    view.resize(400, 360)
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    canvas, random = view._canvas, np.random.default_rng(4)
    document.select([HAND])
    drawn = []

    def drag(name, height, way):
        place = np.array([0.0, height, 0.0]) + random.uniform(-way, way, 3)
        document.do("Move", lambda: document.session.drag(name, place))

    steps = [
        lambda: drag("LeftHand", 1.0, 0.6),
        lambda: drag("Hips", 0.9, 0.3),
        lambda: document.do("Far", lambda: document.session.drag("RightHand", (2.0, 1.0, 0.0))),
        lambda: document.select([int(random.integers(len(POINTS)))]),
        lambda: document.do("Mirror", document.session.mirror),
        view.toggle_trails,
        lambda: view.set_camera(view.camera.orbited(0.4, 0.1)),
        lambda: view.set_silhouette(not view.scene.is_silhouette),
        document.undo,
    ]
    for _ in range(4):
        for step in steps:
            step()
            drawn.append(canvas._changed())
            canvas._draw(is_resting=False)
            partly = canvas._picture.copy()
            canvas._extents = Extents()
            canvas._draw(is_resting=False)
            assert_array_equal(partly, canvas._picture)
    areas = [box.width * box.height for box in drawn]
    assert max(areas) == 400 * 360  # a camera that moves
    assert min(areas) < 0.1 * max(areas)  # a selection


def test_nothing_has_changed_when_nothing_has_changed(qtbot, document):
    view = Viewport(document, theme("dark"), painter=Painter.PLAIN)
    qtbot.addWidget(view)
    extents = Extents()
    assert extents.changed(view.scene, (400, 300), 1.0) == Box(0, 0, 400, 300)
    extents.take(view.scene, (400, 300), 1.0)
    assert extents.changed(view.scene, (400, 300), 1.0).is_empty
    assert extents.changed(view.scene, (400, 301), 1.0) == Box(0, 0, 400, 301)
    view.document.select([HAND])
    box = extents.changed(view.scene, (400, 300), 1.0)
    assert not box.is_empty
    assert box.width < 400
