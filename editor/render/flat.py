"""Figures in one colour: ghosts of other times, and the silhouette."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.render.bones import MOST_ROWS, Bones, Geometry
from editor.render.gl import GL, Program, RenderTarget, VertexArray
from editor.theme import Theme
from editor.viewport.scene import Ghosts
from models.body import JOINTS

__all__ = ["FlatPass"]

Array = NDArray[np.float64]

_MOST_PAINTS = 32  # as in the shader
_MOST_FIGURES = min(MOST_ROWS // (3 * len(JOINTS)), _MOST_PAINTS)
_OUTLINE_PX = 1.6
_BODY_M = 0.28  # no part of a figure is further from the nearest joint


class FlatPass:
    """Ghosts are drawn into a layer of their own, each hiding those that are further away in time; the layer is then
    laid over the stage. So a ghost is one even shade, not the sum of an arm and the chest behind it."""

    def __init__(self, geometry: Geometry) -> None:
        self._program, self._lay = Program("flat", "flat", include=("bones",)), Program("layer", "layer")
        self._geometry = geometry
        self._corners = VertexArray(())
        self._bones = Bones()
        self._layer, self._smooth = RenderTarget(is_texture=True), RenderTarget()
        self._silhouette = np.zeros((2, 4))
        self._paints = np.zeros((_MOST_PAINTS, 4))

    def set_theme(self, theme: Theme) -> None:
        self._silhouette = np.array([[*theme.rgb(f"silhouette.{part}"), 1.0] for part in ("outline", "fill")])

    def draw_ghosts(
        self,
        ghosts: Ghosts,
        clip_from_world: Array,
        eye: Array,
        *,
        size: tuple[int, int],
        samples: int,
        destination: int,
    ) -> None:
        """Lay ghosts over framebuffer `destination`, which stays bound."""
        count = len(ghosts.paints)
        if not count:
            return
        target = self._smooth if samples else self._layer
        target.begin(*size, samples)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(*_box(ghosts.positions, clip_from_world, size))
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
        for first in range(0, count, _MOST_FIGURES):
            batch = slice(first, first + _MOST_FIGURES)
            self._bones.upload(ghosts.rotations[batch].reshape(-1, 3, 3), ghosts.positions[batch].reshape(-1, 3))
            self._begin(clip_from_world, eye, size, ghosts.paints[batch], edge=1.0, layers=count, first=first)
            GL.glEnable(GL.GL_CULL_FACE)
            self._geometry.draw_ghosts(len(ghosts.paints[batch]))
            GL.glDisable(GL.GL_CULL_FACE)
        if samples:
            self._layer.begin(*size, 0)
            self._smooth.copy_to(self._layer.framebuffer)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, destination)
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        self._lay.use()
        self._lay.set("picture", 0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._layer.texture)
        self._corners.bind()
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
        GL.glDisable(GL.GL_BLEND)
        GL.glDisable(GL.GL_SCISSOR_TEST)

    def draw_silhouette(
        self,
        rotations: Array,
        positions: Array,
        clip_from_world: Array,
        eye: Array,
        *,
        size: tuple[int, int],
        scale: float,
        is_rough: bool,
    ) -> None:
        """One dark shape with a thin outline; the outline is the same shape, larger and turned inside out."""
        self._bones.upload(rotations, positions)
        for paint, swell, face in (
            (self._silhouette[0], _OUTLINE_PX * scale, GL.GL_FRONT),
            (self._silhouette[1], 0.0, GL.GL_BACK),
        ):
            self._begin(clip_from_world, eye, size, paint[None], edge=0.0, layers=1, swell=swell)
            GL.glEnable(GL.GL_CULL_FACE)
            GL.glCullFace(face)
            self._geometry.draw(is_rough)
        GL.glCullFace(GL.GL_BACK)
        GL.glDisable(GL.GL_CULL_FACE)

    def _begin(
        self,
        clip_from_world: Array,
        eye: Array,
        size: tuple[int, int],
        paints: Array,
        *,
        edge: float,
        layers: int,
        first: int = 0,
        swell: float = 0.0,
    ) -> None:
        program = self._program
        program.use()
        program.set("n_joints", len(JOINTS))
        program.set("clip_from_world", clip_from_world)
        program.set("eye", eye)
        program.set("pixels", np.array(size, dtype=np.float64))
        program.set("swell", float(swell))
        program.set("edge", edge)
        program.set("n_layers", float(layers))
        program.set("first", float(first))
        self._paints[: len(paints)] = paints
        program.set("paints", self._paints)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        for thing in (self._program, self._lay, self._corners, self._bones):
            thing.delete()
        for target in (self._layer, self._smooth):
            target.delete()


def _box(positions: Array, clip_from_world: Array, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, bottom, width, height in pixels of what figures with joints at positions (G, J, 3) may cover."""
    clip = positions.reshape(-1, 3) @ clip_from_world[:, :3].T + clip_from_world[:, 3]
    if clip[:, 3].min() < _BODY_M:
        return 0, 0, *size
    # What is around a joint, in the plane of the view.
    margin = _BODY_M * np.linalg.norm(clip_from_world[:2, :3], axis=1)
    low = ((clip[:, :2] - margin) / clip[:, 3:]).min(axis=0)
    high = ((clip[:, :2] + margin) / clip[:, 3:]).max(axis=0)
    pixels = np.array(size)
    left, bottom = (int(x) for x in np.clip(np.floor((low * 0.5 + 0.5) * pixels), 0, pixels))
    right, top = (int(x) for x in np.clip(np.ceil((high * 0.5 + 0.5) * pixels), 0, pixels))
    return left, bottom, right - left, top - bottom
