"""The path as it lies on the ground: its curve, the waypoints, and arrows for where the body faces there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.locomotion.waypoint_gestures import place_of
from editor.theme import Theme
from editor.viewport.scene import Marks
from editor.viewport.strokes import DISC, RING, disc_rows, fill_rows, line_rows, polyline_rows
from models.document import DraftPlan
from models.locomotion.spline import curve_through

__all__ = ["ARROW_M", "PathLook", "arrow_tips", "curve_places", "drawn_path"]

Array = NDArray[np.float64]

ARROW_M = 0.45
"""From a waypoint to the tip of its arrow, metres."""

_HEAD_M, _WIDTH_PX, _RADIUS_PX = 0.11, 3.0, 6.5
_MOST_LINES = 600


@dataclass(frozen=True)
class PathLook:
    """What of a path stands out.

    Args:
        is_active: Whether the path is being worked on; else it is only hinted at.
        selected: Indices of the selected waypoints.
        hovered: Index of the waypoint under the mouse, or -1.
        facing_hovered: Index of the waypoint whose arrow is under the mouse, or -1.
    """

    is_active: bool = False
    selected: frozenset[int] = frozenset()
    hovered: int = -1
    facing_hovered: int = -1


def curve_places(plan: DraftPlan) -> tuple[Array, NDArray[np.intp]]:
    """(N, 3) places along the curve, metres, and which of them are the waypoints (W,)."""
    waypoints = plan.trajectory.waypoints
    curve = curve_through(np.array([(w.x, w.z) for w in waypoints]))
    return np.stack([curve.places[:, 0], np.zeros(len(curve.places)), curve.places[:, 1]], axis=-1), curve.at


def arrow_tips(plan: DraftPlan) -> Array:
    """(W, 3) the tips of the arrows: along the path where no facing is said."""
    places, at = curve_places(plan)
    tips = np.zeros((len(at), 3))
    for index, waypoint in enumerate(plan.trajectory.waypoints):
        if waypoint.facing_rad is not None:
            yaw = waypoint.facing_rad
        elif len(places) > 1:
            first = min(int(at[index]), len(places) - 2)
            step = places[first + 1] - places[first]
            yaw = float(np.arctan2(step[0], step[2]))
        else:
            yaw = 0.0
        tips[index] = place_of(waypoint) + ARROW_M * np.array([np.sin(yaw), 0.0, np.cos(yaw)])
    return tips


def drawn_path(plan: DraftPlan, look: PathLook, theme: Theme) -> Marks:
    """The path's shapes."""
    places, at = curve_places(plan)
    color, strong = theme.rgb("path.line"), theme.rgb("path.selected")
    thin = places[np.unique(np.linspace(0, len(places) - 1, min(len(places), _MOST_LINES)).round().astype(int))]
    lines = polyline_rows(thin, color, _WIDTH_PX, 0.95 if look.is_active else 0.4)
    if not look.is_active:
        return Marks(lines=lines)
    spots = places[at]
    is_selected = np.isin(np.arange(len(at)), list(look.selected))
    sizes = _RADIUS_PX * np.where(np.arange(len(at)) == look.hovered, 1.25, np.where(is_selected, 1.15, 1.0))
    colors = np.where(is_selected[:, None], strong, color)
    discs = disc_rows(spots, sizes, colors, DISC, outline=1.0)
    # The first waypoint is a ring: one sees which way the path goes.
    discs[0, 8] = RING
    tips = arrow_tips(plan)
    is_said = np.array([w.facing_rad is not None for w in plan.trajectory.waypoints])
    alpha = np.where(is_said, 1.0, 0.35)
    alpha[look.facing_hovered if look.facing_hovered >= 0 else slice(0, 0)] = 1.0
    shafts = line_rows(spots, tips, colors, 2.0, alpha=alpha)
    heads = [
        _head(spot, tip, colors[index], float(alpha[index]))
        for index, (spot, tip) in enumerate(zip(spots, tips, strict=True))
    ]
    return Marks(discs, np.concatenate([lines, shafts]), np.concatenate(heads))


def _head(spot: Array, tip: Array, color: Array, alpha: float) -> NDArray[np.float32]:
    way = (tip - spot) / ARROW_M
    side = np.array([way[2], 0.0, -way[0]])
    back = tip - _HEAD_M * way
    return fill_rows(np.stack([tip, back + 0.6 * _HEAD_M * side, back - 0.6 * _HEAD_M * side]), color, alpha)
