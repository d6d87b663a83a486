"""Mirror the motion of any rig, in world space, so that the axes of its joints do not matter.

A joint j takes over from its partner m on the other side:

    G'_j = S G_m A_j^-1

where G are world rotations, S is the reflection of the world about x = 0 and A_j the reflection that lays what is
fixed to m (its children and points) on what is fixed to j. On a rig that is symmetric at rest A_j is the reflection of
the rest pose for all joints, and the mirrored joints are exactly the reflected ones. Where left and right bones differ
each keeps its length and points where the reflected one does. Where the zero pose is not symmetric at all (a bundle of
bones), A_j comes from a standing pose in the clip. Twice is the identity, because A_m is the inverse of A_j.

A reflection is minus a rotation (about a plane: minus the half turn about its normal), and in G'_j two of them meet, so
everything here is a quaternion: `turns` holds B_j = -A_j.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import Skeleton
from models.errors import RigError
from models.formats.mirror_pairs import mirror_pairs
from models.formats.retarget_rest import find_references
from models.formats.rig_map import map_rig
from models.kinematics import align, forward, quat

__all__ = ["mirror_clip"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_WORLD_NORMAL = np.array([1.0, 0.0, 0.0])
# A zero pose is symmetric if most joints lie this near to their partner's reflection, as a share of its size.
_SYMMETRIC = 0.05
# Weight of what the symmetric pose says beside a joint's own bones: it decides only what they leave open.
_PRIOR = 1e-6


def mirror_clip(clip: Clip) -> Clip:
    """The clip reflected about the world's plane x = 0, left and right swapped; its report says what was paired."""
    skeleton = clip.skeleton
    pairs, note = mirror_pairs(skeleton)
    world, positions = clip.globals()
    pose, normal, pose_notes = _symmetric_pose(skeleton, pairs, world, positions)
    turns = _turns(skeleton, pairs, pose, normal)
    mirrored = quat.mul(quat.mul(_half_turn(_WORLD_NORMAL), world[:, pairs]), quat.conj(turns))
    rotations = quat.normalize(forward.locals_from_globals(skeleton, mirrored))
    translations = clip.translations
    if translations is not None:
        # A translation is fixed to the parent, so it is reflected as the parent's bones are.
        translations = -quat.rotate(turns[np.maximum(skeleton.parents, 0)], translations[:, pairs])
    return replace(
        clip,
        root=clip.root * (1.0 - 2.0 * _WORLD_NORMAL),
        rotations=quat.unroll(rotations) if clip.n_frames else rotations,
        translations=translations,
        report=(*clip.report, note, *pose_notes),
    )


def _half_turn(normal: Array) -> Array:
    """Minus the reflection about the plane with this unit normal (..., 3), as a quaternion (..., 4)."""
    return np.concatenate([normal, np.zeros((*normal.shape[:-1], 1))], axis=-1)


def _symmetric_pose(
    skeleton: Skeleton, pairs: IntArray, world: Array, positions: Array
) -> tuple[Array, Array, tuple[str, ...]]:
    """World rotations (J, 4) of a pose that is its own mirror image, the normal (3,) of its plane, and notes."""
    zero_pose = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))
    left = np.flatnonzero(pairs > np.arange(len(pairs)))
    rest = skeleton.rest_positions
    if not left.size:
        return zero_pose, _WORLD_NORMAL, ()
    # Partners differ along the normal, and most of all along it.
    normal = np.linalg.svd(rest[left] - rest[pairs[left]])[2][0]
    centred = rest - 0.5 * (rest[left] + rest[pairs[left]]).mean(axis=0)
    apart = np.linalg.norm(centred - _reflected(centred[pairs], normal), axis=-1)
    if np.median(apart) <= _SYMMETRIC * np.ptp(rest, axis=0).max():
        return zero_pose, normal, ()
    try:
        reference = find_references(skeleton, map_rig(skeleton), world, positions)[0]
    except RigError as error:
        return zero_pose, normal, (f"the zero pose is not symmetric and no better one was found: {error}",)
    return reference.rotations, quat.rotate(reference.body, _WORLD_NORMAL), reference.notes


def _reflected(vectors: Array, normal: Array) -> Array:
    return vectors - 2.0 * (vectors @ normal)[..., None] * normal


def _turns(skeleton: Skeleton, pairs: IntArray, pose: Array, normal: Array) -> Array:
    """B (J, 4) of each joint: from the symmetric pose, then fitted to the joint's own bones."""
    turns = quat.mul(quat.mul(quat.conj(pose), _half_turn(normal)), pose[pairs])
    for joint, partner in enumerate(pairs):
        if partner == joint:
            own_normal = quat.rotate(quat.conj(pose[joint]), normal)
            turns[joint] = _half_turn(_fitted_normal(skeleton, joint, pairs, own_normal))
        elif joint < partner:
            turns[joint] = _fitted_turn(skeleton, joint, pairs, turns[joint])
            turns[partner] = quat.conj(turns[joint])
    return turns


def _fitted_normal(skeleton: Skeleton, joint: int, pairs: IntArray, normal: Array) -> Array:
    """Normal (3,) of the plane in which a joint in the middle is its own mirror image.

    Partners among its bones differ along it and the others lie in the plane: with d the differences and v the others,
    it maximises sum (d.n)^2 - sum (v.n)^2, which is an eigenvalue problem. A normal near `normal` settles the rest.
    """
    own, partner = _bones(skeleton, joint, pairs)
    difference, along = own - partner, own + partner
    moment = difference.T @ difference - along.T @ along
    moment += _PRIOR * max(float(np.sum(own**2)), 1e-12) * np.outer(normal, normal)
    return np.linalg.eigh(moment)[1][:, -1]


def _fitted_turn(skeleton: Skeleton, joint: int, pairs: IntArray, turn: Array) -> Array:
    """The turn (4,) that lays the partner's bones best on the joint's own, near `turn` where they leave it open."""
    own, partner = _bones(skeleton, joint, pairs)
    size = np.sqrt(_PRIOR * max(float(np.sum(own**2)), 1e-12))
    source = np.concatenate([-quat.rotate(turn, partner), size * np.eye(3)])
    target = np.concatenate([own, size * np.eye(3)])
    # Each vector with its opposite, because the fit is about the mean of its points.
    fit, _ = align.kabsch(np.concatenate([source, -source]), np.concatenate([target, -target]))
    return quat.mul(fit, turn)


def _bones(skeleton: Skeleton, joint: int, pairs: IntArray) -> tuple[Array, Array]:
    """What is fixed to a joint, and the same on its partner: offsets of children and of points, two arrays (n, 3)."""
    children = [child for child in skeleton.children(joint) if skeleton.parents[pairs[child]] == pairs[joint]]
    own, partner = skeleton.offsets[children], skeleton.offsets[pairs[children]]
    here, there = (np.flatnonzero(skeleton.point_joints == index) for index in (joint, pairs[joint]))
    if joint != pairs[joint] and len(here) == len(there):
        own = np.concatenate([own, skeleton.point_offsets[here]])
        partner = np.concatenate([partner, skeleton.point_offsets[there]])
    return own.reshape(-1, 3), partner.reshape(-1, 3)
