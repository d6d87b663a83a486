"""Forward kinematics of the canonical body in torch, from rotations to points, for any number of poses.

World rotations follow from local ones depth by depth. Given world rotations R_j, every point is linear in them:
p = root + sum_j R_j w_pj, where w_pj is the offset that joint j contributes to point p. So all 43 points of a batch are
one matrix product, and its gradient is another.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from models.body import body

__all__ = ["global_rotations", "matrices", "points"]


def matrices(quaternions: Tensor) -> Tensor:
    """Rotation matrices of unit quaternions xyzw. (..., 4) -> (..., 3, 3)."""
    x, y, z, w = quaternions.unbind(-1)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]  # fmt: skip
    return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))


def global_rotations(local: Tensor) -> Tensor:
    """World rotation matrices of local ones. (..., 22, 3, 3) -> (..., 22, 3, 3)."""
    world = list(local.unbind(-3))
    for joint, parent in enumerate(body().parents.tolist()):
        if parent >= 0:
            world[joint] = world[parent] @ world[joint]
    return torch.stack(world, dim=-3)


def points(world: Tensor, root: Tensor) -> Tensor:
    """The 43 points of poses, metres.

    Args:
        world: World rotation matrices (N, 22, 3, 3).
        root: World position of the hips (N, 3), metres.

    Returns:
        (N, 43, 3).
    """
    flat = world.transpose(1, 2).reshape(len(world), 3, -1)  # (N, 3, 22 * 3): row i holds R[:, i, :]
    return (flat @ _offsets(world.dtype)).transpose(1, 2) + root[:, None]


@lru_cache(maxsize=4)
def _offsets(dtype: torch.dtype) -> Tensor:
    """(22 * 3, 43): what each joint's axes contribute to each point."""
    skeleton = body()
    table = np.zeros((skeleton.n_joints, 3, skeleton.n_points))
    for point, owner in enumerate(skeleton.point_joints):
        table[owner, :, point] += skeleton.point_offsets[point]
        joint = owner
        while (parent := skeleton.parents[joint]) >= 0:
            table[parent, :, point] += skeleton.offsets[joint]
            joint = parent
    return torch.from_numpy(table.reshape(-1, skeleton.n_points)).to(dtype)
