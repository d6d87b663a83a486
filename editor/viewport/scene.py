"""What the viewport shows, as arrays, and what the rest of the editor may ask of a viewport.

The renderer reads a `Scene`; the editor writes it. Neither knows the other, so that another renderer can take the
place of this one. The world is Y up in metres, as everywhere; a toolkit with another up axis would convert behind
`SceneView`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from editor.mannequin import FigureMesh
from editor.theme import Theme
from editor.viewport.camera import Camera

__all__ = ["Marks", "Scene", "SceneView"]

Array = NDArray[np.float64]
Float32 = NDArray[np.float32]


@dataclass
class Marks:
    """Handles to draw, one row each.

    Args:
        discs: (N, 12) position xyz (metres), radius (logical pixels), red, green, blue, alpha, shape
            (0 ring, 1 disc, 2 dot), outline (0 or 1), two unused.
        lines: (L, 12) start xyz, width (logical pixels), end xyz, dash length (logical pixels, 0 = solid),
            red, green, blue, alpha.
    """

    discs: Float32 = field(default_factory=lambda: np.zeros((0, 12), dtype=np.float32))
    lines: Float32 = field(default_factory=lambda: np.zeros((0, 12), dtype=np.float32))


@dataclass
class Scene:
    """One figure on the ground with its handles."""

    theme: Theme
    figure: FigureMesh
    rotations: Array  # (J, 3, 3) world rotation of each joint
    positions: Array  # (J, 3) world position of each joint, metres
    marks: Marks = field(default_factory=Marks)
    camera: Camera = field(default_factory=Camera)
    show_grid: bool = True


class SceneView(Protocol):
    """A place on screen that shows a scene."""

    @property
    def scene(self) -> Scene: ...

    def refresh(self) -> None:
        """Draw the scene again soon: many calls within a frame draw once."""
        ...
