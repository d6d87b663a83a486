"""JSON of projects with thousands of keys, read key by key.

The parser of the standard library does not let other threads work before it is done, and a window would stand still
for as long as a long file takes. We write one key a line, so the lines can be parsed one by one; a file that somebody
else has laid out is parsed as a whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.errors import FileFormatError
from models.formats.json_values import load, parsed, read_text

__all__ = ["load_project"]

_KEY = '   {"tick": '


def load_project(path: str | Path) -> dict[str, Any]:
    """The object in a file, exactly as `models.formats.json_values.load` gives it, with the same errors."""
    text = read_text(path)
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if line.startswith(_KEY)]
    keys: list[Any] = []
    try:
        for place in places:
            line = lines[place]
            is_last = not line.endswith(",")
            keys.append(parsed(line if is_last else line[:-1], path))
            # A number in a list stands for the key. Where a file really has such lists, the numbers do not come out in
            # order, and it is read as a whole.
            lines[place] = f"[{len(keys) - 1}]{'' if is_last else ','}"
        data = parsed("\n".join(lines), path)
    except FileFormatError:
        return load(path)
    n_placed = 0
    characters = data.get("characters")
    for character in characters if isinstance(characters, list) else ():
        rows = character.get("keys") if isinstance(character, dict) else None
        if not isinstance(rows, list):
            continue
        for index, value in enumerate(rows):
            if not isinstance(value, list):
                continue
            if n_placed == len(keys) or value != [n_placed]:
                return load(path)
            rows[index] = keys[n_placed]
            n_placed += 1
    return data if n_placed == len(keys) else load(path)
