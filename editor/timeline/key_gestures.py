"""Dragging keys: moved, copied or with all later ones, and an interval scaled by its ends. One undo step each.

Every move starts from the track as it was at the press, so keys that were passed over are there again. Keys land on
frames: the one under the mouse when moving, all of them when scaling.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import Qt

from editor.texts import tr
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.replaced import replaced_text, tell_replaced
from editor.timeline.row import Pointer
from editor.timeline.time_view import TimeView
from models.animation import Track
from models.animation.track_edits import moved
from models.errors import SixpointError

__all__ = ["MoveKeys", "ScaleKeys"]

_COPY, _ALL_LATER = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class _KeyGesture(ABC):
    """A drag that turns the track at the press into another one at every move."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(self, keys: CharacterKeys, view: TimeView) -> None:
        self._keys, self._view = keys, view
        self._document = keys.document
        self._label = ""
        self._track, self._selected = keys.track, keys.selected
        self._taken = frozenset(self._track.ticks.tolist())
        self._n_replaced = 0

    @abstractmethod
    def _changed(self, pointer: Pointer) -> tuple[str, Track, frozenset[int]]:
        """The name of the step, the keys and the selected ones with the mouse there."""

    def move(self, pointer: Pointer) -> None:
        try:
            label, track, selected = self._changed(pointer)
        except SixpointError:
            return  # two keys would fall on one frame: what was possible last stays
        if self._label and not self._document.animation.is_in_gesture:
            return  # another document was opened meanwhile
        if label != self._label:
            self._document.abort_edit()
            self._document.begin_edit(label)
            self._label = label
        self._keys.preview(track, selected)

    def finish(self) -> None:
        if self._label and self._document.animation.is_in_gesture:
            self._document.commit_edit()
            tell_replaced(self._document, self._n_replaced)

    def abort(self) -> None:
        if self._label and self._document.animation.is_in_gesture:
            self._document.abort_edit()
            self._document.select_keys(self._selected)

    def _count_at(self, ticks: Iterable[int], leaving: frozenset[int]) -> int:
        """How many keys were at these times at the press, besides those that leave."""
        return len(self._taken.intersection(ticks) - leaving)

    def _frame_tick(self, tick: int) -> int:
        """The nearest tick at which a frame begins."""
        rate = self._document.rate
        return rate.tick(rate.frame(tick))


class MoveKeys(_KeyGesture):
    """A press on a key: a click selects, a drag moves the selected keys. Ctrl copies, Shift takes all later ones along.

    Args:
        keys: Whose.
        view: What is on screen.
        tick: The key under the mouse.
        pointer: Where it was pressed.
    """

    def __init__(self, keys: CharacterKeys, view: TimeView, tick: int, pointer: Pointer) -> None:
        super().__init__(keys, view)
        self._grabbed, self._offset = tick, tick - view.tick_at(pointer.x)
        self._by = 0
        self._was_selected = tick in self._selected
        if not self._was_selected and not pointer.holds(_COPY | _ALL_LATER):
            self._select({tick})

    @property
    def hint(self) -> str:
        rate = self._document.rate
        frames = rate.frame(self._grabbed + self._by) - rate.frame(self._grabbed)
        count = len(self._document.selected_keys)
        keys = tr("1 key") if count == 1 else tr("{count} keys", count=count)
        done = tr("{keys} by {frames:+} frames", keys=keys, frames=frames)
        can = [tr("Ctrl: copy"), tr("Shift: move all later keys along")]
        return "  ·  ".join([done, *replaced_text(self._n_replaced), *can])

    def click(self, pointer: Pointer) -> None:
        if pointer.holds(_COPY | _ALL_LATER):
            self._select(self._selected ^ {self._grabbed})
        else:
            self._select({self._grabbed})

    def _select(self, ticks: set[int] | frozenset[int]) -> None:
        self._selected = frozenset(ticks)
        self._document.select_keys(self._selected)

    def _changed(self, pointer: Pointer) -> tuple[str, Track, frozenset[int]]:
        chosen = self._selected | {self._grabbed}
        by = self._frame_tick(self._view.tick_at(pointer.x) + self._offset) - self._grabbed
        moving = chosen
        if pointer.holds(_ALL_LATER):
            by = max(by, self._room_before(min(chosen)))
            moving = frozenset(tick for tick in self._track.ticks.tolist() if tick >= min(chosen))
            label, track = tr("Move keys and all later ones"), moved(self._track, moving, by)
        elif pointer.holds(_COPY):
            copies = {key.tick + by: key.at(key.tick + by) for key in self._track if key.tick in chosen}
            label, track = tr("Copy keys"), self._track.replaced(copies)
        else:
            label, track = tr("Move keys"), moved(self._track, chosen, by)
        # Those that move make room; copied ones stay where they are.
        stays = pointer.holds(_COPY) and bool(by)
        self._by, self._n_replaced = (
            by,
            self._count_at((tick + by for tick in moving), frozenset() if stays else moving),
        )
        return label, track, frozenset(tick + by for tick in chosen)

    def _room_before(self, tick: int) -> int:
        """How far keys from `tick` on can move without running over the key before, ticks at most 0."""
        before = self._track.neighbours(tick)[0]
        rate = self._document.rate
        if before is None:
            return -(1 << 53)
        return min(rate.tick(rate.frame(before.tick) + 1) - tick, 0)


class ScaleKeys(_KeyGesture):
    """A drag of one end of the selected interval: the other end stays, the keys between are spread or drawn together.

    Args:
        keys: Whose.
        view: What is on screen.
        edge: Which end.
        pointer: Where it was pressed.
    """

    def __init__(self, keys: CharacterKeys, view: TimeView, edge: Literal["start", "stop"], pointer: Pointer) -> None:
        super().__init__(keys, view)
        first, last = min(self._selected), max(self._selected)
        self._edge, self._pivot = (first, last) if edge == "start" else (last, first)
        self._offset = self._edge - view.tick_at(pointer.x)
        self._factor = 1.0

    @property
    def hint(self) -> str:
        done = tr("{count} keys scaled to {percent:.0f} %", count=len(self._selected), percent=100 * self._factor)
        return "  ·  ".join([done, *replaced_text(self._n_replaced)])

    def click(self, pointer: Pointer) -> None:
        """A click on an edge means nothing."""

    def _changed(self, pointer: Pointer) -> tuple[str, Track, frozenset[int]]:
        edge = self._frame_tick(self._view.tick_at(pointer.x) + self._offset)
        factor = (edge - self._pivot) / (self._edge - self._pivot)
        places = {
            tick: tick if tick == self._pivot else self._frame_tick(round(self._pivot + (tick - self._pivot) * factor))
            for tick in self._selected
        }
        if factor <= 0 or len(set(places.values())) < len(places):
            raise SixpointError("two keys would fall on one frame; scale by less")
        self._factor = factor
        self._n_replaced = self._count_at(places.values(), self._selected)
        kept = self._track.without(self._selected)
        scaled = {places[key.tick]: key.at(places[key.tick]) for key in self._track if key.tick in self._selected}
        return tr("Scale keys"), kept.replaced(scaled), frozenset(scaled)
