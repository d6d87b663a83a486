"""The inner loop of `models.body.reach`, compiled."""

from __future__ import annotations

import numpy as np

from models.kinematics.compiled import FLOATS_RO, INTS_RO, MATRICES, NONE, kernel

__all__ = ["pull_within"]


@kernel(NONE, INTS_RO, INTS_RO, FLOATS_RO, MATRICES)
def pull_within(members, anchors, reach, points):
    """Pull members (M,) to their reach (M,) from their anchors, anchors first, in poses (N, P, 3), in place."""
    for pose in points:
        for n in range(len(members)):
            p, a = members[n], anchors[n]
            x, y, z = pose[p, 0] - pose[a, 0], pose[p, 1] - pose[a, 1], pose[p, 2] - pose[a, 2]
            distance = np.sqrt(x * x + y * y + z * z)
            # Inside, the factor would be one and the sum would still round, so those points are left as they are.
            if distance > reach[n]:
                share = reach[n] / distance
                pose[p, 0] = pose[a, 0] + x * share
                pose[p, 1] = pose[a, 1] + y * share
                pose[p, 2] = pose[a, 2] + z * share
