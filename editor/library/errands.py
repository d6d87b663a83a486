"""What is done with the files of a library: off the window's thread, as disks and networks may be slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool

from editor.project.tasks import TaskBar
from editor.worker import Job

__all__ = ["Errands"]

_MOST_AT_ONCE = 4  # so that one that hangs keeps no other waiting
_WAIT_MS = 3000


class Errands(QObject):
    """Runs work beside each other; a bar tells of the last one that takes long, and stops it.

    Args:
        bar: Shows what is being done.
        failed: Told the message and the details of what went wrong.
    """

    def __init__(self, bar: TaskBar, failed: Callable[[str, str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar, self._failed = bar, failed
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_MOST_AT_ONCE)
        self._jobs: dict[Job, str] = {}
        bar.cancel_button.clicked.connect(self._cancel_shown)

    def run(
        self,
        title: str,
        work: Callable[[Job], Any],
        then: Callable[[Any], None],
        *,
        failed: Callable[[str, str], None] | None = None,
        partial: Callable[[Any], None] | None = None,
    ) -> Job:
        """Do work in a thread, and what comes then in the window's.

        Args:
            title: What is being done, for the user.
            work: Gets the job, to ask whether it was cancelled and to give parts of its result.
            then: Gets the result, unless it was cancelled.
            failed: Called in place of the usual one.
            partial: Gets parts of the result before the whole.
        """
        job = Job(work)
        job.setParent(self)
        self._jobs[job] = title
        job.done.connect(lambda result: self._if_wanted(job, then, result))
        job.failed.connect(lambda *told: self._if_wanted(job, failed or self._failed, *told))
        if partial is not None:
            job.partial.connect(lambda result: self._if_wanted(job, partial, result))
        job.ended.connect(lambda: self._end(job))
        self._show()
        job.start(self._pool)
        return job

    def cancel(self, job: Job) -> None:
        """Nothing more is heard of it; what it gave so far stays."""
        job.cancel()
        self._jobs.pop(job, None)
        self._show()

    @property
    def is_busy(self) -> bool:
        """Whether anything is still to come."""
        return bool(self._jobs)

    def is_running(self, job: Job | None) -> bool:
        """Whether something is still to come of it."""
        return job in self._jobs

    def shut_down(self) -> None:
        """Stop all and wait until it has."""
        for job in list(self._jobs):
            self.cancel(job)
        self._pool.waitForDone(_WAIT_MS)

    def _if_wanted(self, job: Job, call: Callable[..., None], *arguments: Any) -> None:
        if job in self._jobs:
            call(*arguments)

    def _end(self, job: Job) -> None:
        self._jobs.pop(job, None)
        self._show()
        job.discard()

    def _cancel_shown(self) -> None:
        if self._jobs:
            self.cancel(list(self._jobs)[-1])

    def _show(self) -> None:
        if self._jobs:
            self._bar.show_work(list(self._jobs.values())[-1], can_cancel=True)
        else:
            self._bar.end_work()
