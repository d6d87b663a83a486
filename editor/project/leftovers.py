"""Journals that crashed sessions left behind: which there are, and what is in them. No widgets here."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from models.document import Content, OpenNote, Recovered, journal_header, read_project, recovered
from models.errors import SixpointError
from models.formats.atomic import UNFINISHED

__all__ = ["Leftover", "find_leftovers", "read_leftover", "remove_unfinished"]

_MINUTE_S, _DAY_S = 60.0, 86400.0
_ENDINGS = (".journal", ".sixpoint")


@dataclass(frozen=True, eq=False)
class Leftover:
    """The work of a session that did not end by itself.

    Args:
        journal: Its journal.
        project: The project it worked on, None if it was never saved.
        when: When it was last written.
        n_lines: How much was written.
    """

    journal: Path
    project: Path | None
    when: datetime
    n_lines: int

    @property
    def title(self) -> str:
        return "Untitled" if self.project is None else self.project.name

    def discard(self) -> None:
        """Give it up for good."""
        if self.project is not None:
            remove_unfinished(self.project.parent)
        self.journal.unlink(missing_ok=True)


def find_leftovers(folder: Path, own: Path | None = None) -> list[Leftover]:
    """The journals of a folder that nobody writes any more, newest first; those in which nothing was done are removed.

    What cannot be read stays where it is: another version may be able to. A process with this one's number is a dead
    one, since numbers are used again, so it is told by its path (`own`) which journal this process writes.
    """
    found = []
    remove_unfinished(folder)
    for path in folder.glob("*.journal") if folder.is_dir() else ():
        if path.name.startswith(UNFINISHED):
            continue
        try:
            header, written_s = journal_header(path), path.stat().st_mtime
        except (SixpointError, OSError):
            continue
        if path == own or (header.owner is not None and _is_at_work(header.owner, written_s)):
            continue
        leftover = Leftover(path, header.project, datetime.fromtimestamp(written_s).astimezone(), header.n_lines)
        if header.n_lines or (header.has_changes and header.project is not None):
            found.append(leftover)
        else:
            leftover.discard()
    return sorted(found, key=lambda leftover: leftover.when, reverse=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what processes that were killed had written half, before it would have taken the place of a file."""
    for path in folder.glob(f"{UNFINISHED}*") if folder.is_dir() else ():
        with contextlib.suppress(OSError):
            if path.suffix in _ENDINGS and time.time() - path.stat().st_mtime > _MINUTE_S:
                path.unlink()


def read_leftover(leftover: Leftover) -> tuple[Content, Recovered]:
    """The content on the disk that the work started from, and the work.

    Raises:
        SixpointError: if the project is gone or has been changed by others, or the journal is damaged.
    """
    base = Content() if leftover.project is None else read_project(leftover.project)
    result = recovered(leftover.journal, base)
    result.content.hash  # noqa: B018  # kept in the content; whoever shows it need not wait
    return base, result


def _is_at_work(owner: OpenNote, written_s: float) -> bool:
    """Whether a process still writes. One of another computer is believed for a day: a computer's name may change."""
    if owner.host != OpenNote.own().host:
        return time.time() - written_s < _DAY_S
    return owner.is_elsewhere
