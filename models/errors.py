"""Errors a user can act on.

Each message is one sentence that says what is wrong, where, what was expected and what to do. The command
line prints it and exits with status 2; the editor shows it as a notification.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "Cancelled",
    "FileFormatError",
    "ModelMismatch",
    "RigError",
    "ShapeError",
    "SixpointError",
    "UnknownJoint",
]


class SixpointError(Exception):
    """Base of every error with a message meant for the user."""


class ShapeError(SixpointError, ValueError):
    """An array does not have the documented shape."""


class RigError(SixpointError):
    """A skeleton cannot be used as asked: not a humanoid, a loop in its tree, a missing joint."""


class ModelMismatch(SixpointError):
    """A network file does not fit the code or the body it is used with."""


class Cancelled(SixpointError):
    """The user stopped a long operation; nothing was changed or written."""


class UnknownJoint(RigError):
    """A joint or point name that the skeleton does not have.

    Args:
        name: The name asked for.
        names: The names that exist.
        where: The skeleton, as the user knows it.
        kind: "joint" or "point".
    """

    def __init__(self, name: str, names: Iterable[str], where: str, kind: str = "joint") -> None:
        names = list(names)
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
        hint = f" Did you mean '{near[0]}'?" if near else f" It has: {_listed(names)}."
        super().__init__(f"{_excerpt(name)} is not a {kind} of {where}.{hint}")
        self.name = name


class FileFormatError(SixpointError):
    """A file that cannot be read, with the place of the first thing that is wrong.

    Args:
        path: The file, as the user named it.
        message: What is wrong, without the place.
        line: 1-based line.
        column: 1-based column.
        expected: What should stand there.
        found: What stands there; shortened to a printable excerpt.
    """

    def __init__(
        self,
        path: str | Path,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        text = f"{place}: {message}"
        if expected is not None:
            text += f"; expected {expected}"
        if found is not None:
            text += f"; found {_excerpt(found)}"
        super().__init__(text)
        self.path, self.line, self.column = str(path), line, column
        self.expected, self.found = expected, found


def _excerpt(text: str, limit: int = 40) -> str:
    """One printable line of at most `limit` characters, quoted."""
    return repr(text if len(text) <= limit else text[:limit] + "...")


def _listed(names: list[str], limit: int = 50) -> str:
    shown = ", ".join(names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"
