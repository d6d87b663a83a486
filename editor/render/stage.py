"""The backdrop, the ground with its grid, and the figure's shadow on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.render.gl import GL, Program, VertexArray, texture
from editor.theme import Theme
from editor.viewport.camera import Camera

__all__ = ["GroundShadow", "Stage", "shadow_frame"]

Array = NDArray[np.float64]

_SHADOW_TEXELS, _HURRIED_TEXELS = 128, 80


class GroundShadow:
    """The shadow of the figure's capsules, computed once a frame into a small texture and laid on the ground.

    A texture of 128 texels is enough: soft shadows have no detail, and its frame follows the figure. A part of it is
    used when there is little time.
    """

    def __init__(self) -> None:
        self._cast = Program("shadow", "shadow", include=("capsules",))
        self._lay = Program("shade", "shade")
        self._corners = VertexArray(())
        self._texture = texture(None, _SHADOW_TEXELS, _SHADOW_TEXELS, GL.GL_R8, GL.GL_RED)
        self._framebuffer = int(GL.glGenFramebuffers(1))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._framebuffer)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self._texture, 0)
        self._frame = np.zeros(4)
        self._share = 1.0

    def set_theme(self, theme: Theme) -> None:
        self._lay.use()
        self._lay.set("ink", theme.rgb("shadow.color"))
        self._lay.set("strength", float(theme["shadow.strength"]))

    def cast(self, capsules: Array, key_direction: Array, is_hurried: bool) -> None:
        """Redraw the texture for capsules (C, 2, 4); leaves a framebuffer of its own bound."""
        self._frame = shadow_frame(capsules, key_direction)
        texels = _HURRIED_TEXELS if is_hurried else _SHADOW_TEXELS
        self._share = texels / _SHADOW_TEXELS
        GL.glViewport(0, 0, texels, texels)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._framebuffer)
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_BLEND)
        self._cast.use()
        self._cast.set("frame", self._frame)
        self._cast.set("slope", _slope(key_direction))
        self._cast.set("n_capsules", len(capsules))
        self._corners.bind()
        GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)

    def lay(self, clip_from_world: Array) -> None:
        """Darken the ground in the framebuffer that is bound."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        self._lay.use()
        self._lay.set("clip_from_world", clip_from_world)
        self._lay.set("frame", self._frame)
        self._lay.set("share", self._share)
        self._lay.set("shadow", 0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        self._corners.bind()
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        GL.glDeleteFramebuffers(1, [self._framebuffer])
        GL.glDeleteTextures([self._texture])
        for thing in (self._cast, self._lay, self._corners):
            thing.delete()


def _slope(key_direction: Array) -> Array:
    """(2,) metres sideways, x and z, per metre of height that the light goes."""
    return np.asarray(-key_direction[[0, 2]] / key_direction[1])


def shadow_frame(capsules: Array, key_direction: Array) -> Array:
    """(4,) centre x and z and half extents, metres, of the ground that the shadow of capsules (C, 2, 4) may reach."""
    below = capsules[..., [0, 2]]
    thrown = below + _slope(key_direction) * capsules[..., 1:2]
    margin = 0.12 + 0.3 * np.maximum(capsules[..., 1:2], 0.0)
    reach = np.concatenate([below - margin, below + margin, thrown - 0.3, thrown + 0.3]).reshape(-1, 2)
    low, high = reach.min(0), reach.max(0)
    return np.concatenate([(low + high) / 2, (high - low) / 2])


class Stage:
    """What stands still behind the figure: gradient and grid."""

    def __init__(self) -> None:
        self._backdrop, self._ground = Program("backdrop", "backdrop"), Program("ground", "ground")
        self._corners = VertexArray(())
        self._strength = 1.0

    def set_theme(self, theme: Theme) -> None:
        self._backdrop.use()
        self._backdrop.set("top", theme.rgb("backdrop.top"))
        self._backdrop.set("bottom", theme.rgb("backdrop.bottom"))
        self._ground.use()
        self._ground.set("line_color", theme.rgb("grid.line"))
        self._ground.set("axis_x_color", theme.rgb("axis.x"))
        self._ground.set("axis_z_color", theme.rgb("axis.z"))
        self._strength = float(theme["grid.strength"])

    def draw_backdrop(self) -> None:
        """Fill the framebuffer that is bound."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_BLEND)
        self._corners.bind()
        self._backdrop.use()
        GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)

    def draw_grid(self, camera: Camera, clip_from_world: Array) -> None:
        """Draw the ground's lines over it."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        self._corners.bind()
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        fade_m = 2.5 + 1.3 * camera.distance
        self._ground.use()
        self._ground.set("clip_from_world", clip_from_world)
        self._ground.set("focus", camera.target[[0, 2]])
        self._ground.set("extent", 2.6 * fade_m)
        self._ground.set("sharpness", fade_m**-2)
        # Seen edge-on the lines would crowd into one; they give way.
        self._ground.set("strength", self._strength * float(np.clip(abs(camera.eye[1]) * 4.0, 0.0, 1.0)))
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        for thing in (self._backdrop, self._ground, self._corners):
            thing.delete()
