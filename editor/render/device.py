"""Who executes OpenGL: a graphics card, or the processor in its place."""

from __future__ import annotations

from editor.render.gl import GL

__all__ = ["device_name", "is_software"]

_SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "swrast", "software", "gdi generic")


def device_name() -> str:
    """The name that the current context's device gives itself."""
    return str(GL.glGetString(GL.GL_RENDERER).decode(errors="replace"))


def is_software(device: str) -> bool:
    """Whether a device of this name is a program on the processor."""
    return any(word in device.lower() for word in _SOFTWARE)
