"""The unit of length of a BVH file, which the format does not state.

The guess rests on the height of the figure. It is taken from bone lengths alone, so that a zero pose that is no
T-pose, a crouching first frame or another up axis do not disturb it: the longest way along the bones between two
ends of the tree (a toe and a fingertip) is 1.4 to 1.55 times the standing height on people's rigs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.errors import SixpointError

__all__ = ["UNITS", "figure_height", "guess_unit", "is_figure", "metres_per_unit"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

UNITS: dict[str, float] = {
    "m": 1.0,
    "cm": 0.01,
    "mm": 0.001,
    "inch": 0.0254,
    # Acclaim skeletons count in 0.45ths of an inch; the widespread BVH conversions of the CMU library kept that.
    "acclaim": 0.0254 / 0.45,
}
"""Metres per unit of each name a file can be read or written in."""

_WAY_PER_HEIGHT = 1.47
# Upper bound of the figure's height in file units -> unit. They leave room for figures up to 8 m tall in metres, of
# 0.7 to 2.5 m in Acclaim's unit, 1.1 to 2 m in inches, 0.8 to 4 m in centimetres and from 0.4 m in millimetres.
_UNIT_BELOW = ((8.0, "m"), (12.0, "cm"), (45.0, "acclaim"), (80.0, "inch"), (400.0, "cm"), (np.inf, "mm"))
# With fewer joints or branches a tree is a prop or a chain, and neither its size nor its stance says anything.
_MIN_JOINTS = 5
_MIN_BRANCHES = 3


def metres_per_unit(unit: str | float) -> float:
    """The length of a unit in metres; `unit` is a name of `UNITS` or that length itself."""
    if isinstance(unit, str):
        if unit not in UNITS:
            raise SixpointError(f"the unit must be one of {', '.join(UNITS)} or metres per unit, got '{unit}'")
        return UNITS[unit]
    if not (np.isfinite(unit) and unit > 0):
        raise SixpointError(f"a unit must be a length above 0 in metres, got {unit}")
    return float(unit)


def is_figure(parents: IntArray) -> bool:
    """Is a tree (J,) of joints rich enough to be a body, so that its height and stance can be judged?"""
    n_joints = len(parents)
    leaves = n_joints - np.count_nonzero(np.bincount(parents[parents >= 0], minlength=n_joints))
    return n_joints >= _MIN_JOINTS and bool(leaves >= _MIN_BRANCHES)


def figure_height(parents: IntArray, offsets: Array, end_joints: IntArray, end_offsets: Array) -> float:
    """Estimated standing height of a tree of bones, in the unit of its offsets.

    Args:
        parents: (J,) parents before children, -1 for the root, whose own offset is not a bone.
        offsets: (J, 3).
        end_joints: (E,) the joint of each End Site.
        end_offsets: (E, 3).
    """
    bones = np.linalg.norm(offsets, axis=-1)
    reach = np.zeros(len(parents))  # longest way downwards from each joint
    longest = 0.0  # and the longest that goes up to a joint and down again on another branch
    for joint, length in zip(end_joints, np.linalg.norm(end_offsets, axis=-1), strict=True):
        longest = max(longest, reach[joint] + length)
        reach[joint] = max(reach[joint], length)
    for joint in range(len(parents) - 1, 0, -1):
        parent, length = parents[joint], reach[joint] + bones[joint]
        if parent >= 0:
            longest = max(longest, reach[parent] + length)
            reach[parent] = max(reach[parent], length)
    return float(longest) / _WAY_PER_HEIGHT


def guess_unit(height: float) -> tuple[str, str]:
    """The likely unit of a figure of this height, and the sentence that tells the user: (name in `UNITS`, note)."""
    unit = next(name for bound, name in _UNIT_BELOW if height < bound)
    return (
        unit,
        f"unit guessed as {unit}: the figure is {height * UNITS[unit]:.2f} m tall; change it with --in-unit or unit=",
    )
