"""What the curve editor can draw: three channels for the place of a point, three for the rotation of a joint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from editor.names import point_title
from editor.texts import tr
from models.body import JOINTS, POINTS, Skeleton

__all__ = ["Channel", "Group", "groups_of"]


@dataclass(frozen=True)
class Group:
    """The three channels of a point's place in the world or of a joint's local rotation.

    Args:
        kind: "place" is of a point, metres; "turn" of a joint, degrees.
        index: Of the point, or of the joint.
        order: The axes from the first angle to the last, e.g. "ZXY"; of a place "XYZ".
    """

    kind: Literal["place", "turn"]
    index: int
    order: str = "XYZ"

    @property
    def title(self) -> str:
        """In words, e.g. "Left elbow, rotation"."""
        if self.kind == "place":
            return tr("{point}, position").format(point=point_title(self.index))
        return tr("{joint}, rotation").format(joint=point_title(POINTS.index(JOINTS[self.index])))

    @property
    def channels(self) -> tuple[Channel, ...]:
        return tuple(Channel(self, axis) for axis in range(3))


@dataclass(frozen=True)
class Channel:
    """One curve: a coordinate of a group, `axis` 0 to 2 standing for X, Y and Z."""

    group: Group
    axis: int

    @property
    def letter(self) -> str:
        return "XYZ"[self.axis]

    @property
    def title(self) -> str:
        return f"{self.group.title} {self.letter}"

    @property
    def column(self) -> int:
        """Where it stands among the group's values, which are in the joint's order."""
        return self.group.order.index(self.letter)


def groups_of(skeleton: Skeleton, points: Iterable[int]) -> list[Group]:
    """The places of points, then the rotations that move them: of their joints and of those one above."""
    chosen = list(points)
    joints: dict[int, None] = {}
    for point in chosen:
        joint = int(skeleton.point_joints[point])
        joints[joint] = None
        if skeleton.parents[joint] >= 0:
            joints[int(skeleton.parents[joint])] = None
    places = [Group("place", int(point)) for point in chosen]
    return places + [Group("turn", joint, skeleton.rotation_orders[joint]) for joint in joints]
