"""Reasons not to trust a layout: limbs that are an animal's, sides that do not match."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.errors import RigError
from models.formats.naming import read_name
from models.formats.rig_limbs import Limb
from models.formats.rig_tree import RigTree
from models.formats.rig_trunk import Trunk

__all__ = ["doubtful_kinds", "refuse_animals"]

Limbs = dict[tuple[str, str], Limb]

# Sides of real performers and of measured rigs differ by a few per cent; beyond this one side is not the limb.
_LOPSIDED = 1.3


def doubtful_kinds(tree: RigTree, limbs: Limbs) -> set[str]:
    """ "arm" and "leg" where left and right differ in length as no body's do; adds a note for each."""
    doubtful = set()
    for kind in ("arm", "leg"):
        lengths = [tree.arc(limbs[kind, side].joints[0], limbs[kind, side].joints[2]) for side in "LR"]
        if max(lengths) > _LOPSIDED * min(lengths):
            doubtful.add(kind)
            longer = "left" if lengths[0] > lengths[1] else "right"
            more = max(lengths) / min(lengths) - 1.0
            tree.notes.append(f"the {longer} {kind} is {more:.0%} longer than the other: check the map")
    return doubtful


def refuse_animals(tree: RigTree, limbs: Limbs, trunk: Trunk) -> None:
    """Raise RigError where names or stance say four legs, unless the limbs are named as a human's."""
    if min(limb.votes for limb in limbs.values()) >= 0.8:
        return
    named = [name for name in tree.names if read_name(name).animal]
    if len(named) >= 2:
        why = f"joints are named '{named[0]}' and '{named[1]}'"
    elif _stands_on_four(tree, limbs, trunk):
        why = "its trunk lies across its legs and its arms point the way its legs do"
    else:
        return
    raise RigError(
        f"'{tree.skeleton.name}' looks like an animal, not a humanoid: {why}; "
        "give a rig map if its limbs should be mapped to arms and legs"
    )


def _stands_on_four(tree: RigTree, limbs: Limbs, trunk: Trunk) -> bool:
    rest = tree.skeleton.rest_positions

    def along(kind: str) -> NDArray[np.float64]:
        way = sum((rest[limbs[kind, s].joints[2]] - rest[limbs[kind, s].joints[0]] for s in "LR"), np.zeros(3))
        return way / max(float(np.linalg.norm(way)), 1e-12)

    spine = np.mean([rest[limbs["arm", s].joints[0]] for s in "LR"], axis=0) - rest[trunk.hips]
    across = abs(float(spine @ along("leg"))) < 0.6 * float(np.linalg.norm(spine))
    return across and float(along("arm") @ along("leg")) > 0.7
