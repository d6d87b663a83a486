"""The least change of a whole clip after which feet stand where they are planted.

In each frame the hips and both feet may be moved, nine numbers. Where a foot stands, its toe keeps its place, and the
foot touches the ground. Of all such changes the one is taken that adds the least acceleration to hips, feet and knees
and moves them least: a foot is let go, and hips go down for a leg that would be too short, over as many frames as that
needs, before and after. Knees count for themselves, because near a straight leg a knee moves several times as far as
its ankle. A knee's place is no straight line of the unknowns, so the least squares are repeated a few times (Gauss and
Newton).

Places are met exactly. Heights are not: a foot may be a few millimetres above or below the ground where its own
rotation jerks, rather than jerk the leg.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.locomotion.along_time import Weights, least_step
from models.locomotion.features import FPS
from models.locomotion.stance import Stand

__all__ = ["Footing", "Legs", "footing"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

_ROUNDS, _MOST_ROUNDS = 3, 6
_SUNK_M = 0.005  # deeper than this, another round is worth its time

# What a metre weighs against an acceleration of 1 m/s^2. Level hips follow the path; their height is that of the feet.
_HIPS_LEVEL, _HIPS_UP, _FOOT, _KNEE = 30.0, 2.0, 40.0, 30.0
_HEAVY = 2.0  # acceleration of hips is that of the whole body
_STANDS, _SUNK = 1e3, 3e3
_KEPT = 1e4
_RESTS = 1e5  # what a metre from frame to frame weighs where a toe stands

_WITHIN = (0.2, 0.997)  # of a leg's length; beyond these the knee's place is continued as a straight line


@dataclass(frozen=True, eq=False)
class Legs:
    """Both legs: hips, knees, ankles, toes (F, 2, 3) and the heights of the lowest points of feet (F, 2); metres.

    Frames that are `kept` (F,) are to stay as they are.
    """

    hip: Array
    knee: Array
    ankle: Array
    toe: Array
    lowest: Array
    kept: Bools


@dataclass(frozen=True, eq=False)
class Footing:
    """How far hips (F, 3) and feet (F, 2, 3) are moved, metres; feet in the world, so with the hips."""

    hips: Array
    feet: Array


def footing(legs: Legs, stands: Sequence[Stand], near: Footing | None = None, rounds: int = _MOST_ROUNDS) -> Footing:
    """Hips and feet so moved that the left and the right foot stand where `stands` says they do.

    Args:
        legs: As they are.
        stands: Of the left and of the right foot.
        near: What to begin with, if something near is known.
        rounds: At most.
    """
    n_frames = len(legs.hip)
    near = near or Footing(np.zeros((n_frames, 3)), np.zeros((n_frames, 2, 3)))
    if n_frames < 3:
        return near
    hip, knee, ankle, toe, lowest = legs.hip, legs.knee, legs.ankle, legs.toe, legs.lowest
    on = np.stack([stand.on for stand in stands], axis=1)
    height = np.stack([stand.height for stand in stands], axis=1)
    upper, lower = np.linalg.norm(knee - hip, axis=-1), np.linalg.norm(ankle - knee, axis=-1)
    before = _knee_offset(upper, lower, np.linalg.norm(ankle - hip, axis=-1))[0]
    weights = _weights(on, legs.kept)
    size = weights.size
    slopes = _slopes(n_frames)
    values = np.zeros(slopes.shape[:2])
    moved = np.concatenate([near.hips[:, None], near.feet - near.hips[:, None]], axis=1)
    for number in range(rounds):
        leg = ankle - hip + moved[:, 1:]
        length = np.linalg.norm(leg, axis=-1)
        offset, slope = _knee_offset(upper, lower, length)
        world = moved[:, 1:] + moved[:, :1]
        values[:, :9] = moved.reshape(n_frames, 9)
        values[:, 9:11] = offset - before
        for side in (0, 1):
            slopes[:, 9 + side, 3 + 3 * side : 6 + 3 * side] = (slope / length)[:, side, None] * leg[:, side]
        values[:, 11:15] = (toe + world)[..., [0, 2]].reshape(n_frames, 4)
        # A foot stands at its height; in the air it is only kept from going below the ground.
        sunk = lowest + world[..., 1]
        if number >= _ROUNDS and sunk.min() > -_SUNK_M:
            break
        values[:, 15:17] = np.where(on, toe[..., 1] + world[..., 1] - height, sunk)
        size[:, 15:17] = np.where(on, _STANDS, np.where(sunk < 0.0, _SUNK, 0.0)) ** 2
        moved += least_step(values, slopes, weights).reshape(n_frames, 3, 3)
    world = moved[:, 1:] + moved[:, :1]
    for side, stand in enumerate(stands):
        for first, stop in stand.spans:
            place = (toe + world)[first:stop, side].mean(axis=0)
            world[first:stop, side, [0, 2]] = (place - toe[first:stop, side])[:, [0, 2]]
    return Footing(moved[:, 0], world)


def _weights(on: Bools, kept: Bools) -> Weights:
    """Hips 3, feet relative to them 6, knees 2, places of toes 4, their heights 2."""
    n_frames = len(on)
    size, rate, bend = (np.zeros((n_frames - less, 17)) for less in (0, 1, 2))
    size[:, :11] = np.array([_HIPS_LEVEL, _HIPS_UP, _HIPS_LEVEL, *[_FOOT] * 6, _KNEE, _KNEE]) ** 2
    size[kept, :9] = _KEPT**2
    bend[:, :11] = np.array([_HEAVY] * 3 + [1.0] * 8) ** 2 * FPS**4
    rate[:, 11:15] = np.repeat(on[1:] & on[:-1], 2, axis=1) * _RESTS**2
    return Weights(size, rate, bend)


def _slopes(n_frames: int) -> Array:
    """Of the quantities by the unknowns, where they never change."""
    slopes = np.zeros((n_frames, 17, 9))
    slopes[:, np.arange(9), np.arange(9)] = 1.0
    for row, axis, side in ((11, 0, 0), (12, 2, 0), (13, 0, 1), (14, 2, 1), (15, 1, 0), (16, 1, 1)):
        slopes[:, row, axis] = slopes[:, row, 3 + 3 * side + axis] = 1.0
    return slopes


def _knee_offset(upper: Array, lower: Array, length: Array) -> tuple[Array, Array]:
    """How far a knee is from the line of hip and ankle, and its slope by their distance."""
    within = np.clip(length, _WITHIN[0] * (upper + lower), _WITHIN[1] * (upper + lower))
    along = (upper**2 + within**2 - lower**2) / (2.0 * within)
    offset = np.sqrt(np.maximum(upper**2 - along**2, 1e-8))
    slope = -along * (1.0 - along / within) / offset
    return offset + slope * (length - within), slope
