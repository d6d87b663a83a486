"""Draws a scene: stage, metre marks, ghosts, shadow, figure, trails, handles, in this order."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from editor.render.bones import Geometry
from editor.render.device import device_name, is_software
from editor.render.figure import KEY_DIRECTION, FigurePass
from editor.render.flat import FlatPass
from editor.render.gl import GL, GraphicsError, RenderTarget
from editor.render.marks import MarkPass, MetreLabels
from editor.render.stage import GroundShadow, Stage
from editor.theme import Theme
from editor.viewport.camera import Camera
from editor.viewport.scene import Scene

__all__ = ["Renderer"]


class _Frame:
    """What every pass of one frame shares."""

    def __init__(self, camera: Camera, width: int, height: int, scale: float) -> None:
        self.camera, self.width, self.height, self.scale = camera, width, height, scale
        self.clip_from_world = camera.clip_from_world(width / height)
        self.pixels = np.array([width, height], dtype=np.float64)


@dataclass
class _Layer:
    """A picture that is kept, and what it was drawn for."""

    target: RenderTarget = field(default_factory=RenderTarget)
    key: tuple | None = None

    def begin(self, size: tuple[int, int], key: tuple) -> bool:
        """Draw into it from here on; False if it is what is wanted already."""
        is_new = self.key != (size, key)
        self.key = (size, key)
        self.target.begin(*size, 0)
        return is_new


class Renderer:
    """All graphics objects of one OpenGL context, which must be current in every call."""

    def __init__(self) -> None:
        version = GL.glGetString(GL.GL_VERSION)
        if version is None or (GL.glGetIntegerv(GL.GL_MAJOR_VERSION), GL.glGetIntegerv(GL.GL_MINOR_VERSION)) < (3, 3):
            found = "none" if version is None else version.decode(errors="replace")
            raise GraphicsError(f"The viewport needs OpenGL 3.3 or newer, this computer offers {found}.")
        self.device = device_name()
        self.is_software = is_software(self.device)
        self._most_samples = int(GL.glGetIntegerv(GL.GL_MAX_SAMPLES))
        self._target = RenderTarget()
        # What is drawn again only when it must be, each over a copy of the one before.
        self._backdrop_layer, self._ground_layer, self._ghost_layer = _Layer(), _Layer(), _Layer()
        self._shadow_key: tuple | None = None
        self._stage, self._shadow, self._geometry = Stage(), GroundShadow(), Geometry()
        self._figure, self._flat = FigurePass(self._geometry), FlatPass(self._geometry)
        self._marks, self._labels = MarkPass(), MetreLabels()
        self._theme: Theme | None = None

    def draw(
        self, scene: Scene, size: tuple[int, int], scale: float, *, samples: int, destination: int, is_hurried: bool
    ) -> None:
        """Draw into framebuffer `destination`.

        Args:
            scene: What to show.
            size: Width and height in physical pixels.
            scale: Physical per logical pixel.
            samples: Per pixel; 0 is fastest, 4 gives smooth edges.
            destination: OpenGL name of the framebuffer, of the given size.
            is_hurried: Draw less detail, and what has not changed not again: for the processor, while things move.
        """
        width, height = size
        if scene.theme is not self._theme:
            self._theme = scene.theme
            for layer in (self._backdrop_layer, self._ground_layer, self._ghost_layer):
                layer.key = None
            for themed in (self._stage, self._shadow, self._flat, self._marks, self._labels):
                themed.set_theme(scene.theme)
        frame = _Frame(scene.camera, width, height, scale)
        samples = min(samples, self._most_samples)
        self._geometry.set_meshes(scene.meshes)
        self._figure.set_look(scene.meshes, scene.theme)
        self._cast_shadow(scene, is_hurried)

        GL.glViewport(0, 0, width, height)
        GL.glDepthMask(GL.GL_TRUE)
        if is_hurried and not samples:
            self._copy_stage(scene, frame, destination)
            final = destination
        else:
            self._target.begin(width, height, samples)
            final = self._target.framebuffer
            self._stage.draw_backdrop()
            self._draw_ground(scene, frame)
            self._draw_ghosts(scene, frame, samples, final)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._shadow.lay(frame.clip_from_world)
        self._marks.draw(scene.ground, frame.clip_from_world, frame.pixels, scale)
        self._draw_figure(scene, frame, is_hurried)
        self._marks.draw(scene.trails, frame.clip_from_world, frame.pixels, scale)
        self._marks.draw(scene.marks, frame.clip_from_world, frame.pixels, scale)
        if final != destination:
            self._target.copy_to(destination)
        GL.glBindVertexArray(0)
        GL.glUseProgram(0)

    def _cast_shadow(self, scene: Scene, is_hurried: bool) -> None:
        """The figure's capsules and their shadow, which only a change of the pose changes."""
        key = (scene.rotations, scene.positions, scene.meshes, is_hurried)
        if self._shadow_key is None or any(a is not b for a, b in zip(key, self._shadow_key, strict=True)):
            self._shadow_key = key
            capsules = scene.meshes.fine.capsules(scene.rotations, scene.positions)
            self._figure.set_capsules(capsules)
            self._shadow.cast(capsules, KEY_DIRECTION, is_hurried)

    def _draw_figure(self, scene: Scene, frame: _Frame, is_rough: bool) -> None:
        rotations, positions, eye = scene.rotations, scene.positions, scene.camera.eye
        if scene.is_silhouette:
            size = (frame.width, frame.height)
            self._flat.draw_silhouette(
                rotations, positions, frame.clip_from_world, eye, size=size, scale=frame.scale, is_rough=is_rough
            )
        else:
            self._figure.draw(rotations, positions, frame.clip_from_world, eye, is_rough)

    def _draw_ground(self, scene: Scene, frame: _Frame) -> None:
        """Grid and metre marks over the backdrop."""
        if scene.show_grid:
            self._stage.draw_grid(frame.camera, frame.clip_from_world)
            self._labels.draw(frame.camera, frame.clip_from_world, frame.pixels, frame.scale)

    def _draw_ghosts(self, scene: Scene, frame: _Frame, samples: int, target: int) -> None:
        size, eye = (frame.width, frame.height), frame.camera.eye
        if self.is_software:
            samples = 0  # ghosts are faint, and their smooth edges would cost more than the figure's
        self._flat.draw_ghosts(scene.ghosts, frame.clip_from_world, eye, size=size, samples=samples, destination=target)

    def _copy_stage(self, scene: Scene, frame: _Frame, destination: int) -> None:
        """Only the figure moves during a drag, and only figures do when playing: the rest is copied."""
        size = (frame.width, frame.height)
        layer = self._backdrop_layer
        if layer.begin(size, ()):
            self._stage.draw_backdrop()
        ground_key = (frame.camera, frame.scale, scene.show_grid)
        layer, below = self._ground_layer, layer
        if layer.begin(size, ground_key):
            below.target.copy_to(layer.target.framebuffer)
            self._draw_ground(scene, frame)
        if len(scene.ghosts.paints):
            layer, below = self._ghost_layer, layer
            if layer.begin(size, (*ground_key, scene.ghosts)):
                below.target.copy_to(layer.target.framebuffer)
                self._draw_ghosts(scene, frame, 0, layer.target.framebuffer)
        layer.target.copy_to(destination)

    def delete(self) -> None:
        passes = (self._stage, self._shadow, self._geometry, self._figure, self._flat, self._marks, self._labels)
        layers = (self._backdrop_layer.target, self._ground_layer.target, self._ghost_layer.target)
        for thing in (*passes, self._target, *layers):
            thing.delete()
