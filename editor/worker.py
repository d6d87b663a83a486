"""Long work off the window's thread, with progress, cancel, and errors that reach the notifications."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from editor.collection import collection
from models.errors import Cancelled, SixpointError

__all__ = ["Job"]


class Job(QObject):
    """A piece of work, as the window sees it. Its signals arrive in the window's thread.

    Connect to them before `start`: a signal that is sent while nobody listens is lost. Give it a parent: without one it
    goes with the thread's last reference to it, and so do signals that have not arrived.

    Args:
        work: Gets this job, to report progress to and to ask whether it was cancelled; returns the result.
    """

    progressed = Signal(float)  # 0 to 1
    partial = Signal(object)  # a result that is shown until the whole one is there
    done = Signal(object)
    failed = Signal(str, str)  # message, details
    ended = Signal()

    def __init__(self, work: Callable[[Job], Any]) -> None:
        super().__init__()
        self._work = work
        self._cancel = threading.Event()
        self._is_over = threading.Event()

    def start(self, pool: QThreadPool) -> None:
        """Run in a pool's thread."""
        collection().hold()
        pool.start(_Runnable(self))

    def cancel(self) -> None:
        """Ask the work to stop; it then ends without `done` or `failed`."""
        self._cancel.set()

    def is_cancelled(self) -> bool:
        return self._cancel.is_set()

    def run(self) -> None:
        """Do the work in the thread that calls; whatever happens ends in a signal."""
        try:
            result = self._work(self)
        except Cancelled:
            pass
        except SixpointError as error:
            self.failed.emit(str(error), "")
        except Exception as error:  # the thread's last line of defence: everything reaches the user
            self.failed.emit(f"Something went wrong: {error or type(error).__name__}.", traceback.format_exc())
        else:
            if not self.is_cancelled():
                self.done.emit(result)
        self.ended.emit()
        self._is_over.set()  # from here on this thread touches nothing of the object

    def discard(self) -> None:
        """Delete it, once it has ended. To be called in the window's thread.

        The signal that says so arrives while the thread that sent it may still be sending: it is waited for, some
        microseconds, or the object would go away under it.
        """
        self._is_over.wait()
        self.deleteLater()


class _Runnable(QRunnable):
    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job

    def run(self) -> None:
        self._job.run()
        collection().release()
