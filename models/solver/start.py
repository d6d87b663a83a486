"""A first pose from 43 predicted points: each rigid body aligned to its own points, limbs by their two bones.

The points come from a network or from a user, so they fit no skeleton exactly. The pose made here is exact in bone
lengths, close to the points, and a smooth function of them, so what the solver makes of it is one, too.

1. Bodies with three or more points that are not in a line (pelvis, chest, head, hands, feet, toes) are turned by the
   best rigid alignment (Kabsch).
2. Bodies seen as one line (spine, neck, shoulders) point along it; their roll is the mean of their neighbours'.
3. Arms and legs are two bones from a joint that is now known to a wrist or ankle: the law of cosines bends them, the
   predicted elbow or knee says which way, and where the limb is straight the body's natural bend does. The hinge axis
   that follows turns both bones, so elbows and knees start inside their range whatever the points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Pose
from models.body import Skeleton
from models.body.reach import within_reach
from models.errors import ShapeError, SixpointError
from models.solver.kernels.start import align_bodies, bend_limbs, direct_lines
from models.solver.position_terms import FARTHEST_M
from models.solver.start_tables import start_tables
from models.solver.state import State

__all__ = ["start_from_points", "start_state"]

Array = NDArray[np.float64]


def start_from_points(skeleton: Skeleton, points: ArrayLike) -> Pose:
    """The pose nearest to 43 points (43, 3), world metres, body by body.

    Raises:
        ShapeError: if there are not 43 points.
        SixpointError: if a coordinate is not finite.
        RigError: if the skeleton has not the canonical joints and points.
    """
    return start_state(skeleton, checked_points(skeleton, points)).pose()


def checked_points(skeleton: Skeleton, points: ArrayLike) -> Array:
    """`points` as a float array (P, 3); raises ShapeError or SixpointError if it is not one of finite numbers."""
    points = np.asarray(points, dtype=np.float64)
    if points.shape != (skeleton.n_points, 3):
        raise ShapeError(f"a pose of '{skeleton.name}' needs points ({skeleton.n_points}, 3), got {points.shape}")
    is_good = np.abs(points) <= FARTHEST_M
    if not is_good.all():
        bad = skeleton.point_names[int(np.flatnonzero(~is_good.all(axis=-1))[0])]
        raise SixpointError(f"point '{bad}' is not finite; give every point three finite coordinates in metres")
    return points


def start_state(skeleton: Skeleton, points: Array) -> State:
    """`start_from_points` for points known to be valid, as a solver state."""
    tables = start_tables(skeleton)
    points = within_reach(points, skeleton)
    frames = np.zeros((tables.chain.n_joints, 3, 3))
    align_bodies(points, tables.rigid, tables.rigid_points, tables.rigid_rest, frames)
    direct_lines(points, tables.lines, tables.line_starts, tables.line_ends, tables.line_axes, tables.line_rest, frames)
    root = points[tables.root_point]
    bend_limbs(
        points,
        State(tables.chain, root, frames).points,
        tables.limbs,
        tables.limb_tops,
        tables.limb_middles,
        tables.limb_ends,
        tables.limb_tips,
        tables.limb_lengths,
        tables.limb_poles,
        tables.limb_rest,
        tables.limb_roll_shares,
        tables.limb_twist,
        frames,
    )
    return State(tables.chain, root, frames)
