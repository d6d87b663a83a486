"""The gizmos: arrows and planes to move along, rings to turn about. Geometry, looks and picking; no Qt.

A gizmo keeps its size on screen. Its parts are picked by the distance of the cursor from their lines on screen, in
logical pixels, so a hit is the same at every display scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from editor.theme import Theme
from editor.viewport import picking
from editor.viewport.camera import Camera
from editor.viewport.scene import Marks
from editor.viewport.strokes import circle, fill_rows, line_rows, polyline_rows

__all__ = ["Gizmo", "GizmoPart", "Kind", "drawn_gizmo", "pick_part"]

Array = NDArray[np.float64]

_ARM_PX, _HEAD_PX, _INNER_PX = 84.0, 15.0, 18.0
_PLANE_PX = (30.0, 46.0)  # from the centre to the near and the far side of a plane's square
_RING_PX, _OUTER_PX = 66.0, 78.0
_REACH_PX = 8.0
_WIDTH_PX, _HOT_WIDTH_PX, _HEAD_WIDTH_PX = 2.4, 3.6, 10.0
_GONE, _FULL = 0.985, 0.93  # cosines between axis and line of sight: an arrow fades as it points at the viewer
_BACK_ALPHA = 0.16


class Kind(Enum):
    """What a part of a gizmo does."""

    AXIS = "axis"
    PLANE = "plane"
    RING = "ring"
    VIEW = "view"  # the outer ring: turn about the line of sight


@dataclass(frozen=True)
class GizmoPart:
    """One part; `axis` is its direction, the upright of its plane, or what it turns about."""

    kind: Kind
    axis: int = 0


_MOVING = (*(GizmoPart(Kind.AXIS, axis) for axis in range(3)), *(GizmoPart(Kind.PLANE, axis) for axis in range(3)))
_TURNING = (*(GizmoPart(Kind.RING, axis) for axis in range(3)), GizmoPart(Kind.VIEW))


@dataclass(frozen=True, eq=False)
class Gizmo:
    """Where a gizmo is.

    Args:
        origin: (3,) metres.
        frame: (3, 3) rows: its axes in the world.
        is_turning: Rings instead of arrows.
    """

    origin: Array
    frame: Array
    is_turning: bool = False

    @property
    def parts(self) -> tuple[GizmoPart, ...]:
        return _TURNING if self.is_turning else _MOVING

    def metres(self, pixels: float, camera: Camera, height: float) -> float:
        """The size of something that is so many logical pixels long at the gizmo."""
        return pixels * camera.metres_per_pixel(height, self.origin)

    def radius_m(self, part: GizmoPart, camera: Camera, height: float) -> float:
        """Of a ring, metres."""
        return self.metres(_OUTER_PX if part.kind is Kind.VIEW else _RING_PX, camera, height)

    def axis_of(self, part: GizmoPart, camera: Camera) -> Array:
        """(3,) unit: what a part's axis is in the world."""
        return -_sight(self, camera) if part.kind is Kind.VIEW else self.frame[part.axis]


def _sight(gizmo: Gizmo, camera: Camera) -> Array:
    """(3,) unit: from the viewer to the gizmo."""
    if camera.orthographic:
        return camera.forward
    away = gizmo.origin - camera.eye
    return np.asarray(away / np.linalg.norm(away))


def _opacity(gizmo: Gizmo, part: GizmoPart, camera: Camera) -> float:
    """Arrows that point at the viewer and planes seen from the side cannot be used; they fade."""
    facing = abs(float(gizmo.frame[part.axis] @ _sight(gizmo, camera)))
    if part.kind is Kind.AXIS:
        return float(np.clip((_GONE - facing) / (_GONE - _FULL), 0.0, 1.0))
    if part.kind is Kind.PLANE:
        return float(np.clip((facing - 0.1) / 0.15, 0.0, 1.0))
    return 1.0


def _outline(gizmo: Gizmo, part: GizmoPart, camera: Camera, height: float) -> Array:
    """(N, 3) the polyline of a part, metres."""
    unit, origin = gizmo.metres(1.0, camera, height), gizmo.origin
    if part.kind is Kind.AXIS:
        return origin + unit * np.array([[_INNER_PX], [_ARM_PX]]) * gizmo.frame[part.axis]
    if part.kind is Kind.PLANE:
        u, v = gizmo.frame[(part.axis + 1) % 3], gizmo.frame[(part.axis + 2) % 3]
        near, far = _PLANE_PX
        square = np.array([[near, near], [far, near], [far, far], [near, far], [near, near]])
        return np.asarray(origin + unit * square @ np.stack([u, v]))
    if part.kind is Kind.VIEW:
        right, up, _ = camera.axes
        return circle(origin, right, up, _OUTER_PX * unit)
    u, v = gizmo.frame[(part.axis + 1) % 3], gizmo.frame[(part.axis + 2) % 3]
    return circle(origin, u, v, _RING_PX * unit)


