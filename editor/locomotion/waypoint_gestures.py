"""Dragging a waypoint over the ground, or the arrow that says where the body faces there. One undo step each."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.texts import tr
from editor.viewport.camera import Camera
from editor.viewport.drag import Constraint, PointDrag
from editor.viewport.gestures import Cursor, View
from models.document import DraftPlan
from models.errors import SixpointError
from models.locomotion import Waypoint

__all__ = ["FacingGesture", "WaypointGesture", "ground_at", "place_of"]

Array = NDArray[np.float64]

_GROUND = Constraint.across(1, np.eye(3))
_FAR_M = 1000.0
_SNAP_RAD = np.deg2rad(15.0)


def place_of(waypoint: Waypoint) -> Array:
    """(3,) where a waypoint is, metres."""
    return np.array([waypoint.x, 0.0, waypoint.z])


def ground_at(camera: Camera, cursor: Cursor, width: float, height: float) -> Array | None:
    """(3,) the place on the ground that the mouse points at, metres; None for the sky."""
    start, direction = camera.ray(*cursor, width, height)
    if direction[1] * start[1] >= 0.0:
        return None
    place: Array = start - direction * (start[1] / direction[1])
    return place if np.linalg.norm(place) < _FAR_M else None


class WaypointGesture:
    """Moves one waypoint; with `is_new` it is there only from the press on.

    Args:
        document: Whose plan it is.
        view: At the press.
        cursor: At the press, logical pixels.
        plan: As it is at the press, with the waypoint that is new.
        index: Which waypoint.
        label: Of the undo step.
    """

    activity = "path"

    def __init__(
        self, document: EditorDocument, view: View, cursor: Cursor, plan: DraftPlan, *, index: int, label: str = ""
    ) -> None:
        self._document, self._plan, self._index = document, plan, index
        waypoint = plan.trajectory.waypoints[index]
        self._drag = PointDrag(view.camera, view.width, view.height, place_of(waypoint), cursor, _GROUND)
        self._content = document.content
        document.begin_edit(label or tr("Move waypoint {number}", number=index + 1))
        self._show(plan)

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        place = self._drag.moved(cursor, fine, snap)
        waypoint = self._plan.trajectory.waypoints[self._index]
        # A ray nearly level with the ground ends kilometres away; no path needs that.
        x, _, z = np.clip(place, -_FAR_M, _FAR_M).tolist()
        with contextlib.suppress(SixpointError):  # a path that is too long stays as long as it was
            self._show(self._plan.with_waypoint(self._index, replace(waypoint, x=x, z=z)))

    def commit(self) -> None:
        self._document.commit_edit()

    def abort(self) -> None:
        self._document.abort_edit()

    def _show(self, plan: DraftPlan) -> None:
        self._document.preview_edit(self._content.with_draft(self._document.character_id, plan))


class FacingGesture:
    """Turns where the body faces at a waypoint to where the mouse is.

    Args:
        document: Whose plan it is.
        view: At the press.
        plan: As it is at the press.
        index: Which waypoint.
    """

    activity = "path"

    def __init__(self, document: EditorDocument, view: View, plan: DraftPlan, index: int) -> None:
        self._document, self._view, self._plan, self._index = document, view, plan, index
        self._content = document.content
        document.begin_edit(tr("Turn waypoint {number}", number=index + 1))

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        place = ground_at(self._view.camera, cursor, self._view.width, self._view.height)
        if place is None:
            return
        waypoint = self._plan.trajectory.waypoints[self._index]
        way = place - place_of(waypoint)
        facing = float(np.arctan2(way[0], way[2]))
        if snap:
            facing = float(np.round(facing / _SNAP_RAD) * _SNAP_RAD)
        plan = self._plan.with_waypoint(self._index, replace(waypoint, facing_rad=facing))
        self._document.preview_edit(self._content.with_draft(self._document.character_id, plan))

    def commit(self) -> None:
        self._document.commit_edit()

    def abort(self) -> None:
        self._document.abort_edit()
