"""The journal: every edit since the last save, one line each, so that a crash costs the edit being written at most.

The first line names the content that the edits start from by its hash, the project, and the process that writes; each
further one is a gesture, with the values after it: an edit, the pose shown where that is not yet a key, or both. Undo
is an edit like any other, so it needs no line of its own kind.

Before a save the hash of what is to be saved is written down, too. After a crash during the save the journal thus fits
both the old file and the new one.

Lines are flushed to the disk one by one. Where that fails (a full disk, a folder that is gone), what was written of the
line is cut off again and the error is raised; the document itself is not touched by it.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

from models.animation import Key
from models.document.changes import Edit, differences
from models.document.content import Content
from models.document.journal_lines import FORMAT, VERSION, change_values, encoded
from models.document.key_json import key_values
from models.document.open_files import OpenNote
from models.document.project_file import write_project
from models.errors import SixpointError
from models.formats.atomic import write_atomically

__all__ = ["UNCHANGED", "Journal", "Pending", "Unchanged", "saved"]


Pending: TypeAlias = tuple[str, Key] | None
"""A character's id and a key that is not set; None where there is none."""


class Unchanged(Enum):
    """A gesture that left what it was asked about as it was."""

    UNCHANGED = 0


UNCHANGED = Unchanged.UNCHANGED


class Journal:
    """The journal of one document, begun anew: after every save, and after a recovery.

    Args:
        path: Where it is; an older one is replaced.
        base: The content that is on the disk, which the edits start from; the empty one for what was never saved.
        content: What the document holds now, where that is no longer the base.
        project: The file that holds the base, None for what was never saved.
        pending: A pose that is no key yet, see `append`.
    """

    def __init__(
        self,
        path: str | Path,
        base: Content,
        content: Content | None = None,
        project: str | Path | None = None,
        pending: Pending = None,
    ) -> None:
        self._path = Path(path)
        owner = OpenNote.own()
        header: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "base": base.hash,
            "project": None if project is None else str(project),
            "host": owner.host,
            "process": owner.process,
        }
        if content is not None and content is not base:
            header["changes"] = change_values(differences(base, content))
        if pending is not None:
            header["pending"] = _pending_values(pending)
        line = encoded(header)
        write_atomically(self._path, line)
        self._size = len(line)

    @property
    def path(self) -> Path:
        return self._path

    def append(self, edit: Edit | None, pending: Pending | Unchanged = UNCHANGED) -> None:
        """Write one gesture down; raises SixpointError if it cannot be.

        Args:
            edit: What it changed; None if only the pose shown.
            pending: The pose shown after it, if that is no key yet: whose it is, and the key it would be. None if it is
                one.
        """
        values: dict[str, Any] = {}
        if edit is not None:
            values |= {"label": edit.label, "changes": change_values(edit.changes)}
        if not isinstance(pending, Unchanged):
            values["pending"] = _pending_values(pending)
        if values:
            self._write(encoded(values))

    def saving(self, content: Content) -> None:
        """Write down that a content is about to be saved: edits from here on may start from it."""
        self._write(encoded({"saving": content.hash}))

    def remove(self) -> None:
        """Delete it, when the document is closed with everything saved."""
        self._path.unlink(missing_ok=True)

    def _write(self, line: bytes) -> None:
        try:
            with self._path.open("r+b") as stream:
                # Also takes off what an append before this one left when it failed.
                stream.truncate(self._size)
                stream.seek(self._size)
                stream.write(line)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise SixpointError(
                f"the journal {self._path} cannot be written ({error.strerror or error}); save the project elsewhere"
            ) from error
        self._size += len(line)


def _pending_values(pending: Pending) -> dict[str, Any] | None:
    return None if pending is None else {"character": pending[0], "key": key_values(pending[1])}


def saved(path: str | Path, content: Content, journal: Journal) -> Journal:
    """Save a project and begin its next journal in the place of the old one.

    Killed at any moment in between, the project is whole, old or new, and `recovered` finds what is missing in it.

    Raises:
        SixpointError: if the project or the journal cannot be written; the old journal then goes on.
    """
    journal.saving(content)
    write_project(path, content)
    return Journal(journal.path, content, project=path)
