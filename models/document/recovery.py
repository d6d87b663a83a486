"""What a journal that was left behind still holds: whose it is, and the content with its edits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.animation import Key
from models.document.changes import patched
from models.document.content import Content
from models.document.journal_lines import FORMAT, VERSION, changes_from, key_from, parsed, read_lines
from models.document.open_files import OpenNote
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import member

__all__ = ["JournalHeader", "Recovered", "journal_header", "recovered"]


@dataclass(frozen=True)
class JournalHeader:
    """Whose journal it is.

    Args:
        project: The file that its edits start from, None if it was never saved.
        owner: The process that writes or wrote it, None where it does not say.
        n_lines: Lines after the first; 0 if nothing was done since.
        has_changes: It began with more than what was on the disk.
    """

    project: Path | None
    owner: OpenNote | None
    n_lines: int
    has_changes: bool


@dataclass(frozen=True, eq=False)
class Recovered:
    """What a journal gives back.

    Args:
        content: The content after all edits that are whole.
        labels: Their names.
        is_cut: The last line was cut off.
        pending: A pose that was no key yet, as a key, and whose it is.
    """

    content: Content
    labels: tuple[str, ...]
    is_cut: bool
    pending: tuple[str, Key] | None = None


def journal_header(path: str | Path) -> JournalHeader:
    """Whose journal a file is.

    Raises:
        FileFormatError: if it is none.
    """
    header, texts, _ = _opened(path)
    project = header.get("project")
    return JournalHeader(
        Path(project) if isinstance(project, str) and project and "\0" not in project else None,
        OpenNote.of(header),
        len(texts),
        bool(header.get("changes")),
    )


def recovered(path: str | Path, base: Content) -> Recovered:
    """The content after all edits of a journal that are whole.

    Args:
        path: The journal.
        base: The content of the project file it belongs to; the empty content for one that was never saved.

    Raises:
        FileFormatError: if it is no journal or belongs to another content.
    """
    header, texts, is_cut = _opened(path)
    labels: list[str] = []
    content, is_based = base, header.get("base") == base.hash
    pending = _pending(header.get("pending"), path)
    if is_based and "changes" in header:
        content = _applied(content, header["changes"], path)
    for text in texts:
        values = parsed(text, path)
        if not isinstance(values, dict):
            raise FileFormatError(path, "a line of the journal is not usable", expected="an object")
        if values.get("saving") == base.hash:
            # The crash came after this save and before the next journal: what stands before is in the file.
            is_based, content, labels = True, base, []
        if "pending" in values:
            pending = _pending(values["pending"], path)
        if is_based and not values.keys() <= {"saving", "pending"}:
            labels.append(member(values, "label", str, path))
            content = _applied(content, values.get("changes"), path)
    if not is_based:
        raise FileFormatError(
            path,
            "the journal belongs to another state of the project",
            expected=base.hash,
            found=str(header.get("base")),
        )
    if pending is not None and pending[0] not in content.characters:
        pending = None
    return Recovered(content, tuple(labels), is_cut, pending)


def _opened(path: str | Path) -> tuple[dict[str, Any], list[bytes], bool]:
    """The first line's values, the other lines that are whole, and whether something was cut off after them."""
    texts, is_cut = read_lines(path)
    header = parsed(texts[0], path) if texts else None
    if not isinstance(header, dict) or header.get("format") != FORMAT or header.get("version") != VERSION:
        raise FileFormatError(path, "this is no journal that can be read", expected=f"{FORMAT}, version {VERSION}")
    return header, texts[1:], is_cut


def _applied(content: Content, entries: Any, path: str | Path) -> Content:
    changes = changes_from(entries, path)
    try:
        return patched(content, changes)
    except FileFormatError:
        raise
    except SixpointError as error:
        raise FileFormatError(path, str(error)) from error


def _pending(values: Any, path: str | Path) -> tuple[str, Key] | None:
    if values is None:
        return None
    return member(values, "character", str, path), key_from(member(values, "key", dict, path), path)
