"""Mirroring the motion of any rig, with its own joints and proportions.

Left and right are paired by the map to the canonical body where the rig is a humanoid, and by names for what the map
does not know (fingers, twist joints, a tail's feathers). A joint without a counterpart is reflected in place.

The plane goes through the world's origin, upright, across the rig's own left-right direction at rest. With the
reflection F, the world rotation G of a joint becomes that of its counterpart

    G'(j) = F G(pair j) F Q(j)

where Q(j) is the rotation that brings the rest directions of j's children onto the reflected ones of its pair's. It is
the identity for a rig whose rest pose is symmetric, and makes the result right for those whose rest is not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import Skeleton
from models.errors import RigError
from models.formats.naming.words import read_name
from models.formats.rig_map import map_rig
from models.kinematics import align, forward, quat

__all__ = ["mirrored_clip", "paired_joints"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

# Rest directions that differ by less, as a share of their length, are taken as symmetric: rigs are rounded.
_SYMMETRIC = 1e-3


def mirrored_clip(clip: Clip) -> Clip:
    """The clip with left and right swapped; its report says what had no counterpart.

    Mirroring twice gives the same motion. Where the two sides have bones of different length, each keeps its own.
    """
    skeleton = clip.skeleton
    pairs = paired_joints(skeleton)
    normal = _left_right(skeleton, pairs)
    corrections = np.stack([_correction(skeleton, pairs, normal, joint) for joint in range(skeleton.n_joints)])
    world, _ = clip.globals()
    mirrored = quat.mul(_reflected_turns(world[:, pairs], normal), corrections)
    rotations = quat.unroll(quat.normalize(forward.locals_from_globals(skeleton, mirrored)))
    translations = clip.translations
    if translations is not None:
        back = quat.conj(corrections)[np.maximum(skeleton.parents, 0)]
        translations = np.where(
            (skeleton.parents < 0)[:, None], translations, quat.rotate(back, _reflected(translations[:, pairs], normal))
        )
    alone = [name for joint, name in enumerate(skeleton.joint_names) if pairs[joint] == joint and read_name(name).side]
    notes = [f"joint '{name}' has no counterpart on the other side and is reflected in place" for name in alone]
    return replace(
        clip,
        root=_reflected(clip.root, normal),
        rotations=rotations,
        translations=translations,
        report=(*clip.report, *notes),
    )


def paired_joints(skeleton: Skeleton) -> IntArray:
    """(J,) the joint of the other side, or the joint itself. Twice is the identity, and parents of pairs are pairs."""
    pairs = np.arange(skeleton.n_joints)
    for one, other in (*_mapped_pairs(skeleton), *_named_pairs(skeleton)):
        if pairs[one] == one and pairs[other] == other:
            pairs[one], pairs[other] = other, one
    for joint, parent in enumerate(skeleton.parents):  # parents first: what hangs below a broken pair breaks, too
        other = pairs[joint]
        if parent >= 0 and skeleton.parents[other] != pairs[parent]:
            pairs[joint], pairs[other] = joint, other
    return pairs


def _mapped_pairs(skeleton: Skeleton) -> list[tuple[int, int]]:
    try:
        joints = map_rig(skeleton).joints
    except RigError:
        return []
    sides = [(joints[name], joints[name.replace("Left", "Right")]) for name in joints if name.startswith("Left")]
    return [(skeleton.joint_index(left), skeleton.joint_index(right)) for left, right in sides if left and right]


def _named_pairs(skeleton: Skeleton) -> list[tuple[int, int]]:
    read: dict[tuple[str, ...], list[int]] = {}
    for joint, name in enumerate(skeleton.joint_names):
        read.setdefault((read_name(name).side, *read_name(name).words), []).append(joint)
    pairs: list[tuple[int, int]] = []
    for (side, *words), joints in read.items():
        others = read.get(("R", *words), [])
        if side == "L" and len(joints) == len(others):
            pairs += list(zip(joints, others, strict=True))
    return pairs


def _left_right(skeleton: Skeleton, pairs: IntArray) -> Array:
    """(3,) unit vector across the rig at rest; +X where no pair shows it."""
    apart = (skeleton.rest_positions - skeleton.rest_positions[pairs]) * [1.0, 0.0, 1.0]
    main = np.abs(apart).sum(axis=0).argmax()
    across = (apart * np.sign(apart[:, main, None])).sum(axis=0)
    length = np.linalg.norm(across)
    if length < 1e-9:
        return np.array([1.0, 0.0, 0.0])
    direction = across / length
    # Rigs are built along an axis; what is left of their asymmetry must not tilt the plane.
    axis = np.eye(3)[np.abs(direction).argmax()]
    return axis if abs(direction @ axis) > np.cos(np.deg2rad(20.0)) else direction


def _correction(skeleton: Skeleton, pairs: IntArray, normal: Array, joint: int) -> Array:
    """(4,) Q of the module's formula for one joint."""
    children = [child for child in skeleton.children(joint) if skeleton.parents[pairs[child]] == pairs[joint]]
    own = skeleton.offsets[children]
    wanted = _reflected(skeleton.offsets[pairs[children]], normal)
    ends, other_ends = (np.flatnonzero(skeleton.point_joints == j) for j in (joint, pairs[joint]))
    if not children and ends.size and other_ends.size:
        own = skeleton.point_offsets[ends].mean(axis=0, keepdims=True)
        wanted = _reflected(skeleton.point_offsets[other_ends].mean(axis=0, keepdims=True), normal)
    lengths = np.linalg.norm(own, axis=-1) * np.linalg.norm(wanted, axis=-1)
    own, wanted = own[lengths > 1e-12], wanted[lengths > 1e-12]
    own = own / np.linalg.norm(own, axis=-1, keepdims=True)
    wanted = wanted / np.linalg.norm(wanted, axis=-1, keepdims=True)
    if np.abs(own - wanted).max(initial=0.0) < _SYMMETRIC:
        return quat.IDENTITY
    # Directions in one line leave a turn about them open; the axes, counting a millionth, choose the smallest turn.
    own, wanted = np.concatenate([own, np.eye(3)]), np.concatenate([wanted, np.eye(3)])
    weights = np.where(np.arange(len(own)) < len(own) - 3, 1.0, 1e-6)
    # With their negatives, directions have the origin as their mean, so that only turns are compared.
    pairs_of_ends = np.concatenate([own, -own]), np.concatenate([wanted, -wanted])
    return align.kabsch(*pairs_of_ends, np.tile(weights, 2))[0]


def _reflected(vectors: Array, normal: Array) -> Array:
    """Vectors (..., 3) reflected about the plane through the origin with this unit normal."""
    return vectors - 2.0 * (vectors @ normal)[..., None] * normal


def _reflected_turns(rotations: Array, normal: Array) -> Array:
    """F R F for rotations (..., 4): the axis, a pseudo-vector, is reflected and reversed."""
    return np.concatenate([-_reflected(rotations[..., :3], normal), rotations[..., 3:]], axis=-1)
