"""Pictures of every panel and dialog in both themes, for `docs/panels.md`: `python docs/panel_pictures.py`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from docs.driver import IMAGES, Driver, opened
from editor.app import create_application
from editor.panels.notifications import Kind
from editor.samples import sample_walk
from models.body import POINTS

__all__ = ["panel_pictures"]

_PANEL = (304, 640)  # logical pixels of a panel by itself
_THUMBNAILS_MS = 4000
_POSES = ((0, "Contact"), (4, "Down"), (8, "Passing"), (12, "Up"))


def panel_pictures() -> None:
    """Every panel and dialog, in the state that the picture is named after."""
    for theme in ("dark", "light"):
        with tempfile.TemporaryDirectory() as folder, opened(theme, hints=True) as driver:
            driver.window.preferences["library"] = str(Path(folder) / "poses")
            _inspector(driver, theme)
            _library(driver, theme)
            _dialogs(driver, theme)
            _small_window(driver, theme)


def _inspector(driver: Driver, theme: str) -> None:
    window = driver.window
    window.document.select([])
    _save(driver, window.inspector, f"inspector-empty-{theme}")
    driver.drag_handle("LeftHand", 12, 66)
    _save(driver, window.inspector, f"inspector-one-point-{theme}")
    window.document.select([POINTS.index(name) for name in ("LeftHand", "RightHand", "Head")])
    _save(driver, window.inspector, f"inspector-several-points-{theme}")
    driver.drag_handle("RightHand", -90, 40)
    field = window.inspector.selection._axes[0]
    field.setFocus()
    QTest.keyClicks(field, "1e9\r")
    _save(driver, window.inspector, f"inspector-out-of-reach-{theme}")


def _library(driver: Driver, theme: str) -> None:
    window = driver.window
    _save(driver, window.library, f"poses-empty-{theme}")
    window.document.replace_content(sample_walk())
    for frame, name in _POSES:
        driver.go_to(frame)
        window.library.source.save(name, window.document.session.pose)
    window.docks.show("Poses")
    window.library.refresh()
    window.library.list.choose("Passing")
    _let_work(_THUMBNAILS_MS)
    _save(driver, window.library, f"poses-{theme}")


def _dialogs(driver: Driver, theme: str) -> None:
    window = driver.window
    driver.press("F3")
    QTest.keyClicks(window.search.field, "pa")
    _grab(window.search, f"search-{theme}")
    window.search.close()
    driver.press("F1")
    _grab(window._sheet, f"keys-{theme}")
    window._sheet.close()
    driver.press("Ctrl+,")
    dialog = window._preferences_dialog
    window.keymap.set_keys("mirror", ["C"])
    for page in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(page)
        dialog.keys.choose("mirror")
        _grab(dialog, f"preferences-{page + 1}-{theme}")
    window.keymap.reset()
    dialog.close()


def _small_window(driver: Driver, theme: str) -> None:
    window = driver.window
    window.resize(640, 420)
    window.notices.show("walk.bvh: line 3, column 5: expected OFFSET, found MOTION. Check the file.", Kind.ERROR, "")
    driver.wait()
    _grab(window, f"small-window-{theme}")


def _save(driver: Driver, panel: QWidget, name: str) -> None:
    """A panel by itself, in the size that it has beside the viewport of a large window."""
    driver.wait()
    was = panel.size()
    panel.resize(*_PANEL)
    _grab(panel, name)
    panel.resize(was)


def _grab(widget: QWidget, name: str) -> None:
    _let_work(200)
    path = IMAGES / "panels" / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    widget.grab().save(str(path))
    with Image.open(path) as picture:  # 256 colours are enough for panels, and a third of the bytes
        few = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def _let_work(milliseconds: int) -> None:
    """Let the window and its workers go on; `QTest.qWait` would keep other threads from running Python."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    application = create_application()
    panel_pictures()
    application.quit()
