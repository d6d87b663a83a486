"""What an animator calls the points of the body. The words are data in `names.json`."""

from __future__ import annotations

import json
from importlib.resources import files

from models.body import POINTS

__all__ = ["point_title"]

_WORDS: dict[str, str] = json.loads(files("editor").joinpath("names.json").read_text(encoding="utf-8"))


def point_title(point: int) -> str:
    """The name of a point for people, e.g. "Left wrist" for LeftHand."""
    name = POINTS[point]
    for side in ("Left", "Right"):
        if name.startswith(side):
            word = _WORDS[name.removeprefix(side)]
            return f"{side} {word[0].lower()}{word[1:]}"
    return _WORDS[name]
