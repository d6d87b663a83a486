"""Training poses drawn without end from a finite set of frames.

Every draw picks frames, rare activities more often than their share; mirrors half of them; gives some the limb of
another frame, turned along with the limb's parent; lifts some off the floor; and moves some given points a little and
a few of them far, as users do. Without the last, a network knows nothing of places that no body reaches, and hips
dragged there throw the predicted pose metres away.

Turning poses about the vertical changes nothing, since the network sees them in their heading frame; what helps is to
err a little in that heading, so that what is learned does not hang on it.

Exchanged limbs are what helps most on people never seen: an arm seldom depends on the legs, but each recording shows
only its own combinations.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.body import JOINT_MIRROR, JOINTS, body
from models.errors import SixpointError
from training import fk
from training.cache import read_parts

__all__ = ["Augmentation", "PoseSampler", "Poses", "load_poses"]


@dataclass(frozen=True)
class Poses:
    """N poses of the canonical body.

    Args:
        rotations: World rotation matrices (N, 22, 3, 3).
        height: (N,) of the hips over the floor, metres; where they are horizontally does not matter.
        activities: (N,) whole numbers, equal for frames of one activity.
    """

    rotations: Tensor
    height: Tensor
    activities: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.height)

    def chosen(self, rows: NDArray[np.bool_]) -> Poses:
        """The poses where `rows` (N,) is true."""
        keep = torch.from_numpy(rows)
        return Poses(self.rotations[keep], self.height[keep], self.activities[rows])

    def points(self, rows: Tensor | slice) -> Tensor:
        """(n, 43, 3) metres, hips over the origin."""
        return _points(self.rotations[rows], self.height[rows])


@dataclass(frozen=True)
class Augmentation:
    """How drawn poses are varied; shares are of the poses in a batch."""

    limb_share: float = 0.1  # whose arm or leg is exchanged, for each of the four
    lift_share: float = 0.1  # lifted or sunk
    lift_m: float = 0.4  # standard deviation
    noise_share: float = 0.1  # whose given points are moved
    noise_m: float = 0.01  # standard deviation
    drag_share: float = 0.1  # of which one given point is pulled away, as no body can follow
    drag_m: float = 0.15  # standard deviation
    yaw_rad: float = 0.0  # standard deviation of the error of the heading


def load_poses(cache: str | Path, split: str, rank: int = 0, world: int = 1) -> Poses:
    """Frames of a split at up to 30 a second; of several processes each keeps every `world`-th."""
    rotations, heights, activities = [], [], []
    for motion in read_parts(cache):
        frames, segments = motion.frames(split)
        frames, segments = frames[rank::world], segments[rank::world]
        for chunk in np.array_split(frames, max(1, len(frames) // 20_000)):
            local = torch.from_numpy(motion.rotations[chunk])
            rotations.append(fk.global_rotations(fk.matrices(local)))
        heights.append(torch.from_numpy(motion.root[frames, 1]))
        activities.append(motion.activities[segments])
    if not sum(map(len, heights)):
        raise SixpointError(f"{cache}: no frames of split '{split}'; prepare a folder that has it")
    _, kinds = np.unique(np.concatenate(activities), return_inverse=True)
    return Poses(torch.cat(rotations), torch.cat(heights), kinds)


class PoseSampler:
    """Draws batches; the same generator state gives the same batches.

    Args:
        poses: What to draw from.
        given: (K,) indices of the points that may be moved.
        augmentation: How.
        balance: 0 draws every frame equally often, 1 every activity, in between a compromise.
    """

    def __init__(self, poses: Poses, given: Tensor, augmentation: Augmentation, balance: float) -> None:
        self.poses, self.given, self.augmentation = poses, given, augmentation
        count = np.bincount(poses.activities)[poses.activities]
        weight = (1.0 / count) ** balance
        self._cumulative = torch.from_numpy(np.cumsum(weight / weight.sum()))
        self._joint_mirror = torch.from_numpy(JOINT_MIRROR.copy())
        # Reflection in x conjugates a rotation matrix: entries between x and another axis change sign.
        sign = torch.tensor([-1.0, 1.0, 1.0])
        self._reflect = sign[:, None] * sign

    def draw(self, n: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Given points (n, K, 3), perhaps moved; true points (n, 43, 3); errors of the heading (n,), radians."""
        at = torch.rand(n, generator=generator, dtype=torch.float64)
        rows = torch.searchsorted(self._cumulative, at).clamp_max(len(self.poses) - 1)
        rotations, height = self.poses.rotations[rows], self.poses.height[rows]
        mirrored = rotations[:, self._joint_mirror] * self._reflect
        is_mirrored = torch.rand(n, generator=generator) < 0.5
        rotations = torch.where(is_mirrored[:, None, None, None], mirrored, rotations)
        rotations = self._exchange_limbs(rotations, generator)
        lift = _sparse_normal((n, 1), self.augmentation.lift_share, self.augmentation.lift_m, generator)
        points = _points(rotations, height + lift[:, 0])
        shape = (n, len(self.given), 3)
        moved = _sparse_normal(shape, self.augmentation.noise_share, self.augmentation.noise_m, generator)
        moved += self._drag(n, generator)
        yaw = self.augmentation.yaw_rad * torch.randn(n, generator=generator)
        return points[:, self.given] + moved, points, yaw

    def _drag(self, n: int, generator: torch.Generator) -> Tensor:
        """(n, K, 3) displacements of one given point in some of the poses."""
        offset = _sparse_normal((n, 1, 3), self.augmentation.drag_share, self.augmentation.drag_m, generator)
        which = torch.randint(len(self.given), (n,), generator=generator)
        return offset * torch.nn.functional.one_hot(which, len(self.given))[..., None]

    def _exchange_limbs(self, rotations: Tensor, generator: torch.Generator) -> Tensor:
        n = len(rotations)
        n_exchanged = round(n * self.augmentation.limb_share)
        if n_exchanged == 0:
            return rotations
        source = rotations
        rotations = rotations.clone()
        for parent, limb in _LIMBS:
            to = torch.randperm(n, generator=generator)[:n_exchanged]
            of = torch.randperm(n, generator=generator)[:n_exchanged]
            carry = rotations[to, parent] @ source[of, parent].transpose(1, 2)
            rotations[to[:, None], limb] = carry[:, None] @ source[of[:, None], limb]
        return rotations


def _limbs() -> list[tuple[int, Tensor]]:
    """(parent joint, joints) of both arms below the clavicles and both legs."""
    skeleton = body()
    tops = ("LeftArm", "RightArm", "LeftUpLeg", "RightUpLeg")
    indices = [JOINTS.index(top) for top in tops]
    return [
        (int(skeleton.parents[top]), torch.from_numpy(np.flatnonzero(skeleton.descends[:, top]))) for top in indices
    ]


_LIMBS = _limbs()


def _sparse_normal(shape: tuple[int, ...], share: float, deviation: float, generator: torch.Generator) -> Tensor:
    """Normal values in a share of the rows, zero in the others."""
    chosen = torch.rand(shape[0], generator=generator) < share
    values = deviation * torch.randn(shape, generator=generator)
    return values * chosen.reshape(-1, *(1,) * (len(shape) - 1))


def _points(rotations: Tensor, height: Tensor) -> Tensor:
    zero = torch.zeros_like(height)
    return fk.points(rotations, torch.stack([zero, height, zero], dim=-1))
