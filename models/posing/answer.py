"""The pose that answers a `Posing`: networks, first pose, solver, in one pure function."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.body import JOINTS, MAIN_POINTS, POINTS, REGIONS, Skeleton
from models.completion import Completion
from models.kinematics import quat
from models.kinematics.align import kabsch
from models.posing.posing import PART_JOINTS, PART_POINTS, PARTS, HandleState, Posing
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

__all__ = ["asked_points", "solved"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_N_POINTS = len(POINTS)
# A main point that is off goes along with the one that carries it; the neck comes first, it carries the hands.
_CARRIERS = {"Neck": "Hips", "LeftHand": "Neck", "RightHand": "Neck", "LeftFoot": "Hips", "RightFoot": "Hips"}

# As numbers: looking up an enumeration's member takes as long as comparing an array with it.
_FREE, _OFF = int(HandleState.FREE), int(HandleState.OFF)

_MAIN = np.isin(POINTS, MAIN_POINTS)
_HIPS, _FEET = POINTS.index("Hips"), [POINTS.index("LeftFoot"), POINTS.index("RightFoot")]
_LEGS = [REGIONS["left_leg"], REGIONS["right_leg"]]

# A free main point counts for so much more than a prediction; feet stand as firmly as if they were pinned, so that a
# hand or the hips pulled out of reach stretch the body and do not lift it off the ground.
_MAIN_WEIGHT = 3.0
# Half of all drags take three iterations; the few that want more than this are out of reach and look the same without.
_DRAG_SETTINGS = SolverSettings(max_iterations=24)
# Turned parts give way to nothing but joint limits and pins.
_TURN_WEIGHT = 100.0


def solved(posing: Posing, completion: Completion, *, is_drag: bool = False) -> SolveResult:
    """The pose that answers a posing: pins met where the body can, the rest as the networks predict.

    What cannot be reached is named in the result; the limb then points at it, outstretched.

    Args:
        posing: What is asked.
        completion: The networks.
        is_drag: Solve once, in 1 to 3 ms, so that the steps of a drag follow one another. Otherwise, where a pin in
            reach is missed by that (in one of 500 drags, by 3 mm), other starts are tried as well.
    """
    posing = _softened(posing, completion)
    points, is_pinned = asked_points(posing, completion), posing.pinned
    start = start_state(posing.skeleton, _carried(posing, points))
    is_standing = _standing(posing)
    points = np.where((is_pinned | is_standing)[:, None], posing.targets, points)
    is_asked = ~is_standing & (posing.states != _OFF)
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


def _softened(posing: Posing, completion: Completion) -> Posing:
    """Pins of a weight below 1 moved towards where their points would be if they were free."""
    is_soft = posing.pinned & (posing.weights < 1.0)
    if not is_soft.any():
        return posing
    free = np.where(is_soft, np.int8(_FREE), posing.states)
    released = replace(posing, states=free, targets=np.where(is_soft[:, None], posing.base_points, posing.targets))
    places = solved(released, completion, is_drag=True).points
    pulled = places + posing.weights[:, None] * (posing.targets - places)
    return replace(posing, targets=np.where(is_soft[:, None], pulled, posing.targets))


def asked_points(posing: Posing, completion: Completion) -> Array:
    """(43, 3) where every point should be: put there, predicted, or where it was."""
    points, is_set, regions = _main_points(posing), posing.pinned, _predicted(posing)

    def predicted() -> Array:
        if not regions.any():
            return points
        keep = is_set | _MAIN | ~regions
        return np.where(keep[:, None], points, completion.complete(points, is_set, posing.skeleton))

    for part in PARTS:
        joints = PART_JOINTS[part]
        if not posing.turned[joints[0]]:
            continue
        pivot = POINTS.index(part)
        # Only the head has a pivot that is no main point, so its place has to be predicted first.
        place = points[pivot] if _MAIN[pivot] or is_set[pivot] else predicted()[pivot]
        members = PART_POINTS[part]
        points[members], is_set[members] = _turned_points(posing, joints, place)[members], True
        points[pivot], is_set[pivot] = place, True
    return predicted()


def _predicted(posing: Posing) -> BoolArray:
    """(43,) points of the regions that the networks complete."""
    regions = np.zeros(_N_POINTS, dtype=bool)
    for members, is_on in zip(REGIONS.values(), posing.predicted, strict=True):
        regions[members] = is_on
    return regions


def _carried(posing: Posing, points: Array) -> Array:
    """(43, 3) where to start: points that are neither put nor predicted go along with those that are put.

    They are asked to stay where they are, but a body of which half stayed behind is no start: its hands and feet would
    be turned from their old place to the new. The motion is the rigid one nearest to that of pins and main points.
    """
    put = posing.pinned | _MAIN
    left = ~(put | _predicted(posing) | posing.turned[posing.skeleton.point_joints])
    if not left.any():
        return points
    rotation, translation = kabsch(posing.base_points[put], points[put])
    carried = points.copy()
    carried[left] = quat.rotate(rotation, points[left]) + translation
    return carried


def _main_points(posing: Posing) -> Array:
    """(43, 3) the points of the base, with pins and the main points where they are put or carried."""
    points, base = posing.base_points.copy(), posing.base_points
    put = posing.pinned | (_MAIN & (posing.states == _FREE))
    points[put] = posing.targets[put]
    if (posing.states == _OFF).any():
        for name, carrier in _CARRIERS.items():
            point, by = POINTS.index(name), POINTS.index(carrier)
            if posing.states[point] == _OFF:
                points[point] = base[point] + points[by] - base[by]
    points[_HIPS] = _seated(posing.skeleton, points)
    return points


def _standing(posing: Posing) -> BoolArray:
    """(43,) free feet that stand: nothing else of their leg is pinned. A knee that is raised takes its foot along."""
    is_standing, is_pinned = np.zeros(_N_POINTS, dtype=bool), posing.pinned
    for foot, region in zip(_FEET, _LEGS, strict=True):
        is_standing[foot] = posing.states[foot] == _FREE and not is_pinned[region].any()
    return is_standing


def _seated(skeleton: Skeleton, points: Array) -> Array:
    """(3,) the hips, brought down to the feet where they are out of reach of both.

    Two feet that stand outweigh the hips, so a body whose hips are lifted too high is predicted, and the solve started,
    where it will end: on its feet. The pull is the lesser of the two excesses, so it sets in smoothly.
    """
    feet = points[_FEET]
    legs = points[_HIPS] - feet
    excess = float((np.sqrt(np.einsum("ij,ij->i", legs, legs)) - _leg_reach(skeleton)).min())
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
