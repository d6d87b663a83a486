"""Draws a scene: stage, metre marks, figure, handles, in this order."""

from __future__ import annotations

import numpy as np

from editor.render.figure import KEY_DIRECTION, FigurePass
from editor.render.gl import GL, GraphicsError, RenderTarget
from editor.render.marks import MarkPass, MetreLabels
from editor.render.stage import GroundShadow, Stage
from editor.theme import Theme
from editor.viewport.camera import Camera
from editor.viewport.scene import Scene

__all__ = ["Renderer"]

_SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "swrast", "software", "gdi generic")


class _Frame:
    """What every pass of one frame shares."""

    def __init__(self, camera: Camera, width: int, height: int, scale: float) -> None:
        self.camera, self.width, self.height, self.scale = camera, width, height, scale
        self.clip_from_world = camera.clip_from_world(width / height)
        self.pixels = np.array([width, height], dtype=np.float64)


class Renderer:
    """All graphics objects of one OpenGL context, which must be current in every call."""

    def __init__(self) -> None:
        version = GL.glGetString(GL.GL_VERSION)
        if version is None or (GL.glGetIntegerv(GL.GL_MAJOR_VERSION), GL.glGetIntegerv(GL.GL_MINOR_VERSION)) < (3, 3):
            found = "none" if version is None else version.decode(errors="replace")
            raise GraphicsError(f"The viewport needs OpenGL 3.3 or newer, this computer offers {found}.")
        self.device = GL.glGetString(GL.GL_RENDERER).decode(errors="replace")
        self.is_software = any(word in self.device.lower() for word in _SOFTWARE)
        self._most_samples = int(GL.glGetIntegerv(GL.GL_MAX_SAMPLES))
        self._target, self._stage_target = RenderTarget(), RenderTarget()
        self._stage_key: tuple | None = None
        self._stage, self._shadow = Stage(), GroundShadow()
        self._figure, self._marks, self._labels = FigurePass(), MarkPass(), MetreLabels()
        self._theme: Theme | None = None

    def draw(self, scene: Scene, size: tuple[int, int], scale: float, *, samples: int, destination: int) -> None:
        """Draw into framebuffer `destination`.

        Args:
            scene: What to show.
            size: Width and height in physical pixels.
            scale: Physical per logical pixel.
            samples: Per pixel; 0 is fastest, 4 gives smooth edges.
            destination: OpenGL name of the framebuffer, of the given size.
        """
        width, height = size
        if scene.theme is not self._theme:
            self._theme = scene.theme
            self._stage_key = None
            for themed in (self._stage, self._shadow, self._marks, self._labels):
                themed.set_theme(scene.theme)
        frame = _Frame(scene.camera, width, height, scale)
        samples = min(samples, self._most_samples)
        self._figure.set_look(scene.figure, scene.theme)
        capsules = scene.figure.capsules(scene.rotations, scene.positions)
        self._figure.set_pose(scene.rotations, scene.positions, capsules)
        self._shadow.cast(capsules, KEY_DIRECTION)

        GL.glViewport(0, 0, width, height)
        GL.glDepthMask(GL.GL_TRUE)
        if samples:
            self._target.begin(width, height, samples)
            self._draw_stage(scene, frame)
        else:
            self._copy_stage(scene, frame, destination)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._shadow.lay(frame.clip_from_world)
        self._figure.draw(frame.clip_from_world, scene.camera.eye)
        self._marks.draw(scene.marks, frame.clip_from_world, frame.pixels, scale)
        if samples:
            self._target.copy_to(destination)
        GL.glBindVertexArray(0)
        GL.glUseProgram(0)

    def _draw_stage(self, scene: Scene, frame: _Frame) -> None:
        self._stage.draw(frame.camera, frame.clip_from_world, scene.show_grid)
        if scene.show_grid:
            self._labels.draw(frame.camera, frame.clip_from_world, frame.pixels, frame.scale)

    def _copy_stage(self, scene: Scene, frame: _Frame, destination: int) -> None:
        """Only the figure moves during a drag: without a graphics card, the stage is drawn again only when it must."""
        key = (frame.camera, frame.width, frame.height, frame.scale, scene.theme, scene.show_grid)
        self._stage_target.begin(frame.width, frame.height, 0)
        if key != self._stage_key:
            self._stage_key = key
            self._draw_stage(scene, frame)
        self._stage_target.copy_to(destination)

    def delete(self) -> None:
        passes = (self._stage, self._shadow, self._figure, self._marks, self._labels)
        for thing in (*passes, self._target, self._stage_target):
            thing.delete()
