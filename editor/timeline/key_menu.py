"""The menus of the dope sheet: all that can be done with keys, and the choice of an interpolation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from editor.actions import ACTIONS
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.interval_pens import interval_icon
from models.animation import Interpolation

__all__ = ["interpolation_menu", "key_menu"]

_ROWS = {row.id: row for row in ACTIONS}
_ENTRIES = (
    ("key_cut", "key_copy", "key_paste", "key_paste_mirrored", "key_duplicate", "key_delete"),
    ("insert_frame", "remove_frame", "remove_interval"),
    ("key_select_all", "frame_keys", "range_to_keys"),
)
_ICON = QSize(16, 16)


def key_menu(
    parent: QWidget, handlers: Mapping[str, Callable[..., Any]], keys_of: Callable[[str], str], theme: Theme
) -> QMenu:
    """Everything that can be done to the selected keys."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for section in _ENTRIES:
        for name in section:
            action = QAction("\t".join(filter(None, (tr(_ROWS[name].text), keys_of(name)))), menu)
            action.triggered.connect(lambda _=False, name=name: handlers[name]())
            menu.addAction(action)
        menu.addSeparator()
    fill_interpolations(menu.addMenu(tr("Interpolation")), handlers, theme)
    return menu


def interpolation_menu(parent: QWidget, handlers: Mapping[str, Callable[..., Any]], theme: Theme) -> QMenu:
    """The four ways from a key to the next, each with its line."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    fill_interpolations(menu, handlers, theme)
    return menu


def fill_interpolations(menu: QMenu, handlers: Mapping[str, Callable[..., Any]], theme: Theme) -> None:
    for kind in Interpolation:
        action = QAction(interval_icon(kind, theme, _ICON, menu.devicePixelRatioF()), _words(kind), menu)
        action.triggered.connect(lambda _=False, kind=kind: handlers[f"interpolation_{kind.value}"]())
        menu.addAction(action)


def _words(kind: Interpolation) -> str:
    return {
        Interpolation.STEP: tr("Step: hold until the next key"),
        Interpolation.LINEAR: tr("Linear: constant speed"),
        Interpolation.SMOOTH: tr("Smooth: never overshoots a key"),
        Interpolation.SPLINE: tr("Spline: keeps the swing"),
    }[kind]
