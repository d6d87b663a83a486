"""Which way the sole faces on a rig whose zero pose does not show it: as feet lie when they stand still."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.body.canonical import JOINTS
from models.body.skeleton import Skeleton
from models.formats.rig_map import RigMap
from models.kinematics import quat

__all__ = ["align_planted_feet"]

Array = NDArray[np.float64]

_PLANTED_FRAMES = 25  # of each foot, the calmest among its lowest
_LOWEST_SHARE = 0.4
_CALM = 0.1  # of the foot's own highest speed: slower, it stands
_FEWEST_FRAMES = 3  # with fewer calm ones the alignment is left as it is
_UP = np.array([0.0, 1.0, 0.0])


def align_planted_feet(
    alignment: Array, skeleton: Skeleton, rig_map: RigMap, rotations: Array, positions: Array
) -> Array:
    """Alignments (22, 4) with those of feet and toes taken from the frames in which each foot is planted.

    There the sole is flat on the ground, so its up is the world's and only its heading is the foot's own.

    Args:
        alignment: (22, 4) of `retarget_align.alignments`.
        rotations: (F, J, 4) world rotations of the rig's joints.
        positions: (F, J, 3) world positions, metres.
    """
    alignment = alignment.copy()
    for side in ("Left", "Right"):
        ankle, ball = (rig_map.joints.get(side + part) for part in ("Foot", "ToeBase"))
        if ankle is None or ball is None or len(positions) < 2:
            continue
        rows = [skeleton.joint_index(ankle), skeleton.joint_index(ball)]
        frames = _planted(positions[:, rows])
        if len(frames) < _FEWEST_FRAMES:
            continue
        ahead = (positions[frames, rows[1]] - positions[frames, rows[0]]) * (1.0 - _UP)
        sole = quat.from_axis_angle(_UP, np.arctan2(ahead[:, 0], ahead[:, 2]))
        for row, part in zip(rows, ("Foot", "ToeBase"), strict=True):
            found = quat.mul(quat.conj(rotations[frames, row]), sole)
            signs = np.where(found @ found[0] < 0, -1.0, 1.0)[:, None]
            alignment[JOINTS.index(side + part)] = quat.normalize(np.median(found * signs, axis=0))
    return alignment


def _planted(foot: Array) -> NDArray[np.intp]:
    """The calmest of the lowest frames of a foot's ankle and ball, (F, 2, 3)."""
    height = foot[..., 1].mean(axis=-1)
    speed = np.linalg.norm(np.gradient(foot, axis=0), axis=-1).max(axis=-1)
    calm = np.flatnonzero((height <= np.quantile(height, _LOWEST_SHARE)) & (speed <= _CALM * speed.max()))
    return calm[np.argsort(speed[calm], kind="stable")[:_PLANTED_FRAMES]]
