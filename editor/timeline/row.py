"""One line of the dope sheet. Whatever has a place in time, keys, ghosts or a locomotion draft, plugs in as a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu

from editor.theme import Theme
from editor.timeline.time_view import TimeView

__all__ = ["ROW_HEIGHT", "Gesture", "Pointer", "Row"]

ROW_HEIGHT = 24  # the least that is easy to hit


@dataclass(frozen=True)
class Pointer:
    """Where the mouse is on the sheet, logical pixels from its upper left corner, and the keys held with it."""

    x: float
    y: float
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        return bool(self.modifiers & modifier)


class Gesture(Protocol):
    """What a press of the mouse began. Either `click`, or any number of `move`s with one `finish` or `abort`.

    Attributes:
        cursor: The mouse's shape meanwhile.
    """

    cursor: Qt.CursorShape

    @property
    def hint(self) -> str:
        """What it does now, for the status bar."""

    def click(self, pointer: Pointer) -> None:
        """The button was released where it was pressed."""

    def move(self, pointer: Pointer) -> None:
        """The mouse moved, or time moved under it."""

    def finish(self) -> None:
        """The button was released."""

    def abort(self) -> None:
        """Esc: as if it had not been."""


class Row:
    """A row that shows nothing and takes nothing: override what there is.

    Attributes:
        label: Its name.
        level: 0 stands alone or heads a group, 1 belongs to the head above.
        is_folded: Of a head, whether the rows below it are hidden; None if it has none.
        is_on: Of a row that can be switched off, whether it is on; None if it cannot.
        follows_time: Whether it looks different at another time.
    """

    level: int = 0
    is_folded: bool | None = None
    is_on: bool | None = None
    follows_time: bool = False

    def __init__(self, label: str) -> None:
        self.label = label

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        """Draw what lies in `area`, which is as high as the row and as wide as what must be drawn anew."""

    def keys_in(self, start: int, stop: int) -> frozenset[int]:
        """The times of the keys that a box over the row from one time to another selects."""
        return frozenset()

    def press(self, view: TimeView, pointer: Pointer) -> Gesture | None:
        """What a press there begins; None leaves it to the sheet, which draws a box."""
        return None

    def double_click(self, view: TimeView, pointer: Pointer) -> None:
        """Two clicks there."""

    def cursor(self, view: TimeView, pointer: Pointer) -> Qt.CursorShape | None:
        """The mouse's shape there."""
        return None

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        """What is there, in words."""
        return ""

    def hint(self, view: TimeView, pointer: Pointer) -> str:
        """What the mouse can do there, for the status bar."""
        return ""

    def fill_menu(self, menu: QMenu, view: TimeView, pointer: Pointer) -> None:
        """Add what can be done there to a context menu."""

    def toggle(self) -> None:
        """Switch it on or off."""
