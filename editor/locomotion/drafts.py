"""Making drafts while the path is edited: in another process, the first seconds first, then all before feet are held.

While a waypoint is dragged, a draft in the making comes to its first whole picture, and then the one of the newest plan
begins: plans change faster than drafts are made, and if each stopped the last, nothing would be seen until the mouse
rests. Any other edit stops it at once. What was made for a plan is kept until the plan changes, so that other edits
cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal

from editor.document import EditorDocument
from editor.worker import Job
from models.animation import Pose
from models.document import DraftPlan
from models.locomotion import Draft
from models.locomotion.elsewhere import generate_elsewhere

__all__ = ["DraftMaker", "Request"]


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
        self._wanted: Request | None = None  # the newest
        self._begun: Request | None = None  # what the last job was begun for
        self._is_shown = False  # all of its way
        self.request: Request | None = None
        self.draft: Draft | None = None
        self.is_on = True
        document.content_changing.connect(lambda: self._follow(is_patient=True))
        document.content_changed.connect(self.refresh)
        document.content_replaced.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        return self._job is not None

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
            self._generator, self._begun = name, None
            self.refresh()

    def set_database(self, path: Path | None) -> None:
        """The file of recorded motion that motion matching searches."""
        if path != self._database:
            self._database, self._begun = path, None
            self.refresh()

    def refresh(self) -> None:
        """Make a draft if what it depends on has changed."""
        self._follow(is_patient=False)

    def _follow(self, is_patient: bool) -> None:
        wanted = self._wanted = self._request() if self.is_on else None
        if wanted is None:
            self.cancel()
            self._begun = self.request = None
            if self.draft is not None:
                self.draft = None
                self.made.emit()
        elif not wanted.is_same(self._begun):
            if self._is_shown or not is_patient:
                self.cancel()
            self._go_on()

    def cancel(self) -> None:
        """Stop making a draft; the one shown stays."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

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

    def _go_on(self) -> None:
        """Begin what is wanted, unless it was begun or something is still at work."""
        request = self._wanted
        if request is None or self._job is not None or request.is_same(self._begun):
            return
        self._begun, self._is_shown = request, False
        plan, name, file = request.plan, self._generator or request.plan.generator, self._database

        def work(job: Job) -> Draft:
            told = [0.0]

            def progress(share: float, draft: Draft | None) -> bool:
                if share != told[0]:
                    told[0] = share
                    job.progressed.emit(share)
                if draft is not None:
                    job.partial.emit(draft)
                return not job.is_cancelled()

            return generate_elsewhere(
                plan.trajectory,
                name,
                start=request.start,
                end=request.end,
                seed=plan.seed,
                progress=progress,
                database=file,
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
        self._is_shown = draft.is_whole
        # So that what is further along does not vanish until it is made.
        shown = draft if draft.is_whole or self.draft is None else draft.going_on_as(self.draft)
        self.request, self.draft = request, shown
        if is_last:
            self._job = None
        elif draft.is_whole and not request.is_same(self._wanted):
            self.cancel()
        self.made.emit()
        self._go_on()

    def _fail(self, job: Job, text: str, details: str) -> None:
        if job is self._job:
            self._job = self.draft = None
            self.made.emit()
            self.failed.emit(text, details)
            self._go_on()
