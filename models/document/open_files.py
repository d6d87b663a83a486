"""Two windows on one project: a note beside the file says who has it open, so that the second one can warn.

The note is a warning, not a lock: nobody is kept from working, and a note that a crash left behind does not count,
because the process it names is gone.
"""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import SixpointError
from models.formats.atomic import write_atomically

__all__ = ["OpenNote", "other_user"]

_MAX_BYTES = 4096


@dataclass(frozen=True)
class OpenNote:
    """Who has a project open: a process of a computer."""

    host: str
    process: int

    @classmethod
    def own(cls) -> OpenNote:
        return cls(socket.gethostname(), os.getpid())

    @classmethod
    def of(cls, values: Any) -> OpenNote | None:
        """The note in values of JSON, None if they hold none."""
        host, process = (values.get("host"), values.get("process")) if isinstance(values, dict) else (None, None)
        if isinstance(host, str) and type(process) is int and 0 < process < 1 << 31:
            return cls(host, process)
        return None

    @property
    def is_elsewhere(self) -> bool:
        """Whether another process that may still run is meant: of this computer one that does, of others any."""
        own = OpenNote.own()
        return self != own and (self.host != own.host or _is_running(self.process))

    def leave(self, project: str | Path) -> bool:
        """Write the note beside a project; False where the folder cannot be written, which is no reason not to open."""
        try:
            write_atomically(_note_path(project), json.dumps({"host": self.host, "process": self.process}) + "\n")
        except SixpointError:
            return False
        return True

    def take_back(self, project: str | Path) -> None:
        """Remove the note when the project is closed, if it is still this one."""
        if _read(_note_path(project)) == self:
            _note_path(project).unlink(missing_ok=True)


def other_user(project: str | Path) -> OpenNote | None:
    """Who else has the project open, or None. Another computer is believed; a process of this one is looked for."""
    note = _read(_note_path(project))
    return note if note is not None and note.is_elsewhere else None


def _note_path(project: str | Path) -> Path:
    path = Path(project)
    return path.with_name(f".{path.name[:200]}.open")


def _read(path: Path) -> OpenNote | None:
    try:
        with path.open("rb") as stream:
            return OpenNote.of(json.loads(stream.read(_MAX_BYTES)))
    except (OSError, ValueError, RecursionError):
        return None


def _is_running(process: int) -> bool:
    if os.name == "nt":
        return True  # signal 0 would end it there; a warning too many is the smaller harm
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
