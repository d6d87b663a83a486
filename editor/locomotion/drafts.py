"""Making drafts while the path is edited: in a worker, the newest plan only, a first picture before the feet are held.

A plan that changes while its draft is being made stops it; the next one starts at once. What was made for a plan is
kept until the plan changes, so that other edits cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from editor.document import EditorDocument
from editor.worker import Job
from models.animation import Pose
from models.document import DraftPlan
from models.locomotion import Draft, generate
from models.locomotion.database import Database

__all__ = ["DraftMaker", "Request"]

_PAUSE_MS = 15


@dataclass(frozen=True, eq=False)
class Request:
    """All that a draft depends on.

    Args:
        plan: Path, generator and seed.
        start: The pose to start from, or None.
        end: The pose to end in, or None.
    """

    plan: DraftPlan
    start: Pose | None
    end: Pose | None

    def is_same(self, other: Request | None) -> bool:
        return other is not None and self.plan == other.plan and self.start is other.start and self.end is other.end


class DraftMaker(QObject):
    """Keeps the draft of the plan up to date.

    Args:
        document: Whose plan it is.
        generator: Makes drafts instead of the plan's own generator, for comparison; None for the plan's.
    """

    progressed = Signal(float)  # 0 to 1
    made = Signal()  # `draft` is another one, perhaps a partial one, or None
    failed = Signal(str, str)  # message, details

    def __init__(self, document: EditorDocument, generator: str | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._generator = document, generator
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._job: Job | None = None
        self._database: Path | None = None
        self._wanted: Request | None = None
        self.request: Request | None = None
        self.draft: Draft | None = None
        self.is_on = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._start)
        document.content_changing.connect(self.refresh)
        document.content_changed.connect(self.refresh)
        document.content_replaced.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        return self._job is not None or self._timer.isActive()

    def set_on(self, is_on: bool) -> None:
        """Whether drafts are made at all."""
        self.is_on = is_on
        self.refresh()

    @property
    def generator(self) -> str | None:
        """What makes drafts instead of the plan's own generator."""
        return self._generator

    def set_generator(self, name: str | None) -> None:
        """Make drafts with another generator than the plan's."""
        if name != self._generator:
            self._generator, self._wanted = name, None
            self.refresh()

    def set_database(self, path: Path | None) -> None:
        """The file of recorded motion that motion matching searches."""
        if path != self._database:
            self._database, self._wanted = path, None
            self.refresh()

    def refresh(self) -> None:
        """Make a draft if what it depends on has changed."""
        wanted = self._request() if self.is_on else None
        if wanted is None:
            self.cancel()
            self._wanted = self.request = None
            if self.draft is not None:
                self.draft = None
                self.made.emit()
        elif not wanted.is_same(self._wanted):
            self._wanted = wanted
            self._stop()
            self._timer.start()

    def cancel(self) -> None:
        """Stop making a draft; the one shown stays."""
        self._timer.stop()
        self._stop()

    def shut_down(self) -> None:
        """Stop, and wait for the worker."""
        self.cancel()
        self._pool.waitForDone()

    def _request(self) -> Request | None:
        document = self._document
        plan = document.content.drafts.get(document.character_id)
        if plan is None:
            return None
        track = document.track
        here, after = track.get(plan.start), track.neighbours(plan.start)
        key = here or after[0]
        end = after[1]
        return Request(
            plan,
            key.pose if plan.from_pose and key is not None else None,
            end.pose if plan.to_key and end is not None else None,
        )

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _start(self) -> None:
        request = self._wanted
        if request is None:
            return
        plan, name, file = request.plan, self._generator or request.plan.generator, self._database

        def work(job: Job) -> Draft:
            def progress(fraction: float, draft: Draft | None) -> bool:
                job.progressed.emit(fraction)
                if draft is not None:
                    job.partial.emit(draft)
                return not job.is_cancelled()

            return generate(
                plan.trajectory,
                name,
                start=request.start,
                end=request.end,
                seed=plan.seed,
                progress=progress,
                database=_loaded(file) if file is not None and name != "lmm" else None,
            )

        job = self._job = Job(work)
        job.progressed.connect(lambda share: self._take_progress(job, share))
        job.partial.connect(lambda draft: self._take(job, request, draft, is_last=False))
        job.done.connect(lambda draft: self._take(job, request, draft, is_last=True))
        job.failed.connect(lambda text, details: self._fail(job, text, details))
        self.progressed.emit(0.0)
        job.start(self._pool)

    def _take_progress(self, job: Job, share: float) -> None:
        if job is self._job:
            self.progressed.emit(share)

    def _take(self, job: Job, request: Request, draft: Draft, *, is_last: bool) -> None:
        if job is not self._job:
            return
        if is_last:
            self._job = None
        self.request, self.draft = request, draft
        self.made.emit()

    def _fail(self, job: Job, text: str, details: str) -> None:
        if job is self._job:
            self._job = self.draft = None
            self.made.emit()
            self.failed.emit(text, details)


@lru_cache(maxsize=1)
def _loaded(path: Path) -> Database:
    """A database, read once."""
    return Database.load(path)
