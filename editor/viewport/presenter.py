"""Keeps a scene in step with a document: the figure, its handles, the gizmo, and what stands on the ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.viewport.contacts import drawn_contacts
from editor.viewport.drag import Constraint
from editor.viewport.gestures import MoveGesture, TurnGesture
from editor.viewport.gizmo import Gizmo, GizmoPart, Kind, drawn_gizmo
from editor.viewport.handles import HandleTable, drawn, shown_points
from editor.viewport.layers import Gesture, LayerStack
from editor.viewport.parts import part_of, point_frame
from editor.viewport.reach import drawn_reach
from editor.viewport.scene import Marks, Scene
from editor.viewport.strokes import line_rows
from editor.viewport.tools import Tool
from models.body import POINTS
from models.kinematics import forward, quat

__all__ = ["Presenter", "joints_of"]

Array = NDArray[np.float64]

_GUIDE_M = 30.0


class Presenter:
    """Writes the scene; the canvas reads it.

    Args:
        document: What is shown.
        scene: Where it is put.
        layers: What else is on the ground.
    """

    def __init__(self, document: EditorDocument, scene: Scene, layers: LayerStack) -> None:
        self._document, self._scene, self._layers = document, scene, layers
        self.handles = HandleTable(document.points, document.targets, document.states, np.zeros(0, dtype=bool))
        self.tool = Tool.MOVE
        self.is_local = False
        self.show_contacts = True
        self.hot: GizmoPart | None = None
        self.active: GizmoPart | None = None
        self.gesture: Gesture | None = None
        self._handle_marks, self._layer_marks = Marks(), Marks()

    def show_pose(self, height: float) -> None:
        """Take the document's pose; `height` of the viewport, logical pixels."""
        scene = self._scene
        scene.rotations, scene.positions = joints_of(self._document)
        self._show_ground()
        self.show_handles(height)

    def show_layers(self) -> None:
        """Take what other parts have on the ground; it may be much, so only when it has changed."""
        self._layer_marks = self._layers.marks(self._scene.theme)
        self._show_ground()

    def _show_ground(self) -> None:
        theme = self._scene.theme
        contacts = drawn_contacts(self._document.points, theme) if self.show_contacts else Marks()
        self._scene.ground = self._layer_marks + contacts

    def show_handles(self, height: float) -> None:
        """Take the document's handles."""
        document, table = self._document, self.handles
        table.positions, table.targets, table.states = document.points, document.targets, document.states
        table.selected, table.unreached = document.selected, document.unreached
        table.shown = shown_points(document.level, document.states)
        self._handle_marks = drawn(table, self._scene.theme)
        self.show_gizmo(height)

    def show_gizmo(self, height: float) -> None:
        """Draw the gizmo afresh: it keeps its size on screen whatever the camera does."""
        scene, gizmo, marks = self._scene, self.gizmo(), Marks()
        if isinstance(self.gesture, MoveGesture):
            marks = drawn_reach(self._document, self.gesture.points, scene.camera, scene.theme) + self._guides()
        if gizmo is not None:
            marks = marks + drawn_gizmo(gizmo, scene.camera, height, scene.theme, hot=self.hot, active=self.active)
        # The gizmo under the handles: the one in its middle stays to be seen.
        scene.marks = marks + self._handle_marks

    def gizmo(self) -> Gizmo | None:
        """The gizmo of the selection, unless something else is being dragged."""
        document, points = self._document, np.flatnonzero(self._document.selected)
        if self.tool is Tool.SELECT or not len(points) or (self.gesture is not None and self.active is None):
            return None
        if self.tool is Tool.TURN:
            part = self.turning_part()
            if part is None:
                return None
            frame = self.gesture.frame if isinstance(self.gesture, TurnGesture) else self.frame()
            return Gizmo(document.points[POINTS.index(part)], frame, is_turning=True)
        return Gizmo(self.handles.places[points].mean(axis=0), self.frame())

    def turning_part(self) -> str | None:
        """The hand, foot or head that the selection is on, if it is on one."""
        parts = {part_of(int(point)) for point in np.flatnonzero(self._document.selected)}
        return parts.pop() if len(parts) == 1 else None

    def frame(self) -> Array:
        """(3, 3) rows: the axes of the gizmo: the world's, or those of what is selected."""
        if isinstance(self.gesture, MoveGesture) and self.active is not None:
            return self.gesture.constraint.frame
        points = np.flatnonzero(self._document.selected)
        if not self.is_local or not len(points):
            return np.eye(3)
        part = self.turning_part() if self.tool is Tool.TURN else None
        return point_frame(POINTS.index(part) if part else int(points[0]), self._scene.rotations)

    @staticmethod
    def constraint_of(part: GizmoPart, frame: Array) -> Constraint:
        """How a part of the gizmo lets points move."""
        return Constraint.along(part.axis, frame) if part.kind is Kind.AXIS else Constraint.across(part.axis, frame)

    def _guides(self) -> Marks:
        """Long thin lines along the axes that a move is held to."""
        assert isinstance(self.gesture, MoveGesture)
        constraint, origin = self.gesture.constraint, self.gesture.pivot
        axes = np.flatnonzero(constraint.axes)
        way = _GUIDE_M * constraint.frame[axes]
        colors = np.array([self._scene.theme.rgb(f"axis.{'xyz'[axis]}") for axis in axes]).reshape(-1, 3)
        return Marks(lines=line_rows(origin - way, origin + way, colors, 1.2, alpha=0.75))


def joints_of(document: EditorDocument) -> tuple[Array, Array]:
    """World rotations (J, 3, 3) and positions (J, 3), metres, of the document's pose."""
    session = document.session
    rotations, positions = forward.globals_from_locals(session.skeleton, session.pose.root, session.pose.rotations)
    return quat.to_matrix(rotations), positions
