"""The last line of defence: errors nobody expected become a notification and a report instead of a dead window."""

from __future__ import annotations

import contextlib
import faulthandler
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from editor.crash.reports import CrashReports
from editor.panels.notifications import Kind, Notifications
from editor.texts import tr

__all__ = ["CrashHandler", "guard"]

_REMEMBERED = 20


class CrashHandler(QObject):
    """Writes reports of what goes wrong from here on.

    Three things are watched: errors that leave Python code, in any thread; messages of the toolkit, of which the last
    ones stand in a report; and faults of libraries, which end the process and are told at the next start.

    Args:
        reports: Where they are written.
        notices: Tells what happened.
        keep_work: Called with every error, to write down what is not written yet.
    """

    _happened = Signal(str, str)  # from any thread to the window's

    def __init__(self, reports: CrashReports, notices: Notifications, keep_work: Callable[[], None]) -> None:
        super().__init__(notices)
        self._reports, self._notices, self._keep_work = reports, notices, keep_work
        self._said: deque[str] = deque(maxlen=_REMEMBERED)
        self._faults: TextIO | None = None
        self._qt_handler: Callable[..., object] | None = None
        self._was_on = faulthandler.is_enabled()
        self._happened.connect(self._tell)

    def install(self) -> list[Path]:
        """Begin to watch; the reports of faults that earlier processes died of."""
        found = self._reports.take_faults()
        with contextlib.suppress(OSError):
            self._reports.folder.mkdir(parents=True, exist_ok=True)
            self._faults = self._reports.fault_path.open("w", encoding="utf-8")
            faulthandler.enable(self._faults)
        sys.excepthook = self._excepted
        threading.excepthook = lambda args: self._excepted(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )
        self._qt_handler = qInstallMessageHandler(self._qt_said)
        return found

    def remove(self) -> None:
        """Stop watching, at a regular end."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
        qInstallMessageHandler(self._qt_handler)
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None
            self._reports.fault_path.unlink(missing_ok=True)
            if self._was_on:
                faulthandler.enable()

    def _excepted(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not issubclass(kind, Exception):
            return
        path = self._reports.write(kind, error, trace, self._said)
        details = "".join(traceback.format_exception(kind, error, trace))
        if path is not None:
            details = tr("A report was written to {path}.", path=path) + f"\n\n{details}"
        self._happened.emit(_message(kind, error), details)

    def _tell(self, text: str, details: str) -> None:
        self._keep_work()
        self._notices.show(text, Kind.ERROR, details)

    def _qt_said(self, level: QtMsgType, context: QMessageLogContext, text: str) -> None:
        self._said.append(f"Qt {level.name.removeprefix('Qt').removesuffix('Msg').lower()}: {text}")
        if level == QtMsgType.QtFatalMsg:  # the process ends when this returns
            self._reports.write(RuntimeError, RuntimeError(text), None, self._said)
        if self._qt_handler is not None:
            self._qt_handler(level, context, text)
        elif sys.stderr is not None:
            sys.stderr.write(f"{text}\n")


def guard(notices: Notifications) -> None:
    """Let errors nobody expected end in a notification; the terminal gets them too. Nothing is written."""

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, Exception):
            notices.show(_message(kind, error), Kind.ERROR, "".join(traceback.format_exception(kind, error, trace)))

    sys.excepthook = report


def _message(kind: type[BaseException], error: BaseException) -> str:
    text = str(error) or kind.__name__
    return tr("Something went wrong: {error}. Your work is kept; undo still works.", error=text)
