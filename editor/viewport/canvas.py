"""A widget that draws a scene and knows nothing of posing: which kind this computer can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtWidgets import QWidget

from editor.viewport.graphics import Painter, surface_format
from editor.viewport.scene import Scene

if TYPE_CHECKING:
    from editor.viewport.card_canvas import CardCanvas
    from editor.viewport.plain_canvas import PlainCanvas
    from editor.viewport.software_canvas import SoftwareCanvas

    Canvas: TypeAlias = CardCanvas | SoftwareCanvas | PlainCanvas

__all__ = ["REST_MS", "SAMPLES", "new_canvas", "surface_format"]

SAMPLES = 4
"""Per pixel, for smooth edges."""

REST_MS = 160
"""Without a graphics card edges are smoothed when nothing has moved for so long."""


def new_canvas(painter: Painter, scene: Scene, parent: QWidget) -> Canvas:
    """The canvas for a painter. All of them implement `SceneView`."""
    # Each is imported when it is needed: without OpenGL the first two could not be.
    if painter is Painter.CARD:
        from editor.viewport.card_canvas import CardCanvas

        return CardCanvas(scene, parent)
    if painter is Painter.SOFTWARE:
        from editor.viewport.software_canvas import SoftwareCanvas

        return SoftwareCanvas(scene, parent)
    from editor.viewport.plain_canvas import PlainCanvas

    return PlainCanvas(scene, parent)
