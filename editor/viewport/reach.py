"""How far the limb of a dragged hand or foot reaches: a sphere about its shoulder or hip, and the share in use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.theme import Theme
from editor.viewport.camera import Camera
from editor.viewport.scene import Marks
from editor.viewport.strokes import circle, line_rows
from models.body import JOINTS, POINTS, Skeleton

__all__ = ["Reach", "drawn_reach", "reach_of"]

Array = NDArray[np.float64]

_LIMBS = {
    f"{side}{end}": (f"{side}{root}", f"{side}{middle}")
    for side in ("Left", "Right")
    for end, root, middle in (("Hand", "Arm", "ForeArm"), ("Foot", "UpLeg", "Leg"))
}
_NEAR_SHARE = 0.8  # below that the sphere is of no interest
_WIDTH_PX = 1.4


@dataclass(frozen=True, eq=False)
class Reach:
    """Where a limb hangs from, where it is wanted, and how long it is.

    Args:
        root: (3,) of the shoulder or hip joint, metres.
        wanted: (3,) the place asked for, metres.
        length_m: Of the outstretched limb.
    """

    root: Array
    wanted: Array
    length_m: float

    @property
    def share(self) -> float:
        """The distance asked for as a share of the limb's length: more than 1 is out of reach."""
        return float(np.linalg.norm(self.wanted - self.root)) / self.length_m


def _length_m(skeleton: Skeleton, *joints: str) -> float:
    return float(np.linalg.norm(skeleton.offsets[[JOINTS.index(name) for name in joints]], axis=-1).sum())


def reach_of(document: EditorDocument, point: int) -> Reach | None:
    """The reach of the limb that a point is the end of, if it is one."""
    name = POINTS[point]
    if name not in _LIMBS:
        return None
    root, middle = _LIMBS[name]
    places = np.where(document.unreached[:, None], document.targets, document.points)
    return Reach(document.points[POINTS.index(root)], places[point], _length_m(document.skeleton, middle, name))


def drawn_reach(document: EditorDocument, points: tuple[int, ...], camera: Camera, theme: Theme) -> Marks:
    """The sphere's outline as it is seen, for a single dragged point, clearer the nearer the limb is to its end."""
    reach = reach_of(document, points[0]) if len(points) == 1 else None
    strength = 0.0 if reach is None else float(np.clip((reach.share - _NEAR_SHARE) / (1.0 - _NEAR_SHARE), 0.0, 1.0))
    if reach is None or strength == 0.0:
        return Marks()
    right, up, backward = camera.axes
    center, radius = reach.root, reach.length_m
    if not camera.orthographic:
        # Seen from nearby, the outline of a sphere is a smaller circle in front of its centre.
        away = camera.eye - reach.root
        distance = float(np.linalg.norm(away))
        if distance <= radius:
            return Marks()
        backward = away / distance
        right = np.cross(up, backward)
        right /= np.linalg.norm(right)
        up = np.cross(backward, right)
        center = reach.root + radius * radius / distance * backward
        radius *= float(np.sqrt(1.0 - (radius / distance) ** 2))
    outline = circle(center, right, up, radius, 96)
    color = theme.rgb("handle.unreached" if reach.share > 1.0 else "gizmo.reach")
    lines = line_rows(outline[:-1:2], outline[1::2], color, _WIDTH_PX, alpha=0.7 * strength)
    return Marks(lines=lines)
