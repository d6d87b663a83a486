"""Which handle is under the mouse: handles are projected on the processor and compared in logical pixels.

No graphics call is involved and no pixel is read back, so the answer is the same at every display scale, and tests
need no screen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["REACH_PX", "nearest", "project"]

Array = NDArray[np.float64]

REACH_PX = 14.0
"""How far from a handle's centre it can be grabbed, logical pixels: a hit area of 28."""

_SAME_PLACE_PX = 3.0


def project(clip_from_world: Array, points: Array, width: float, height: float) -> tuple[Array, Array]:
    """Screen positions (N, 2), origin top left, in the unit of `width` and `height`, and depths (N,) of points (N, 3).

    Depth grows away from the viewer; it is NaN for points behind the eye, whose positions mean nothing.
    """
    clip = points @ clip_from_world[:, :3].T + clip_from_world[:, 3]
    w = clip[:, 3]
    ahead = w > 1e-9
    ndc = clip[:, :3] / np.where(ahead, w, 1.0)[:, None]
    screen = (ndc[:, :2] * (0.5, -0.5) + 0.5) * (width, height)
    return screen, np.where(ahead, ndc[:, 2], np.nan)


def nearest(
    cursor: tuple[float, float],
    screen: Array,
    depth: Array,
    candidates: NDArray[np.bool_],
    reach_px: float = REACH_PX,
) -> int | None:
    """Index of the candidate nearest to the cursor within reach, or None.

    Of handles drawn over each other the one in front is taken.
    """
    distance = np.hypot(*(screen - cursor).T)
    distance = np.where(candidates & np.isfinite(depth), distance, np.inf)
    best = distance.min(initial=np.inf)
    if best > reach_px:
        return None
    level = np.flatnonzero(distance <= best + _SAME_PLACE_PX)
    return int(level[np.argmin(depth[level])])
