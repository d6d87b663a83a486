"""What an animator calls the points of the body. The words are data in `names.json`."""

from __future__ import annotations

import json
from importlib.resources import files

from editor.texts import tr
from models.body import POINTS

__all__ = ["point_title", "point_titles"]

_WORDS: dict[str, str] = json.loads(files("editor").joinpath("names.json").read_text(encoding="utf-8"))


def point_title(point: int) -> str:
    """The name of a point for people, e.g. "Left wrist" for LeftHand, in the user's language."""
    return tr(_TITLES[point])


def point_titles() -> tuple[str, ...]:
    """The English names of all points."""
    return _TITLES


def _title(name: str) -> str:
    for side in ("Left", "Right"):
        if name.startswith(side):
            word = _WORDS[name.removeprefix(side)]
            return f"{side} {word[0].lower()}{word[1:]}"
    return _WORDS[name]


_TITLES = tuple(_title(name) for name in POINTS)
