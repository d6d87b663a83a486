"""The journal of the window's document: every edit is on the disk before the next one.

Small edits are written where they happen, which takes about a millisecond. One that changes hundreds of keys, such as
motion that was put in, is written by a worker; the edit after it waits for that, so that a crash never costs more than
the last one. A journal that could not be written is begun anew with everything it lacks at the next edit.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal

from editor.document import EditorDocument
from editor.worker import Job
from models.document import Content, Document, Edit, Journal, key_of
from models.document.journal import UNCHANGED, Pending, Unchanged
from models.errors import SixpointError

__all__ = ["Autosave"]

_MANY_CHANGES = 200


class Autosave(QObject):
    """Writes down what is done to a document.

    Args:
        document: What is worked on.
        folder: Where journals are kept; it is made.
    """

    failed = Signal(str)
    """Nothing is kept at the moment, and why; told once until it works again."""

    def __init__(self, document: EditorDocument, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self._path = folder / f"{uuid.uuid4().hex}.journal"
        self._journal: Journal | None = None
        self._base = Content()
        self._project: Path | None = None
        self._followed: Document | None = None
        self._pending: Pending = None
        self._edits: list[Edit] = []
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        # An edit and what is shown after it are one gesture and become one line: the document tells of the edit when it
        # is applied, and of the pose or the content when all of the gesture is done.
        document.pose_changed.connect(self._keep)
        document.content_changed.connect(self._keep)

    @property
    def path(self) -> Path:
        """The journal."""
        return self._path

    def begin(self, project: Path | None, base: Content) -> None:
        """Follow the document from here on; call it whenever another content was put in place.

        Args:
            project: The file that holds the base; None for what was never saved.
            base: What is on the disk.
        """
        self._pool.waitForDone()
        if self._followed is not None:
            self._followed.changed.disconnect(self._edits.append)
        self._followed = self._document.animation
        self._followed.changed.connect(self._edits.append)
        self._project, self._base = project, base
        self._restart()

    def before_save(self, content: Content) -> None:
        """A content is about to be saved."""
        self._pool.waitForDone()
        if self._journal is None:
            self._restart()
        self._write(lambda journal: journal.saving(content))

    def after_save(self, project: Path, content: Content) -> None:
        """It was saved; the document may have gone on since."""
        self._pool.waitForDone()
        self._project, self._base = project, content
        self._restart()

    def catch_up(self) -> None:
        """Write down what is not written yet, after an error somewhere."""
        self._keep()

    def end(self) -> None:
        """Nothing is to be recovered: the document was saved, or its changes were given up."""
        self._pool.waitForDone()
        if self._followed is not None:
            self._followed.changed.disconnect(self._edits.append)
            self._followed = None
        if self._journal is not None:
            self._journal.remove()
            self._journal = None

    def _keep(self) -> None:
        """Write the gesture down that has just ended, if it changed anything."""
        if self._followed is None or self._document.is_in_gesture:
            return
        shown = self._shown()
        pending = UNCHANGED if _same(shown, self._pending) else shown
        self._pending = shown
        edits, n_changes = tuple(self._edits), sum(len(edit.changes) for edit in self._edits)
        self._edits.clear()
        if not edits and isinstance(pending, Unchanged):
            return
        edit = edits[0] if len(edits) == 1 else None
        if len(edits) > 1:  # one gesture can hardly make several, but none of them may be lost
            edit = Edit(edits[0].label, tuple(change for each in edits for change in each.changes))
        if n_changes <= _MANY_CHANGES:
            self._write(lambda journal: journal.append(edit, pending))
        else:
            self._write_later(edit, pending)

    def _shown(self) -> Pending:
        """The pose shown, if it is no key yet."""
        document = self._document
        if not document.has_pending_edit:
            return None
        return document.character_id, key_of(document.tick, document.session.snapshot.posing, document.session.pose)

    def _write_later(self, edit: Edit | None, pending: Pending | Unchanged) -> None:
        self._pool.waitForDone()
        journal = self._journal
        if journal is None:
            self._restart()
            return

        def write(_: Job) -> None:
            journal.append(edit, pending)

        job = Job(write)
        job.setParent(self)
        job.failed.connect(lambda text, _: self._give_up(text))
        job.ended.connect(job.discard)
        job.start(self._pool)

    def _write(self, write: Callable[[Journal], None]) -> None:
        if self._followed is None:
            return
        self._pool.waitForDone()
        if self._journal is None:
            self._restart()
            return
        try:
            write(self._journal)
        except SixpointError as error:
            self._give_up(str(error))

    def _restart(self) -> None:
        """Begin the journal with what the document is now."""
        was_on = self._journal is not None
        self._pending = self._shown()
        self._edits.clear()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._journal = Journal(self._path, self._base, self._document.content, self._project, self._pending)
        except (OSError, SixpointError) as error:
            self._journal = None
            if was_on:
                self._tell(str(error))

    def _give_up(self, reason: str) -> None:
        self._journal = None
        self._tell(reason)

    def _tell(self, reason: str) -> None:
        self.failed.emit(f"Autosave does not work at the moment: {reason}. Save your work; it goes on when it can.")


def _same(a: Pending, b: Pending) -> bool:
    if a is None or b is None:
        return a is b
    return a[0] == b[0] and a[1].digest == b[1].digest
