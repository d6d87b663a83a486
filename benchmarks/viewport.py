"""A drag, an orbit and playback in the real window: from a mouse move, or a tick, to the frame that shows it.

Without a graphics card everything is drawn by the processor (Mesa's llvmpipe), which is the worst case. On a machine
that others use at the same time the wall clock says little; the processor's time of this process, all its threads
together, says what a frame costs.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._runner import environment, summary
from models.body import POINTS
from models.errors import SixpointError

__all__ = ["run"]

_SIZE = (1280, 800)
_N_GHOSTS = 10
_HAND = POINTS.index("LeftHand")


def run(quick: bool) -> dict[str, Any]:
    """Milliseconds a frame.

    Raises:
        SixpointError: if there is no display.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SixpointError("the viewport benchmark opens a window and there is no display; run it under xvfb-run")
    n_frames = 30 if quick else 300
    with _opened() as window:
        view = window.viewport
        result = {
            "window": f"{_SIZE[0]} x {_SIZE[1]}, viewport {view.width()} x {view.height()}",
            "renderer": view.device,
            "drag, mouse move to frame": _drag(window, n_frames),
            "orbit, one frame": _orbit(window, n_frames),
        }
        _show_motion(window)
        what = f"{_N_GHOSTS} ghosts and a trail"
        result[f"drag with {what}"] = _drag(window, n_frames)
        result[f"orbit with {what}"] = _orbit(window, n_frames)
        result[f"playing with {what}"] = _play(window, n_frames)
    return {**result, "environment": environment("PySide6-Essentials", "PyOpenGL")}


@contextmanager
def _opened() -> Iterator[Any]:
    """The window as after a start, with its networks loaded."""
    from PySide6.QtCore import QSettings, QThreadPool
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from editor.app import create_application, create_document, load_networks
    from editor.window import MainWindow

    application = QApplication.instance() or create_application()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("hints", False)
        window = MainWindow(create_document(), settings)
        window.resize(*_SIZE)
        window.show()
        QTest.qWaitForWindowExposed(window)
        pool = QThreadPool(window)
        load_networks(window.document, window.notices, pool)
        pool.waitForDone()
        application.processEvents()
        yield window
        window.document.mark_saved()  # else it would ask whether to save
        window.close()


def _frames(window: Any, changes: Iterable[Callable[[], object]]) -> dict[str, float]:
    """From each change to the frame that shows it."""
    from PySide6.QtWidgets import QApplication

    painted, walls, cpu = [0], [], time.process_time()

    def count() -> None:
        painted[0] += 1

    window.viewport.painted.connect(count)
    for change in changes:
        start, before = time.perf_counter(), painted[0]
        change()
        while painted[0] == before:
            QApplication.processEvents()
        walls.append(time.perf_counter() - start)
    window.viewport.painted.disconnect(count)
    return {**summary(np.array(walls)), "processor_ms": (time.process_time() - cpu) / len(walls) * 1e3}


def _drag(window: Any, n_frames: int) -> dict[str, float]:
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    view, native = window.viewport, window.windowHandle()
    button, no_key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    x, y = view.handle_positions()[_HAND]
    grab = view.mapTo(window, QPoint(round(x), round(y)))
    way = np.linspace(0.0, 6 * np.pi, n_frames)
    path = [grab + QPoint(round(80 * np.sin(t)), round(60 * np.sin(1.7 * t)) + 3) for t in way]
    QTest.mousePress(native, button, no_key, grab)
    QTest.mouseMove(native, grab + QPoint(9, 9))
    result = _frames(window, [partial(QTest.mouseMove, native, at) for at in path])
    QTest.mouseRelease(native, button, no_key, path[-1])
    window.document.undo()
    return result


def _orbit(window: Any, n_frames: int) -> dict[str, float]:
    view = window.viewport
    return _frames(window, [lambda: view.set_camera(view.camera.orbited(0.02, 0.0))] * n_frames)


def _play(window: Any, n_frames: int) -> dict[str, float]:
    document = window.document
    ticks = [document.rate.tick(1 + frame % 46) for frame in range(n_frames)]
    return _frames(window, [partial(document.go_to, tick, ask=False) for tick in ticks])


def _show_motion(window: Any) -> None:
    """Four keys, ghosts at every fourth frame and the trail of a hand."""
    from editor.timeline.ghost_range import GhostRange

    document, half = window.document, _N_GHOSTS // 2
    for frame, up, forward in ((16, 0.3, 0.1), (32, -0.4, 0.2), (48, 0.3, 0.0)):
        document.go_to(document.rate.tick(frame))
        places = {"LeftHand": document.points[_HAND] + (0.0, up, forward), "Hips": document.points[0] + 0.05}
        document.do("Move", partial(document.session.drag_points, places))
    window.viewport.set_ghosts(GhostRange(True, half, half, "frames", 4))
    document.go_to(document.rate.tick(24))
    document.select([_HAND])
    window.viewport.toggle_trails()
