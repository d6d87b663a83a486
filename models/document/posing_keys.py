"""Between a posing, which a session edits, and the handles that a key keeps of it."""

from __future__ import annotations

import numpy as np

from models.animation import Handles, Interval, Key, Pose
from models.body import MAIN_POINTS, POINTS, Skeleton
from models.kinematics import forward
from models.posing import HandleState, Posing

__all__ = ["handles_of", "key_of", "posing_of"]

_MAIN = np.isin(POINTS, MAIN_POINTS)


def handles_of(posing: Posing) -> Handles:
    """What is asked, without what says nothing: points that are free and predicted."""
    points = np.flatnonzero(_MAIN | (posing.states != HandleState.FREE) | (posing.weights != 1.0))
    joints = np.flatnonzero(posing.turned)
    return Handles(
        points=points,
        states=posing.states[points],
        targets=posing.targets[points],
        weights=posing.weights[points],
        joints=joints,
        turns=posing.turns[joints],
        predicted=posing.predicted.copy(),
    )


def key_of(tick: int, posing: Posing, pose: Pose, interval: Interval | None = None) -> Key:
    """A key of the pose that a session shows and of what was asked of it."""
    return Key.of(tick, pose, handles_of(posing), interval)


def posing_of(key: Key, skeleton: Skeleton) -> Posing:
    """What a session edits to go on from a key: its handles, with its pose as the base."""
    handles, posing = key.handles, Posing.of_pose(skeleton, key.pose)
    states, targets = posing.states.copy(), posing.targets.copy()
    states[handles.points], targets[handles.points] = handles.states, handles.targets
    weights = posing.weights.copy()
    weights[handles.points] = np.clip(handles.weights, 0.0, 1.0)
    turned = posing.turned.copy()
    turned[handles.joints] = True
    turns, _ = forward.globals_from_locals(skeleton, key.pose.root, key.pose.rotations)
    turns[handles.joints] = handles.turns
    return Posing(
        skeleton=skeleton,
        base=key.pose,
        base_points=posing.base_points,
        states=states,
        targets=targets,
        turned=turned,
        turns=turns,
        predicted=handles.predicted.copy(),
        weights=weights,
    )
