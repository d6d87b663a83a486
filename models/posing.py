"""What the user asks of a pose, and the pose that answers it: a pure function from the one to the other.

A `Posing` holds the state of every handle. It is never changed, only replaced, and `solved(posing)` depends on nothing
else: not on the pose before, not on how the handles came to be where they are. So a hand dragged out of reach and back
gives the same pose again, undo is putting an older `Posing` back, and a script and the window ask for the same things.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import JOINTS, MAIN_POINTS, POINTS, REGIONS, Skeleton, body
from models.completion import Completion
from models.kinematics import forward, quat
from models.solver import (
    HoldTerm,
    OrientationTerm,
    SolveResult,
    SolverSettings,
    default_terms,
    descend,
    minimise,
    pin_strengths,
    start_state,
)

__all__ = ["PARTS", "HandleState", "Posing", "asked_points", "solved"]

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

_JOINTS_OF_PART = {part: tuple(JOINTS.index(name) for name in joints) for part, joints in PARTS.items()}
# The points that turn with a part: those fixed to its joints, without the pivot itself.
_MEMBERS_OF_PART = {
    part: np.setdiff1d(np.flatnonzero(np.isin(body().point_joints, joints)), POINTS.index(part))
    for part, joints in _JOINTS_OF_PART.items()
}

# A main point that is off goes along with the one that carries it; the neck comes first, it carries the hands.
_CARRIERS = {"Neck": "Hips", "LeftHand": "Neck", "RightHand": "Neck", "LeftFoot": "Hips", "RightFoot": "Hips"}

_MAIN = np.isin(POINTS, MAIN_POINTS)
_HIPS, _FEET = POINTS.index("Hips"), [POINTS.index("LeftFoot"), POINTS.index("RightFoot")]
_LEGS = [REGIONS["left_leg"], REGIONS["right_leg"]]
_N_POINTS = len(POINTS)
_REGION_NAMES = tuple(REGIONS)

# A free main point counts for so much more than a prediction; feet stand as firmly as if they were pinned, so that a
# hand or the hips pulled out of reach stretch the body and do not lift it off the ground.
_MAIN_WEIGHT = 3.0
# Half of all drags take three iterations; the few that want more than this are out of reach and look the same without.
_DRAG_SETTINGS = SolverSettings(max_iterations=24)
# Turned parts give way to nothing but joint limits and pins.
_TURN_WEIGHT = 100.0


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
    """

    skeleton: Skeleton
    base: Pose
    base_points: Array
    states: NDArray[np.int8]
    targets: Array
    turned: BoolArray = field(default_factory=lambda: np.zeros(len(JOINTS), dtype=bool))
    turns: Array = field(default_factory=lambda: np.tile(quat.IDENTITY, (len(JOINTS), 1)))
    predicted: BoolArray = field(default_factory=lambda: np.ones(len(REGIONS), dtype=bool))

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
        return self.states == HandleState.PINNED

    def with_targets(self, points: NDArray[np.intp], positions: Array) -> Posing:
        """Points (K,) pinned at positions (K, 3). A part of which a point is moved by itself is no longer held."""
        states, targets = self.states.copy(), self.targets.copy()
        states[points], targets[points] = HandleState.PINNED, positions
        moved = replace(self, states=states, targets=targets)
        for part, joints in _JOINTS_OF_PART.items():
            if self.turned[joints[0]] and not set(points.tolist()).isdisjoint(_MEMBERS_OF_PART[part]):
                moved = moved.without_turn(part)
        return moved

    def with_states(self, points: NDArray[np.intp], state: HandleState, now: Pose) -> Posing:
        """Points (K,) in another state. They start from where they are in `now`, which becomes the base."""
        states, targets = self.states.copy(), self.targets.copy()
        states[points] = state
        based = self.with_base(now)
        targets[points] = based.base_points[points]
        return replace(based, states=states, targets=targets)

    def with_turn(self, part: str, rotation: Array, now: Pose) -> Posing:
        """A part turned by a world rotation (4,) from where it is in `now`, and held so."""
        world, _ = forward.globals_from_locals(self.skeleton, now.root, now.rotations)
        turned, turns, states = self.turned.copy(), self.turns.copy(), self.states.copy()
        joints = list(_JOINTS_OF_PART[part])
        turned[joints] = True
        turns[joints] = quat.normalize(quat.mul(rotation, world[joints]))
        # The part's points now follow from its turn; a pin on one of them would contradict it.
        members = _MEMBERS_OF_PART[part]
        states[members] = np.where(states[members] == HandleState.PINNED, HandleState.FREE, states[members])
        return replace(self, states=states, turned=turned, turns=turns)

    def without_turn(self, part: str) -> Posing:
        """The part free to turn again."""
        turned = self.turned.copy()
        turned[list(_JOINTS_OF_PART[part])] = False
        return replace(self, turned=turned)

    def with_prediction(self, regions: list[str], is_on: bool, now: Pose) -> Posing:
        """Completion on or off in some regions; what is free stays near `now` where it is off."""
        predicted = self.predicted.copy()
        predicted[[_REGION_NAMES.index(name) for name in regions]] = is_on
        return replace(self.with_base(now), predicted=predicted)


