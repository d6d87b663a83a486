"""What the user asks of a pose, as one value.

A `Posing` holds the state of every handle. It is never changed, only replaced, and the pose that answers it
(`models.posing.answer`) depends on nothing else: not on the pose before, not on how the handles came to be where they
are. So a hand dragged out of reach and back gives the same pose again, undo is putting an older `Posing` back, and a
script and the window ask for the same things.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import JOINTS, POINTS, REGIONS, Skeleton, body
from models.kinematics import forward, quat

__all__ = ["PARTS", "PART_JOINTS", "PART_POINTS", "HandleState", "Posing"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class HandleState(IntEnum):
    """What a point asks of the pose."""

    FREE = 0  # nothing of its own: it is predicted; a foot stands, other main points stay about where they were put
    PINNED = 1  # to be exactly where it was put
    OFF = 2  # nothing at all: it goes where the others take it


PARTS: dict[str, tuple[str, ...]] = {
    "LeftHand": ("LeftHand",),
    "RightHand": ("RightHand",),
    "LeftFoot": ("LeftFoot", "LeftToeBase"),
    "RightFoot": ("RightFoot", "RightToeBase"),
    "Head": ("Head",),
}
"""Parts that can be turned as one piece, each by its joints; the first is the pivot and a point of the same name."""

PART_JOINTS: dict[str, tuple[int, ...]] = {
    part: tuple(JOINTS.index(name) for name in joints) for part, joints in PARTS.items()
}
# The points that turn with a part: those fixed to its joints, without the pivot itself.
PART_POINTS: dict[str, NDArray[np.intp]] = {
    part: np.setdiff1d(np.flatnonzero(np.isin(body().point_joints, joints)), POINTS.index(part))
    for part, joints in PART_JOINTS.items()
}

_N_POINTS = len(POINTS)
# Comparing an array with an enumeration's member costs more than comparing the array.
_PINNED = int(HandleState.PINNED)
_REGION_NAMES = tuple(REGIONS)


@dataclass(frozen=True, eq=False)
class Posing:
    """Everything the pose of one character depends on.

    Args:
        skeleton: The character's proportions; canonical joints and points.
        base: The pose that was there before anything was asked; what is not predicted stays near it.
        base_points: (43, 3) its points, world metres: worked out once, not at every move of a drag.
        states: (43,) `HandleState` of each point.
        targets: (43, 3) where pinned points are to be and free main points stay, world metres.
        turned: (22,) joints whose world rotation is held.
        turns: (22, 4) that rotation, xyzw.
        predicted: (6,) regions, in the order of `REGIONS`, in which free points are predicted by the networks; in the
            others they stay near `base`.
        weights: (43,) 0 to 1, how much a pinned point obeys: 1 brings it to its target, 0.5 half the way there from
            where it would be if it were free.
    """

    skeleton: Skeleton
    base: Pose
    base_points: Array
    states: NDArray[np.int8]
    targets: Array
    turned: BoolArray = field(default_factory=lambda: np.zeros(len(JOINTS), dtype=bool))
    turns: Array = field(default_factory=lambda: np.tile(quat.IDENTITY, (len(JOINTS), 1)))
    predicted: BoolArray = field(default_factory=lambda: np.ones(len(REGIONS), dtype=bool))
    weights: Array = field(default_factory=lambda: np.ones(_N_POINTS))

    @classmethod
    def of_pose(cls, skeleton: Skeleton, pose: Pose) -> Posing:
        """Every point free, the main ones where the pose has them."""
        points = pose.points(skeleton)
        return cls(skeleton, pose, points, np.zeros(_N_POINTS, dtype=np.int8), points)

    def with_base(self, pose: Pose) -> Posing:
        """The same with another base."""
        return replace(self, base=pose, base_points=pose.points(self.skeleton))

    @property
    def pinned(self) -> BoolArray:
        """(43,) which points are to be exactly at their targets."""
        return self.states == _PINNED

    def with_targets(self, points: NDArray[np.intp], positions: Array) -> Posing:
        """Points (K,) pinned at positions (K, 3). A part of which a point is moved by itself is no longer held."""
        states, targets = self.states.copy(), self.targets.copy()
        states[points], targets[points] = HandleState.PINNED, positions
        moved = replace(self, states=states, targets=targets)
        for part, joints in PART_JOINTS.items():
            if self.turned[joints[0]] and not set(points.tolist()).isdisjoint(PART_POINTS[part]):
                moved = moved.without_turn(part)
        return moved

    def with_states(self, points: NDArray[np.intp], state: HandleState, now: Pose) -> Posing:
        """Points (K,) in another state. They start from where they are in `now`, which becomes the base."""
        states, targets = self.states.copy(), self.targets.copy()
        states[points] = state
        based = self.with_base(now)
        targets[points] = based.base_points[points]
        return replace(based, states=states, targets=targets)

    def with_weights(self, points: NDArray[np.intp], weight: float) -> Posing:
        """Points (K,) that obey their pins only so much, 0 to 1."""
        weights = self.weights.copy()
        weights[points] = weight
        return replace(self, weights=weights)

    def with_turn(self, part: str, rotation: Array, now: Pose) -> Posing:
        """A part turned by a world rotation (4,) from where it is in `now`, and held so."""
        world, _ = forward.globals_from_locals(self.skeleton, now.root, now.rotations)
        turned, turns, states = self.turned.copy(), self.turns.copy(), self.states.copy()
        joints = list(PART_JOINTS[part])
        turned[joints] = True
        turns[joints] = quat.normalize(quat.mul(rotation, world[joints]))
        # The part's points now follow from its turn; a pin on one of them would contradict it.
        members = PART_POINTS[part]
        states[members] = np.where(states[members] == HandleState.PINNED, HandleState.FREE, states[members])
        return replace(self, states=states, turned=turned, turns=turns)

    def without_turn(self, part: str) -> Posing:
        """The part free to turn again."""
        turned = self.turned.copy()
        turned[list(PART_JOINTS[part])] = False
        return replace(self, turned=turned)

    def with_prediction(self, regions: list[str], is_on: bool, now: Pose) -> Posing:
        """Completion on or off in some regions; what is free stays near `now` where it is off."""
        predicted = self.predicted.copy()
        predicted[[_REGION_NAMES.index(name) for name in regions]] = is_on
        return replace(self.with_base(now), predicted=predicted)
