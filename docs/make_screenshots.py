"""Make the pictures of this documentation from the real window: `make figures`.

Every pose is made by mouse drags, through the same events as a user's, so the pictures cannot show what the editor
does not do. Run under a display with OpenGL; the pictures do not depend on the user's settings.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_SCALE_FACTOR", "1.5")  # read by Qt when it starts

from PySide6.QtCore import QPoint, QSettings, Qt, QThreadPool  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402

from editor.app import create_application, create_document, load_networks  # noqa: E402
from editor.window import MainWindow  # noqa: E402
from models.body import POINTS  # noqa: E402

SIZE = (1120, 700)
STILL_MS = 400  # until the viewport has smoothed its edges

# (handle, how far to the right and down, logical pixels)
THREE_DRAGS = (("LeftHand", 40, -235), ("RightHand", -70, -60), ("RightFoot", 85, -60))


@contextmanager
def opened(theme: str, hints: bool = False) -> Iterator[MainWindow]:
    """The window as after a first start, in a theme."""
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("theme", theme)
        settings.setValue("hints", hints)
        window = MainWindow(create_document(), settings)
        window.files.project.ask_about_changes = lambda: "discard"
        window.viewport.set_motion_ms(0)
        window.resize(*SIZE)
        window.show()
        QTest.qWaitForWindowExposed(window)
        pool = QThreadPool(window)
        load_networks(window.document, window.notices, pool)
        pool.waitForDone()
        yield window
        window.close()


def drag(window: MainWindow, handle: str, right: int, down: int, *, let_go: bool = True) -> None:
    """Drag a handle with the left mouse button."""
    native, view = window.windowHandle(), window.viewport
    x, y = view.handle_positions()[POINTS.index(handle)]
    start = view.mapTo(window, QPoint(round(x), round(y)))
    QTest.mouseMove(native, start)
    QTest.mousePress(native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 11):
        QTest.mouseMove(native, start + QPoint(right * step // 10, down * step // 10))
    if let_go:
        QTest.mouseRelease(
            native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start + QPoint(right, down)
        )


def save(window: MainWindow, name: str) -> None:
    QTest.qWait(STILL_MS)
    window.grab().save(str(IMAGES / name))


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    app = create_application()
    with opened("dark", hints=True) as window:
        save(window, "first-start.png")
    with opened("dark") as window:
        for handle, right, down in THREE_DRAGS:
            drag(window, handle, right, down)
        save(window, "dragged-pose.png")
    with opened("light") as window:
        for handle, right, down in THREE_DRAGS:
            drag(window, handle, right, down)
        window.document.set_level(28)
        save(window, "light-theme.png")
    with opened("dark") as window:
        drag(window, "LeftHand", 262, -215, let_go=False)
        save(window, "out-of-reach.png")
        window.viewport.cancel()
    app.quit()


if __name__ == "__main__":
    main()
