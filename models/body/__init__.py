"""The canonical body as data, skeletons of any proportions, mirroring."""

from models.body.canonical import (
    BODY_HASH,
    JOINT_MIRROR,
    JOINTS,
    LEVELS,
    MAIN_POINTS,
    POINT_MIRROR,
    POINTS,
    REGIONS,
    body,
    level_indices,
    predicted_indices,
)
from models.body.mirror import mirror_points, mirror_pose
from models.body.proportions import from_canonical, to_canonical
from models.body.skeleton import Skeleton

__all__ = [
    "BODY_HASH",
    "JOINTS",
    "JOINT_MIRROR",
    "LEVELS",
    "MAIN_POINTS",
    "POINTS",
    "POINT_MIRROR",
    "REGIONS",
    "Skeleton",
    "body",
    "from_canonical",
    "level_indices",
    "mirror_points",
    "mirror_pose",
    "predicted_indices",
    "to_canonical",
]
