"""Which keys call which action: the table's keys for a preset, and what the user changed on top of it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from editor.actions import ACTIONS, Action
from editor.preferences.preferences import Preferences

__all__ = ["Keymap"]

_SETTING = "keys"
_ROWS = {row.id: row for row in ACTIONS}
_MOST_KEYS = 4


class Keymap(QObject):
    """Keys by action. Changes are kept per preset, so that trying the other one loses nothing.

    Args:
        preferences: Say which preset, and keep the changes.
    """

    changed = Signal()

    def __init__(self, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._changes = _read(str(preferences.settings.value(_SETTING, "")))
        preferences.changed.connect(lambda name: self.changed.emit() if name == "shortcuts" else None)

    @property
    def preset(self) -> str:
        return str(self._preferences["shortcuts"])

    def keys(self, action_id: str) -> tuple[str, ...]:
        """The keys of an action, the first is the one shown."""
        return self._changes.get(self.preset, {}).get(action_id, self.preset_keys(action_id))

    def preset_keys(self, action_id: str) -> tuple[str, ...]:
        """The keys of an action before any change."""
        return _ROWS[action_id].keys_in(self.preset)

    def is_changed(self, action_id: str) -> bool:
        return self.keys(action_id) != self.preset_keys(action_id)

    def set_keys(self, action_id: str, keys: Iterable[str]) -> None:
        """Give an action other keys, or none."""
        changes = self._changes.setdefault(self.preset, {})
        changes[action_id] = tuple(dict.fromkeys(_portable(key) for key in keys if key))[:_MOST_KEYS]
        if changes[action_id] == self.preset_keys(action_id):
            del changes[action_id]
        self._keep()

    def reset(self, action_id: str | None = None) -> None:
        """Back to the preset, one action or all."""
        changes = self._changes.get(self.preset, {})
        for name in [action_id] if action_id else list(changes):
            changes.pop(name, None)
        self._keep()

    def rivals(self, action_id: str) -> list[Action]:
        """Other actions on a key of this one, where both would be meant. A panel's own keys go before the window's."""
        mine, scope = {_portable(key) for key in self.keys(action_id)}, _ROWS[action_id].scope
        return [
            row
            for row in ACTIONS
            if row.id != action_id
            and row.scope == scope
            and mine.intersection(_portable(key) for key in self.keys(row.id))
        ]

    def _keep(self) -> None:
        self._preferences.settings.setValue(_SETTING, json.dumps(self._changes))
        self.changed.emit()


def _portable(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def _read(text: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Changes by preset and action; what is no such thing is left out, as the file may be of another version."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {}
    result: dict[str, dict[str, tuple[str, ...]]] = {}
    for preset, changes in value.items() if isinstance(value, dict) else ():
        for name, keys in changes.items() if isinstance(changes, dict) else ():
            if name in _ROWS and isinstance(keys, list):
                kept = [_portable(key) for key in keys if isinstance(key, str)]
                result.setdefault(preset, {})[name] = tuple(key for key in kept if key)
    return result
