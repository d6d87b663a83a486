"""A document's figure in a scene: its handles, gizmo, ghosts and trails, and what of them is where on screen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from editor.document import EditorDocument
from editor.mannequin import meshes
from editor.theme import Theme
from editor.viewport import picking
from editor.viewport.gestures import View
from editor.viewport.gizmo import GizmoPart, pick_part
from editor.viewport.graphics import Painter
from editor.viewport.handles import HandleTable
from editor.viewport.layers import Layer, LayerStack
from editor.viewport.motion import MotionLayers, Times
from editor.viewport.presenter import Presenter, joints_of
from editor.viewport.scene import Scene
from editor.viewport.scene_widget import SceneWidget
from editor.viewport.tools import Tool
from editor.viewport.trails import TrailKey

__all__ = ["FigureView"]

Array = NDArray[np.float64]

_OWN_REACH_PX = 9.0
"""So near to its centre a handle is meant, even if the gizmo of another one crosses it."""


class FigureView(SceneWidget):
    """Shows an `EditorDocument`; it takes no mouse.

    Args:
        document: What is shown.
        theme: Colours.
        parent: Owner.
        painter: Who draws; what is best on this computer if None.
    """

    def __init__(
        self, document: EditorDocument, theme: Theme, parent: QWidget | None = None, painter: Painter | None = None
    ) -> None:
        scene = Scene(theme, meshes(document.skeleton), *joints_of(document))
        super().__init__(scene, parent, painter)
        self.document = document
        self._layers = LayerStack()
        self._presenter = Presenter(document, scene, self._layers)
        self._motion = MotionLayers(document, scene, self._layers, self.refresh, self)
        document.pose_changing.connect(self.show_pose)
        document.pose_changed.connect(self.show_pose)
        document.selection_changed.connect(self.show_handles)
        document.level_changed.connect(self.show_handles)
        document.skeleton_changed.connect(self._take_skeleton)
        self.camera_changed.connect(lambda: self._presenter.show_gizmo(self.height()))
        self.show_pose()

    def handlers(self) -> dict[str, Callable[..., None]]:
        """What this part does for the table of actions."""
        return {
            **{f"tool_{tool.value}": lambda _=True, tool=tool: self.set_tool(tool) for tool in Tool},
            "gizmo_local": self.set_local,
            "trail": self.toggle_trails,
            "trails_none": lambda: self._motion.set_trails(()),
            "contacts": self.set_contacts_shown,
            "silhouette": self.set_silhouette,
        }

    def checked(self) -> dict[str, bool]:
        """Which of the actions that are on or off are on."""
        return {
            **{f"tool_{tool.value}": tool is self.tool for tool in Tool},
            "gizmo_local": self._presenter.is_local,
            "contacts": self._presenter.show_contacts,
            "silhouette": self._scene.is_silhouette,
            "grid": self._scene.show_grid,
            "orthographic": self.camera.orthographic,
        }

    # The scene

    @property
    def handles(self) -> HandleTable:
        return self._presenter.handles

    def add_layer(self, layer: Layer) -> None:
        """Show, and give the mouse first to, what another part of the editor has in the viewport."""
        self._layers.add(layer)
        layer.changed.connect(self._show_layers)

    def _show_layers(self) -> None:
        self._motion.show_time()
        self._presenter.show_layers()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._scene.theme = theme
        self.cube.set_theme(theme)
        self._motion.show_time()
        self._presenter.show_layers()
        self.show_pose()

    def set_grid_shown(self, is_shown: bool) -> None:
        self._scene.show_grid = is_shown
        self.refresh()

    def set_silhouette(self, is_on: bool) -> None:
        """Show the figure as one dark shape, to judge how a pose reads."""
        self._scene.is_silhouette = is_on
        self.refresh()

    def set_contacts_shown(self, is_on: bool) -> None:
        self._presenter.show_contacts = is_on
        self.show_pose()

    def set_ghosts(self, times: Times | None) -> None:
        """Show the figure at other times; `times` says at which, given the keys and the time shown."""
        self._motion.set_ghosts(times)

    def toggle_trails(self) -> None:
        """Show the trails of the selected points, or hide them if all are shown."""
        chosen = {int(point) for point in np.flatnonzero(self.document.selected)}
        trails = set(self._motion.trails)
        self._motion.set_trails(trails - chosen if chosen <= trails else trails | chosen)

    def show_pose(self) -> None:
        """Take the document's pose."""
        self._presenter.show_pose(self.height())
        self.refresh()

    def show_handles(self) -> None:
        """Take the document's handles."""
        self._presenter.show_handles(self.height())
        self.refresh()

    def _take_skeleton(self) -> None:
        self._scene.meshes = meshes(self.document.skeleton)
        self._motion.show()

    # The camera

    def places_to_frame(self) -> Array:
        return self.document.points

    def frame(self) -> None:
        """Look at the selected points, or at the whole body."""
        chosen = self.document.points[self.document.selected]
        self.look_at(chosen if len(chosen) > 1 else self.document.points)

    def frame_if_lost(self) -> None:
        """Look at the body if a part of it is out of view, as after opening a motion that starts elsewhere."""
        screen, depth = self._projected()
        if not (np.isfinite(depth) & (screen >= 0).all(-1) & (screen <= (self.width(), self.height())).all(-1)).all():
            self.look_at(self.document.points)

    # Tools

    @property
    def tool(self) -> Tool:
        return self._presenter.tool

    def set_tool(self, tool: Tool) -> None:
        """Choose which gizmo the selection has."""
        self._presenter.tool, self._presenter.hot = tool, None
        self.show_handles()

    def set_local(self, is_local: bool) -> None:
        """Let the gizmo stand along the axes of what is selected instead of the world's."""
        self._presenter.is_local = is_local
        self.show_handles()

    # Picking

    def handle_positions(self) -> Array:
        """(43, 2) where the handles are in the widget, logical pixels."""
        return self._projected()[0]

    def _projected(self) -> tuple[Array, Array]:
        return self.projected(self.handles.places)

    def projected(self, places: Array) -> tuple[Array, Array]:
        """(N, 2) where places (N, 3), metres, are in the widget, logical pixels, and their depths (N,)."""
        return picking.project(self.camera.clip_from_world(self.aspect), places, self.width(), max(self.height(), 1))

    def view(self) -> View:
        return View(self.camera, self.width(), max(self.height(), 1))

    def pick(self, x: float, y: float) -> int | None:
        """The handle at a place in the widget, logical pixels."""
        return picking.nearest((x, y), *self._projected(), self.handles.shown)

    def under(self, at: QPointF) -> int | GizmoPart | TrailKey | None:
        """What a press would take: a handle, a part of the gizmo, or a key on a trail."""
        cursor, (screen, depth) = (at.x(), at.y()), self._projected()
        handle = picking.nearest(cursor, screen, depth, self.handles.shown, _OWN_REACH_PX)
        if handle is not None:
            return handle
        gizmo = self._presenter.gizmo()
        part = pick_part(gizmo, self.camera, (self.width(), max(self.height(), 1)), cursor) if gizmo else None
        key = self._motion.key_at(cursor, self.projected) if part is None else None
        return part or key or picking.nearest(cursor, screen, depth, self.handles.shown)
