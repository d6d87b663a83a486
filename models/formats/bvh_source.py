"""The text of a BVH file as numbered lines, in bounded memory, whatever its encoding and line endings.

The hierarchy is taken line by line, the motion in blocks of whole lines, so that a hundred megabytes are never held
at once. UTF-16 is recoded to UTF-8 on the way; every other encoding has ASCII digits and keywords and is passed on
as it is, so that only joint names need decoding.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from models.errors import FileFormatError

__all__ = ["LineSource"]

# Text parsed at once: large enough to hide the cost of a call, small beside the arrays that come out of it.
_BLOCK_BYTES = 1 << 17
_FIRST_BYTES = 1 << 16
_MAX_LINE_BYTES = 1 << 20


class LineSource:
    """Lines of an open file with their numbers.

    Args:
        stream: The file, opened in binary mode.
        path: For messages.

    Raises:
        FileFormatError: for an empty file, binary data, or a line longer than any frame can be.
    """

    def __init__(self, stream: BinaryIO, path: str | Path) -> None:
        self.bytes_read = 0
        self.is_utf16 = False
        self._stream = stream
        self._path = path
        self._decoder: codecs.IncrementalDecoder | None = None
        self._lines: list[bytes] = []
        self._index = 0
        self._first_number = 1
        self._unfinished = b""
        self._at_end = False
        self._start()

    def next_line(self) -> tuple[int, bytes] | None:
        """The next line and its 1-based number; None at the end."""
        if not self._fill():
            return None
        self._index += 1
        return self._first_number + self._index - 1, self._lines[self._index - 1]

    def put_back(self) -> None:
        """Make the line that `next_line` gave last the next one again."""
        self._index -= 1

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """All remaining text in blocks of whole lines: (number of the first line, text)."""
        yield self._first_number + self._index, b"\n".join(self._lines[self._index :])
        number = self._first_number + len(self._lines)
        self._lines, self._index = [], 0
        while not self._at_end:
            text = self._whole_lines()
            yield number, text
            number += _count_lines(text)

    def _start(self) -> None:
        head = self._read(_FIRST_BYTES)
        encoding = _utf16(head)
        if encoding:
            self.is_utf16 = True
            self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        elif b"\0" in head:
            raise FileFormatError(
                self._path,
                "this is binary data, not a BVH text file",
                line=1,
                expected="HIERARCHY",
                found=head[:12].decode("latin-1"),
            )
        if not head.strip():
            raise FileFormatError(self._path, "the file is empty", line=1, expected="HIERARCHY")
        text = self._recoded(head, final=False).removeprefix(codecs.BOM_UTF8)
        self._lines = self._until_last_break(text).splitlines()

    def _read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self.bytes_read += len(data)
        return data

    def _recoded(self, data: bytes, *, final: bool) -> bytes:
        return data if self._decoder is None else self._decoder.decode(data, final).encode("utf-8")

    def _fill(self) -> bool:
        """Read until a line is waiting; False at the end of the file."""
        while self._index == len(self._lines):
            if self._at_end:
                return False
            self._first_number += len(self._lines)
            self._lines, self._index = self._whole_lines().splitlines(), 0
        return True

    def _whole_lines(self) -> bytes:
        """The next block of the file up to its last line break, or all that is left at the end."""
        data = self._read(_BLOCK_BYTES)
        if data:
            return self._until_last_break(self._recoded(data, final=False))
        self._at_end = True
        rest, self._unfinished = self._unfinished + self._recoded(b"", final=True), b""
        return rest

    def _until_last_break(self, text: bytes) -> bytes:
        """The whole lines of `text`; the unfinished last one is kept until more comes.

        A carriage return at the very end is unfinished too: the line feed that belongs to it may follow.
        """
        cut = text.rfind(b"\n") + 1 or text.rfind(b"\r", 0, len(text) - 1) + 1
        if not cut:
            self._unfinished += text
            if len(self._unfinished) > _MAX_LINE_BYTES:
                raise FileFormatError(
                    self._path,
                    f"a line is longer than {_MAX_LINE_BYTES} bytes",
                    expected="one frame a line",
                    found=self._unfinished[:12].decode("latin-1"),
                )
            return b""
        whole = b"".join((self._unfinished, memoryview(text)[:cut]))
        self._unfinished = text[cut:]
        return whole


def _count_lines(text: bytes) -> int:
    """Line breaks in a block of whole lines: line feeds, carriage returns, and pairs of both as one."""
    breaks = int(np.count_nonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n")))
    return breaks + text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else breaks


def _utf16(head: bytes) -> str:
    """The flavour of UTF-16 a file starts with, by its byte-order mark or by a zero byte beside the first letter."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head[:2].lower() in (b"h\0", b" \0", b"\r\0", b"\n\0"):
        return "utf-16-le"
    if head[:2].lower() in (b"\0h", b"\0 ", b"\0\r", b"\0\n"):
        return "utf-16-be"
    return ""
