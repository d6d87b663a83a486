"""What the editor's tests can ask for.

- `settings`: preferences in a temporary file, so that no test sees or touches the user's own.
- `fitted_completion`: small linear networks fitted to random poses, a stand-in for the trained ones.
- `document`: a character in the pose of the first start; `window`: the window on it, shown, with networks.

Tests marked `gl` need an X display with OpenGL and skip without one. A timer or thread left running fails its test.
"""

import os
import sys
import threading

import pytest
from PySide6.QtCore import QSettings, QThreadPool, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication
from synthetic_networks import write_fitted

from editor.app import create_document, guard
from editor.document import EditorDocument
from editor.viewport.canvas import surface_format
from editor.window import MainWindow
from models.completion import Completion
from models.posing import Session

HAS_DISPLAY = not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("gl") and not HAS_DISPLAY:
            item.add_marker(pytest.mark.skip(reason="no X display for OpenGL; run under xvfb-run"))


@pytest.fixture(scope="session")
def qapp_args():
    # Before the application exists: the viewport's format is the default of every OpenGL context.
    QSurfaceFormat.setDefaultFormat(surface_format())
    return ["sixpoint"]


@pytest.fixture
def settings(tmp_path) -> QSettings:
    result = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    result.setValue("hints", False)
    return result


@pytest.fixture(scope="session")
def fitted_completion(tmp_path_factory) -> Completion:
    return Completion(write_fitted(tmp_path_factory.mktemp("networks")))


@pytest.fixture
def document(qapp, fitted_completion) -> EditorDocument:
    start = create_document().session.pose
    result = EditorDocument(Session(pose=start, completion=fitted_completion))
    yield result
    # Commands and their stack go in any order when Python collects them together, and Qt then deletes some twice.
    result.undo_stack.clear()


@pytest.fixture
def window(qtbot, document, settings):
    result = MainWindow(document, settings)
    result.files.project.ask_about_changes = lambda: "discard"  # nobody is there to answer when a test ends
    result.viewport.set_motion_ms(0)
    guard(result.notices)
    result.resize(820, 560)
    qtbot.addWidget(result)
    with qtbot.waitActive(result):  # shortcuts reach an active window only
        result.show()
        result.activateWindow()
    yield result
    result.close()
    sys.excepthook = sys.__excepthook__


@pytest.fixture(autouse=True)
def _nothing_keeps_running(request):
    yield
    assert QThreadPool.globalInstance().activeThreadCount() == 0
    assert [thread.name for thread in threading.enumerate() if not thread.daemon] == ["MainThread"]
    app = QApplication.instance()
    if app is not None:
        app.processEvents()
        assert [timer for timer in app.findChildren(QTimer) if timer.isActive()] == []
