"""A drag in the real window: from a mouse move to the frame that shows the solved pose, and the cost of an orbit.

Without a graphics card everything is drawn by the processor (Mesa's llvmpipe), which is the worst case.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._runner import environment, summary
from models.body import POINTS
from models.errors import SixpointError

__all__ = ["run"]

_SIZE = (1280, 800)


def run(quick: bool) -> dict[str, Any]:
    """Milliseconds a frame.

    Raises:
        SixpointError: if there is no display.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SixpointError("the viewport benchmark opens a window and there is no display; run it under xvfb-run")
    from PySide6.QtCore import QPoint, QSettings, Qt, QThreadPool
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from editor.app import create_application, create_document, load_networks
    from editor.window import MainWindow

    n_frames = 30 if quick else 300
    app = QApplication.instance() or create_application()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("hints", False)
        window = MainWindow(create_document(), settings)
        window.files.project.ask_about_changes = lambda: "discard"
        window.resize(*_SIZE)
        window.show()
        QTest.qWaitForWindowExposed(window)
        pool = QThreadPool(window)
        load_networks(window.document, window.notices, pool)
        pool.waitForDone()
        view, native = window.viewport, window.windowHandle()
        swapped = [0]
        view.painted.connect(lambda: swapped.__setitem__(0, swapped[0] + 1))

        def until_shown(change: Any) -> float:
            start, before = time.perf_counter(), swapped[0]
            change()
            while swapped[0] == before:
                app.processEvents()
            return time.perf_counter() - start

        grab = QPoint(*(round(x) for x in view.handle_positions()[POINTS.index("LeftHand")]))
        grab = view.mapTo(window, grab)
        way = np.linspace(0.0, 6 * np.pi, n_frames)
        path = [grab + QPoint(round(80 * np.sin(t)), round(60 * np.sin(1.7 * t)) + 3) for t in way]
        QTest.mousePress(native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, grab)
        QTest.mouseMove(native, grab + QPoint(9, 9))
        drag = [until_shown(lambda at=at: QTest.mouseMove(native, at)) for at in path]
        QTest.mouseRelease(native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, path[-1])
        orbit = [until_shown(lambda: view.set_camera(view.camera.orbited(0.02, 0.0))) for _ in range(n_frames)]
        renderer = view.device
        window.close()
    return {
        "window": f"{_SIZE[0]} x {_SIZE[1]}, viewport {view.width()} x {view.height()}",
        "renderer": renderer,
        "drag, mouse move to frame": summary(np.array(drag)),
        "orbit, one frame": summary(np.array(orbit)),
        "environment": environment("PySide6-Essentials", "PyOpenGL"),
    }
