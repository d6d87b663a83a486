"""The lines of a journal: a checksum (CRC-32, eight hexadecimal digits), a blank, and JSON; changes as plain values.

Reading stops at the first line that is not whole, so whatever a crash left of the last one does no harm.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from models.animation import FrameRate, Key, Pose
from models.document.changes import Change, Slot, Value
from models.document.content import Range, Rig
from models.document.draft_json import plan_from, plan_values
from models.document.draft_plan import DraftPlan
from models.document.key_json import key_values, keys_from, pose_values, poses_from, rig_from, rig_values
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import MAX_BYTES

__all__ = ["FORMAT", "VERSION", "change_values", "changes_from", "encoded", "key_from", "parsed", "read_lines"]

FORMAT, VERSION = "sixpoint-journal", 1


def encoded(values: dict[str, Any]) -> bytes:
    """One line, with its line break."""
    text = (json.dumps(values) + "\n").encode()
    return b"%08x " % zlib.crc32(text) + text


def read_lines(path: str | Path) -> tuple[list[bytes], bool]:
    """The JSON of the lines that are whole, and whether something was cut off after them.

    Raises:
        FileFormatError: if the file cannot be read.
    """
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
    return whole, is_cut


def change_values(changes: Iterable[Change]) -> list[Any]:
    """[[slot, values after], ...]; what was there before follows from the lines before."""
    return [[list(change.slot), _values(change.after)] for change in changes]


def changes_from(entries: Any, path: str | Path) -> list[Change]:
    """The changes of such values, checked."""
    if not isinstance(entries, list):
        raise FileFormatError(path, "the changes of the journal are not usable", expected="a list")
    return [_change(entry, path) for entry in entries]


def key_from(values: Any, path: str | Path) -> Key:
    """The key of such values as a key of a project has."""
    return keys_from([values], path)[0]


def parsed(text: bytes, path: str | Path) -> Any:
    """The values of a line; raises FileFormatError if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(path, "a line of the journal is not JSON") from error


_WRITERS: dict[type, Callable[[Any], Any]] = {
    FrameRate: lambda rate: [rate.numerator, rate.denominator],
    Range: lambda span: [span.start, span.stop],
    Rig: rig_values,
    Key: key_values,
    Pose: pose_values,
    DraftPlan: plan_values,
}


def _values(value: Value) -> Any:
    return None if value is None else _WRITERS[type(value)](value)


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
            try:
                return FrameRate(*values) if kind == "rate" else Range(*values)
            except SixpointError as error:
                raise FileFormatError(path, str(error)) from error
        case ("rig", _):
            return rig_from(values, path)
        case ("key", _, tick):
            key = key_from(values, path)
            if key.tick != tick:
                raise FileFormatError(path, "a key of the journal is not at its time", found=str(key.tick))
            return key
        case ("pose", _):
            return poses_from([values], path)[0]
        case ("draft", _):
            return plan_from(values, path)
    raise FileFormatError(path, "the journal changes what documents do not have", found=str(slot))
