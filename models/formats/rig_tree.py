"""A rig as the mapper sees it: the tree, its lengths, and what names say about each joint.

Everything is measured in the rest pose along the bones, so it does not matter whether that pose is a T, an A or
the folded zero pose of some files.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.body.skeleton import Skeleton
from models.formats.naming import Recognised, read_name, recognise

__all__ = ["RigTree", "build_tree"]

# Part of the rig's size below which two joints are at the same place.
_COINCIDENT = 1e-3
# A name outside the recognised convention is an extra: its words count for less than any listed name.
_EXTRA_WEIGHT = 0.5


@dataclass
class RigTree:
    """The skeleton with, per joint, children, side, role votes and lengths.

    Args:
        votes: Per joint, {role: 0..1} from its name; 1 only for a name listed by the recognised convention.
        ignored: Joints the chains run through without a role: twist, IK, end and helper joints.
        side: 'L', 'R' or '' per joint.
        reach: (J,) longest way down the bones below each joint, End Sites included, metres.
        ends: Per joint, the indices of the skeleton's points fixed to it, farthest first.
    """

    skeleton: Skeleton
    recognised: Recognised | None
    children: list[list[int]]
    votes: list[dict[str, float]]
    ignored: list[bool]
    side: list[str]
    reach: NDArray[np.float64]
    ends: list[list[int]]
    notes: list[str] = field(default_factory=list)
    sides_from_names: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return self.skeleton.joint_names

    @property
    def size(self) -> float:
        """Length of the longest way from a root to an end, metres."""
        return float(self.reach.max())

    def parent(self, joint: int) -> int:
        return int(self.skeleton.parents[joint])

    def length(self, joint: int) -> float:
        """Distance to the parent, metres; 0 for a root."""
        return float(np.linalg.norm(self.skeleton.offsets[joint])) if self.parent(joint) >= 0 else 0.0

    def coincides(self, joint: int) -> bool:
        """Is the joint at the same place as its parent?"""
        return self.parent(joint) >= 0 and self.length(joint) <= _COINCIDENT * self.size

    def end_length(self, point: int) -> float:
        return float(np.linalg.norm(self.skeleton.point_offsets[point]))

    def ancestors(self, joint: int) -> list[int]:
        """The joint, its parent and so on to the root."""
        chain = [joint]
        while (above := self.parent(chain[-1])) >= 0:
            chain.append(above)
        return chain

    def path(self, top: int, bottom: int) -> list[int]:
        """Joints from `top` down to `bottom`, both included; empty if `bottom` does not hang below `top`."""
        chain = self.ancestors(bottom)
        return chain[chain.index(top) :: -1] if top in chain else []

    def arc(self, top: int, bottom: int) -> float:
        """Length of the bones from `top` down to `bottom`, metres."""
        return sum(self.length(joint) for joint in self.path(top, bottom)[1:])

    def common(self, *joints: int) -> int | None:
        """The lowest joint that all hang below; None across several roots."""
        chains = [self.ancestors(joint) for joint in joints]
        return next((joint for joint in chains[0] if all(joint in chain for chain in chains[1:])), None)

    def below(self, joint: int) -> list[int]:
        """The joint and all that hang below it, parents first."""
        return [int(index) for index in np.flatnonzero(self.skeleton.descends[:, joint])]

    def vote(self, joint: int, role: str) -> float:
        return self.votes[joint].get(role, 0.0)


def build_tree(skeleton: Skeleton) -> RigTree:
    """The tree of a skeleton, with names read."""
    n_joints = skeleton.n_joints
    recognised = recognise(skeleton.joint_names)
    children: list[list[int]] = [[] for _ in range(n_joints)]
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            children[parent].append(joint)
    ends: list[list[int]] = [[] for _ in range(n_joints)]
    for point in np.argsort(-np.linalg.norm(skeleton.point_offsets, axis=-1), kind="stable"):
        ends[int(skeleton.point_joints[point])].append(int(point))
    bone = np.linalg.norm(skeleton.offsets, axis=-1)
    reach = np.array([np.linalg.norm(skeleton.point_offsets[e[0]]) if e else 0.0 for e in ends])
    for joint in range(n_joints - 1, -1, -1):
        if (parent := skeleton.parents[joint]) >= 0:
            reach[parent] = max(reach[parent], reach[joint] + bone[joint])
    votes, ignored, side = [], [], []
    for name in skeleton.joint_names:
        words = read_name(name)
        listed = recognised.joints.get(name) if recognised else None
        if listed:
            role, listed_side, _ = listed
            votes.append({} if role == "helper" else {role: 1.0})
            ignored.append(role == "helper")
            side.append(listed_side or (words.side if role == "helper" else ""))
        else:
            weight = _EXTRA_WEIGHT if recognised else 1.0
            votes.append({role: weight * vote for role, vote in words.roles.items()})
            ignored.append(words.ignored)
            side.append(words.side)
    return RigTree(skeleton, recognised, children, votes, ignored, side, reach, ends)
