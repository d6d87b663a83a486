"""A rest pose in words: T, A or neither, with the angles of arms and legs, and which way it faces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body.skeleton import Skeleton
from models.formats.retarget_rest import Reference
from models.formats.rig_map import RigMap
from models.kinematics import quat

__all__ = ["rest_in_words"]

Array = NDArray[np.float64]

_AXES = tuple((sign + axis, row * factor) for axis, row in zip("XYZ", np.eye(3), strict=True)
              for sign, factor in (("+", 1.0), ("-", -1.0)))  # fmt: skip
# Arms lower than this make an A-pose, lower than that hang down; degrees below the horizontal.
_T_BELOW, _A_BELOW = 20.0, 70.0
_NOTABLE_DEG = 3.0


def rest_in_words(skeleton: Skeleton, rig_map: RigMap, reference: Reference) -> str:
    """One sentence on the zero pose of a rig, e.g. 'A-pose, arms 44 degrees below the horizontal, facing +Z'."""
    if reference.from_motion:
        return "neither T nor A: no rotation at all does not give a standing body"
    up, forward = (quat.rotate(reference.body, axis) for axis in (np.eye(3)[1], np.eye(3)[2]))

    def mean(start: str, end: str) -> Array | None:
        """(2, 3) directions of both sides, or None where a joint is missing."""
        names = [(rig_map.joints.get(s + start), rig_map.joints.get(s + end)) for s in ("Left", "Right")]
        if any(a is None or b is None for a, b in names):
            return None
        rows = [[skeleton.joint_index(str(name)) for name in pair] for pair in names]
        way = np.array([reference.positions[b] - reference.positions[a] for a, b in rows])
        return way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-12)

    arms, legs = mean("Arm", "Hand"), mean("UpLeg", "Foot")
    parts = []
    if arms is not None:
        below, ahead = (float(np.degrees(np.mean(np.arcsin(np.clip(arms @ axis, -1, 1))))) for axis in (-up, forward))
        kind = "T-pose" if abs(below) < _T_BELOW else "A-pose" if 0 < below < _A_BELOW else "standing, not a T-pose"
        parts.append(f"{kind}, arms {abs(below):.0f} degrees {'below' if below >= 0 else 'above'} the horizontal")
        if abs(ahead) > _NOTABLE_DEG:
            parts.append(f"{abs(ahead):.0f} degrees {'forward' if ahead > 0 else 'back'}")
    if legs is not None:
        left = np.cross(up, forward)
        spread = float(np.degrees(np.mean(np.arcsin(np.clip(legs @ left * np.array([1.0, -1.0]), -1, 1)))))
        if abs(spread) > _NOTABLE_DEG:
            parts.append(f"legs {abs(spread):.0f} degrees {'outward' if spread > 0 else 'inward'}")
    parts.append(f"facing {_axis(forward)}, up {_axis(up)}")
    return ", ".join(parts)


def _axis(direction: Array) -> str:
    """The name of the axis a direction is along, or its components."""
    name, axis = max(_AXES, key=lambda entry: float(entry[1] @ direction))
    return name if float(axis @ direction) > 0.999 else f"({', '.join(f'{v:.2f}' for v in direction)})"
