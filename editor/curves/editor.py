"""The curve editor: channels on the left, their curves over time on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from editor.actions import ACTIONS
from editor.curves.canvas import AXIS_WIDTH, CurveCanvas
from editor.curves.channel_tree import ChannelTree
from editor.curves.curve_model import CurveModel
from editor.curves.header import CurveHeader
from editor.document import EditorDocument
from editor.panels.parts import label
from editor.preferences.preferences import Preferences
from editor.texts import tr
from editor.theme import Theme
from editor.timeline.key_edits import KeyEdits
from editor.timeline.key_menu import interpolation_menu
from editor.timeline.ruler import RULER_HEIGHT, Ruler
from editor.timeline.time_view import TimeView
from models.animation import Interpolation
from models.document import key_of, snapshot_at

__all__ = ["CurveEditor"]

_TREE_WIDTH = 208
# Keys of the dope sheet that mean the same here.
_SHARED = ("key_delete", "key_copy", "key_cut", "key_paste", "key_paste_mirrored", "key_select_all", "key_select_none")


class CurveEditor(QWidget):
    """Motion as curves. Keys are dragged in time and in value, ease handles along their tangents.

    Args:
        document: What is shown and edited.
        theme: Its colours.
        view: The part of time, shared with the dope sheet; one of its own when left out.
        edits: The commands on keys with their clipboard, shared with the dope sheet; its own when left out.
        preferences: Hold the unit of lengths.
    """

    hint_changed = Signal(str)  # what the mouse does now; "" for nothing

    def __init__(
        self,
        document: EditorDocument,
        theme: Theme,
        *,
        view: TimeView | None = None,
        edits: KeyEdits | None = None,
        preferences: Preferences | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._theme = document, theme
        self._has_own_view, self._is_framed = view is None, False
        self.view = view or TimeView(self)
        self.edits = edits or KeyEdits(document)
        self.model = CurveModel(document, self.view, self)
        self._handlers = self._own_handlers()
        self.header = CurveHeader(self.model, self._all_handlers(), theme, preferences)
        self.tree = ChannelTree(self.model, theme)
        self.ruler = Ruler(document, self.view, theme)
        self.canvas = CurveCanvas(self.model, theme)
        self._corner = label("", "dim")
        self._lay_out()
        area = self.canvas.area
        for part in (self.ruler, area):
            part.hint_changed.connect(self.hint_changed)
        area.inserted.connect(self.insert_key)
        area.menu_requested.connect(self._show_menu)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self.header, self.tree, self.ruler, self.canvas):
            part.set_theme(theme)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """What the actions of the curve editor do."""
        return self._handlers

    def cancel(self) -> bool:
        """Take back a drag that is going on; False if there is none."""
        return self.canvas.area.abort_gesture() or self.ruler.abort_gesture()

    def insert_key(self, tick: int) -> None:
        """A key where the motion is at a time; the pose there stays, the way to its neighbours may change a little."""
        document = self._document
        track = document.track
        if track.get(tick) is None and len(track):
            snapshot = snapshot_at(track, document.skeleton, tick)
            before = track.neighbours(tick)[0]
            key = key_of(tick, snapshot.posing, snapshot.pose, before.interval if before else None)
            if document.edit_track(tr("Insert key"), track.with_key(key)):
                document.select_keys([tick])

    # Building

    def _lay_out(self) -> None:
        self._corner.setFixedSize(AXIS_WIDTH, RULER_HEIGHT)
        self._corner.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        self._corner.setContentsMargins(0, 0, 6, 4)
        self.model.changed.connect(self._show_axis_unit)
        self._show_axis_unit()
        head, curves = QHBoxLayout(), QVBoxLayout()
        for layout in (head, curves):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        head.addWidget(self._corner)
        head.addWidget(self.ruler)
        curves.addLayout(head)
        curves.addWidget(self.canvas, 1)
        right = QWidget()
        right.setLayout(curves)
        self.tree.setMinimumWidth(140)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self.tree)
        split.addWidget(right)
        split.setStretchFactor(0, 0)
        split.setStretchFactor(1, 1)
        split.setSizes([_TREE_WIDTH, 4 * _TREE_WIDTH])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(split, 1)

    def _own_handlers(self) -> dict[str, Callable[..., Any]]:
        return {
            "curves_frame_all": self.model.frame,
            "curves_frame_selected": lambda: self.model.frame(selected_only=True),
            "curves_normalise": lambda: self.model.set_normalised(not self.model.scale.is_normalised),
        }

    def _all_handlers(self) -> dict[str, Callable[..., Any]]:
        """Its own, and the commands on keys that it shares with the dope sheet."""
        edits = self.edits
        shared: dict[str, Callable[..., Any]] = {
            "key_delete": edits.delete,
            "key_copy": edits.copy,
            "key_cut": edits.cut,
            "key_paste": edits.paste,
            "key_paste_mirrored": edits.paste_mirrored,
            "key_select_all": edits.select_all,
            "key_select_none": edits.select_none,
        }
        for kind in Interpolation:
            shared[f"interpolation_{kind.value}"] = lambda kind=kind: edits.interpolate(kind)
        return {**shared, **self._handlers}

    def _show_axis_unit(self) -> None:
        self._corner.setText("" if self.model.scale.is_normalised else tr("cm, °"))

    def _show_menu(self, place: QPoint, tick: int) -> None:
        menu = interpolation_menu(self, self._all_handlers(), self._theme)
        first = menu.actions()[0]
        frame = self._document.rate.frame(tick)
        for text, call in (
            (tr("Insert a key at frame {frame}").format(frame=frame), lambda: self.insert_key(tick)),
            (tr("Delete the selected keys"), self.edits.delete),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _=False, call=call: call())
            menu.insertAction(first, action)
        menu.insertSeparator(first)
        self._menu: QMenu = menu
        menu.popup(place)

    # Qt

    def event(self, event: QEvent) -> bool:
        # Home, F, Delete and the like mean the curves while they have the focus, not what they mean to the window.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:  # noqa: SIM102
            if self._action_of(event) is not None:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = self._action_of(event)
        if name is None:
            super().keyPressEvent(event)
        else:
            self._all_handlers()[name]()
            self.header.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.set_live(True)
        if not self._is_framed:
            self._is_framed = True
            if self._has_own_view:
                self.model.frame()
            else:
                self.model.frame_values()
        self.tree.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self.model.set_live(False)
        super().hideEvent(event)

    def _action_of(self, event: QKeyEvent) -> str | None:
        pressed = QKeySequence(event.keyCombination())
        for row in ACTIONS:
            is_meant = row.scope == "curves" or (row.scope == "timeline" and row.id in _SHARED)
            if is_meant and any(pressed == QKeySequence(key) for key in row.keys):
                return row.id
        return None
