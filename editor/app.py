"""Starting the editor: the application, its first pose, and its guard against crashes."""

from __future__ import annotations

import os
import signal
import sys
from importlib.resources import as_file
from importlib.resources import files as resources
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths, Qt, QThreadPool, QTimer
from PySide6.QtGui import QGuiApplication, QSurfaceFormat
from PySide6.QtWidgets import QApplication

from editor.crash.handler import CrashHandler, guard
from editor.crash.reports import CrashReports
from editor.document import EditorDocument
from editor.files import frame_pose
from editor.panels.notifications import Kind, Notifications
from editor.viewport.graphics import graphics, surface_format
from editor.window import MainWindow
from editor.worker import Job
from models.body import LEVELS
from models.completion import Completion
from models.errors import SixpointError
from models.formats import registry
from models.posing import Session

__all__ = ["create_application", "create_document", "graphics_problem", "guard", "load_networks", "run"]

_NO_SCREEN = "Sixpoint needs a screen to open its window and this session has none; `main.py --help` lists the rest."
_NO_NETWORKS = "Completion is off: its networks are missing. Handles still move the body, by plain full-body IK."

_LINES_ONLY = "Until then the figure is drawn with plain lines, and everything else works as usual."


def run(file: str | None = None) -> int:
    """Open the window, and a file in it if one is given; returns when the window is closed.

    Raises:
        SixpointError: if there is no screen.
    """
    app = create_application()
    document = create_document()
    window = MainWindow(document, QSettings())
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))
    crashes = CrashHandler(CrashReports(folder / "reports"), window.notices, window.files.catch_up)
    faults = crashes.install()
    window.files.start_autosave(folder / "journals")
    window.show()
    problem = graphics_problem()
    if problem is not None:
        window.notices.show(f"{problem} {_LINES_ONLY}", Kind.WARNING)
    # After the first picture: all this takes a while, and the first drag should not have to wait for it.
    pool = QThreadPool(window)
    QTimer.singleShot(0, window, lambda: load_networks(document, window.notices, pool))
    QTimer.singleShot(0, window, lambda: window.files.tell_about_last_session(faults))
    if file is not None:
        window.files.open(Path(file))
    status = int(app.exec())
    crashes.remove()
    return status


def create_application() -> QApplication:
    """The application object, under the names that its settings are kept by.

    Raises:
        SixpointError: if there is no screen.
    """
    is_chosen_here = _choose_platform()
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    QSurfaceFormat.setDefaultFormat(surface_format())
    app = QApplication(["sixpoint"])
    if is_chosen_here and app.platformName() == "offscreen":
        raise SixpointError(_NO_SCREEN)
    app.setOrganizationName("Sixpoint")
    app.setApplicationName("Sixpoint")
    app.setStyle("Fusion")
    # Ctrl+C in the terminal ends the program although the event loop is not Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return app


def _choose_platform() -> bool:
    """Whether the platform was left to us. A screen that cannot be reached would abort the process inside Qt; with an
    invisible platform as the last resort it becomes an error that can be told."""
    if not sys.platform.startswith("linux") or "QT_QPA_PLATFORM" in os.environ:
        return False
    platforms = [name for name, has in (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")) if os.environ.get(has)]
    if not platforms:
        raise SixpointError(_NO_SCREEN)
    os.environ["QT_QPA_PLATFORM"] = ";".join([*platforms, "offscreen"])
    return True


def graphics_problem() -> str | None:
    """Why the viewport can only draw lines on this computer, or None."""
    return graphics().problem


def create_document() -> EditorDocument:
    """A character in the pose of a first start."""
    with as_file(resources("editor").joinpath("first_pose.json")) as path:
        pose = frame_pose(registry.read(path), 0)
    return EditorDocument(Session(pose=pose))


def load_networks(document: EditorDocument, notices: Notifications, pool: QThreadPool) -> None:
    """Open the networks in a pool's thread; without them say so and go on with plain full-body IK."""
    skeleton, pose = document.session.skeleton, document.session.pose

    def load(_: Job) -> None:
        for level in LEVELS:
            Completion.load().network(level)
        # A solve nobody sees: libraries are loaded, and the solver compiled if it is the first time on this computer.
        Session(skeleton, pose).complete()

    def give_up(reason: str, details: str) -> None:
        document.give_up_completion()
        notices.show(_NO_NETWORKS, Kind.WARNING, details or reason)

    job = Job(load)
    job.setParent(pool)
    job.failed.connect(give_up)
    job.start(pool)
