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

    Connect to them before `start`: a signal that is sent while nobody listens is lost.

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
        pool.start(_Runnable(collection().hold(self)))

    def cancel(self) -> None:
        """Ask the work to stop; it then ends without `done` or `failed`."""
        self._cancel.set()

    def is_cancelled(self) -> bool:
        return self._cancel.is_set()

    def run(self) -> None:
        """Do the work in the thread that calls; whatever happens ends in a signal."""
        try:
            if self.is_cancelled():
                raise Cancelled("cancelled before it began")
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
    """Runs a job in a pool's thread, which lets go of it before the window's thread does."""

    def __init__(self, key: object) -> None:
        super().__init__()
        self._key = key

    def run(self) -> None:
        _run(self._key)
        collection().leave(self._key)


def _run(key: object) -> None:
    job = collection()[key]
    assert isinstance(job, Job)
    job.run()
