"""How handles look: state as colour and shape, the selection, what cannot be reached.

The visual language: free is an open ring, pinned a full disc, off a small dot; a selected handle has a white outline
and is larger; a pin out of reach is drawn where the user wants it, tied to the body by a dashed line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from editor.theme import THEMES, Theme
from editor.viewport.scene import Marks
from editor.viewport.strokes import DISC, DOT, RING, line_rows
from models.body import LEVELS, MAIN_POINTS, POINTS
from models.posing import HandleState

__all__ = ["HandleTable", "drawn", "shown_points"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_SHAPES = np.zeros(len(HandleState))
_SHAPES[HandleState.FREE], _SHAPES[HandleState.PINNED], _SHAPES[HandleState.OFF] = RING, DISC, DOT
_LINE_WIDTH_PX, _DASH_PX = 2.0, 5.0
_IS_MAIN = np.isin(POINTS, MAIN_POINTS)


@dataclass
class HandleTable:
    """One row a body point.

    Args:
        positions: (43, 3) where the points of the pose are, metres.
        targets: (43, 3) where pinned points were asked to be, metres.
        states: (43,) `HandleState`.
        shown, selected, unreached: (43,) flags.
        hovered: The point under the mouse, or -1.
    """

    positions: Array
    targets: Array
    states: NDArray[np.int8]
    shown: BoolArray
    selected: BoolArray = field(default_factory=lambda: np.zeros(len(POINTS), dtype=bool))
    unreached: BoolArray = field(default_factory=lambda: np.zeros(len(POINTS), dtype=bool))
    hovered: int = -1

    @property
    def places(self) -> Array:
        """(43, 3) where handles are drawn and picked: at the target if it is out of reach, else on the body."""
        return np.where(self.unreached[:, None], self.targets, self.positions)


def shown_points(level: int, states: NDArray[np.int8]) -> BoolArray:
    """(43,) handles on screen: those of the level, and any that is pinned."""
    return np.isin(POINTS, LEVELS[level]) | (states == HandleState.PINNED)


def drawn(table: HandleTable, theme: Theme) -> Marks:
    """The marks of a table's handles; the hovered and the selected ones come last, on top."""
    size, states = theme["handle_size"], table.states
    colors, unreached, factors = _looks(theme)
    emphasis = np.where(table.selected, size["selected"], 1.0)
    if table.hovered >= 0:
        emphasis[table.hovered] *= size["hover"]
    rows = np.zeros((len(states), 12), dtype=np.float32)
    rows[:, :3] = table.places
    rows[:, 3] = np.where(_IS_MAIN, size["main"], size["extra"]) * factors[states] * emphasis
    rows[:, 4:7] = np.where(table.unreached[:, None], unreached, colors[states])
    rows[:, 7] = 1.0
    rows[:, 8] = _SHAPES[states]
    rows[:, 9] = table.selected
    on_top = emphasis[table.shown]
    discs = rows[table.shown][np.argsort(on_top, kind="stable")]

    stretched = np.flatnonzero(table.unreached & table.shown)
    lines = line_rows(table.positions[stretched], table.targets[stretched], unreached, _LINE_WIDTH_PX, dash_px=_DASH_PX)
    return Marks(discs, lines)


@lru_cache(maxsize=len(THEMES))
def _looks(theme: Theme) -> tuple[Array, Array, Array]:
    """(3, 3) the colour of each state, (3,) the colour out of reach, (3,) how large each state is."""
    colors = np.stack([theme.rgb(f"handle.{state.name.lower()}") for state in HandleState])
    factors = np.ones(len(HandleState))
    factors[HandleState.PINNED], factors[HandleState.OFF] = theme["handle_size.pinned"], theme["handle_size.off"]
    return colors, theme.rgb("handle.unreached"), factors
