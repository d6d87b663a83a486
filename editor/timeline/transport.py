"""The transport: buttons to play and to step, the numbers of time, and the buttons that set keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from editor.actions import ACTIONS
from editor.document import EditorDocument
from editor.panels.parts import label
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon
from editor.timeline.clock import Cycle
from editor.timeline.fields import FrameField, RateField, SpeedField
from editor.timeline.player import Player
from editor.timeline.squeeze import squeeze
from editor.timeline.time_actions import ActionTable
from models.animation import FrameRate
from models.document import Range
from models.errors import SixpointError

__all__ = ["Transport"]

_ROWS = {row.id: row for row in ACTIONS}
_STEPS = ("time_first", "key_previous", "step_back", "play", "step_forward", "key_next", "time_last")


class Transport(QFrame):
    """A bar that gives up its less needed parts where there is no room for them.

    `typed` tells that a number was entered, so that the keys can mean time again.

    Args:
        document: Whose time and keys.
        player: What plays.
        handlers: The actions behind the buttons; their texts come from the table of actions.
    """

    typed = Signal()

    def __init__(
        self,
        document: EditorDocument,
        player: Player,
        handlers: Mapping[str, Callable[..., Any]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "transport")
        self._document, self._player, self._theme, self._handlers = document, player, theme, handlers
        self.buttons: dict[str, QToolButton] = {}
        self.frame = FrameField(tr("Frame"), tr("The frame shown"), self._go_to)
        self.first = FrameField(tr("First frame"), tr("First frame of the range that is played"), self._set_first)
        self.last = FrameField(tr("Last frame"), tr("Last frame of the range that is played"), self._set_last)
        self.rate = RateField(self._set_rate)
        self.speed = SpeedField(self._set_speed)
        self.dropped = label(role="dim")
        for field in (self.frame, self.first, self.last, self.rate, self.speed):
            edit = field.lineEdit()
            assert edit is not None
            edit.returnPressed.connect(self.typed)
        self._lay_out()
        document.time_changed.connect(self._show_time)
        document.content_changing.connect(self._show_content)
        document.content_changed.connect(self._show_content)
        document.auto_key_changed.connect(self._show_states)
        document.pending_changed.connect(self._show_states)
        player.playing_changed.connect(self._show_states)
        player.dropped_changed.connect(self._show_dropped)
        self.set_theme(theme)
        self._show_content()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for action, button in self.buttons.items():
            button.setIcon(icon(_ROWS[action].icon, theme))
        self._show_states()

    def use(self, actions: ActionTable) -> None:
        """Take the tool tips from the window's actions, which tell the keys as the user has them."""
        for name, button in self.buttons.items():
            action = actions[name]
            button.setToolTip(action.toolTip())
            action.changed.connect(lambda button=button, action=action: button.setToolTip(action.toolTip()))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_way()

    # Building

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(2)
        for name in _STEPS:
            row.addWidget(self._button(name))
        row.addSpacing(4)
        row.addWidget(self._button("loop"))
        row.addWidget(self._button("ping_pong"))
        row.addWidget(self.speed)
        row.addStretch(1)
        row.addWidget(self.dropped)
        row.addStretch(1)
        frame = label(tr("Frame"), "dim")
        self._range = _group(label(tr("Range"), "dim"), self.first, label("–", "dim"), self.last)  # noqa: RUF001
        self._rate = _group(self.rate, label(tr("fps"), "dim"))
        row.addWidget(frame)
        row.addSpacing(2)
        for group in (self.frame, self._range, self._rate):
            row.addWidget(group)
        row.addSpacing(4)
        for name in ("auto_key", "key"):
            button = self._button(name)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("role", "labelled")
            row.addWidget(button)
        # What goes first where the bar is narrow.
        self._dispensable: list[QWidget] = [
            frame,
            self.speed,
            self._rate,
            self.dropped,
            self.buttons["ping_pong"],
            self._range,
            self.buttons["time_first"],
            self.buttons["time_last"],
            self.buttons["loop"],
        ]
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _button(self, name: str) -> QToolButton:
        """A button for a row of the table of actions."""
        row, button = _ROWS[name], QToolButton()
        size = int(self._theme["spacing.icon"])
        button.setText(tr(row.short or row.text))
        button.setAccessibleName(tr(row.text))
        button.setToolTip(tr(row.tip))
        button.setCheckable(row.checkable)
        button.setIconSize(QSize(size, size))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        handler = self._handlers[name]
        button.clicked.connect(handler if row.checkable else lambda _=False: handler())
        self.buttons[name] = button
        return button

    def _give_way(self) -> None:
        layout = self.layout()
        assert layout is not None
        self.dropped.hide()
        squeeze(layout, self.width(), [each for each in self._dispensable if each is not self.dropped or each.text()])

    # Showing

    def _show_time(self) -> None:
        self.frame.show_frame(self._document.frame)

    def _show_content(self) -> None:
        rate, playback = self._document.rate, self._document.playback
        self.rate.show_rate(rate)
        self.first.show_frame(rate.frame(playback.start))
        self.last.show_frame(rate.frame(playback.stop))
        self._show_time()

    def _show_states(self) -> None:
        play, is_playing = self.buttons["play"], self._player.is_playing
        play.setIcon(icon("pause" if is_playing else "play", self._theme))
        for name, is_on in (
            ("auto_key", self._document.auto_key),
            ("loop", self._player.cycle is Cycle.LOOP),
            ("ping_pong", self._player.cycle is Cycle.PING_PONG),
        ):
            with QSignalBlocker(self.buttons[name]):
                self.buttons[name].setChecked(is_on)
        # The pose shown is no key yet: the button that makes it one stands out.
        key = self.buttons["key"]
        key.setProperty("pending", self._document.has_pending_edit)
        key.style().unpolish(key)
        key.style().polish(key)

    def show_cycle(self) -> None:
        """Loop or ping-pong was switched."""
        self._show_states()

    def _show_dropped(self, count: int) -> None:
        self.dropped.setText(tr("{count} dropped", count=count) if count else "")
        self.dropped.setToolTip(tr("Frames that were due and could not be shown in time"))
        self._give_way()

    # Doing

    def _go_to(self, frame: int) -> None:
        if not self._document.go_to(self._document.rate.tick(frame)):
            self._show_time()

    def _set_first(self, first: int) -> None:
        self._set_range(first, max(first, self.last.value()))

    def _set_last(self, last: int) -> None:
        self._set_range(min(self.first.value(), last), last)

    def _set_range(self, first: int, last: int) -> None:
        rate = self._document.rate
        try:
            playback = Range(rate.tick(first), rate.tick(last))
        except SixpointError as error:
            self._document.failed.emit(str(error))
        else:
            self._document.edit(tr("Playback range"), replace(self._document.content, playback=playback))
        self._show_content()

    def _set_rate(self, rate: FrameRate) -> None:
        self._document.edit(tr("Frame rate"), replace(self._document.content, rate=rate))

    def _set_speed(self, speed: float) -> None:
        self._player.speed = speed


def _group(*widgets: QWidget) -> QWidget:
    """Widgets that are shown and hidden together."""
    result, row = QWidget(), QHBoxLayout()
    row.setContentsMargins(4, 0, 4, 0)
    row.setSpacing(4)
    for widget in widgets:
        row.addWidget(widget)
    result.setLayout(row)
    return result
