"""The journal: every edit since the last save, one line each, so that a crash costs the edit being written at most.

A line is the checksum (CRC-32, eight hexadecimal digits) of the rest, a blank, and JSON. The first line names the
content that the edits start from by its hash; each further one is an edit with the values after it. Reading stops at
the first line that is not whole. Undo is an edit like any other, so it needs no line of its own kind.

Before a save the hash of what is to be saved is written down, too. After a crash during the save the journal thus fits
both the old file and the new one.

Lines are flushed to the disk one by one. Where that fails (a full disk, a folder that is gone), what was written of the
line is cut off again and the error is raised; the document itself is not touched by it.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.animation import FrameRate, Key, Pose
from models.document.changes import Change, Edit, Slot, Value, patched
from models.document.content import Content, Range, Rig
from models.document.key_json import key_values, keys_from, pose_values, poses_from, rig_from, rig_values
from models.document.project_file import write_project
from models.errors import FileFormatError, SixpointError
from models.formats.atomic import write_atomically
from models.formats.json_values import MAX_BYTES, member

__all__ = ["Journal", "Recovered", "recovered", "saved"]

_FORMAT = "sixpoint-journal"


@dataclass(frozen=True, eq=False)
class Recovered:
    """A content with the edits of a journal, their names, and whether the last line was cut off."""

    content: Content
    labels: tuple[str, ...]
    is_cut: bool


class Journal:
    """The journal of one document, begun anew: after every save, and after a recovery.

    Args:
        path: Where it is; an older one is replaced.
        base: The content that is on the disk, which the edits start from.
    """

    def __init__(self, path: str | Path, base: Content) -> None:
        self._path = Path(path)
        header = _line({"format": _FORMAT, "version": 1, "base": base.hash})
        write_atomically(self._path, header)
        self._size = len(header)

    @property
    def path(self) -> Path:
        return self._path

    def append(self, edit: Edit) -> None:
        """Write an edit down; raises SixpointError if it cannot be."""
        changes = [[list(change.slot), _values(change.after)] for change in edit.changes]
        self._write(_line({"label": edit.label, "changes": changes}))

    def saving(self, content: Content) -> None:
        """Write down that a content is about to be saved: edits from here on may start from it."""
        self._write(_line({"saving": content.hash}))

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

    def remove(self) -> None:
        """Delete it, when the document is closed with everything saved."""
        self._path.unlink(missing_ok=True)


def saved(path: str | Path, content: Content, journal: Journal) -> Journal:
    """Save a project and begin its next journal in the place of the old one.

    Killed at any moment in between, the project is whole, old or new, and `recovered` finds what is missing in it.

    Raises:
        SixpointError: if the project or the journal cannot be written; the old journal then goes on.
    """
    journal.saving(content)
    write_project(path, content)
    return Journal(journal.path, content)


def recovered(path: str | Path, base: Content) -> Recovered:
    """The content after all edits of a journal that are whole.

    Args:
        path: The journal.
        base: The content of the project file it belongs to; the empty content for one that was never saved.

    Raises:
        FileFormatError: if it is no journal or belongs to another content.
    """
    lines, is_cut = _read(path)
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != _FORMAT or header.get("version") != 1:
        raise FileFormatError(path, "this is no journal that can be read", expected=f"{_FORMAT}, version 1")
    labels: list[str] = []
    content = base
    is_based = header.get("base") == base.hash
    for values in lines:
        if isinstance(values, dict) and "saving" in values:
            # The crash came after this save and before the next journal: what stands before is in the file.
            if values["saving"] == base.hash:
                is_based, content, labels = True, base, []
            continue
        if not is_based:
            continue
        label = member(values, "label", str, path)
        content = patched(content, [_change(entry, path) for entry in member(values, "changes", list, path)])
        labels.append(label)
    if not is_based:
        raise FileFormatError(
            path,
            "the journal belongs to another state of the project",
            expected=base.hash,
            found=str(header.get("base")),
        )
    return Recovered(content, tuple(labels), is_cut)


def _read(path: str | Path) -> tuple[Iterator[Any], bool]:
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(4 * MAX_BYTES)
    except OSError as error:
        raise FileFormatError(path, f"the journal cannot be read ({error.strerror or error})") from error
    whole = []
    for line in data.splitlines(keepends=True):
        checksum, _, text = line[:8], line[8:9], line[9:]
        if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text):
            break
        whole.append(text)
    is_cut = sum(9 + len(text) for text in whole) < len(data)
    return (_parsed(text, path) for text in whole), is_cut


def _parsed(text: bytes, path: str | Path) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(path, "a line of the journal is not JSON") from error


def _line(values: dict[str, Any]) -> bytes:
    text = (json.dumps(values) + "\n").encode()
    return b"%08x " % zlib.crc32(text) + text


def _values(value: Value) -> Any:
    match value:
        case None:
            return None
        case FrameRate():
            return [value.numerator, value.denominator]
        case Range():
            return [value.start, value.stop]
        case Rig():
            return rig_values(value)
        case Key():
            return key_values(value)
        case Pose():
            return pose_values(value)


def _change(entry: Any, path: str | Path) -> Change:
    is_pair = isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list)
    if not is_pair or not all(type(part) in (str, int) for part in entry[0]):
        raise FileFormatError(path, "a change of the journal is not usable", expected="[[slot], values]")
    slot: Slot = tuple(entry[0])
    return Change(slot, None, _value(slot, entry[1], path))


def _value(slot: Slot, values: Any, path: str | Path) -> Value:
    if values is None:
        return None
    match slot:
        case ("rate" | "playback" as kind,):
            if not (isinstance(values, list) and len(values) == 2 and all(type(value) is int for value in values)):
                raise FileFormatError(path, f"'{kind}' is not usable", expected="two whole numbers", found=str(values))
            return FrameRate(*values) if kind == "rate" else Range(*values)
        case ("rig", _):
            return rig_from(values, path)
        case ("key", _, tick):
            (key,) = keys_from([values], path)
            if key.tick != tick:
                raise FileFormatError(path, "a key of the journal is not at its time", found=str(key.tick))
            return key
        case ("pose", _):
            return poses_from([values], path)[0]
    raise FileFormatError(path, "the journal changes what documents do not have", found=str(slot))
