"""The path in the viewport: what is drawn of it, what the mouse finds, and what a press begins.

While the path tool is on, a click on the ground adds a waypoint at the end, a click on the path one in between, a drag
of a waypoint moves it, and a drag of its arrow turns where the body faces. Delete takes the selected ones away.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, Signal

from editor.document import EditorDocument
from editor.locomotion.path_marks import PathLook, arrow_tips, curve_places, drawn_path
from editor.locomotion.waypoint_gestures import FacingGesture, WaypointGesture, ground_at, place_of
from editor.texts import tr
from editor.theme import Theme
from editor.viewport import picking
from editor.viewport.gestures import Cursor, View
from editor.viewport.layers import Layer
from editor.viewport.scene import Marks
from models.document import DraftPlan
from models.locomotion import Trajectory, Waypoint

__all__ = ["PathLayer"]

Array = NDArray[np.float64]
PathGesture = WaypointGesture | FacingGesture

_ON_CURVE_PX = 8.0
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class PathLayer(Layer):
    """The plan of the character shown.

    Args:
        document: Whose plan it is.
    """

    active_changed = Signal(bool)
    selection_changed = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.look = PathLook()
        document.content_changing.connect(self.changed)
        document.content_changed.connect(self._drop_missing)
        document.content_changed.connect(self.changed)

    @property
    def plan(self) -> DraftPlan | None:
        document = self._document
        return document.content.drafts.get(document.character_id)

    @property
    def is_active(self) -> bool:
        return self.look.is_active

    @property
    def selected(self) -> frozenset[int]:
        """Indices of the selected waypoints."""
        return self.look.selected

    def set_active(self, is_on: bool) -> None:
        """Whether the mouse works on the path."""
        if is_on != self.look.is_active:
            self._look(replace(self.look, is_active=is_on, hovered=-1, facing_hovered=-1))
            self.active_changed.emit(is_on)

    def select(self, indices: frozenset[int]) -> None:
        """Select waypoints."""
        if indices != self.look.selected:
            self._look(replace(self.look, selected=indices))
            self.selection_changed.emit()

    def delete_selected(self) -> None:
        """Take the selected waypoints out of the path."""
        if self.plan is not None and self.selected:
            self._edit(tr("Delete waypoints"), self.plan.without(self.selected))

    def clear(self) -> None:
        """Take the whole path away."""
        if self.plan is not None:
            self._edit(tr("Delete path"), None)

    # What the viewport asks

    def marks(self, theme: Theme) -> Marks:
        return drawn_path(self.plan, self.look, theme) if self.plan else Marks()

    def hover(self, view: View, cursor: Cursor) -> bool:
        """The mouse is there without a button; whether it is over something of the path."""
        waypoint, arrow = self._at(view, cursor)
        look = replace(
            self.look, hovered=-1 if waypoint is None else waypoint, facing_hovered=-1 if arrow is None else arrow
        )
        if look != self.look:
            self._look(look)
        return waypoint is not None or arrow is not None

    def press(self, view: View, cursor: Cursor, *, add: bool = False) -> PathGesture | None:
        """The gesture that a press there begins; None if it is nothing of the path's."""
        if not self.is_active:
            return None
        plan, (waypoint, arrow) = self.plan, self._at(view, cursor)
        if plan is None or (waypoint is None and arrow is None):
            return self._adding(view, cursor)
        if waypoint is not None:
            self.select(self.selected ^ {waypoint} if add else frozenset({waypoint}))
            return WaypointGesture(self._document, view, cursor, plan, index=waypoint)
        assert arrow is not None
        self.select(frozenset({arrow}))
        return FacingGesture(self._document, view, plan, arrow)

    def key(self, key: int) -> bool:
        """Delete takes the selected waypoints away, Escape leaves the tool."""
        if self.is_active and key in _DELETE and self.selected:
            self.delete_selected()
            return True
        if self.is_active and key == Qt.Key.Key_Escape:
            self.set_active(False)
            return True
        return False

    def _adding(self, view: View, cursor: Cursor) -> PathGesture | None:
        """A waypoint that is new: at the end, or where the path was pressed; it can be dragged on at once."""
        place = ground_at(view.camera, cursor, view.width, view.height)
        if place is None:
            return None
        waypoint, plan = Waypoint(float(place[0]), float(place[2])), self.plan
        if plan is None:
            # A path begins where the character stands.
            start = self._document.session.pose.root
            first = Waypoint(float(start[0]), float(start[2]))
            drawn, index = DraftPlan(Trajectory((first, waypoint)), start=self._document.tick), 1
        else:
            index = self._between(plan, view, cursor)
            drawn = plan.inserted(index, waypoint)
        label = tr("Add waypoint {number}", number=index + 1)
        gesture = WaypointGesture(self._document, view, cursor, drawn, index=index, label=label)
        self.select(frozenset({index}))
        return gesture

    def _between(self, plan: DraftPlan, view: View, cursor: Cursor) -> int:
        """Where in the path a new waypoint comes: between two where the curve is under the mouse, else at the end."""
        places, at = curve_places(plan)
        nearest = self._nearest(view, cursor, places, _ON_CURVE_PX)
        return len(at) if nearest is None else int(np.searchsorted(at, nearest, side="right"))

    def _at(self, view: View, cursor: Cursor) -> tuple[int | None, int | None]:
        """The waypoint, else the arrow, under the mouse."""
        plan = self.plan
        if plan is None or not self.is_active:
            return None, None
        waypoint = self._nearest(view, cursor, np.stack([place_of(w) for w in plan.trajectory.waypoints]))
        return waypoint, None if waypoint is not None else self._nearest(view, cursor, arrow_tips(plan))

    @staticmethod
    def _nearest(view: View, cursor: Cursor, places: Array, reach_px: float = picking.REACH_PX) -> int | None:
        clip = view.camera.clip_from_world(view.width / view.height)
        screen, depth = picking.project(clip, places, view.width, view.height)
        return picking.nearest(cursor, screen, depth, np.ones(len(places), dtype=bool), reach_px)

    # Changes

    def _edit(self, label: str, plan: DraftPlan | None) -> None:
        document = self._document
        document.edit(label, document.content.with_draft(document.character_id, plan))

    def _drop_missing(self) -> None:
        count = len(self.plan.trajectory.waypoints) if self.plan else 0
        self.select(frozenset(index for index in self.selected if index < count))

    def _look(self, look: PathLook) -> None:
        self.look = look
        self.changed.emit()
