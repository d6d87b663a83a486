"""Mirror the motion of any rig, in world space, so that the axes of its joints do not matter.

Left and right joints are paired by their names (or, where those say nothing, by the map to the canonical body). A
rig's rest pose has a plane of symmetry of its own, not always the world's: some zero poses lie folded along one axis.
So for each joint j with partner m the world rotation becomes G'_j = S G_m A_j^-1, where S is the reflection of the
world and A_j the one that takes the bones fixed to m, at rest, to those fixed to j. With symmetric bones the mirrored
joints are exactly the reflected ones; otherwise bones keep their own lengths and point where the reflected ones do.
Twice is the identity, because A_m is the inverse of A_j.

A reflection about a plane with normal n is minus the half turn about n, so everything is done with quaternions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import JOINT_MIRROR, JOINTS, Skeleton
from models.errors import RigError
from models.formats.naming import read_name
from models.formats.rig_map import map_rig
from models.formats.rig_tree import build_tree
from models.kinematics import align, forward, quat

__all__ = ["mirror_clip", "mirror_pairs"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_OTHER = {"L": "R", "R": "L"}
_WORLD_NORMAL = np.array([1.0, 0.0, 0.0])
# Weight of staying with the common plane, beside the bones': decides only what the bones leave open.
_STAY = 1e-6


def mirror_clip(clip: Clip) -> Clip:
    """The clip reflected about the world's plane x = 0, left and right swapped; its report lists the pairs."""
    skeleton = clip.skeleton
    pairs, notes = mirror_pairs(skeleton)
    normal = _rest_normal(skeleton, pairs)
    fits = _fits(skeleton, pairs, normal)
    world, _ = forward.globals_from_locals(skeleton, clip.root, clip.rotations, clip.translations)
    half_turn_world, half_turn_rest = np.append(_WORLD_NORMAL, 0.0), np.append(normal, 0.0)
    mirrored = quat.mul(quat.mul(half_turn_world, world[:, pairs]), quat.mul(half_turn_rest, quat.conj(fits)))
    rotations = quat.normalize(forward.locals_from_globals(skeleton, mirrored))
    translations = clip.translations
    if translations is not None:
        # As seen from the parent p, whose A is its fit after the reflection at rest.
        parents = np.maximum(skeleton.parents, 0)
        reflected = translations[:, pairs] - 2.0 * (translations[:, pairs] @ normal)[..., None] * normal
        translations = quat.rotate(fits[parents], reflected)
    return replace(
        clip,
        root=clip.root * (1.0 - 2.0 * _WORLD_NORMAL),
        rotations=quat.unroll(rotations) if clip.n_frames else rotations,
        translations=translations,
        report=(*clip.report, *notes),
    )


def mirror_pairs(skeleton: Skeleton) -> tuple[IntArray, tuple[str, ...]]:
    """Partner (J,) of each joint, itself for those in the middle, and sentences about what was paired.

    Partners have the same name but for the side, and their parents are partners or the same joint.
    """
    pairs = _pairs_by_name(skeleton)
    if np.array_equal(pairs, np.arange(skeleton.n_joints)):
        pairs = _pairs_by_map(skeleton)
    for joint, parent in enumerate(skeleton.parents):  # parents come first, so a broken pair breaks what hangs below
        if parent >= 0 and skeleton.parents[pairs[joint]] != pairs[parent]:
            pairs[pairs[joint]], pairs[joint] = pairs[joint], joint
    names = skeleton.joint_names
    sided = [f"{names[a]} and {names[b]}" for a, b in enumerate(pairs) if a < b]
    if not sided:
        return pairs, ("no left and right joints were found; each joint was reflected in place",)
    return pairs, (f"{len(sided)} pairs of joints were swapped: {', '.join(sided)}",)


def _pairs_by_name(skeleton: Skeleton) -> IntArray:
    tree = build_tree(skeleton)
    found: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for joint, name in enumerate(skeleton.joint_names):
        words = read_name(name)
        found.setdefault((words.words, tree.side[joint] or words.side), []).append(joint)
    pairs = np.arange(skeleton.n_joints)
    for (words, side), joints in found.items():
        partners = found.get((words, _OTHER.get(side, "")), []) if side else []
        if len(joints) == len(partners) == 1:
            pairs[joints[0]] = partners[0]
    return pairs


def _pairs_by_map(skeleton: Skeleton) -> IntArray:
    pairs = np.arange(skeleton.n_joints)
    try:
        joints = map_rig(skeleton).joints
    except RigError:
        return pairs
    for name, mirror in zip(JOINTS, JOINT_MIRROR, strict=True):
        here, there = joints.get(name), joints.get(JOINTS[mirror])
        if here and there:
            pairs[skeleton.joint_index(here)] = skeleton.joint_index(there)
    return pairs


def _rest_normal(skeleton: Skeleton, pairs: IntArray) -> Array:
    """The direction from right to left in the rest pose: along it, partners differ most."""
    left = np.flatnonzero(pairs > np.arange(len(pairs)))
    if not left.size:
        return _WORLD_NORMAL
    between = skeleton.rest_positions[left] - skeleton.rest_positions[pairs[left]]
    return np.linalg.svd(between)[2][0]


def _fits(skeleton: Skeleton, pairs: IntArray, normal: Array) -> Array:
    """Per joint the rotation (J, 4) that, after the reflection at rest, lays the partner's bones on its own."""
    fits = np.tile(quat.IDENTITY, (skeleton.n_joints, 1))
    for joint in np.flatnonzero(pairs > np.arange(len(pairs))):
        own, partner = _bones(skeleton, int(joint), pairs)
        reflected = partner - 2.0 * (partner @ normal)[:, None] * normal
        stay = np.sqrt(_STAY) * max(np.linalg.norm(own), 1e-9) * np.eye(3)
        source, target = np.concatenate([reflected, stay]), np.concatenate([own, stay])
        # Each vector with its opposite, because the fit is about the mean of its points.
        fit, _ = align.kabsch(np.concatenate([source, -source]), np.concatenate([target, -target]))
        fits[joint] = fit
        half_turn = np.append(normal, 0.0)
        fits[pairs[joint]] = quat.mul(quat.mul(half_turn, quat.conj(fit)), quat.conj(half_turn))
    return fits


def _bones(skeleton: Skeleton, joint: int, pairs: IntArray) -> tuple[Array, Array]:
    """What is fixed to a joint, and the same on its partner: offsets of children and of points, two arrays (n, 3)."""
    children = [child for child in skeleton.children(joint) if skeleton.parents[pairs[child]] == pairs[joint]]
    own, partner = skeleton.offsets[children], skeleton.offsets[pairs[children]]
    here, there = (np.flatnonzero(skeleton.point_joints == index) for index in (joint, pairs[joint]))
    if len(here) == len(there):
        own = np.concatenate([own, skeleton.point_offsets[here]])
        partner = np.concatenate([partner, skeleton.point_offsets[there]])
    return own.reshape(-1, 3), partner.reshape(-1, 3)
