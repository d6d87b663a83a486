"""The timeline: transport above, ruler and dope sheet below, and the actions on time and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.theme import Theme
from editor.timeline.ghost_range import GhostRange
from editor.timeline.ghost_row import GhostRow
from editor.timeline.key_edits import KeyEdits
from editor.timeline.key_menu import interpolation_menu, key_menu
from editor.timeline.player import Player
from editor.timeline.row import Pointer, Row
from editor.timeline.row_labels import LABEL_WIDTH, RowLabels
from editor.timeline.row_list import RowList
from editor.timeline.ruler import RULER_HEIGHT, Ruler
from editor.timeline.sheet import DopeSheet
from editor.timeline.time_actions import ActionTable, TimeActions
from editor.timeline.time_view import TimeView
from editor.timeline.transport import Transport

__all__ = ["TimelinePanel"]


class TimelinePanel(QWidget):
    """Time and keys of the document.

    Args:
        document: What is shown and edited.
        theme: Its colours.

    Attributes:
        view: The part of time on screen, for a panel beside it that wants to show the same.
        player: What plays.
        rows: The rows; other parts add theirs with `rows.add`.
        edits: The commands on keys.
    """

    ghost_range_changed = Signal(object)  # GhostRange
    hint_changed = Signal(str)  # what the mouse does now; "" for nothing

    def __init__(self, document: EditorDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._theme = document, theme
        self._ghost_range = GhostRange()
        self._is_framed = False
        self.view = TimeView(self)
        self.player = Player(document, parent=self)
        self.edits = KeyEdits(document)
        self.rows = RowList(document, self)
        self.rows.add(GhostRow(document, lambda: self._ghost_range, self.set_ghost_range), on_top=True)
        self._actions = TimeActions(document, self.player, self.edits, self)
        self._handlers = self._actions.handlers | {
            "interpolation": self._show_interpolations,
            "frame_keys": self.frame_keys,
            "ghosts": lambda: self.set_ghost_range(replace(self._ghost_range, is_on=not self._ghost_range.is_on)),
        }
        self.transport = Transport(document, self.player, self._handlers, theme)
        self.ruler = Ruler(document, self.view, theme)
        self.labels = RowLabels(self.rows, theme)
        self.sheet = DopeSheet(document, self.view, self.rows, theme)
        self._corner = QFrame()
        self._lay_out()
        for area in (self.ruler, self.sheet):
            area.began.connect(self.player.stop)
            area.hint_changed.connect(self.hint_changed)
        self._actions.cycle_changed.connect(self.transport.show_cycle)
        self.transport.typed.connect(self.sheet.setFocus)
        self.sheet.menu_requested.connect(self._show_menu)
        document.time_changed.connect(self._follow_time)
        document.content_changed.connect(self.rows.update_characters)
        document.content_replaced.connect(self.frame_keys)

    def sizeHint(self) -> QSize:
        """Less than all rows need: the body is what the window is for, and rows can be scrolled and folded."""
        return QSize(800, 228)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self.transport, self.ruler, self.labels, self.sheet):
            part.set_theme(theme)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """What the actions on time and keys do."""
        return self._handlers

    def use_actions(self, actions: ActionTable) -> None:
        """Keep the window's actions in step with what is on, and take the keys from them, which users may change."""
        self._actions.use(actions)
        self.transport.use(actions)

    @property
    def ghost_range(self) -> GhostRange:
        """Which ghosts are to be drawn."""
        return self._ghost_range

    def set_ghost_range(self, ghost_range: GhostRange) -> None:
        """Show other ghosts."""
        if ghost_range != self._ghost_range:
            self._ghost_range = ghost_range
            self.sheet.update()
            self.labels.update()
            self.ghost_range_changed.emit(ghost_range)

    def cancel(self) -> bool:
        """Take back a drag that is going on; False if there is none."""
        return self.sheet.abort_gesture() or self.ruler.abort_gesture()

    def frame_keys(self) -> None:
        """Show all keys and the whole range."""
        playback, ticks = self._document.playback, self._document.track.ticks
        start, stop = playback.start, playback.stop
        if len(ticks):
            start, stop = min(start, int(ticks[0])), max(stop, int(ticks[-1]))
        self.view.show(start, max(stop, start + self._document.rate.tick(10)))

    # Building

    def _lay_out(self) -> None:
        self._corner.setFixedSize(LABEL_WIDTH, RULER_HEIGHT)
        head, body, content = QHBoxLayout(), QHBoxLayout(), QWidget()
        for row, widgets in ((head, (self._corner, self.ruler)), (body, (self.labels, self.sheet))):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(0)
            for widget in widgets:
                row.addWidget(widget)
        content.setLayout(body)
        scroll = QScrollArea()
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumHeight(48)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transport)
        column.addLayout(head)
        column.addWidget(scroll, 1)

    # Doing

    def _follow_time(self) -> None:
        if self.sheet.gesture is None and self.ruler.gesture is None:
            self.view.reveal(self._document.tick)

    def _show_menu(self, place: QPoint, row: Row | None, pointer: Pointer) -> None:
        menu = key_menu(self, self._handlers, self._actions.keys_of, self._theme)
        if row is not None:
            menu.addSeparator()
            row.fill_menu(menu, self.view, pointer)
        menu.popup(place)

    def _show_interpolations(self) -> None:
        interpolation_menu(self, self._handlers, self._theme).popup(QCursor.pos())

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_framed:
            self._is_framed = True
            self.frame_keys()

    def event(self, event: QEvent) -> bool:
        # Keys such as Delete mean keys of the motion while this panel has the focus, and other things elsewhere.
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self._actions.meant_by(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._actions.meant_by(event)
        if action is None:
            super().keyPressEvent(event)
        else:
            self._handlers[action]()
