"""Which joint of a rig is the other side of which."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body import JOINT_MIRROR, JOINTS, Skeleton
from models.errors import RigError
from models.formats.naming import read_name
from models.formats.rig_map import map_rig
from models.formats.rig_tree import build_tree

__all__ = ["mirror_pairs"]

IntArray = NDArray[np.intp]

_OTHER = {"L": "R", "R": "L"}


def mirror_pairs(skeleton: Skeleton) -> tuple[IntArray, str]:
    """Partner (J,) of each joint, itself for those in the middle, and a sentence about what was paired.

    Partners have the same name but for the side; where names have no sides, the map to the canonical body tells. Their
    parents are partners too, or the same joint.
    """
    pairs = _by_name(skeleton)
    if np.array_equal(pairs, np.arange(skeleton.n_joints)):
        pairs = _by_map(skeleton)
    for joint, parent in enumerate(skeleton.parents):  # parents come first, so a broken pair breaks what hangs below
        if parent >= 0 and skeleton.parents[pairs[joint]] != pairs[parent]:
            pairs[pairs[joint]], pairs[joint] = pairs[joint], joint
    names = skeleton.joint_names
    sided = [f"{names[a]} and {names[b]}" for a, b in enumerate(pairs) if a < b]
    if not sided:
        return pairs, "no left and right joints were found; each joint was reflected in place"
    return pairs, f"{len(sided)} pairs of joints were swapped: {', '.join(sided)}"


def _by_name(skeleton: Skeleton) -> IntArray:
    tree = build_tree(skeleton)
    found: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for joint, name in enumerate(skeleton.joint_names):
        words = read_name(name)
        found.setdefault((words.words, tree.side[joint] or words.side), []).append(joint)
    pairs = np.arange(skeleton.n_joints)
    for (spelled, side), joints in found.items():
        partners = found.get((spelled, _OTHER[side]), []) if side else []
        if len(joints) == len(partners) == 1:
            pairs[joints[0]] = partners[0]
    return pairs


def _by_map(skeleton: Skeleton) -> IntArray:
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
