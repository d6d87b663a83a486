"""The MOTION part of a BVH file: the declared frame count and time, and the rows of numbers in blocks.

The rows are the truth. `Frames:` and `Frame Time:` may be wrong, missing, in any case or order; what they say is
kept for the report. A block is parsed as a whole by the quickest reader that can; only when none can are its lines
looked at one by one, to say which value of which line is wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.errors import FileFormatError
from models.formats.bvh_numbers import parse_plain_rows
from models.formats.bvh_source import LineSource

__all__ = ["MotionHeader", "read_motion_header", "row_blocks"]

Array = NDArray[np.float64]

_FRAMES = re.compile(rb"\s*frames\s*:?\s*(\S*)\s*$", re.IGNORECASE)
_FRAME_TIME = re.compile(rb"\s*frame\s*time\s*:?\s*(\S*)\s*$", re.IGNORECASE)
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_TOKEN = re.compile(rb"\S+")
# Beyond it neither a place in any unit nor an angle: arithmetic on such values overflows or loses the millimetres.
_LARGEST = 1e9


@dataclass(frozen=True)
class MotionHeader:
    """What the file says about its motion: the raw texts, None where the line is missing."""

    frames: str | None
    frame_time: str | None

    @property
    def declared_frames(self) -> int | None:
        """The number after `Frames:`, None if it is missing or no number."""
        value = _float(self.frames)
        return None if value is None or value != int(value) else int(value)

    @property
    def declared_frame_time_s(self) -> float | None:
        """The number after `Frame Time:`, None if it is missing or no finite number."""
        return _float(self.frame_time)


def _float(text: str | None) -> float | None:
    try:
        value = float((text or "").replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def read_motion_header(source: LineSource) -> MotionHeader:
    """Consume the `Frames:` and `Frame Time:` lines, in any order, either or both missing."""
    frames: str | None = None
    frame_time: str | None = None
    while (numbered := source.next_line()) is not None:
        line = numbered[1]
        if not line.strip():
            continue
        if match := _FRAME_TIME.match(line):
            frame_time = match.group(1).decode("latin-1")
        elif match := _FRAMES.match(line):
            frames = match.group(1).decode("latin-1")
        else:
            source.put_back()
            break
    return MotionHeader(frames, frame_time)


def row_blocks(source: LineSource, n_channels: int, path: str | Path) -> Iterator[Array]:
    """The frames in blocks (f, n_channels), f >= 1, file units and degrees.

    Raises:
        FileFormatError: at the first row that has another number of values, or a value that is no finite number.
    """
    for first, text in source.blocks():
        rows = parse_plain_rows(text, n_channels)
        if rows is None:
            rows = _parsed(text, first, n_channels, path)
        if len(rows):
            yield rows


def _parsed(text: bytes, first: int, n_channels: int, path: str | Path) -> Array:
    """The rows of a block with numbers of any kind, or the error of the first wrong one."""
    lines = text.splitlines()
    if not text.strip():
        return np.zeros((0, n_channels))
    try:
        rows = np.loadtxt(lines, dtype=np.float64, comments=None, ndmin=2, encoding="latin-1")
    except ValueError:
        return _parsed_one_by_one(lines, first, n_channels, path)
    if rows.shape[1] != n_channels or not (np.abs(rows) <= _LARGEST).all():
        return _parsed_one_by_one(lines, first, n_channels, path)
    return rows


def _parsed_one_by_one(lines: list[bytes], first: int, n_channels: int, path: str | Path) -> Array:
    """The same with decimal commas allowed; raises the error of the first wrong row."""
    rows = []
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        values = [_value(match, number, path) for match in _TOKEN.finditer(line)]
        if len(values) != n_channels:
            raise FileFormatError(
                path,
                "this frame does not have one value for each channel; correct or delete the line",
                line=number,
                column=1,
                expected=f"{n_channels} values",
                found=f"{len(values)} values: {line.decode('latin-1').strip()}",
            )
        rows.append(values)
    return np.array(rows, dtype=np.float64).reshape(-1, n_channels)


def _value(match: re.Match[bytes], line: int, path: str | Path) -> float:
    token = match.group().replace(b",", b".")
    value = float(token) if _NUMBER.fullmatch(token) else math.nan
    if not abs(value) <= _LARGEST:
        raise FileFormatError(
            path,
            "this value of a frame is not usable",
            line=line,
            column=match.start() + 1,
            expected=f"at most {_LARGEST:g}, a finite number",
            found=match.group().decode("latin-1"),
        )
    return value
