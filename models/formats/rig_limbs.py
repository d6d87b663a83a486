"""Finding arms and legs: which joints of a rig are shoulder, elbow, wrist; hip, knee, ankle.

Every way to lay a limb on the tree is scored by names and by proportions, and the best one wins. So `Shoulder` is the
collar bone where an arm follows and the upper arm where an elbow follows; of a wrist and a hand the one at the end of
a forearm as long as forearms are is the anatomical wrist; and a rig with unreadable names is still laid out, by
lengths alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from models.formats.rig_tree import RigTree

__all__ = ["ARM", "LEG", "Limb", "LimbKind", "find_limbs"]


@dataclass(frozen=True)
class LimbKind:
    """Roles from the body outward and the proportions of a human.

    Args:
        roles: The three joints that every such limb has.
        ratio: Second bone over first.
        share: The two bones over the whole limb, from its first joint to its farthest end.
        spread: How far, in the logarithm, the ratio of real rigs strays.
    """

    name: str
    roles: tuple[str, str, str]
    ratio: float
    share: float
    spread: float = 0.25


# Proportions of the canonical body, which are those of the average adult.
ARM = LimbKind("arm", ("upper_arm", "forearm", "hand"), ratio=0.91, share=0.63)
LEG = LimbKind("leg", ("thigh", "shin", "foot"), ratio=0.93, share=0.78)

# A joint that is passed over, though nothing marks it as a helper, speaks a little against the layout.
_SKIPPED = 0.15
_LONGEST_CHAIN = 12  # joints looked at above a hand or foot: more would be a tail or a rope
_LARGEST_LIMB = 80  # joints looked at in one limb: a hand has up to 30


@dataclass(frozen=True)
class Limb:
    """One limb laid on the tree.

    Args:
        joints: The three joints.
        top: The first joint of that side, where the limb leaves the trunk.
        votes: Mean of the three names' votes, 0..1.
        fit: How human the proportions are, 0..1.
        score: What layouts are compared by.
    """

    kind: LimbKind
    side: str
    joints: tuple[int, int, int]
    top: int
    votes: float
    fit: float
    score: float


def find_limbs(tree: RigTree) -> dict[tuple[str, str], Limb]:
    """{(kind, side): limb} for the arms and legs found; an entry is missing where there is none."""
    found: dict[tuple[str, str], Limb] = {}
    for side in "LR":
        tops = [j for j in range(tree.skeleton.n_joints) if tree.side[j] == side and not _is_side(tree, j, side)]
        arms = [limb for top in tops if (limb := _best_layout(tree, ARM, side, top))]
        legs = [limb for top in tops if (limb := _best_layout(tree, LEG, side, top))]
        pairs = [(arm, leg) for arm in arms for leg in legs if arm.top != leg.top]
        if pairs:
            best = max(pairs, key=lambda pair: pair[0].score + pair[1].score + _order(tree, *pair))
            found["arm", side], found["leg", side] = best
        elif arms or legs:
            only = max(arms + legs, key=lambda limb: limb.votes)
            if only.votes > 0.3:
                found[only.kind.name, side] = only
    return found


def _is_side(tree: RigTree, joint: int, side: str) -> bool:
    """Does the joint hang below a joint of its own side?"""
    return any(tree.side[above] == side for above in tree.ancestors(joint)[1:])


def _order(tree: RigTree, arm: Limb, leg: Limb) -> float:
    """Legs leave the trunk nearer to the root than arms do."""
    arm_at, leg_at = tree.parent(arm.top), tree.parent(leg.top)
    if leg_at == arm_at or leg_at < 0 or arm_at < 0:
        return 0.0
    return 0.5 if tree.path(leg_at, arm_at) else (-0.5 if tree.path(arm_at, leg_at) else 0.0)


def _best_layout(tree: RigTree, kind: LimbKind, side: str, top: int) -> Limb | None:
    candidates = [joint for joint in tree.below(top)[:_LARGEST_LIMB] if not tree.ignored[joint]]
    best: Limb | None = None
    for end in candidates:
        chain = [joint for joint in tree.path(top, end)[-_LONGEST_CHAIN:-1] if not tree.ignored[joint]]
        for first, middle in combinations(chain, 2):
            limb = _score(tree, kind, side, top, (first, middle, end))
            if limb and (best is None or limb.score > best.score + 1e-9):
                best = limb
    return best


def _score(tree: RigTree, kind: LimbKind, side: str, top: int, joints: tuple[int, int, int]) -> Limb | None:
    first, middle, end = joints
    upper, lower = tree.arc(first, middle), tree.arc(middle, end)
    if min(upper, lower) <= 0.02 * tree.size:
        return None
    votes = sum(tree.vote(joint, role) for joint, role in zip(joints, kind.roles, strict=True))
    stray = np.log(lower / upper / kind.ratio) / kind.spread
    whole = tree.reach[top] if top == first else tree.arc(top, first) + tree.reach[first]
    share = (upper + lower) / max(whole, 1e-9)
    between = [j for j in tree.path(first, end)[1:-1] if j not in joints]
    skipped = sum(not (tree.ignored[j] or tree.coincides(j)) for j in between)
    fit = float(np.exp(-0.5 * (stray**2 + ((share - kind.share) / 0.2) ** 2)))
    score = votes + 0.8 * fit - 0.05 * abs(float(stray)) - _SKIPPED * skipped
    return Limb(kind, side, joints, top, votes / 3, fit, float(score))
