"""Two-bone inverse kinematics of legs, exact, for any number of frames at once.

The knee stays in its plane: thigh and shin turn about the knee's own axis until the ankle is at the wanted distance,
then the whole leg swings to it; twists stay. Angles by the law of cosines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["MOST_EXTENDED", "bent_legs"]

Array = NDArray[np.float64]

MOST_EXTENDED = 0.9975
"""Largest distance of hip and ankle, of the length of the leg, unless the motion itself stretches it further."""

_STRAIGHT = 0.05  # below this sine, a bend says little about the knee's axis


def bent_legs(
    hip: Array, knee: Array, ankle: Array, target: Array, *, thigh_rotation: Array, shin_rotation: Array
) -> tuple[Array, Array, Array]:
    """Legs whose ankles are at the targets, or as near as the bones allow.

    Args:
        hip, knee, ankle: World positions (..., 3), metres.
        target: Where the ankle should be, (..., 3).
        thigh_rotation, shin_rotation: World rotations (..., 4); at rest the knee bends about +X.

    Returns:
        World rotations of thigh and shin (..., 4), and where the ankle then is (..., 3).
    """
    thigh, shin = knee - hip, ankle - knee
    upper, lower = (np.linalg.norm(bone, axis=-1, keepdims=True) for bone in (thigh, shin))
    thigh_way, shin_way = thigh / upper, shin / lower
    # Where the knee is straight, its axis is that of the thigh bone.
    bend = np.cross(thigh_way, shin_way)
    axis = quat.rotate(thigh_rotation, np.broadcast_to([1.0, 0.0, 0.0], thigh.shape))
    axis = _perpendicular(bend + _STRAIGHT * axis, thigh_way)
    reach = target - hip
    distance = np.linalg.norm(reach, axis=-1, keepdims=True)
    natural = np.linalg.norm(ankle - hip, axis=-1, keepdims=True)
    longest = np.maximum(MOST_EXTENDED * (upper + lower), natural)
    wanted = np.maximum(np.minimum(distance, longest), np.abs(upper - lower) + 0.02)
    way = _unit(reach, ankle - hip)
    swing = quat.between(ankle - hip, way)
    hinge = _perpendicular(quat.rotate(swing, axis), way)
    cosine = np.clip((upper**2 + wanted**2 - lower**2) / (2.0 * upper * wanted), -1.0, 1.0)
    sine = np.sqrt(1.0 - cosine**2)
    # Forward of the line from hip to ankle: bending about +X takes the shin back.
    new_thigh = cosine * way - sine * np.cross(hinge, way)
    new_ankle = hip + wanted * way
    new_shin = (new_ankle - hip - upper * new_thigh) / lower
    turned_thigh = _turned(thigh_way, axis, new_thigh, hinge, thigh_rotation)
    shin_axis = _perpendicular(axis, shin_way)
    turned_shin = _turned(shin_way, shin_axis, new_shin, _perpendicular(hinge, new_shin), shin_rotation)
    return turned_thigh, turned_shin, new_ankle


def _turned(way: Array, axis: Array, new_way: Array, new_axis: Array, rotation: Array) -> Array:
    """The rotation that takes a bone's direction and hinge to the new ones, after the old rotation."""
    before = np.stack([way, axis, np.cross(way, axis)], axis=-1)
    after = np.stack([new_way, new_axis, np.cross(new_way, new_axis)], axis=-1)
    return quat.mul(quat.from_matrix(after @ np.swapaxes(before, -1, -2)), rotation)


def _unit(vectors: Array, otherwise: Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    fallback = otherwise / np.maximum(np.linalg.norm(otherwise, axis=-1, keepdims=True), 1e-9)
    return np.where(length > 1e-9, vectors / np.maximum(length, 1e-9), fallback)


def _perpendicular(vectors: Array, way: Array) -> Array:
    """The part of vectors across unit vectors `way`, of unit length."""
    across = vectors - (vectors * way).sum(-1, keepdims=True) * way
    smallest = np.eye(3)[np.argmin(np.abs(way), axis=-1)]
    return _unit(across, np.cross(way, smallest))
