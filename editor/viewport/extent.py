"""Which part of the picture a scene's moving things cover, so that only that much is fetched and shown again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.render.figure import KEY_DIRECTION
from editor.render.stage import shadow_frame
from editor.viewport import picking
from editor.viewport.scene import Marks, Scene

__all__ = ["Box", "Extents"]

Array = NDArray[np.float64]

_HALO_PX = 8.0  # logical: soft edges and outlines
_BODY_M = 0.06  # how far the figure's surface may be outside of its capsules
_LIMB_M = 0.28  # no part of a figure is further from the nearest joint


@dataclass(frozen=True)
class Box:
    """Whole physical pixels, from the top left."""

    left: int
    top: int
    right: int
    bottom: int

    def __or__(self, other: Box) -> Box:
        """The smallest box around both."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def is_empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


_NOTHING = Box(0, 0, 0, 0)


class Extents:
    """What has been shown where, and what has to be shown again for a scene as it is now."""

    def __init__(self) -> None:
        self._still: tuple = ()
        self._boxes: dict[str, tuple[object, Box | None]] = {}
        self._latest: dict[str, tuple[object, tuple, Box | None]] = {}

    def changed(self, scene: Scene, size: tuple[int, int], scale: float) -> Box:
        """The box to show again, all of the picture if what stands still has changed."""
        whole = Box(0, 0, *size)
        if self._still != _still(scene, size, scale):
            return whole
        result = None
        for name, (drawn, box) in self._boxes.items():
            now = _moving(scene, name)
            if _is_same(now, drawn):
                continue
            for part in (box, self._box(scene, name, size, scale)):
                if part is None:
                    return whole
                result = part if result is None else result | part
        return result or _NOTHING

    def take(self, scene: Scene, size: tuple[int, int], scale: float) -> None:
        """Remember that the scene has been drawn."""
        is_new = self._still != _still(scene, size, scale)
        self._still = _still(scene, size, scale)
        for name in _MOVING:
            now = _moving(scene, name)
            if is_new or name not in self._boxes or not _is_same(now, self._boxes[name][0]):
                self._boxes[name] = (now, self._box(scene, name, size, scale))

    def _box(self, scene: Scene, name: str, size: tuple[int, int], scale: float) -> Box | None:
        """As `_box`, worked out once: it is asked for when a change is told, when it is drawn, and afterwards."""
        now, seen_from = _moving(scene, name), (scene.camera, size, scale)
        latest = self._latest.get(name)
        if latest is None or latest[1] != seen_from or not _is_same(latest[0], now):
            latest = self._latest[name] = (now, seen_from, _box(scene, name, size, scale))
        return latest[2]


_MOVING = ("figure", "ghosts", "marks", "trails", "ground")


def _still(scene: Scene, size: tuple[int, int], scale: float) -> tuple:
    return scene.camera, scene.theme, scene.meshes, scene.show_grid, scene.is_silhouette, size, scale


def _moving(scene: Scene, name: str) -> object:
    return (scene.rotations, scene.positions) if name == "figure" else getattr(scene, name)


def _is_same(now: object, then: object) -> bool:
    """The same objects: scenes are changed by putting other ones in."""
    if isinstance(now, tuple) and isinstance(then, tuple):
        return all(a is b for a, b in zip(now, then, strict=True))
    return now is then


def _box(scene: Scene, name: str, size: tuple[int, int], scale: float) -> Box | None:
    """What something covers; None if it cannot be told, as of what reaches behind the eye."""
    if name == "figure":
        capsules = scene.meshes.fine.capsules(scene.rotations, scene.positions)
        x, z, half_x, half_z = shadow_frame(capsules, KEY_DIRECTION)
        corners = np.array([[x + i * half_x, 0.0, z + k * half_z] for i in (-1, 1) for k in (-1, 1)])
        ends = capsules.reshape(-1, 4)
        around = _spread(scene, ends[:, :3], ends[:, 3:] + _BODY_M)
        return _around(scene, np.concatenate([around, corners]), np.zeros(1), size, scale)
    if name == "ghosts":
        joints = scene.ghosts.positions.reshape(-1, 3)
        return _around(scene, _spread(scene, joints, np.full((len(joints), 1), _LIMB_M)), np.zeros(1), size, scale)
    marks: Marks = getattr(scene, name)
    lines = marks.lines
    places = np.concatenate([marks.discs[:, :3], lines[:, :3], lines[:, 4:7], marks.fills[:, :3]]).astype(np.float64)
    widths = np.maximum(lines[:, 3], lines[:, 12])
    radii = np.concatenate([marks.discs[:, 3], widths, widths, np.zeros(len(marks.fills))])
    return _around(scene, places, radii, size, scale)


def _spread(scene: Scene, centres: Array, radii_m: Array) -> Array:
    """(4 N, 3) the outermost places of balls around centres (N, 3), with radii (N, 1), as they are seen."""
    sides = np.concatenate([scene.camera.axes[:2], -scene.camera.axes[:2]])
    return (centres[:, None] + radii_m[:, None] * sides).reshape(-1, 3)


def _around(scene: Scene, places: Array, radii_px: Array, size: tuple[int, int], scale: float) -> Box | None:
    """The box around discs at places (N, 3), metres, with radii (N,) or (1,), logical pixels."""
    if not len(places):
        return _NOTHING
    width, height = size
    screen, depth = picking.project(scene.camera.clip_from_world(width / height), places, width, height)
    if not np.isfinite(depth).all():
        return None
    away = (scale * (radii_px + _HALO_PX))[:, None]
    low = np.clip(np.floor((screen - away).min(axis=0)), 0, size)
    high = np.clip(np.ceil((screen + away).max(axis=0)), 0, size)
    return Box(int(low[0]), int(low[1]), int(high[0]), int(high[1]))
