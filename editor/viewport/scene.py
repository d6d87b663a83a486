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
from PySide6.QtGui import QImage

from editor.mannequin import Meshes
from editor.theme import Theme
from editor.viewport.camera import Camera
from models.body import JOINTS

__all__ = ["Ghosts", "Marks", "Scene", "SceneView"]

Array = NDArray[np.float64]
Float32 = NDArray[np.float32]


def _none(*shape: int) -> Float32:
    return np.zeros((0, *shape), dtype=np.float32)


@dataclass
class Marks:
    """Shapes of constant size on screen, one row each.

    Args:
        discs: (N, 12) position xyz (metres), radius (logical pixels), red, green, blue, alpha, shape
            (0 ring, 1 disc, 2 dot), outline (0 or 1), two unused.
        lines: (L, 16) start xyz, width at the start (logical pixels), end xyz, dash length (logical pixels,
            0 = solid), red, green, blue, alpha, width at the end, three unused.
        fills: (3 T, 7) corners of triangles: position xyz, red, green, blue, alpha.
    """

    discs: Float32 = field(default_factory=lambda: _none(12))
    lines: Float32 = field(default_factory=lambda: _none(16))
    fills: Float32 = field(default_factory=lambda: _none(7))

    def __add__(self, other: Marks) -> Marks:
        """Both; the other ones on top."""
        pairs = ((self.discs, other.discs), (self.lines, other.lines), (self.fills, other.fills))
        return Marks(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True, eq=False)
class Ghosts:
    """The figure at G other times, the one nearest in time first.

    Args:
        rotations: (G, J, 3, 3) world rotation of each joint.
        positions: (G, J, 3) world position of each joint, metres.
        paints: (G, 4) red, green, blue, alpha.
    """

    rotations: Array = field(default_factory=lambda: np.zeros((0, len(JOINTS), 3, 3)))
    positions: Array = field(default_factory=lambda: np.zeros((0, len(JOINTS), 3)))
    paints: Array = field(default_factory=lambda: np.zeros((0, 4)))

    def __add__(self, other: Ghosts) -> Ghosts:
        """Both; the other ones farther away in time."""
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Ghosts(*(np.concatenate(pair) for pair in pairs))


@dataclass
class Scene:
    """One figure on the ground with its handles.

    Args:
        theme: Colours.
        meshes: The figure's shape.
        rotations: (J, 3, 3) world rotation of each joint.
        positions: (J, 3) world position of each joint, metres.
        marks: Handles and gizmo, over everything.
        trails: Over the figure, under the handles.
        ground: On the ground, under the figure.
        ghosts: The figure at other times, behind it.
        camera: From where it is seen.
        show_grid: Whether the ground has lines.
        is_silhouette: The figure is one dark shape.
    """

    theme: Theme
    meshes: Meshes
    rotations: Array
    positions: Array
    marks: Marks = field(default_factory=Marks)
    trails: Marks = field(default_factory=Marks)
    ground: Marks = field(default_factory=Marks)
    ghosts: Ghosts = field(default_factory=Ghosts)
    camera: Camera = field(default_factory=Camera)
    show_grid: bool = True
    is_silhouette: bool = False


class SceneView(Protocol):
    """A place on screen that shows a scene."""

    @property
    def scene(self) -> Scene: ...

    @property
    def device(self) -> str:
        """What draws: the name of the graphics card, or of what is in its place."""
        ...

    def refresh(self) -> None:
        """Draw the scene again soon: many calls within a frame draw once."""
        ...

    def image(self) -> QImage:
        """The scene as it is now, at its best."""
        ...
