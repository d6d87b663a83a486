"""The table of actions as Qt actions: menus, toolbar, tool tips and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from editor.actions import ACTIONS, Action
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["Actions", "key_text"]


def key_text(keys: tuple[str, ...]) -> str:
    """The first of some shortcuts as people read it, "" for none."""
    return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""


class Actions:
    """The table as Qt actions, connected to handlers.

    Args:
        window: Owns them; their shortcuts work in it.
        handlers: One callable an action id; a checkable action passes its new state. Actions without one are left out.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[..., None]]) -> None:
        self._by_id: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for row in ACTIONS:
            if row.id not in handlers:
                continue
            action = QAction(tr(row.text), window)
            if row.scope:
                # The menu shows the keys; they work where the panel says so.
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setStatusTip(tr(row.tip))
            if row.short not in ("", "icon"):
                action.setIconText(tr(row.short))
            action.setCheckable(row.checkable)
            if row.group:
                groups.setdefault(row.group, QActionGroup(window)).addAction(action)
            # `triggered` also passes a state for actions that have none.
            handler = handlers[row.id]
            action.triggered.connect(handler if row.checkable else lambda _=False, call=handler: call())
            window.addAction(action)
            self._by_id[row.id] = action
        self.set_keys(lambda name: next(row.keys for row in ACTIONS if row.id == name))

    def __contains__(self, action_id: str) -> bool:
        return action_id in self._by_id

    def __getitem__(self, action_id: str) -> QAction:
        return self._by_id[action_id]

    def set_keys(self, keys_of: Callable[[str], tuple[str, ...]]) -> None:
        """Give every action its keys; menus and tool tips show the first."""
        for row in self.rows():
            action, keys = self[row.id], keys_of(row.id)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.setToolTip(f"{tr(row.tip)}  ({key_text(keys)})" if keys else tr(row.tip))

    def rows(self) -> list[Action]:
        """The rows of the table that have a handler."""
        return [row for row in ACTIONS if row.id in self._by_id]

    def fill_menus(self, window: QMainWindow) -> None:
        """The menu bar."""
        menus: dict[str, QMenu] = {}
        for row in self.rows():
            if row.menu not in menus:
                menus[row.menu] = window.menuBar().addMenu(f"&{tr(row.menu)}")
            elif row.starts_section:
                menus[row.menu].addSeparator()
            menus[row.menu].addAction(self[row.id])

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        for row in self.rows():
            if row.icon:
                self[row.id].setIcon(icon(row.icon, theme))
