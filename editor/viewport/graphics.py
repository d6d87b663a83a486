"""What this computer can draw with, found out once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from PySide6.QtGui import QOffscreenSurface, QOpenGLContext, QSurfaceFormat

from editor.render.device import device_name, is_software

__all__ = ["Graphics", "Painter", "graphics", "surface_format"]

_NEED = "Sixpoint draws with OpenGL 3.3"
_ADVICE = "update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw without one"


class Painter(Enum):
    """Who draws the scene."""

    CARD = "graphics card"
    SOFTWARE = "OpenGL on the processor"
    PLAIN = "lines, without OpenGL"


@dataclass(frozen=True)
class Graphics:
    """Who draws, on what, and why it is no better.

    Args:
        painter: Who draws.
        device: The name of the graphics card, or of the software in its place.
        problem: Why there is no OpenGL, or None.
    """

    painter: Painter
    device: str
    problem: str | None = None


def surface_format() -> QSurfaceFormat:
    """OpenGL 3.3 core. Smoothing is the renderer's own business, so the window asks for no samples."""
    result = QSurfaceFormat()
    result.setVersion(3, 3)
    result.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    result.setDepthBufferSize(24)
    result.setSamples(0)
    return result


@lru_cache(maxsize=1)
def graphics() -> Graphics:
    """What this computer draws with. Needs the application object."""
    wanted = surface_format()
    context, surface = QOpenGLContext(), QOffscreenSurface()
    context.setFormat(wanted)
    surface.setFormat(wanted)
    surface.create()
    if not (context.create() and surface.isValid() and context.makeCurrent(surface)):
        return Graphics(Painter.PLAIN, "none", f"{_NEED}, which this computer does not offer; {_ADVICE}.")
    try:
        version = context.format().version()
        if tuple(version) < (3, 3):
            problem = f"{_NEED}, this computer offers {version[0]}.{version[1]}; {_ADVICE}."
            return Graphics(Painter.PLAIN, "none", problem)
        device = device_name()
        return Graphics(Painter.SOFTWARE if is_software(device) else Painter.CARD, device)
    finally:
        context.doneCurrent()
