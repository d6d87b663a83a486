"""The timeline's rows in the table of actions: what each does, whether it is on, and the keys that mean it here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence

from editor.actions import ACTIONS
from editor.document import EditorDocument
from editor.texts import tr
from editor.timeline.clock import Cycle
from editor.timeline.key_edits import KeyEdits
from editor.timeline.player import Player
from models.animation import Interpolation
from models.document import Range

__all__ = ["ActionTable", "TimeActions"]


_ROWS = {row.id: row for row in ACTIONS}


class ActionTable(Protocol):
    """The window's actions by id."""

    def __getitem__(self, action_id: str, /) -> QAction: ...


class TimeActions(QObject):
    """Time, playing and keys by action id.

    Args:
        document: What they act on.
        player: What plays.
        edits: The commands on keys.

    Attributes:
        handlers: By action id; the panel adds those that concern its view.
    """

    cycle_changed = Signal()

    def __init__(self, document: EditorDocument, player: Player, edits: KeyEdits, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._player = document, player
        self._actions: ActionTable | None = None
        self.handlers: dict[str, Callable[..., Any]] = {
            "play": player.toggle,
            "step_back": lambda: document.step(-1),
            "step_forward": lambda: document.step(1),
            "time_first": lambda: document.go_to(document.playback.start),
            "time_last": lambda: document.go_to(document.playback.stop),
            "key_previous": lambda: self._go_to_key(0),
            "key_next": lambda: self._go_to_key(1),
            "loop": lambda is_on: self._set_cycle(Cycle.LOOP if is_on else Cycle.ONCE),
            "ping_pong": lambda is_on: self._set_cycle(Cycle.PING_PONG if is_on else Cycle.ONCE),
            "range_to_keys": self._play_keys,
            "key": document.set_key,
            "auto_key": document.set_auto_key,
            "key_select_all": edits.select_all,
            "key_select_none": edits.select_none,
            "key_delete": edits.delete,
            "key_cut": edits.cut,
            "key_copy": edits.copy,
            "key_paste": edits.paste,
            "key_paste_mirrored": edits.paste_mirrored,
            "key_duplicate": edits.duplicate,
            "insert_frame": edits.insert_frame,
            "remove_frame": edits.remove_frame,
            "remove_interval": edits.remove_interval,
        }
        for kind in Interpolation:
            self.handlers[f"interpolation_{kind.value}"] = lambda kind=kind: edits.interpolate(kind)
        document.auto_key_changed.connect(self._show_states)

    def use(self, actions: ActionTable) -> None:
        """Keep the window's actions in step with what is on, and take the keys from them, which users may change."""
        self._actions = actions
        self._show_states()

    def meant_by(self, event: QKeyEvent) -> str | None:
        """The action that a key means while the timeline has the focus."""
        pressed = QKeySequence(event.keyCombination())
        for row in ACTIONS:
            if row.scope == "timeline":
                keys = self._actions[row.id].shortcuts() if self._actions else [QKeySequence(key) for key in row.keys]
                if pressed in keys:
                    return row.id
        return None

    def keys_of(self, action_id: str) -> str:
        """The keys of an action as they are shown, "" for none."""
        if self._actions is not None:
            return self._actions[action_id].shortcut().toString()
        keys = _ROWS[action_id].keys
        return QKeySequence(keys[0]).toString() if keys else ""

    def _go_to_key(self, side: int) -> None:
        """The key before (0) or after (1)."""
        key = self._document.track.neighbours(self._document.tick)[side]
        if key is not None:
            self._document.go_to(key.tick)

    def _set_cycle(self, cycle: Cycle) -> None:
        self._player.cycle = cycle
        self.cycle_changed.emit()
        self._show_states()

    def _play_keys(self) -> None:
        """The range from the first key to the last; with keys selected, of those."""
        selected = self._document.selected_keys
        ticks = sorted(selected) if len(selected) > 1 else self._document.track.ticks.tolist()
        if ticks:
            playback = Range(ticks[0], ticks[-1])
            self._document.edit(tr("Playback range"), replace(self._document.content, playback=playback))

    def _show_states(self) -> None:
        """The actions that can be on show whether they are."""
        if self._actions is None:
            return
        for name, is_on in (
            ("auto_key", self._document.auto_key),
            ("loop", self._player.cycle is Cycle.LOOP),
            ("ping_pong", self._player.cycle is Cycle.PING_PONG),
        ):
            self._actions[name].setChecked(is_on)
