"""Left and right where names do not tell: limbs by symmetry, sides by where the feet point."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from models.formats.rig_limbs import Limb
from models.formats.rig_tree import RigTree

__all__ = ["pair_sides", "sides_from_feet"]

Limbs = dict[tuple[str, str], Limb]

# Of the rig's size: a branch shorter than this is an ear or a finger, not a limb.
_SHORTEST_LIMB = 0.2
_SAME_LENGTH = 0.1


def pair_sides(tree: RigTree) -> bool:
    """Give sides by symmetry to limbs whose names have none: equal branches of one joint. True if two pairs exist.

    Which of a pair is 'L' is arbitrary here; the caller decides it from where the feet point.
    """
    pairs = []
    n_joints = tree.skeleton.n_joints
    sided = [False] * n_joints
    for joint in range(n_joints):
        parent = tree.parent(joint)
        sided[joint] = sided[joint] or (parent >= 0 and sided[parent])
        if sided[joint]:
            continue
        large = [child for child in tree.children[joint] if tree.reach[child] > _SHORTEST_LIMB * tree.size]
        twins = [(a, b) for a, b in combinations(large, 2) if _are_twins(tree, a, b)]
        for a, b in sorted(twins, key=lambda pair: -tree.reach[pair[0]]):
            if sided[a] or sided[b]:
                continue
            pairs.append((a, b))
            for child, side in ((a, "L"), (b, "R")):
                sided[child] = True
                for member in tree.below(child):
                    tree.side[member] = side
    tree.sides_from_names = False
    return len(pairs) >= 2


def _are_twins(tree: RigTree, a: int, b: int) -> bool:
    """Do two branches have the same number of joints and the same bone lengths, within a tenth?"""
    below_a, below_b = tree.below(a), tree.below(b)
    if len(below_a) != len(below_b) or len(below_a) < 3:
        return False
    bones_a, bones_b = (np.sort([tree.length(j) for j in below[1:]]) for below in (below_a, below_b))
    slack = 0.01 * tree.size
    first_alike = abs(tree.length(a) - tree.length(b)) <= _SAME_LENGTH * max(tree.length(a), tree.length(b)) + slack
    return first_alike and bool(np.allclose(bones_a, bones_b, rtol=_SAME_LENGTH, atol=slack))


def sides_from_feet(tree: RigTree, limbs: Limbs) -> Limbs:
    """Put the arbitrary sides of symmetric limbs right: left is up x forward, and forward is where the feet point."""
    if len(limbs) < 4:
        return limbs
    rest = tree.skeleton.rest_positions
    thighs, shoulders = (np.mean([rest[limbs[kind, s].joints[0]] for s in "LR"], axis=0) for kind in ("leg", "arm"))
    up = shoulders - thighs
    forward = sum((_ahead(tree, limbs["leg", s].joints[2]) for s in "LR"), np.zeros(3))
    left = np.cross(up, forward)
    if np.linalg.norm(left) < 1e-3 * tree.size**2:
        left = np.array([1.0, 0.0, 0.0])
        tree.notes.append("left and right were guessed: +X was taken for left")
    else:
        tree.notes.append("left and right were told from where the feet point, not from names")
    result: Limbs = {}
    for kind in ("arm", "leg"):
        a, b = limbs[kind, "L"], limbs[kind, "R"]
        if (rest[a.joints[0]] - rest[b.joints[0]]) @ left < 0:
            a, b = b, a
        for side, limb in (("L", a), ("R", b)):
            result[kind, side] = replace(limb, side=side)
            for joint in tree.below(limb.top):
                tree.side[joint] = side
    return result


def _ahead(tree: RigTree, foot: int) -> NDArray[np.float64]:
    """From the ankle to the middle of what hangs below it, (3,) metres; zero where nothing does."""
    rest = tree.skeleton.rest_positions
    ends = [rest[j] for j in tree.below(foot)[1:]]
    ends += [tree.skeleton.rest_points[p] for j in tree.below(foot) for p in tree.ends[j]]
    return np.mean(ends, axis=0) - rest[foot] if ends else np.zeros(3)
