"""`{"points": {"LeftHand": [x, y, z], ...}}`: the set points of a pose, as a person or a script writes them.

Strict, because a silent guess here becomes a wrong pose: no repeated names, no NaN, no text for a number. Every error
names the file and, where there is one, the line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.errors import FileFormatError, SixpointError
from models.formats.small_text import read_small_text
from models.posing.completed_pose import positions_of

__all__ = ["MAX_BYTES", "read_points"]

MAX_BYTES = 1 << 20
"""43 points take 4 kB; a file above this size is something else."""

_SHAPE = 'a JSON object {"points": {"LeftHand": [x, y, z], ...}} in metres'


class _Refused(ValueError):
    """Valid JSON that is not accepted; the message says what."""


def read_points(source: str | Path) -> dict[str, tuple[float, float, float]]:
    """Set points by name, world metres, in the order of the file.

    Args:
        source: A file, or "-" for standard input.

    Raises:
        FileFormatError: if it cannot be read or is not as described above.
    """
    name = "standard input" if str(source) == "-" else str(source)
    data = _parsed(read_small_text(source, name, most_bytes=MAX_BYTES, expected=_SHAPE), name)
    if not isinstance(data, dict) or not isinstance(data.get("points"), dict):
        found = "no 'points'" if isinstance(data, dict) and "points" not in data else json.dumps(data)[:60]
        raise FileFormatError(name, "the set points are missing", expected=_SHAPE, found=found)
    points = data["points"]
    if not points:
        raise FileFormatError(
            name, "'points' is empty", expected='at least one point, e.g. "LeftHand": [0.4, 1.2, 0.3]'
        )
    for point, position in points.items():
        # numpy would take "1", true and [[1], [2], [3]] for numbers.
        if not (isinstance(position, list) and len(position) == 3 and all(type(x) in {int, float} for x in position)):
            raise FileFormatError(
                name,
                f"point '{point}' is not a position",
                expected="three numbers [x, y, z]",
                found=json.dumps(position),
            )
    try:
        positions_of(points)
    except SixpointError as error:
        raise FileFormatError(name, str(error)) from error
    return {point: (float(x), float(y), float(z)) for point, (x, y, z) in points.items()}


def _parsed(text: str, name: str) -> Any:
    if not text.strip():
        raise FileFormatError(name, "the file is empty", expected=_SHAPE)
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise FileFormatError(
            name, f"this is not JSON ({error.msg})", line=error.lineno, column=error.colno, expected=_SHAPE
        ) from error
    except RecursionError as error:
        raise FileFormatError(name, "the JSON is nested too deeply", expected=_SHAPE) from error
    except _Refused as error:
        raise FileFormatError(name, str(error)) from error
    except ValueError as error:  # a number of more digits than Python reads
        raise FileFormatError(name, "a number in it has thousands of digits", expected="positions in metres") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _Refused(f"'{key}' stands there twice; keep one of them")
        result[key] = value
    return result


def _no_constant(text: str) -> float:
    raise _Refused(f"{text} is not a position; expected finite numbers in metres")