def solved(posing: Posing, completion: Completion, *, is_drag: bool = False) -> SolveResult:
    """The pose that answers a posing: pins met where the body can, the rest as the networks predict.

    What cannot be reached is named in the result; the limb then points at it, outstretched.

    Args:
        posing: What is asked.
        completion: The networks.
        is_drag: Solve once, in 1 to 3 ms, so that the steps of a drag follow one another. Otherwise, where a pin in
            reach is missed by that (in one of 500 drags, by 3 mm), other starts are tried as well.
    """
    points, is_pinned = asked_points(posing, completion), posing.pinned
    start = start_state(posing.skeleton, points)
    is_standing = _standing(posing)
    points = np.where((is_pinned | is_standing)[:, None], posing.targets, points)
    is_asked = ~is_standing & (posing.states != HandleState.OFF)
    weights = is_asked * np.where(_MAIN, _MAIN_WEIGHT, 1.0)
    terms = default_terms(posing.skeleton, points, is_pinned, start, weights=weights, placed=is_pinned | _MAIN)
    standing = np.flatnonzero(is_standing)
    if standing.size:
        terms.append(HoldTerm(posing.skeleton, standing, points[standing], pin_strengths(posing.skeleton)[standing]))
    turned = np.flatnonzero(posing.turned)
    if turned.size:
        names = [JOINTS[joint] for joint in turned]
        terms.append(OrientationTerm(posing.skeleton, names, posing.turns[turned], _TURN_WEIGHT))
    return descend(terms, start, _DRAG_SETTINGS) if is_drag else minimise(terms, start)


def asked_points(posing: Posing, completion: Completion) -> Array:
    """(43, 3) where every point should be: put there, predicted, or where it was."""
    points, is_set = _main_points(posing), posing.pinned
    regions = np.zeros(_N_POINTS, dtype=bool)
    for members, is_on in zip(REGIONS.values(), posing.predicted, strict=True):
        regions[members] = is_on

    def predicted() -> Array:
        if not regions.any():
            return points
        keep = is_set | _MAIN | ~regions
        return np.where(keep[:, None], points, completion.complete(points, is_set, posing.skeleton))

    for part in PARTS:
        joints = _JOINTS_OF_PART[part]
        if not posing.turned[joints[0]]:
            continue
        pivot = POINTS.index(part)
        # Only the head has a pivot that is no main point, so its place has to be predicted first.
        place = points[pivot] if _MAIN[pivot] or is_set[pivot] else predicted()[pivot]
        members = _MEMBERS_OF_PART[part]
        points[members], is_set[members] = _turned_points(posing, joints, place)[members], True
        points[pivot], is_set[pivot] = place, True
    return predicted()


def _main_points(posing: Posing) -> Array:
    """(43, 3) the points of the base, with pins and the main points where they are put or carried."""
    points, base = posing.base_points.copy(), posing.base_points
    put = posing.pinned | (_MAIN & (posing.states == HandleState.FREE))
    points[put] = posing.targets[put]
    for name, carrier in _CARRIERS.items():
        point, by = POINTS.index(name), POINTS.index(carrier)
        if posing.states[point] == HandleState.OFF:
            points[point] = base[point] + points[by] - base[by]
    points[_HIPS] = _seated(posing.skeleton, points)
    return points


def _standing(posing: Posing) -> BoolArray:
    """(43,) free feet that stand: nothing else of their leg is pinned. A knee that is raised takes its foot along."""
    is_standing = np.zeros(_N_POINTS, dtype=bool)
    for foot, region in zip(_FEET, _LEGS, strict=True):
        is_standing[foot] = posing.states[foot] == HandleState.FREE and not posing.pinned[region].any()
    return is_standing


def _seated(skeleton: Skeleton, points: Array) -> Array:
    """(3,) the hips, brought down to the feet where they are out of reach of both.

    Two feet that stand outweigh the hips, so a body whose hips are lifted too high is predicted, and the solve started,
    where it will end: on its feet. The pull is the lesser of the two excesses, so it sets in smoothly.
    """
    feet = points[_FEET]
    excess = float((np.linalg.norm(points[_HIPS] - feet, axis=-1) - _leg_reach(skeleton)).min())
    if excess <= 0.0:
        return points[_HIPS]
    away = points[_HIPS] - feet.mean(axis=0)
    return points[_HIPS] - away * (excess / max(float(np.linalg.norm(away)), excess))


@lru_cache(maxsize=16)
def _leg_reach(skeleton: Skeleton) -> Array:
    """(2,) outstretched distance from the hips to the left and to the right ankle, metres."""
    bones = np.linalg.norm(skeleton.offsets, axis=-1)
    legs = [[skeleton.joint_index(side + bone) for bone in ("UpLeg", "Leg", "Foot")] for side in ("Left", "Right")]
    return bones[legs].sum(axis=-1)


def _turned_points(posing: Posing, joints: tuple[int, ...], place: Array) -> Array:
    """(43, 3) with the points fixed to a part's joints (pivot first, at `place`); the other rows mean nothing."""
    skeleton, points = posing.skeleton, np.zeros((_N_POINTS, 3))
    position = place
    for joint in joints:
        if joint != joints[0]:
            position = position + quat.rotate(posing.turns[skeleton.parents[joint]], skeleton.offsets[joint])
        members = np.flatnonzero(skeleton.point_joints == joint)
        points[members] = position + quat.rotate(posing.turns[joint], skeleton.point_offsets[members])
    return points
