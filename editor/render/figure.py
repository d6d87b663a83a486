"""The mannequin, lit and in one draw call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.mannequin import FigureMesh, Meshes, joint_side
from editor.render.bones import Bones, Geometry
from editor.render.gl import GL, Program, UniformBlock
from editor.theme import Theme
from editor.theme.tokens import rgb
from models.body import JOINTS

__all__ = ["KEY_DIRECTION", "FigurePass"]

Array = NDArray[np.float64]

# Towards the key light: above, in front and to the viewer's left of a body that faces the viewer.
KEY_DIRECTION: Array = np.array([-0.46, 0.72, 0.52]) / np.linalg.norm([-0.46, 0.72, 0.52])

_MOST_CAPSULES = 32  # as in the shaders


class FigurePass:
    """Lights one figure."""

    def __init__(self, geometry: Geometry) -> None:
        self._program = Program("figure", "figure", include=("bones", "capsules"))
        self._geometry = geometry
        self._bones, self._capsules = Bones(), UniformBlock("capsules")
        self._ends = np.zeros((_MOST_CAPSULES, 2, 4), dtype=np.float32)
        self._n_capsules = 0
        self._meshes: Meshes | None = None
        self._theme: Theme | None = None

    def set_look(self, meshes: Meshes, theme: Theme) -> None:
        """Show meshes in a theme's greys; does nothing if both are shown already."""
        if meshes is not self._meshes or theme is not self._theme:
            self._program.use()
            self._program.set("n_joints", len(JOINTS))
            self._program.set("joint_colors", _joint_colors(meshes.fine, theme))
            self._program.set("key_direction", KEY_DIRECTION)
            for light in ("key", "sky", "bounce", "viewer"):
                strength = float(theme[f"figure.{light}_strength"])
                self._program.set(f"{light}_color", theme.linear(f"figure.{light}") * strength)
            self._program.set("rim_color", theme.linear("figure.rim"))
        self._meshes, self._theme = meshes, theme

    def set_capsules(self, capsules: Array) -> None:
        """The figure as capsules (C, 2, 4), metres: what its bodies hide from each other, and its shadow."""
        self._n_capsules = len(capsules)
        self._ends[: len(capsules)] = capsules
        self._capsules.upload(self._ends)

    def draw(self, rotations: Array, positions: Array, clip_from_world: Array, eye: Array, is_rough: bool) -> None:
        """Args: world rotations (J, 3, 3) and positions (J, 3) of the joints, metres."""
        self._bones.upload(rotations, positions)
        self._program.use()
        self._program.set("clip_from_world", clip_from_world)
        self._program.set("eye", eye)
        self._program.set("n_capsules", self._n_capsules)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_CULL_FACE)
        self._geometry.draw(is_rough)
        GL.glDisable(GL.GL_CULL_FACE)

    def delete(self) -> None:
        for thing in (self._program, self._bones, self._capsules):
            thing.delete()


def _joint_colors(mesh: FigureMesh, theme: Theme) -> Array:
    """(J, 3) linear colours: cooler on the left, warmer on the right, so that sides read at a glance."""
    colors = np.zeros((len(JOINTS), 3))
    for joint in range(len(JOINTS)):
        colors[joint] = rgb(theme[f"figure.{joint_side(joint)}"][mesh.tones[joint]]) ** 2.2
    return colors
