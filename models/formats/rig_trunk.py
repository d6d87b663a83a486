"""Finding the trunk: hips, spine, neck, head, collar bones and toes, once arms and legs are known."""

from __future__ import annotations

from dataclasses import dataclass

from models.formats.rig_limbs import Limb
from models.formats.rig_tree import RigTree

__all__ = ["Trunk", "choose_spine", "find_clavicle", "find_toe", "find_trunk"]


@dataclass(frozen=True)
class Trunk:
    """Joint indices: the hips, spine joints from the lowest up, neck and head where the rig has them."""

    hips: int
    spine: tuple[int, ...]
    neck: int | None
    head: int | None


def find_trunk(tree: RigTree, limbs: dict[tuple[str, str], Limb]) -> Trunk | None:
    """The trunk between the limbs, or None where arms and legs do not meet in one tree."""
    thighs = [limb.joints[0] for (kind, _), limb in limbs.items() if kind == "leg"]
    arms = [limb.top for (kind, _), limb in limbs.items() if kind == "arm"]
    pelvis, chest, middle = tree.common(*thighs), tree.common(*arms), tree.common(*thighs, *arms)
    if pelvis is None or chest is None or middle is None:
        return None
    if tree.side[chest]:  # a single arm: its own top is no chest
        chest = tree.parent(chest)
    hips = _find_hips(tree, pelvis, middle)
    head = _find_head(tree, chest)
    column = [joint for joint in tree.path(hips, head if head is not None else chest)[1:] if not tree.ignored[joint]]
    if hips not in tree.ancestors(chest):  # hips hang beside the spine, not above it
        column = [j for j in tree.path(middle, head if head is not None else chest)[1:] if not tree.ignored[j]]
    if head is not None and column and column[-1] == head:
        column.pop()
    spine, neck = _split_column(tree, column, chest)
    return Trunk(hips, tuple(spine), neck, head)


def _find_hips(tree: RigTree, pelvis: int, middle: int) -> int:
    """The joint that carries the pelvis.

    It is where legs and spine meet, unless a name says better: Biped hangs the thighs off the first spine joint below
    `Pelvis`, and MMD's lower body hangs beside the spine.
    """
    candidates = [*tree.ancestors(middle), *(j for j in tree.path(middle, pelvis)[1:] if not tree.side[j])]
    listed = [(rank, j) for j in candidates if (rank := _listed_rank(tree, j, "hips")) is not None]
    if listed:
        return min(listed)[1]
    if tree.vote(middle, "hips") >= 0.5 or tree.vote(middle, "spine") < 0.5:
        return middle
    named = [j for j in candidates if tree.vote(j, "hips") >= 0.5]
    return named[0] if named else middle


def _listed_rank(tree: RigTree, joint: int, role: str) -> int | None:
    """Place of the joint's name among the convention's names for a role, or None."""
    entry = tree.recognised.joints.get(tree.names[joint]) if tree.recognised else None
    return entry[2] if entry and entry[0] == role else None


def _find_head(tree: RigTree, chest: int) -> int | None:
    """The joint named head above the chest; by structure, the last joint of the longest branch without a side."""
    central = [j for j in tree.below(chest)[1:] if not tree.side[j] and not tree.ignored[j]]
    named = [j for j in central if tree.vote(j, "head") > 0.3]
    if named:
        return max(named, key=lambda j: (tree.vote(j, "head"), -len(tree.ancestors(j))))
    # Where it forks again it has become a face.
    chain = [chest]
    while onward := [j for j in tree.children[chain[-1]] if j in central]:
        if len(onward) > 1 and len(chain) > 1:
            break
        chain.append(max(onward, key=lambda j: (tree.reach[j] + tree.length(j), -j)))
    if len(chain) > 3 and not tree.ends[chain[-1]]:
        chain.pop()  # a bare last joint stands for an End Site
    last = chain[-1]
    # A spine may be numbered on through neck and head; a single joint so named is neither for sure.
    fits = len(chain) > 2 if tree.vote(last, "spine") > 0.3 else tree.vote(last, "neck") < 0.3
    return last if len(chain) > 1 and fits else None


def _split_column(tree: RigTree, column: list[int], chest: int) -> tuple[list[int], int | None]:
    """Spine and neck. The neck starts at the first joint named so; else above the joint that carries the arms."""
    for place, joint in enumerate(column):
        if tree.vote(joint, "neck") > 0.3:
            return column[:place], joint
    place = column.index(chest) + 1 if chest in column else 0
    return column[:place], column[place] if place < len(column) else None


def choose_spine(tree: RigTree, spine: tuple[int, ...]) -> list[int | None]:
    """Three of any number of spine joints: the first, the last, and the one nearest half-way along the bones."""
    if len(spine) <= 3:
        return [*spine, *[None] * (3 - len(spine))]
    lengths = [tree.arc(spine[0], joint) for joint in spine]
    half = lengths[-1] / 2
    # A tie within a hundredth of the spine goes to the lower joint.
    middle = min(range(1, len(spine) - 1), key=lambda n: (round(abs(lengths[n] - half) / lengths[-1], 2), n))
    return [spine[0], spine[middle], spine[-1]]


def find_clavicle(tree: RigTree, arm: Limb) -> int | None:
    """The joint that moves the shoulder: the best named, else the innermost, between the trunk and the upper arm."""
    between = [j for j in tree.path(arm.top, arm.joints[0])[:-1] if not tree.ignored[j]]
    if not between:
        return None
    return max(between, key=lambda j: (tree.vote(j, "clavicle"), -len(tree.ancestors(j))))


def find_toe(tree: RigTree, leg: Limb) -> int | None:
    """The ball of the foot: the best named joint below the ankle, else its longest branch if that is as long."""
    foot, shin = leg.joints[2], tree.arc(leg.joints[1], leg.joints[2])
    below = [j for j in tree.below(foot)[1:] if not tree.ignored[j]]
    named = [j for j in below if tree.vote(j, "toe") > 0.25]
    if named:
        return max(named, key=lambda j: (tree.vote(j, "toe"), -len(tree.ancestors(j)), tree.reach[j]))
    long = [j for j in below if tree.parent(j) == foot and tree.length(j) > 0.1 * shin and not tree.votes[j]]
    return max(long, key=lambda j: tree.reach[j] + tree.length(j)) if long else None
