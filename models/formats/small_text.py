"""The text of a small file that a person or a script wrote, or of standard input: bounded, in any usual encoding."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from models.errors import FileFormatError

__all__ = ["read_small_text"]


def read_small_text(source: str | Path, name: str, *, most_bytes: int, expected: str) -> str:
    """The text of a file, or of standard input for "-".

    Args:
        source: The file.
        name: What errors call it.
        most_bytes: Above this it is something else and not read.
        expected: What errors say should be there.

    Raises:
        FileFormatError: if it cannot be read, is larger, or is no text.
    """
    try:
        if str(source) == "-":
            data = sys.stdin.buffer.read(most_bytes + 1)
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileFormatError(name, f"the file cannot be read ({reason})") from error
    if len(data) > most_bytes:
        raise FileFormatError(name, f"the file is larger than {most_bytes:,} bytes", expected=expected)
    # Windows shells write UTF-16 when output is redirected.
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileFormatError(name, "this is not text", expected=expected) from error
