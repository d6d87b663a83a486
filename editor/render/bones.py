"""Figures as the graphics device has them: geometry at every level of detail, and the transforms of the joints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.mannequin import FigureMesh, Meshes
from editor.render.gl import GL, UniformBlock, VertexArray

__all__ = ["MOST_ROWS", "Bones", "Geometry"]

Array = NDArray[np.float64]

MOST_ROWS = 960
"""As in the shader: with 16 bytes each, what every driver allows."""


class Bones:
    """A uniform block of rigid transforms."""

    def __init__(self) -> None:
        self._block = UniformBlock("bones")
        self._rows = np.zeros((MOST_ROWS // 3, 3, 4), dtype=np.float32)

    def upload(self, rotations: Array, positions: Array) -> None:
        """World rotations (N, 3, 3) and positions (N, 3), metres, of the joints of all figures in a row."""
        self._rows[: len(positions), :, :3] = rotations
        self._rows[: len(positions), :, 3] = positions
        self._block.upload(self._rows)

    def delete(self) -> None:
        self._block.delete()


class Geometry:
    """The vertices and triangles of one figure, shared by all passes that draw it."""

    def __init__(self) -> None:
        self._fine, self._rough, self._ghost = (VertexArray((3, 3, 2)) for _ in range(3))
        self._meshes: Meshes | None = None

    def set_meshes(self, meshes: Meshes) -> None:
        """Does nothing if they are there already."""
        if meshes is not self._meshes:
            self._meshes = meshes
            for array, mesh in ((self._fine, meshes.fine), (self._rough, meshes.rough), (self._ghost, meshes.ghost)):
                array.upload(_vertex_rows(mesh), mesh.triangles)

    def draw(self, is_rough: bool) -> None:
        """One figure with the program in use."""
        self._draw(self._rough if is_rough else self._fine, 1)

    def draw_ghosts(self, count: int) -> None:
        """So many figures with the program in use."""
        self._draw(self._ghost, count)

    @staticmethod
    def _draw(array: VertexArray, figures: int) -> None:
        array.bind()
        GL.glDrawElementsInstanced(GL.GL_TRIANGLES, array.n_elements, GL.GL_UNSIGNED_INT, None, figures)

    def delete(self) -> None:
        for array in (self._fine, self._rough, self._ghost):
            array.delete()


def _vertex_rows(mesh: FigureMesh) -> NDArray[np.float32]:
    """(V, 8) position, normal, joint and occlusion of a mesh's vertices."""
    rows = np.column_stack([mesh.positions, mesh.normals, mesh.joints, mesh.occlusion])
    return rows.astype(np.float32)