def _is_front(gizmo: Gizmo, places: Array, camera: Camera) -> NDArray[np.bool_]:
    """(N - 1,) segments of a ring that are on the viewer's side of its centre."""
    middles = (places[:-1] + places[1:]) / 2 - gizmo.origin
    # A little beyond half, so that a ring seen straight on is whole.
    return np.asarray(middles @ _sight(gizmo, camera) <= 0.02 * np.linalg.norm(middles, axis=-1))


def pick_part(gizmo: Gizmo, camera: Camera, size: tuple[float, float], cursor: tuple[float, float]) -> GizmoPart | None:
    """The part under the cursor in a viewport of `size` logical pixels."""
    width, height = size
    clip, at = camera.clip_from_world(width / height), np.array(cursor)
    best, found = _REACH_PX, None
    for part in gizmo.parts:
        if _opacity(gizmo, part, camera) < 0.3:
            continue
        places = _outline(gizmo, part, camera, height)
        screen, depth = picking.project(clip, places, width, height)
        if not np.isfinite(depth).all():
            continue
        if part.kind is Kind.PLANE and _is_inside(screen[:4], at):
            return part
        away = _segment_distances(at, screen)
        if part.kind is Kind.RING:
            away = np.where(_is_front(gizmo, places, camera), away, np.inf)
        # The outer ring is the last resort where rings cross it.
        distance = float(away.min()) + (2.0 if part.kind is Kind.VIEW else 0.0)
        if distance < best:
            best, found = distance, part
    return found


def _segment_distances(at: Array, screen: Array) -> Array:
    """(N - 1,) pixels from a place to each segment of a polyline (N, 2)."""
    start, way = screen[:-1], np.diff(screen, axis=0)
    t = np.clip(((at - start) * way).sum(-1) / np.maximum((way * way).sum(-1), 1e-9), 0.0, 1.0)
    return np.asarray(np.linalg.norm(start + t[:, None] * way - at, axis=-1))


def _is_inside(corners: Array, at: Array) -> bool:
    """Whether a place is inside a convex polygon (N, 2)."""
    way, to = np.roll(corners, -1, axis=0) - corners, at - corners
    turns = way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())


def drawn_gizmo(
    gizmo: Gizmo,
    camera: Camera,
    height: float,
    theme: Theme,
    *,
    hot: GizmoPart | None = None,
    active: GizmoPart | None = None,
) -> Marks:
    """The marks of a gizmo; `hot` is under the mouse, `active` is being dragged and stands alone."""
    result = Marks()
    for part in gizmo.parts if active is None else (active,):
        alpha = 1.0 if part == active else _opacity(gizmo, part, camera)
        if alpha > 0.0:
            result = result + _drawn_part(gizmo, part, camera, height, theme, alpha=alpha, is_hot=part in (hot, active))
    return result


def _drawn_part(
    gizmo: Gizmo, part: GizmoPart, camera: Camera, height: float, theme: Theme, *, alpha: float, is_hot: bool
) -> Marks:
    places = _outline(gizmo, part, camera, height)
    name = "gizmo.view" if part.kind is Kind.VIEW else f"axis.{'xyz'[part.axis]}"
    color = theme.rgb(name)
    if is_hot:
        color = 0.45 * color + 0.55 * theme.rgb("gizmo_hot")
    width = _HOT_WIDTH_PX if is_hot else _WIDTH_PX
    if part.kind is Kind.AXIS:
        unit = gizmo.metres(1.0, camera, height) * gizmo.frame[part.axis]
        head = gizmo.origin + np.array([[_ARM_PX - 1.0], [_ARM_PX + _HEAD_PX]]) * unit
        shaft = polyline_rows(places, color, width, alpha)
        tip = line_rows(head[:1], head[1:], color, _HEAD_WIDTH_PX + 2.0 * is_hot, alpha=alpha, end_width_px=0.0)
        return Marks(lines=np.concatenate([shaft, tip]))
    if part.kind is Kind.PLANE:
        fill = fill_rows(places[:4], color, alpha * (0.55 if is_hot else 0.28))
        return Marks(lines=polyline_rows(places, color, 1.2, alpha), fills=fill)
    if part.kind is Kind.VIEW:
        return Marks(lines=polyline_rows(places, color, width - 0.8, 0.8))
    alphas = np.where(_is_front(gizmo, places, camera), 1.0, _BACK_ALPHA)
    return Marks(lines=polyline_rows(places, color, width, alphas))
