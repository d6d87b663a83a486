"""The bar that says how far ghosts reach around the time shown; its ends are dragged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPen
from PySide6.QtWidgets import QMenu

from editor.document import EditorDocument
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.ghost_range import GhostRange
from editor.timeline.row import Gesture, Pointer, Row
from editor.timeline.time_view import TimeView

__all__ = ["GhostRow"]

_GRIP_PX, _REACH_PX = 12.0, 8.0
_EVERY = (1, 2, 3, 5, 10)

Side = Literal["before", "after"]


class GhostRow(Row):
    """One stroke a ghost, in the colours they have in the viewport.

    Args:
        document: Whose time it follows.
        read, write: The ghost range.
    """

    follows_time = True

    def __init__(
        self, document: EditorDocument, read: Callable[[], GhostRange], write: Callable[[GhostRange], None]
    ) -> None:
        super().__init__(tr("Ghosts"))
        self._document, self._read, self._write = document, read, write

    @property
    def is_on(self) -> bool | None:  # type: ignore[override]
        return self._read().is_on

    def toggle(self) -> None:
        self._write(replace(self._read(), is_on=not self._read().is_on))

    def paint(self, painter: QPainter, view: TimeView, area: QRectF, theme: Theme) -> None:
        if not self.is_on:
            return
        middle, now = area.center().y(), view.x_of(float(self._document.tick))
        for side, ticks in zip(("before", "after"), self._ticks(), strict=True):
            color = QColor(theme[f"ghost.{side}"])
            grip = self._grip(view, "before" if side == "before" else "after")
            painter.setPen(QPen(color, 2.0))
            painter.drawLine(QLineF(now, middle, grip, middle))
            for index, tick in enumerate(ticks):
                color.setAlphaF(1.0 - 0.7 * index / max(len(ticks), 1))
                painter.setPen(QPen(color, 3.0, c=Qt.PenCapStyle.RoundCap))
                x = view.x_of(float(tick))
                painter.drawLine(QLineF(x, middle - 5, x, middle + 5))
            color.setAlphaF(1.0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(grip - 3, middle - 7, 6, 14), 2, 2)

    def press(self, view: TimeView, pointer: Pointer) -> Gesture | None:
        side = self._side_at(view, pointer.x)
        return _Reach(self._document, view, side, self._read, self._write) if side else None

    def cursor(self, view: TimeView, pointer: Pointer) -> Qt.CursorShape | None:
        return Qt.CursorShape.SizeHorCursor if self._side_at(view, pointer.x) else None

    def hint(self, view: TimeView, pointer: Pointer) -> str:
        return tr("Drag: more or fewer ghosts") if self._side_at(view, pointer.x) else ""

    def tip(self, view: TimeView, pointer: Pointer) -> str:
        if not self.is_on:
            return tr("Ghosts are off; switch them on at the row's name")
        return _summary(self._read())

    def fill_menu(self, menu: QMenu, view: TimeView, pointer: Pointer) -> None:
        """At keys, or at every n-th frame."""
        now = self._read()
        choices = [(tr("Ghosts at keys"), replace(now, at="keys", is_on=True))]
        choices += [
            (
                tr("Ghosts at every frame") if every == 1 else tr("Ghosts every {n} frames", n=every),
                replace(now, at="frames", every=every, is_on=True),
            )
            for every in _EVERY
        ]
        for text, chosen in choices:
            action = QAction(text, menu)
            action.setCheckable(True)
            action.setChecked(chosen == now)
            action.triggered.connect(lambda _=False, chosen=chosen: self._write(chosen))
            menu.addAction(action)

    def _ticks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        document = self._document
        return self._read().ticks(document.track, document.tick, document.rate)

    def _grip(self, view: TimeView, side: Side) -> float:
        """Just beyond the last ghost of a side."""
        way = -1 if side == "before" else 1
        ticks = self._ticks()[0 if side == "before" else 1]
        return view.x_of(float(ticks[-1] if ticks else self._document.tick)) + way * _GRIP_PX

    def _side_at(self, view: TimeView, x: float) -> Side | None:
        if not self.is_on:
            return None
        if abs(x - self._grip(view, "before")) <= _REACH_PX:
            return "before"
        return "after" if abs(x - self._grip(view, "after")) <= _REACH_PX else None


class _Reach:
    """An end of the bar that follows the mouse."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(
        self,
        document: EditorDocument,
        view: TimeView,
        side: Side,
        read: Callable[[], GhostRange],
        write: Callable[[GhostRange], None],
    ) -> None:
        self._document, self._view, self._side, self._read, self._write = document, view, side, read, write
        self._before = read()

    @property
    def hint(self) -> str:
        return _summary(self._read())

    def click(self, pointer: Pointer) -> None:
        """A click on an end means nothing."""

    def move(self, pointer: Pointer) -> None:
        document = self._document
        # The grip stands beyond the ghost it takes along.
        inward = _GRIP_PX / 2 if self._side == "before" else -_GRIP_PX / 2
        to = self._view.tick_at(pointer.x + inward)
        self._write(self._before.reaching(self._side, to, document.track, document.tick, document.rate))

    def finish(self) -> None:
        """What is shown is kept already."""

    def abort(self) -> None:
        self._write(self._before)


def _summary(ghosts: GhostRange) -> str:
    if ghosts.at == "keys":
        return tr("Ghosts: {before} keys before, {after} after", before=ghosts.before, after=ghosts.after)
    return tr(
        "Ghosts: {before} before, {after} after, every {n} frames",
        before=ghosts.before,
        after=ghosts.after,
        n=ghosts.every,
    )
