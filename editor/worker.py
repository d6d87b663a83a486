"""Long work off the window's thread, with progress, cancel, and errors that reach the notifications."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from models.errors import Cancelled, SixpointError

__all__ = ["Job", "start"]


class Job(QObject):
    """A running piece of work, as the window sees it. Its signals arrive in the window's thread."""

    progressed = Signal(float)  # 0 to 1
    done = Signal(object)
    failed = Signal(str, str)  # message, details
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._cancel = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; it then ends without `done` or `failed`."""
        self._cancel.set()

    def is_cancelled(self) -> bool:
        return self._cancel.is_set()


class _Runnable(QRunnable):
    def __init__(self, job: Job, work: Callable[[Job], Any]) -> None:
        super().__init__()
        self._job, self._work = job, work

    def run(self) -> None:
        job = self._job
        try:
            result = self._work(job)
        except Cancelled:
            pass
        except SixpointError as error:
            job.failed.emit(str(error), "")
        except Exception as error:  # the thread's last line of defence: everything reaches the user
            job.failed.emit(f"Something went wrong: {error or type(error).__name__}.", traceback.format_exc())
        else:
            if not job.is_cancelled():
                job.done.emit(result)
        job.ended.emit()


def start(work: Callable[[Job], Any], pool: QThreadPool) -> Job:
    """Run `work` in a pool. It gets its job, to report progress to and to ask whether it was cancelled.

    Connect to the job's signals before the next turn of the event loop; none is delivered earlier.
    """
    job = Job()
    pool.start(_Runnable(job, work))
    return job
