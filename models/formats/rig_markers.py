"""Finding markers: the places that tell how a hand, a foot and the head are turned.

A marker is a joint (a knuckle) or a point of the skeleton (a finger tip's End Site).
"""

from __future__ import annotations

import numpy as np

from models.formats.naming import FINGERS, read_name
from models.formats.rig_limbs import Limb
from models.formats.rig_tree import RigTree

__all__ = ["find_hand_markers", "find_tip"]

# Part of a finger's length below which its first joint lies in the palm and is a metacarpal, where names do not say.
_IN_PALM = 0.3


def find_tip(tree: RigTree, joint: int | None) -> str | None:
    """Name of the end of the chain that starts at a joint: its last End Site, or its last joint.

    Of several branches the one named an end wins, then the longest. An End Site at the joint itself marks nothing.
    """
    if joint is None:
        return None
    last = joint
    while tree.children[last]:
        ahead = [j for j in tree.children[last] if tree.length(j) > 0 and _continues(tree, last, j)]
        if not ahead:
            break
        last = max(ahead, key=lambda j: (tree.ignored[j], tree.reach[j] + tree.length(j)))
    for point in tree.ends[last]:
        if tree.end_length(point) > 1e-3 * tree.size:
            return tree.skeleton.point_names[point]
    return tree.names[last] if last != joint else None


def _continues(tree: RigTree, joint: int, child: int) -> bool:
    """Is the child the next piece of the same part? On a head or hand with many children only an end joint is."""
    words = set(read_name(tree.names[child]).words)
    if words & {"end", "nub", "tip", "top", "leaf"}:
        return True
    return len(tree.children[joint]) == 1 and not tree.ignored[child] and tree.side[child] == tree.side[joint]


def find_hand_markers(tree: RigTree, arm: Limb) -> dict[str, str | None]:
    """IndexKnuckle, PinkyKnuckle, MiddleTip and ThumbTip of a hand, None where the rig does not show them.

    A single finger stands for all of them: its tip is the middle tip and there are no knuckles.
    """
    hand = arm.joints[2]
    # A thumb may leave from a joint between elbow and hand.
    between = tree.path(arm.joints[1], hand)[1:]
    fingers = _find_fingers(tree, between[0], hand)
    thumb = fingers.pop("thumb", None)
    found: dict[str, str | None] = dict.fromkeys(("IndexKnuckle", "PinkyKnuckle", "MiddleTip", "ThumbTip"))
    found["ThumbTip"] = find_tip(tree, thumb)
    if len(fingers) > 1:
        for name, finger in (("IndexKnuckle", "index"), ("PinkyKnuckle", "pinky")):
            if finger in fingers:
                found[name] = tree.names[fingers[finger]]
    for finger in ("middle", "finger", "ring", "index", "pinky"):
        if finger in fingers and found["MiddleTip"] is None:
            found["MiddleTip"] = find_tip(tree, fingers[finger])
    if found["MiddleTip"] is None and not fingers:
        found["MiddleTip"] = _bare_tip(tree, hand)
    return found


def _bare_tip(tree: RigTree, hand: int) -> str | None:
    """The hand's own End Site, or where unnamed fingers end: the farthest place below the hand."""
    for point in tree.ends[hand]:
        if tree.end_length(point) > 1e-3 * tree.size:
            return tree.skeleton.point_names[point]
    branches = [j for j in tree.children[hand] if not tree.votes[j]]
    return find_tip(tree, max(branches, key=lambda j: tree.reach[j] + tree.length(j))) if branches else None


def _find_fingers(tree: RigTree, top: int, hand: int) -> dict[str, int]:
    """{finger: its knuckle joint} below `top`; 'finger' is one that is not said to be which."""
    roots: dict[int, str] = {}
    for joint in tree.below(top):
        role = max((*FINGERS, "finger"), key=lambda r: tree.vote(joint, r))
        named = tree.vote(joint, role) > 0.25 and not tree.ignored[joint]
        if named and not any(roots.get(above) in (role, "finger") for above in tree.ancestors(joint)[1:]):
            roots[joint] = role
    which = _numbered(tree, [joint for joint, role in roots.items() if role == "finger"])
    found: dict[str, int] = {}
    for joint, role in roots.items():
        found.setdefault(which.get(joint, role), _knuckle(tree, joint, hand))
    return found


def _numbered(tree: RigTree, roots: list[int]) -> dict[int, str]:
    """Which fingers numbered ones are, counted from the thumb; nothing where the count leaves it open."""
    numbers = {}
    for joint in roots:
        words = read_name(tree.names[joint]).words
        after = words[words.index("finger") + 1 :] if "finger" in words else ()
        if after and after[0].isdigit():
            numbers[joint] = int(after[0])
    lowest = min(numbers.values(), default=-1)
    # From 0 it is the thumb's number; from 1 only where all five are there, else the thumb may have another name.
    if len(numbers) < 2 or not (lowest == 0 or (lowest == 1 and len(numbers) == len(FINGERS))):
        return {}
    return {joint: FINGERS[n - lowest] for joint, n in numbers.items() if n - lowest < len(FINGERS)}


def _knuckle(tree: RigTree, joint: int, hand: int) -> int:
    """The finger's first joint outside the palm."""
    from_wrist = float(np.linalg.norm(tree.skeleton.rest_positions[joint] - tree.skeleton.rest_positions[hand]))
    bones, walk = 0, joint
    while len(tree.children[walk]) == 1:
        walk, bones = tree.children[walk][0], bones + 1
    in_palm = bones >= 3 and from_wrist < _IN_PALM * (from_wrist + tree.reach[joint])
    return tree.children[joint][0] if in_palm else joint
