"""The few OpenGL objects the renderer needs: programs, vertex arrays, textures, framebuffers.

PyOpenGL is imported here and nowhere else, because its switches must be set before its first import: checking for
errors after every call would cost more than the calls.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
import OpenGL
from numpy.typing import NDArray

from models.errors import SixpointError

OpenGL.ERROR_CHECKING = False
OpenGL.ERROR_LOGGING = False

from OpenGL import GL  # noqa: E402  (the switches above come first)

# The plain functions: the wrapped ones copy, or ask for the current context, which they guess is GLX or EGL.
from OpenGL.raw.GL.VERSION.GL_1_0 import glReadPixels  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_2_0 import glVertexAttribPointer  # noqa: E402

__all__ = ["BLOCKS", "GL", "GraphicsError", "Program", "RenderTarget", "UniformBlock", "VertexArray", "texture"]

_HEADER = "#version 330 core\n"

BLOCKS = ("bones", "capsules")

_TEXTURE_PLACE = (GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D)


class GraphicsError(SixpointError):
    """The graphics driver cannot do what the viewport needs."""


def _source(name: str) -> str:
    return files("editor.render").joinpath("shaders", f"{name}.glsl").read_text(encoding="utf-8")


class Program:
    """A vertex and a fragment shader from `shaders/`, with uniforms set by name.

    Args:
        vertex, fragment: Names of the shaders, without ".vert.glsl" and ".frag.glsl".
        include: Uniform blocks (`<name>.glsl`) put before both shaders, each bound at its place in `BLOCKS`.
    """

    def __init__(self, vertex: str, fragment: str, include: tuple[str, ...] = ()) -> None:
        prefix = _HEADER + "".join(_source(name) for name in include)
        shaders = [
            _compiled(GL.GL_VERTEX_SHADER, prefix + _source(f"{vertex}.vert"), vertex),
            _compiled(GL.GL_FRAGMENT_SHADER, prefix + _source(f"{fragment}.frag"), fragment),
        ]
        self.id = GL.glCreateProgram()
        for shader in shaders:
            GL.glAttachShader(self.id, shader)
        GL.glLinkProgram(self.id)
        if not GL.glGetProgramiv(self.id, GL.GL_LINK_STATUS):
            raise GraphicsError(f"The graphics driver rejects '{vertex}': {_text(GL.glGetProgramInfoLog(self.id))}")
        for shader in shaders:
            GL.glDeleteShader(shader)
        for name in include:
            GL.glUniformBlockBinding(self.id, GL.glGetUniformBlockIndex(self.id, name.capitalize()), BLOCKS.index(name))
        self._places: dict[str, int] = {}

    def use(self) -> None:
        GL.glUseProgram(self.id)

    def set(self, name: str, value: float | int | NDArray) -> None:
        """Set a uniform of the program in use: int (also a texture unit), float, vec2-4, mat4, vec3[] or vec4[]."""
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = GL.glGetUniformLocation(self.id, name)
        if isinstance(value, int):
            GL.glUniform1i(place, value)
        elif isinstance(value, float):
            GL.glUniform1f(place, value)
        else:
            array = np.ascontiguousarray(value, dtype=np.float32)
            if array.shape == (4, 4):
                GL.glUniformMatrix4fv(place, 1, GL.GL_TRUE, array)
            elif array.ndim == 2:
                (GL.glUniform3fv if array.shape[1] == 3 else GL.glUniform4fv)(place, len(array), array)
            else:
                (GL.glUniform2fv, GL.glUniform3fv, GL.glUniform4fv)[array.size - 2](place, 1, array)

    def delete(self) -> None:
        GL.glDeleteProgram(self.id)


def _compiled(kind: int, source: str, name: str) -> int:
    shader = GL.glCreateShader(kind)
    GL.glShaderSource(shader, source)
    GL.glCompileShader(shader)
    if not GL.glGetShaderiv(shader, GL.GL_COMPILE_STATUS):
        raise GraphicsError(f"The graphics driver rejects '{name}': {_text(GL.glGetShaderInfoLog(shader))}")
    return shader


def _text(log: bytes | str) -> str:
    return (log.decode(errors="replace") if isinstance(log, bytes) else log).strip()


class VertexArray:
    """Interleaved float32 attributes in one buffer, with optional triangles.

    Args:
        sizes: Number of floats of each attribute, in the order of their locations.
        per_instance: True if a row belongs to an instance instead of a vertex.
    """

    def __init__(self, sizes: tuple[int, ...], per_instance: bool = False) -> None:
        self.id = GL.glGenVertexArrays(1)
        self._buffer, self._elements = (int(name) for name in GL.glGenBuffers(2))
        self.n_rows = self.n_elements = 0
        GL.glBindVertexArray(self.id)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._buffer)
        start, stride = 0, 4 * sum(sizes)
        for location, size in enumerate(sizes):
            GL.glEnableVertexAttribArray(location)
            glVertexAttribPointer(location, size, GL.GL_FLOAT, GL.GL_FALSE, stride, ctypes.c_void_p(start))
            if per_instance:
                GL.glVertexAttribDivisor(location, 1)
            start += 4 * size

    def bind(self) -> None:
        GL.glBindVertexArray(self.id)

    def upload(self, rows: NDArray[np.float32], triangles: NDArray | None = None) -> None:
        """Replace the contents: rows (N, sum of sizes), triangles (T, 3)."""
        self.bind()
        rows = np.ascontiguousarray(rows, dtype=np.float32)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._buffer)
        usage = GL.GL_STREAM_DRAW if triangles is None else GL.GL_STATIC_DRAW
        GL.glBufferData(GL.GL_ARRAY_BUFFER, rows.nbytes, rows, usage)
        self.n_rows = len(rows)
        if triangles is not None:
            elements = np.ascontiguousarray(triangles, dtype=np.uint32)
            GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self._elements)
            GL.glBufferData(GL.GL_ELEMENT_ARRAY_BUFFER, elements.nbytes, elements, GL.GL_STATIC_DRAW)
            self.n_elements = elements.size

    def delete(self) -> None:
        GL.glDeleteVertexArrays(1, [self.id])
        GL.glDeleteBuffers(2, [self._buffer, self._elements])


class UniformBlock:
    """float32 rows shared by all programs that include `<name>.glsl`."""

    def __init__(self, name: str) -> None:
        self._binding = BLOCKS.index(name)
        self._buffer = int(GL.glGenBuffers(1))

    def upload(self, rows: NDArray[np.float32]) -> None:
        """Replace the contents and bind them."""
        GL.glBindBuffer(GL.GL_UNIFORM_BUFFER, self._buffer)
        GL.glBufferData(GL.GL_UNIFORM_BUFFER, rows.nbytes, rows, GL.GL_STREAM_DRAW)
        GL.glBindBufferBase(GL.GL_UNIFORM_BUFFER, self._binding, self._buffer)

    def delete(self) -> None:
        GL.glDeleteBuffers(1, [self._buffer])


def texture(pixels: NDArray[np.uint8] | None, width: int, height: int, internal: int, layout: int) -> int:
    """A linearly filtered texture, clamped at its edges; `pixels` (height, width[, channels]) or undefined."""
    name = int(GL.glGenTextures(1))
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, internal, width, height, 0, layout, GL.GL_UNSIGNED_BYTE, pixels)
    for key in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, key, GL.GL_LINEAR)
    for key in (GL.GL_TEXTURE_WRAP_S, GL.GL_TEXTURE_WRAP_T):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, key, GL.GL_CLAMP_TO_EDGE)
    return name


@dataclass
class RenderTarget:
    """A framebuffer that is copied into another one; remade when its size or number of samples changes.

    Args:
        is_texture: Its colours can also be read as `texture`; it has one sample a pixel then.
    """

    is_texture: bool = False
    width: int = 0
    height: int = 0
    samples: int = 0
    framebuffer: int = 0
    texture: int = 0
    _buffers: tuple[int, int] = (0, 0)

    def begin(self, width: int, height: int, samples: int) -> None:
        """Draw into this target, `width` x `height` physical pixels."""
        if (width, height, samples) != (self.width, self.height, self.samples):
            self.delete()
            self.width, self.height, self.samples = width, height, samples
            self.framebuffer = int(GL.glGenFramebuffers(1))
            self._buffers = (int(GL.glGenRenderbuffers(1)), int(GL.glGenRenderbuffers(1)))
            GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.framebuffer)
            kinds = ((GL.GL_RGBA8, GL.GL_COLOR_ATTACHMENT0), (GL.GL_DEPTH_COMPONENT24, GL.GL_DEPTH_ATTACHMENT))
            if self.is_texture:
                self.texture = texture(None, width, height, GL.GL_RGBA8, GL.GL_RGBA)
                GL.glFramebufferTexture2D(*_TEXTURE_PLACE, self.texture, 0)
            for buffer, (kind, attachment) in list(zip(self._buffers, kinds, strict=True))[self.is_texture :]:
                GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, buffer)
                GL.glRenderbufferStorageMultisample(GL.GL_RENDERBUFFER, samples, kind, width, height)
                GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, attachment, GL.GL_RENDERBUFFER, buffer)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.framebuffer)

    def copy_to(self, destination: int) -> None:
        """Copy into framebuffer `destination`, averaging the samples; it stays bound."""
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.framebuffer)
        GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, destination)
        box = (0, 0, self.width, self.height)
        GL.glBlitFramebuffer(*box, *box, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, destination)

    def read(self, pixels: NDArray[np.uint8], left: int = 0, bottom: int = 0) -> None:
        """Fill pixels (H, W, 4), contiguous, with blue, green, red, alpha from a place on, the lowest row first."""
        height, width, _ = pixels.shape
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.framebuffer)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 4)
        place = pixels.ctypes.data_as(ctypes.c_void_p)
        glReadPixels(left, bottom, width, height, GL.GL_BGRA, GL.GL_UNSIGNED_BYTE, place)

    def delete(self) -> None:
        if self.framebuffer:
            GL.glDeleteFramebuffers(1, [self.framebuffer])
            GL.glDeleteRenderbuffers(2, list(self._buffers))
            if self.texture:
                GL.glDeleteTextures([self.texture])
            self.framebuffer = self.texture = self.width = self.height = 0
