"""Gestures that concern no key: drawing a box around keys, moving the view, scrubbing, the ends of the range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QRectF, Qt

from editor.document import EditorDocument
from editor.texts import tr
from editor.timeline.row import Pointer
from editor.timeline.time_view import TimeView
from models.document import Range
from models.errors import SixpointError

__all__ = ["BoxSelect", "MoveRange", "Pan", "Scrub"]

_ADD, _TOGGLE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class BoxSelect:
    """A box drawn over rows selects the keys in it; Shift adds them, Ctrl takes them out. A click selects nothing.

    Args:
        document: Whose selection it is.
        view: What is on screen.
        keys_in: The keys in rows from one height to another, from one time to another.
        pointer: The first corner.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self,
        document: EditorDocument,
        view: TimeView,
        keys_in: Callable[[float, float, int, int], frozenset[int]],
        pointer: Pointer,
    ) -> None:
        self._document, self._view, self._keys_in = document, view, keys_in
        # The corner is kept as a time: the view may move under the box.
        self._tick, self._y, self._to = view.tick_at(pointer.x), pointer.y, pointer
        self._selected = document.selected_keys

    @property
    def hint(self) -> str:
        count = len(self._document.selected_keys)
        return tr("{count} keys selected  ·  Shift: add  ·  Ctrl: take out", count=count)

    @property
    def box(self) -> QRectF:
        """In pixels."""
        x = self._view.x_of(float(self._tick))
        return QRectF(x, self._y, self._to.x - x, self._to.y - self._y).normalized()

    def click(self, pointer: Pointer) -> None:
        if not pointer.holds(_ADD | _TOGGLE):
            self._document.select_keys(())

    def move(self, pointer: Pointer) -> None:
        self._to = pointer
        start, stop = sorted((self._tick, self._view.tick_at(pointer.x)))
        top, bottom = sorted((self._y, pointer.y))
        inside = self._keys_in(top, bottom, start, stop)
        if pointer.holds(_ADD):
            inside = self._selected | inside
        elif pointer.holds(_TOGGLE):
            inside = self._selected - inside
        self._document.select_keys(inside)

    def finish(self) -> None:
        """The keys are selected already."""

    def abort(self) -> None:
        self._document.select_keys(self._selected)


class Pan:
    """The middle button moves time."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, view: TimeView, pointer: Pointer) -> None:
        self._view, self._x, self._start = view, pointer.x, view.start

    @property
    def hint(self) -> str:
        return tr("Moving along time")

    def click(self, pointer: Pointer) -> None:
        """A click with the middle button means nothing."""

    def move(self, pointer: Pointer) -> None:
        self._view.pan(pointer.x - self._x)
        self._x = pointer.x

    def finish(self) -> None:
        """The view is where it is."""

    def abort(self) -> None:
        self._view.pan((self._view.start - self._start) / self._view.ticks_per_px)


class Scrub:
    """The time shown follows the mouse from frame to frame."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, document: EditorDocument, view: TimeView) -> None:
        self._document, self._view, self._start = document, view, document.tick

    @property
    def hint(self) -> str:
        return tr("Frame {frame}", frame=self._document.frame)

    def click(self, pointer: Pointer) -> None:
        self.move(pointer)

    def move(self, pointer: Pointer) -> None:
        rate = self._document.rate
        self._document.go_to(rate.tick(rate.frame(self._view.tick_at(pointer.x))))

    def finish(self) -> None:
        """The time is shown already."""

    def abort(self) -> None:
        self._document.go_to(self._start)


class MoveRange:
    """The ends of the playback range, or the whole of it, follow the mouse from frame to frame; one undo step."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(
        self, document: EditorDocument, view: TimeView, end: Literal["start", "stop", "both"], pointer: Pointer
    ) -> None:
        self._document, self._view, self._end = document, view, end
        self._range, self._tick = document.playback, view.tick_at(pointer.x)
        self._has_begun = False

    @property
    def hint(self) -> str:
        rate, playback = self._document.rate, self._document.playback
        first, last = rate.frame(playback.start), rate.frame(playback.stop)
        return tr("Range {first} to {last}, {count} frames", first=first, last=last, count=last - first + 1)

    def click(self, pointer: Pointer) -> None:
        """A click on an end means nothing."""

    def move(self, pointer: Pointer) -> None:
        try:
            moved = self._moved(self._view.tick_at(pointer.x) - self._tick)
        except SixpointError:
            return  # beyond the times that there are
        if not self._has_begun:
            self._document.begin_edit(tr("Playback range"))
            self._has_begun = True
        if self._document.animation.is_in_gesture:
            self._document.preview_edit(replace(self._document.content, playback=moved))

    def finish(self) -> None:
        if self._has_begun and self._document.animation.is_in_gesture:
            self._document.commit_edit()

    def abort(self) -> None:
        if self._has_begun:
            self._document.abort_edit()

    def _moved(self, by: int) -> Range:
        start, stop = self._range.start, self._range.stop
        if self._end == "both":
            by = self._snapped(start + by) - start
            return Range(start + by, stop + by)
        if self._end == "start":
            return Range(min(self._snapped(start + by), stop), stop)
        return Range(start, max(self._snapped(stop + by), start))

    def _snapped(self, tick: int) -> int:
        rate = self._document.rate
        return rate.tick(rate.frame(tick))
