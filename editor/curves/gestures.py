"""What the mouse does in the curve editor: keys along time or in value, ease handles, panning. One undo step each.

A drag of a key goes along one axis, the one it starts on, so that a value is changed without the key slipping in time.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt

from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel
from editor.curves.key_changes import PointMover, turned_keys
from editor.curves.tangents import EaseHandle
from editor.texts import tr
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.key_gestures import MoveKeys
from editor.timeline.row import Pointer
from editor.timeline.sheet_gestures import Pan
from models.animation import Interval, Key, Track
from models.errors import SixpointError

__all__ = ["EaseDrag", "KeyDrag", "PanBoth", "ValueDrag"]

_FINE, _SNAP = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_FINE_FACTOR = 0.1
_SNAP_DEG, _SNAP_M = 5.0, 0.05
# Keys changed at every move of the mouse; of more the others follow at the release.
_LIVE_TURNS, _LIVE_SOLVES = 24, 4
_EASE_SNAPS, _EASE_SNAP_REACH = (0.0, 1.0, 2.0), 0.06


class KeyDrag:
    """A press on a key: a click selects it, a drag moves it in time or in value.

    Args:
        model: The curves.
        channel: The curve it was pressed on.
        tick: The key's time.
        pointer: Where.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, model: CurveModel, channel: Channel, tick: int, pointer: Pointer) -> None:
        document = model.document
        self._model, self._channel, self._tick, self._from = model, channel, tick, pointer
        self._time = MoveKeys(CharacterKeys(document, document.character_id), model.view, tick, pointer)
        self._active: MoveKeys | ValueDrag | None = None

    @property
    def hint(self) -> str:
        return self._active.hint if self._active else ""

    def click(self, pointer: Pointer) -> None:
        self._model.focus(self._channel)
        self._time.click(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._active is None:
            is_sideways = abs(pointer.x - self._from.x) >= abs(pointer.y - self._from.y)
            self._model.focus(self._channel)
            self._active = self._time if is_sideways else ValueDrag(self._model, self._channel, self._tick, self._from)
            self.cursor = Qt.CursorShape.SizeHorCursor if is_sideways else Qt.CursorShape.SizeVerCursor
        self._active.move(pointer)

    def finish(self) -> None:
        if self._active:
            self._active.finish()

    def abort(self) -> None:
        if self._active:
            self._active.abort()


class ValueDrag:
    """The selected keys get the same change of one channel. Shift is fine, Ctrl snaps to 5 degrees or 5 cm.

    A rotation changes the joint's angle on the key. A position pins the point there, and the body follows.
    """

    cursor = Qt.CursorShape.SizeVerCursor

    def __init__(self, model: CurveModel, channel: Channel, tick: int, pointer: Pointer) -> None:
        table = model.table
        assert table is not None, "a key was pressed"
        document = model.document
        self._model, self._channel, self._tick, self._table = model, channel, tick, table
        self._y = self._last_y = pointer.y
        self._pixels = 0.0
        self._track = document.track
        self._ticks = sorted(document.selected_keys | {tick}, key=lambda each: each != tick)
        self._start = float(table.channel(channel)[table.row(tick)])
        self._by = 0.0
        self._is_place = channel.group.kind == "place"
        self._mover = PointMover(table, channel, document.session.completion) if self._is_place else None
        self._has_begun = False

    @property
    def hint(self) -> str:
        model = self._model
        value, by = (model.scale.text(self._channel, number) for number in (self._start + self._by, self._by))
        sign = "+" if self._by >= 0 else ""
        return tr("{channel}  {value}  ({by})  ·  Shift: finely  ·  Ctrl: in steps").format(
            channel=self._channel.title, value=value, by=sign + by
        )

    def click(self, pointer: Pointer) -> None:
        """A click changes nothing."""

    def move(self, pointer: Pointer) -> None:
        # Counted move by move, so that pressing Shift slows down from here instead of jumping back.
        self._pixels += (self._last_y - pointer.y) * (_FINE_FACTOR if pointer.holds(_FINE) else 1.0)
        self._last_y = pointer.y
        by = self._model.scale.change(self._channel, self._pixels * self._model.values.per_px)
        if pointer.holds(_SNAP):
            step = _SNAP_M if self._is_place else _SNAP_DEG
            by = round((self._start + by) / step) * step - self._start
        live = self._ticks[: _LIVE_SOLVES if self._is_place else _LIVE_TURNS]
        self._preview(by, live)

    def finish(self) -> None:
        if self._is_going_on:
            live = _LIVE_SOLVES if self._is_place else _LIVE_TURNS
            if len(self._ticks) > live:
                self._preview(self._by, self._ticks)
            self._model.document.commit_edit()

    def abort(self) -> None:
        if self._is_going_on:
            self._model.document.abort_edit()

    @property
    def _is_going_on(self) -> bool:
        return self._has_begun and self._model.document.animation.is_in_gesture

    def _preview(self, by: float, ticks: list[int]) -> None:
        document = self._model.document
        if self._has_begun and not document.animation.is_in_gesture:
            return  # another document was opened meanwhile
        try:
            changed = self._changed(by, ticks)
        except SixpointError as error:
            document.failed.emit(str(error))
            return
        if not self._has_begun:
            what = tr("Move {channel}") if self._is_place else tr("Turn {channel}")
            document.begin_edit(what.format(channel=_lowered(self._channel.title)))
            self._has_begun = True
        self._by = by
        track = _with_keys(self._track, changed)
        document.preview_edit(document.content.with_track(document.character_id, track))

    def _changed(self, by: float, ticks: list[int]) -> dict[int, Key]:
        if self._mover is not None:
            return self._mover.moved(ticks, by)
        return turned_keys(self._table, self._channel, ticks, by)


class EaseDrag:
    """An ease handle follows the mouse along its tangent, from 0 to 2; Shift does the same at every selected key."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(self, model: CurveModel, handle: EaseHandle, pointer: Pointer) -> None:
        self._model, self._handle = model, handle
        self._track = model.document.track
        # Grabbed anywhere on its square, it does not jump.
        self._offset = handle.place.x() - pointer.x, handle.place.y() - pointer.y
        self._ease = handle.ease
        self._has_begun = False

    @property
    def hint(self) -> str:
        what = tr("Leaves the key") if self._handle.side == "leave" else tr("Arrives at the key")
        return tr("{what} with {ease:.2f} of its speed  ·  Shift: all selected keys  ·  double-click: 1").format(
            what=what, ease=self._ease
        )

    def click(self, pointer: Pointer) -> None:
        self._model.focus(self._handle.channel)

    def move(self, pointer: Pointer) -> None:
        ease = self._handle.ease_at(pointer.x + self._offset[0], pointer.y + self._offset[1])
        near = min(_EASE_SNAPS, key=lambda snap: abs(snap - ease))
        self.apply(near if abs(near - ease) < _EASE_SNAP_REACH else round(ease, 2), is_all=pointer.holds(_FINE))

    def apply(self, ease: float, is_all: bool = False) -> None:
        """Preview an ease, of this handle or of those on the same side of every selected key."""
        document, handle = self._model.document, self._handle
        if self._has_begun and not document.animation.is_in_gesture:
            return
        if not self._has_begun:
            document.begin_edit(tr("Ease"))
            self._has_begun = True
        self._ease = ease
        starts = {handle.interval}
        if is_all:
            starts |= {start for tick in document.selected_keys if (start := self._start_of(tick)) is not None}
        changed = {start: self._eased(start, ease) for start in starts}
        track = _with_keys(self._track, changed)
        document.preview_edit(document.content.with_track(document.character_id, track))

    def finish(self) -> None:
        if self._has_begun and self._model.document.animation.is_in_gesture:
            self._model.document.commit_edit()

    def abort(self) -> None:
        if self._has_begun and self._model.document.animation.is_in_gesture:
            self._model.document.abort_edit()

    def _start_of(self, tick: int) -> int | None:
        """Where the interval on the handle's side of a key begins."""
        before, after = self._track.neighbours(tick)
        if self._handle.side == "arrive":
            return before.tick if before else None
        return tick if after else None

    def _eased(self, start: int, ease: float) -> Key:
        key = self._track.get(start)
        assert key is not None, "the interval begins at a key"
        old = key.interval
        if self._handle.side == "leave":
            return key.leaving(Interval(old.kind, ease, old.arrive))
        return key.leaving(Interval(old.kind, old.leave, ease))


class PanBoth(Pan):
    """The middle button moves time and values."""

    def __init__(self, model: CurveModel, pointer: Pointer) -> None:
        super().__init__(model.view, pointer)
        self._values, self._y, self._middle = model.values, pointer.y, model.values.middle

    @property
    def hint(self) -> str:
        return tr("Moving the view")

    def move(self, pointer: Pointer) -> None:
        super().move(pointer)
        self._values.pan(pointer.y - self._y)
        self._y = pointer.y

    def abort(self) -> None:
        super().abort()
        self._values.pan((self._middle - self._values.middle) / self._values.per_px)


def _with_keys(track: Track, changed: Mapping[int, Key]) -> Track:
    """The track with some keys replaced; one among ten thousand costs next to nothing."""
    return track.with_key(*changed.values()) if len(changed) == 1 else track.replaced(changed)


def _lowered(title: str) -> str:
    return title[0].lower() + title[1:]
