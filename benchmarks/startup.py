"""From starting Python to the first picture on screen: the editor beside an empty PySide6 + pyqtgraph window.

Each start is a new process that closes as soon as its first frame is on screen; the clock includes starting and ending
Python. The pyqtgraph window has one empty OpenGL view, the smallest program that could show a body.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks._runner import environment, interleaved, ratio, summary
from models.errors import SixpointError

__all__ = ["run"]

_ROOT = Path(__file__).resolve().parents[1]
_TIMEOUT_S = 120

_SIXPOINT = """
import tempfile
from PySide6.QtCore import QSettings
from editor.app import create_application, create_document, graphics_problem, guard
from editor.window import MainWindow
app = create_application()
assert graphics_problem() is None
settings = QSettings(tempfile.mktemp(), QSettings.Format.IniFormat)
window = MainWindow(create_document(), settings)
guard(window.notices)
window.viewport.painted.connect(window.close)
window.show()
app.exec()
"""

_EMPTY = """
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph.opengl
app = QApplication([])
window = QMainWindow()
view = pyqtgraph.opengl.GLViewWidget()
window.setCentralWidget(view)
window.resize(1280, 800)
view.frameSwapped.connect(window.close)
window.show()
app.exec()
"""


def run(quick: bool) -> dict[str, Any]:
    """Milliseconds of a start, and the editor's time over that of the empty window.

    Raises:
        SixpointError: if there is no display, or a window does not open.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SixpointError("the startup benchmark opens windows and there is no display; run it under xvfb-run")
    starts = {"sixpoint": lambda: _start(_SIXPOINT), "empty pyqtgraph window": lambda: _start(_EMPTY)}
    times = interleaved(starts, rounds=2 if quick else 12)
    ours, theirs = times.values()
    return {
        **{name: summary(seconds) for name, seconds in times.items()},
        "ratio": ratio(ours, theirs),
        "environment": environment("PySide6-Essentials", "pyqtgraph"),
    }


def _start(code: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=_ROOT, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
    )
    if result.returncode:
        raise SixpointError(f"a window of the startup benchmark did not open: {result.stderr.strip()[-500:]}")
