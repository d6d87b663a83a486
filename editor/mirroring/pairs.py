"""Which joint and which point is the other side of which, in words: what a mirror exchanges and what it leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from editor.names import point_title
from models.body import JOINT_MIRROR, JOINTS, POINT_MIRROR, POINTS, REGIONS, Skeleton

__all__ = ["Pair", "chosen_joints", "joint_pairs", "point_pairs"]

_LIMBS = {
    int(point): region for region, points in REGIONS.items() for point in points if region.endswith(("arm", "leg"))
}


@dataclass(frozen=True)
class Pair:
    """Two partners, or one that has none and is reflected in place.

    Args:
        left: Index of the one on the left, or of the one in the middle.
        right: Of its partner; None in the middle.
        title: What both are, e.g. "Wrist".
    """

    left: int
    right: int | None
    title: str

    @property
    def members(self) -> tuple[int, ...]:
        return (self.left,) if self.right is None else (self.left, self.right)


def joint_pairs() -> list[Pair]:
    """Of the body's joints; each is called like the point at its centre."""
    return _pairs(JOINT_MIRROR, [point_title(POINTS.index(name)) for name in JOINTS], JOINTS)


def point_pairs() -> list[Pair]:
    """Of the body's points."""
    return _pairs(POINT_MIRROR, [point_title(point) for point in range(len(POINTS))], POINTS)


def chosen_joints(skeleton: Skeleton, points: Iterable[int]) -> frozenset[str]:
    """Names of the joints of points, with those of the limb above them: they say where the limb's end is."""
    result: set[str] = set()
    for point in points:
        region, joint = _LIMBS.get(int(point)), int(skeleton.point_joints[point])
        result.add(skeleton.joint_names[joint])
        above = int(skeleton.parents[joint])
        while region is not None and above >= 0 and _LIMBS.get(POINTS.index(skeleton.joint_names[above])) == region:
            result.add(skeleton.joint_names[above])
            above = int(skeleton.parents[above])
    return frozenset(result)


def _pairs(mirror: NDArray[np.intp], titles: list[str], names: tuple[str, ...]) -> list[Pair]:
    pairs = []
    for index, other in enumerate(mirror.tolist()):
        if other == index:
            pairs.append(Pair(index, None, titles[index]))
        elif names[index].startswith("Left"):
            pairs.append(Pair(index, other, _capital(titles[index].removeprefix("Left "))))
    return pairs


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
