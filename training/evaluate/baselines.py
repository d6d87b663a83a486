"""What a network has to beat: the nearest pose of the training data."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.body import POINT_MIRROR, POINTS, level_indices
from training.evaluate.truth import Truth
from training.frames import fit_heading, heading_rotation

__all__ = ["NearestPose"]

Array = NDArray[np.float64]


class NearestPose:
    """Completes points with those of the training pose, or mirrored training pose, whose given points are nearest.

    Both are compared with the hips over the origin and turned to the same heading (see `training.frames`), so place
    and direction do not matter. Exact search.

    Args:
        training: Frames to choose from.
        level: Whose given points are compared.
    """

    def __init__(self, training: Truth, level: int) -> None:
        self.given = level_indices(level).tolist()
        points = torch.from_numpy(training.points()).float()
        mirrored = points[:, POINT_MIRROR.tolist()] * points.new_tensor([-1.0, 1.0, 1.0])
        # Facing of the pelvis: the front of its rigid body.
        front = points[:, POINTS.index("PelvisFront")] - points[:, POINTS.index("Hips")]
        self.heading = fit_heading(level, points, front)
        self.points = torch.cat([self._canonical(points)[0], self._canonical(mirrored)[0]])
        self.keys = self.points[:, self.given].flatten(1)
        self.squares = self.keys.square().sum(1)

    def _canonical(self, points: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        turn = heading_rotation(points[:, self.given], self.heading)
        place = points[:, :1] * points.new_tensor([1.0, 0.0, 1.0])
        return (points - place) @ turn, turn, place

    def complete(self, points: Array, batch: int = 256) -> Array:
        """(N, 43, 3) completions; only the given points of `points` (N, 43, 3) are looked at."""
        found = []
        for start in range(0, len(points), batch):
            known = torch.from_numpy(points[start : start + batch]).float()
            canonical, turn, place = self._canonical(known)
            query = canonical[:, self.given].flatten(1)
            nearest = torch.argmin(self.squares - 2.0 * query @ self.keys.T, dim=1)
            found.append(self.points[nearest] @ turn.transpose(1, 2) + place)
        return torch.cat(found).double().numpy()
