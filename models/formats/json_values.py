"""JSON from files that may hold anything: loading, and taking values apart with errors that say what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import FileFormatError

__all__ = ["MAX_BYTES", "array", "load", "member", "parsed", "read_text"]

MAX_BYTES = 1 << 28
"""Size above which a JSON file is refused: Python needs ten times as much memory to hold it."""


def load(path: str | Path) -> dict[str, Any]:
    """The object in a JSON file.

    Raises:
        FileFormatError: if the file cannot be read, is too large, is not JSON, or is not an object.
    """
    return parsed(read_text(path), path)


def read_text(path: str | Path) -> str:
    """The text of a file of at most `MAX_BYTES`; raises FileFormatError."""
    path = Path(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileFormatError(path, f"the file cannot be read ({error.strerror or error})") from error
    if len(data) > MAX_BYTES:
        raise FileFormatError(path, "the file is too large", expected=f"at most {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileFormatError(path, "this is not UTF-8 text", expected="a JSON object") from error


def parsed(text: str, path: str | Path) -> dict[str, Any]:
    """The object in a JSON text; raises FileFormatError, which names the file it is from."""
    try:
        document = json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise FileFormatError(path, f"this is not JSON ({error.msg})", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FileFormatError(path, "this JSON has values that are not usable", expected="finite numbers") from error
    if not isinstance(document, dict):
        raise FileFormatError(path, "the file is JSON of another kind", expected="an object in { }")
    return document


def member(data: Any, key: str, kind: type, path: str | Path) -> Any:
    """data[key], which must be there and of one kind: dict, list, str, int or float (an int is a float too)."""
    words = {dict: "an object", list: "a list", str: "a text", int: "a whole number", float: "a number"}
    value = data.get(key) if isinstance(data, dict) else None
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else kind):
        found = "nothing" if value is None else json.dumps(value)
        raise FileFormatError(path, f"'{key}' is not usable", expected=words[kind], found=found)
    return value


def array(value: Any, shape: tuple[int, ...], what: str, path: str | Path) -> NDArray[np.float64]:
    """Nested lists of finite numbers as an array of the given shape."""
    expected = f"finite numbers {shape}"
    try:
        numbers = np.array(value if value is not None else [], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise FileFormatError(path, f"'{what}' is not usable", expected=expected) from error
    if numbers.size == 0 and 0 in shape:
        numbers = numbers.reshape(shape)
    if numbers.shape != shape:
        raise FileFormatError(path, f"'{what}' has another shape", expected=expected, found=str(numbers.shape))
    if not np.isfinite(numbers).all():
        raise FileFormatError(path, f"'{what}' has values that are not finite", expected=expected)
    return numbers


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")
