"""The mannequin, lit and in one draw call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.mannequin import FigureMesh
from editor.render.gl import GL, Program, UniformBlock, VertexArray
from editor.theme import Theme
from editor.theme.tokens import rgb
from models.body import JOINT_MIRROR, JOINTS

__all__ = ["KEY_DIRECTION", "FigurePass"]

Array = NDArray[np.float64]

# Towards the key light: above, in front and to the viewer's left of a body that faces the viewer.
KEY_DIRECTION: Array = np.array([-0.46, 0.72, 0.52]) / np.linalg.norm([-0.46, 0.72, 0.52])

_MOST_JOINTS, _MOST_CAPSULES = 64, 32  # as in the shaders


class FigurePass:
    """Geometry of one figure and the program that lights it."""

    def __init__(self) -> None:
        self._program = Program("figure", "figure", include=("bones", "capsules"))
        self._geometry = VertexArray((3, 3, 2))
        self._bones, self._capsules = UniformBlock("bones"), UniformBlock("capsules")
        self._rows = np.zeros((_MOST_JOINTS, 3, 4), dtype=np.float32)
        self._ends = np.zeros((_MOST_CAPSULES, 2, 4), dtype=np.float32)
        self._n_capsules = 0
        self._mesh: FigureMesh | None = None
        self._theme: Theme | None = None

    def set_look(self, mesh: FigureMesh, theme: Theme) -> None:
        """Show a mesh in a theme's greys; does nothing if both are shown already."""
        if mesh is not self._mesh:
            rows = np.column_stack([mesh.positions, mesh.normals, mesh.joints, mesh.occlusion])
            self._geometry.upload(rows.astype(np.float32), mesh.triangles)
        if mesh is not self._mesh or theme is not self._theme:
            self._program.use()
            self._program.set("joint_colors", _joint_colors(mesh, theme))
            self._program.set("key_direction", KEY_DIRECTION)
            for light in ("key", "sky", "bounce", "viewer"):
                strength = float(theme[f"figure.{light}_strength"])
                self._program.set(f"{light}_color", theme.linear(f"figure.{light}") * strength)
            self._program.set("rim_color", theme.linear("figure.rim"))
        self._mesh, self._theme = mesh, theme

    def set_pose(self, rotations: Array, positions: Array, capsules: Array) -> None:
        """World rotations (J, 3, 3) and positions (J, 3) of the joints, capsules (C, 2, 4); metres."""
        self._rows[: len(positions), :, :3] = rotations
        self._rows[: len(positions), :, 3] = positions
        self._bones.upload(self._rows)
        self._n_capsules = len(capsules)
        self._ends[: len(capsules)] = capsules
        self._capsules.upload(self._ends)

    def draw(self, clip_from_world: Array, eye: Array) -> None:
        self._program.use()
        self._program.set("clip_from_world", clip_from_world)
        self._program.set("eye", eye)
        self._program.set("n_capsules", self._n_capsules)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_CULL_FACE)
        self._geometry.bind()
        GL.glDrawElements(GL.GL_TRIANGLES, self._geometry.n_elements, GL.GL_UNSIGNED_INT, None)
        GL.glDisable(GL.GL_CULL_FACE)

    def delete(self) -> None:
        for thing in (self._program, self._geometry, self._bones, self._capsules):
            thing.delete()


def _joint_colors(mesh: FigureMesh, theme: Theme) -> Array:
    """(J, 3) linear colours: cooler on the left, warmer on the right, so that sides read at a glance."""
    colors = np.zeros((len(JOINTS), 3))
    for joint, name in enumerate(JOINTS):
        side = "body" if JOINT_MIRROR[joint] == joint else "left" if name.startswith("Left") else "right"
        colors[joint] = rgb(theme[f"figure.{side}"][mesh.tones[joint]]) ** 2.2
    return colors
