"""The order in which tree-shaped files list joints."""

from __future__ import annotations

import numpy as np

from models.body import Skeleton

__all__ = ["depth_first"]


def depth_first(skeleton: Skeleton) -> list[tuple[int, int]]:
    """(joint, depth) with each joint followed by all that hang below it; brothers keep their order."""
    order = []
    waiting = [(int(root), 0) for root in np.flatnonzero(skeleton.parents < 0)[::-1]]
    while waiting:
        joint, depth = waiting.pop()
        order.append((joint, depth))
        waiting += [(int(child), depth + 1) for child in skeleton.children(joint)[::-1]]
    return order
