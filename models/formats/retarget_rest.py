"""How a rig stands when nothing turns it: the pose that rotations are measured from, and which way its body faces.

Files do not say what zero rotation looks like. Usually it is a standing body with the arms out or down; then the
body's own frame follows from its hips, shoulders and feet. Where it is not a standing body at all (LaFAN1's zero pose
is a bundle of bones), the frame of the clip in which the body stands most upright takes its place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.body.skeleton import Skeleton
from models.formats.rig_map import RigMap
from models.kinematics import forward, quat

__all__ = ["Reference", "find_references"]

Array = NDArray[np.float64]

# Rest poses are made along the axes: a direction this near to one is that axis.
_SNAP = np.cos(np.radians(20.0))
# Cosines of the largest angles of a standing body: leg against down, foot against forward, shoulders against hips.
_LEG_DOWN, _FOOT_FORWARD, _SHOULDERS = np.cos(np.radians([50.0, 75.0, 50.0]))
_MOST_FRAMES = 2000  # frames looked at when a standing pose is searched
_AVERAGED = 9  # standing frames whose alignments are averaged


@dataclass(frozen=True)
class Reference:
    """A standing pose of the rig.

    Args:
        positions: (J, 3) joints, metres.
        rotations: (J, 4) world rotations that give it; the identity where it is the zero pose.
        points: (P, 3) the skeleton's points in it.
        body: Rotation from the canonical axes (X left, Y up, Z forward) to this body's.
        from_motion: Was it taken from a frame of the clip?
        notes: What is worth telling about it.
    """

    positions: Array
    rotations: Array
    points: Array
    body: Array
    from_motion: bool
    notes: tuple[str, ...] = ()


def find_references(skeleton: Skeleton, rig_map: RigMap, rotations: Array, positions: Array) -> list[Reference]:
    """The zero pose if a body stands in it, else the most upright frames, the best first.

    Args:
        skeleton: The rig, J joints.
        rig_map: Its map, with hips, legs and feet.
        rotations: (F, J, 4) world rotations of its joints in a clip.
        positions: (F, J, 3) world positions, metres.
    """
    index = {name: skeleton.joint_index(joint) for name, joint in rig_map.joints.items() if joint is not None}
    standing, frames, oddity = _judge(skeleton.rest_positions[None], index, on_axes=True)
    if standing[0] > 0 or len(positions) == 0:
        rest = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))
        notes = [oddity] if oddity else []
        return [Reference(skeleton.rest_positions, rest, skeleton.rest_points, frames[0], False, tuple(notes))]
    step = max(1, len(positions) // _MOST_FRAMES)
    standing, frames, oddity = _judge(positions[::step], index, on_axes=False)
    best = np.argsort(-standing, kind="stable")[:_AVERAGED]
    notes = [f"the zero pose is not a standing body; frame {best[0] * step} was taken as the standing pose"]
    if standing[best[0]] <= 0:
        notes.append("no frame shows a standing body, so the alignment of the rest poses is a guess")
    if oddity:
        notes.append(oddity)
    points = forward.points_from_globals(skeleton, rotations, positions)
    return [
        Reference(positions[n * step], rotations[n * step], points[n * step], frames[n], True, tuple(notes))
        for n in best
        if standing[n] > 0 or n == best[0]
    ]


def _judge(positions: Array, index: dict[str, int], on_axes: bool) -> tuple[Array, Array, str]:
    """How well a body stands in each pose (F,) (above 0: it does), its frame (F, 4), and a note on sides or ''.

    `on_axes`: the poses were made by hand, so directions near an axis are meant to be on it.
    """

    def at(name: str) -> Array:
        return positions[:, index[name]]

    def both(name: str) -> Array:
        return 0.5 * (at(f"Left{name}") + at(f"Right{name}"))

    upper = next(name for name in ("Neck", "Head", "LeftArm", "Spine2", "Spine1", "Spine", "Hips") if name in index)
    top = both("Arm") if upper == "LeftArm" else at(upper)
    trunk = _unit(top - both("UpLeg"))
    up = _on_axis(_unit(top - both("Foot")))
    left = _across(at("LeftUpLeg") - at("RightUpLeg"), up)
    if on_axes:
        left = _across(_on_axis(left), up)
    forward = np.cross(left, up)
    body = quat.from_matrix(np.stack([left, up, forward], axis=-1))
    score = np.full(len(positions), np.inf)
    feet = []
    for side in ("Left", "Right"):
        leg = _unit(at(f"{side}Foot") - at(f"{side}UpLeg"))
        score = np.minimum(score, -_dot(leg, trunk)[:, 0] - _LEG_DOWN)
        if f"{side}ToeBase" in index:
            toe = at(f"{side}ToeBase") - at(f"{side}Foot")
            feet.append(_dot(_unit(toe - _dot(toe, up) * up), forward)[:, 0])
            score = np.minimum(score, np.abs(_dot(_unit(toe), up)[:, 0]) * -1.0 + 0.95)
    if {"LeftArm", "RightArm"} <= index.keys():
        across = _unit(at("LeftArm") - at("RightArm"))
        score = np.minimum(score, _dot(across, left)[:, 0] - _SHOULDERS)
    note = ""
    if feet:
        ahead = np.mean(feet, axis=0)
        score = np.minimum(score, np.abs(ahead) - _FOOT_FORWARD)
        if ahead[int(np.argmax(score))] < 0:
            note = "the feet point backwards for the sides in the names: left and right may be swapped"
    return score, body, note


def _unit(v: Array) -> Array:
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)


def _dot(a: Array, b: Array) -> Array:
    return np.sum(a * b, axis=-1, keepdims=True)


def _across(v: Array, up: Array) -> Array:
    """Unit part of `v` across `up`."""
    return _unit(v - _dot(v, up) * up)


def _on_axis(direction: Array) -> Array:
    """Unit directions, replaced by the nearest axis where one is near."""
    largest = np.argmax(np.abs(direction), axis=-1)
    axis = np.eye(3)[largest] * np.sign(np.take_along_axis(direction, largest[:, None], axis=-1))
    return np.where(_dot(axis, direction) >= _SNAP, axis, direction)
