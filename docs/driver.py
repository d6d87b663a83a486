"""Drives the real window through mouse and key events, for the pictures of this documentation.

What the pictures show was done the way a user does it, so they cannot show what the editor does not do. They do not
depend on the settings of whoever makes them. Run under a display.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_SCALE_FACTOR", "1.5")  # read by Qt when it starts

from PySide6.QtCore import QEventLoop, QPoint, QSettings, Qt, QThreadPool, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QWidget  # noqa: E402

from docs.film import Film  # noqa: E402
from editor.app import create_document, load_networks  # noqa: E402
from editor.window import MainWindow  # noqa: E402
from models.body import POINTS  # noqa: E402

__all__ = ["IMAGES", "ROOT", "Driver", "opened"]

STILL_MS = 400  # until the viewport has smoothed its edges
_LEFT, _NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Driver:
    """Hands on a window.

    Args:
        window: The window.
        film: Records what is done, if it is given.
    """

    def __init__(self, window: MainWindow, film: Film | None = None) -> None:
        self.window, self.film = window, film

    def drag(self, widget: QWidget, places: Sequence[QPoint], *, let_go: bool = True, steps: int = 7) -> None:
        """Press at the first place of a widget, go through the others, and let go."""
        native = self.window.windowHandle()
        stops = [widget.mapTo(self.window, place) for place in places]
        QTest.mouseMove(native, stops[0])
        self._record(60, stops[0])
        QTest.mousePress(native, _LEFT, _NO_KEY, stops[0])
        for start, end in pairwise(stops):
            for step in range(1, steps + 1):
                at = start + (end - start) * step / steps
                QTest.mouseMove(native, at)
                self._record(40, at)
        if let_go:
            QTest.mouseRelease(native, _LEFT, _NO_KEY, stops[-1])
            self._record(120, stops[-1])

    def drag_handle(self, name: str, right_cm: float, up_cm: float, *, let_go: bool = True) -> None:
        """Drag a handle that far across the view, whatever the size of the window."""
        view, point = self.window.viewport, POINTS.index(name)
        x, y = view.handle_positions()[point]
        pixels_per_cm = 0.01 / view.camera.metres_per_pixel(view.height(), view.document.points[point])
        start = QPoint(round(x), round(y))
        way = QPoint(round(right_cm * pixels_per_cm), round(-up_cm * pixels_per_cm))
        self.drag(view, [start, start + way], let_go=let_go)

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Click a widget in its middle, or at a place of it."""
        at = widget.rect().center() if place is None else place
        self.drag(widget, [at])

    def press(self, keys: str) -> None:
        """Press a shortcut over the viewport."""
        self.window.viewport.setFocus()
        QTest.keySequence(self.window.viewport, keys)
        self._record(200)

    def go_to(self, frame: int) -> None:
        """Click a frame on the ruler."""
        document, timeline = self.window.document, self.window.timeline
        x = round(timeline.view.x_of(float(document.rate.tick(frame))))
        self.click(timeline.ruler, QPoint(x, timeline.ruler.height() // 2))

    def play(self, first: int, last: int, step: int) -> None:
        """Show every n-th frame for as long as it takes to play it."""
        document = self.window.document
        for frame in range(first, last + 1, step):
            document.go_to(document.rate.tick(frame))
            self._record(round(1000 * step / document.rate.fps))

    def wait(self, milliseconds: int = STILL_MS) -> None:
        loop = QEventLoop()  # `QTest.qWait` would keep other threads from running Python
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def wait_until(self, is_done: Callable[[], bool], seconds: float = 30.0) -> None:
        """Let the window work until something is done."""
        end = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > end:
                raise TimeoutError("the window did not come to an end with what the picture should show")
            self.wait(20)

    def save(self, name: str) -> None:
        """The window as a picture of the documentation."""
        self.wait()
        path = IMAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self.window.grab().save(str(path))

    def _record(self, milliseconds: int, pointer: QPoint | None = None) -> None:
        if self.film is not None:
            QTest.qWait(1)
            self.film.take(milliseconds, pointer)


@contextmanager
def opened(theme: str, size: tuple[int, int] = (1120, 700), *, hints: bool = False) -> Iterator[Driver]:
    """The window as after a first start, in a theme."""
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("theme", theme)
        settings.setValue("hints", hints)
        settings.setValue("library", str(Path(folder) / "poses"))
        window = MainWindow(create_document(), settings)
        window.viewport.set_motion_ms(0)
        window.resize(*size)
        window.show()
        window.activateWindow()  # shortcuts reach an active window only
        QTest.qWaitForWindowActive(window)
        pool = QThreadPool(window)
        load_networks(window.document, window.notices, pool)
        pool.waitForDone()
        yield Driver(window)
        window.document.mark_saved()
        window.close()
