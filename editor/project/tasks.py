"""Work the user waits for: one bar at the bottom of the viewport shows what is done, how far, and stops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QToolButton, QWidget

from editor.panels.notifications import Kind, Notifications
from editor.panels.parts import label
from editor.texts import tr
from editor.worker import Job

__all__ = ["TaskBar", "Tasks"]

_WAIT_MS = 5000  # on closing, for work to notice that it was cancelled
_STEPS = 1000
_BAR_PX, _LEAST_BAR_PX = 8, 24
_GLANCE_MS = 150


class TaskBar(QFrame):
    """What is being done. Hidden while nothing is, and for what takes no longer than a glance."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self.title = label()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(_BAR_PX)
        self.progress.setMinimumWidth(_LEAST_BAR_PX)  # rather than the text gives way the bar does
        self.cancel_button = QToolButton()
        self.cancel_button.setText(tr("Cancel"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self.title)
        layout.addWidget(self.progress, 1)
        layout.addWidget(self.cancel_button)
        self.late = QTimer(self)
        self.late.setSingleShot(True)
        self.late.setInterval(_GLANCE_MS)
        self.late.timeout.connect(self.show)
        self.hide()

    def show_work(self, title: str, can_cancel: bool) -> None:
        self.title.setText(title)
        self.progress.setRange(0, 0)  # busy, until the work says how far it is
        self.cancel_button.setVisible(can_cancel)
        self.late.start()

    def end_work(self) -> None:
        self.late.stop()
        self.hide()

    def show_share(self, share: float) -> None:
        self.progress.setRange(0, _STEPS)
        self.progress.setValue(round(_STEPS * share))


class Tasks(QObject):
    """Runs work in threads. Errors end in a notification and leave everything as it was.

    Args:
        bar: Shows the work that was started last.
        notices: Tells what went wrong.
    """

    def __init__(self, bar: TaskBar, notices: Notifications, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar, self._notices = bar, notices
        self._pool = QThreadPool(self)
        self._jobs: dict[Job, bool] = {}
        bar.cancel_button.clicked.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        return bool(self._jobs)

    def run(
        self,
        title: str,
        work: Callable[[Job], Any],
        done: Callable[[Any], None],
        *,
        failed: Callable[[str, str], None] | None = None,
        can_cancel: bool = True,
    ) -> Job:
        """Do work in a thread; what could be cancelled of the work before it is.

        Args:
            title: What is being done, for the user.
            work: Gets the job, to report progress to and to ask whether it was cancelled.
            done: Called in the window's thread with the result, unless it was cancelled.
            failed: Called in place of a notification, with the message and details.
            can_cancel: False for what must come to its end, such as saving.
        """
        self.cancel()
        job = Job(work)
        job.setParent(self)
        self._jobs[job] = can_cancel
        self._bar.show_work(title, can_cancel)
        job.progressed.connect(lambda share: self._progressed(job, share))
        job.done.connect(lambda result: self._done(job, done, result))
        job.failed.connect(lambda text, details: self._failed(job, failed or self._tell, text, details))
        job.ended.connect(lambda: self._end(job))
        job.start(self._pool)
        return job

    def cancel(self) -> None:
        """Stop what can be stopped."""
        for job in [job for job, can_cancel in self._jobs.items() if can_cancel]:
            job.cancel()
            self._forget(job)

    def shut_down(self) -> None:
        """Stop what can be stopped and wait for the rest."""
        self.cancel()
        self._pool.waitForDone(_WAIT_MS)

    def _progressed(self, job: Job, share: float) -> None:
        if job in self._jobs:
            self._bar.show_share(share)

    def _done(self, job: Job, done: Callable[[Any], None], result: Any) -> None:
        if job in self._jobs:
            self._forget(job)
            done(result)

    def _failed(self, job: Job, failed: Callable[[str, str], None], text: str, details: str) -> None:
        if job in self._jobs:
            self._forget(job)
            failed(text, details)

    def _tell(self, text: str, details: str) -> None:
        self._notices.show(text, Kind.ERROR, details)

    def _end(self, job: Job) -> None:
        self._forget(job)
        job.discard()

    def _forget(self, job: Job) -> None:
        self._jobs.pop(job, None)
        if not self._jobs:
            self._bar.end_work()
