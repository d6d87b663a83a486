"""The theme's tokens, read from `tokens.json`: the one place that knows a colour or a length."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["THEMES", "Theme", "theme"]

THEMES = ("dark", "light")


class Theme:
    """Tokens of one theme by dotted name, e.g. `theme["handle.free"]`."""

    def __init__(self, name: str, tokens: dict[str, Any]) -> None:
        self.name = name
        self._tokens = tokens

    def __getitem__(self, path: str) -> Any:
        value: Any = self._tokens
        for key in path.split("."):
            value = value[key]
        return value

    def rgb(self, path: str) -> NDArray[np.float64]:
        """(3,) colour as stored on screen, 0 to 1."""
        return rgb(self[path])

    def linear(self, path: str) -> NDArray[np.float64]:
        """(3,) colour for lighting, linear in light."""
        return np.asarray(self.rgb(path) ** 2.2)


def rgb(code: str) -> NDArray[np.float64]:
    """(3,) of '#RRGGBB', 0 to 1."""
    return np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0


@lru_cache(maxsize=len(THEMES))
def theme(name: str) -> Theme:
    """The theme called "dark" or "light"."""
    tokens = json.loads(files("editor.theme").joinpath("tokens.json").read_text(encoding="utf-8"))
    return Theme(name, {**tokens["all"], **tokens[name]})
