"""Errors nobody expected are told, written down without anything private, and told again at the next start."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QWidget

from editor.crash.handler import CrashHandler
from editor.crash.reports import CrashReports, without_private
from editor.panels.notifications import Notifications
from editor.theme import theme


@pytest.fixture
def notices(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    return Notifications(host, theme("dark"))


@pytest.fixture
def kept():
    return []


@pytest.fixture
def handler(notices, tmp_path, kept):
    result = CrashHandler(CrashReports(tmp_path / "reports"), notices, lambda: kept.append(True))
    result.install()
    yield result
    result.remove()


def reports(tmp_path):
    return sorted((tmp_path / "reports").glob("report-*.txt"))


def raised():
    try:
        raise ValueError(f"{Path.home()}/secret.sixpoint is odd")
    except ValueError as error:
        return type(error), error, error.__traceback__


def test_an_error_is_told_written_down_and_the_work_kept(handler, notices, tmp_path, kept, capsys):
    sys.excepthook(*raised())
    assert "Something went wrong" in notices.texts[0]
    assert kept == [True]
    text = reports(tmp_path)[0].read_text()
    assert "ValueError" in text
    assert "PySide6-Essentials 6" in text
    assert str(Path.home()) not in text
    assert "ValueError" in capsys.readouterr().err


def test_an_error_in_another_thread_reaches_the_window(handler, notices, tmp_path, qtbot, capsys):
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(notices.texts))
    assert "division by zero" in notices.texts[0]
    assert len(reports(tmp_path)) == 1


def test_a_storm_of_errors_writes_a_few_reports(handler, tmp_path, capsys):
    for _ in range(50):
        sys.excepthook(*raised())
    assert len(reports(tmp_path)) == 5


@pytest.mark.qt_log_ignore("a toolkit's warning")
def test_the_last_words_of_the_toolkit_stand_in_the_report(handler, tmp_path, capsys):
    qWarning("a toolkit's warning")
    sys.excepthook(*raised())
    assert "Qt warning: a toolkit's warning" in reports(tmp_path)[0].read_text()


def test_the_keyboard_ends_the_program_as_ever(handler, notices, tmp_path, capsys):
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert notices.texts == []
    assert reports(tmp_path) == []


def test_a_regular_end_leaves_nothing(notices, tmp_path):
    handler = CrashHandler(CrashReports(tmp_path / "reports"), notices, lambda: None)
    assert handler.install() == []
    assert handler._reports.fault_path.exists()
    handler.remove()
    assert list((tmp_path / "reports").iterdir()) == []
    assert sys.excepthook is sys.__excepthook__


FAULT = """
import sys, ctypes
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QObject
from editor.crash import handler
from editor.crash.reports import CrashReports
app = QCoreApplication([])
class Notices(QObject):
    pass
watch = handler.CrashHandler(CrashReports(Path(sys.argv[1])), Notices(), lambda: None)
watch.install()
def fall():
    ctypes.string_at(0)
fall()
"""


def test_a_fault_of_a_library_is_told_at_the_next_start(notices, tmp_path):
    folder = tmp_path / "reports"
    result = subprocess.run(
        [sys.executable, "-c", FAULT, str(folder)], cwd=Path(__file__).parents[3], capture_output=True, check=False
    )
    assert result.returncode != 0
    handler = CrashHandler(CrashReports(folder), notices, lambda: None)
    (report,) = handler.install()
    handler.remove()
    text = report.read_text()
    assert "in fall" in text
    assert "sixpoint" in text
    assert CrashReports(folder).take_faults() == []


def test_reports_cannot_be_written_and_the_error_is_told_all_the_same(notices, tmp_path, capsys):
    (tmp_path / "reports").write_text("in the way")
    handler = CrashHandler(CrashReports(tmp_path / "reports"), notices, lambda: None)
    handler.install()
    sys.excepthook(*raised())
    handler.remove()
    assert "Something went wrong" in notices.texts[0]


def test_names_of_folders_are_left_out():
    trace = '  File "/home/anna/secret project/editor/app.py", line 3, in run\n  File "/x/y/z.py", line 1'
    assert without_private(trace) == '  File "editor/app.py", line 3, in run\n  File "y/z.py", line 1'


def test_timers_do_not_outlive_the_handler(handler, qtbot):
    assert handler.findChildren(QTimer) == []
