"""Forward kinematics of poses and velocities in torch, in the space of the root bone, one batched product a tree level.

Each joint's local rotation, position, velocity and angular velocity are the columns of one 3 x 6 matrix, so a level of
the tree takes one matrix product and one cross product, whatever the batch.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from models.body import body
from models.locomotion.pose_vector import N_JOINTS, SLICES

__all__ = ["CHARACTER_SIZE", "CHARACTER_SLICES", "character_space", "matrices_from_six", "to_compressor_input"]


def _tables() -> tuple[Tensor, list[tuple[int, int, Tensor]], Tensor]:
    """Joints sorted by depth; (start, stop, parents' places in the level before) of each level; the way back."""
    skeleton = body()
    joints, levels = [0], []
    previous = np.array([0])
    for level, parents in skeleton.depth_levels:
        place = torch.from_numpy(np.searchsorted(previous, parents))
        levels.append((len(joints), len(joints) + len(level), place))
        joints += level.tolist()
        previous = level
    order = torch.tensor(joints)
    return order, levels, torch.argsort(order)


_ORDER, _LEVELS, _BACK = _tables()

# Positions, full rotation matrices (row by row), velocities and angular velocities of the 22 joints.
CHARACTER_SLICES = {
    "positions": slice(0, 3 * N_JOINTS),
    "rotations": slice(3 * N_JOINTS, 12 * N_JOINTS),
    "velocities": slice(12 * N_JOINTS, 15 * N_JOINTS),
    "angular": slice(15 * N_JOINTS, 18 * N_JOINTS),
}
CHARACTER_SIZE = 18 * N_JOINTS


def matrices_from_six(six: Tensor) -> Tensor:
    """Rotation matrices of two columns stored row by row. (..., 6) -> (..., 3, 3)."""
    columns = six.unflatten(-1, (3, 2))
    first, second = columns[..., 0], columns[..., 1]
    first = first / first.square().sum(-1, keepdim=True).add(1e-12).sqrt()
    third = torch.linalg.cross(first, second)
    third = third / third.square().sum(-1, keepdim=True).add(1e-12).sqrt()
    return torch.stack([first, torch.linalg.cross(third, first), third], dim=-1)


def character_space(vectors: Tensor, root_velocity: Tensor, root_angular: Tensor) -> Tensor:
    """Joints in the space of the root bone, (N, 396), see `CHARACTER_SLICES`; velocities include the root's.

    Args:
        vectors: Pose vectors (N, 338); their first 330 numbers are used.
        root_velocity, root_angular: (N, 3), in the frame of the root bone.
    """
    n = len(vectors)
    turns = matrices_from_six(vectors[:, SLICES["rotations"]].reshape(n, N_JOINTS, 6))
    moves = [
        vectors[:, SLICES[name]].reshape(n, N_JOINTS, 3, 1).contiguous()
        for name in ("positions", "velocities", "angular")
    ]
    # By level, so that a level's joints lie side by side.
    local = torch.cat([turns, *moves], dim=-1)[:, _ORDER]  # (N, 22, 3, 6)
    hips = local[:, :1]
    position, spin = hips[..., 3], root_angular[:, None]
    velocity = hips[..., 4] + torch.linalg.cross(spin, position) + root_velocity[:, None]
    done = torch.cat([hips[..., :4], velocity[..., None], (hips[..., 5] + spin)[..., None]], dim=-1)
    found = [done]
    for start, stop, parents in _LEVELS:
        above = done[:, parents]  # (N, L, 3, 6)
        moved = above[..., :3] @ local[:, start:stop]
        arm = moved[..., 3]
        swing = torch.linalg.cross(above[..., 5], arm)
        added = torch.stack([above[..., 3], above[..., 4] + swing, above[..., 5]], dim=-1)
        done = torch.cat([moved[..., :3], moved[..., 3:] + added], dim=-1)
        found.append(done)
    everything = torch.cat(found, dim=1)[:, _BACK]
    flat = [everything[..., 3], everything[..., :3], everything[..., 4], everything[..., 5]]
    return torch.cat([part.reshape(n, -1) for part in flat], dim=1)


def to_compressor_input(vectors: Tensor, character: Tensor) -> Tensor:
    """(N, 668): local joints, the same in character space with two-column rotations, and the pose vector's tail."""
    joints = SLICES["root_velocity"].start
    six = character[:, CHARACTER_SLICES["rotations"]].unflatten(-1, (N_JOINTS, 3, 3))[..., :2].reshape(len(vectors), -1)
    parts = [character[:, CHARACTER_SLICES["positions"]], six]
    parts += [character[:, CHARACTER_SLICES[name]] for name in ("velocities", "angular")]
    return torch.cat([vectors[:, :joints], *parts, vectors[:, joints:]], dim=1)
