"""A motion database as tensors to train on, and windows of its frames drawn more often where motion is rare."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.locomotion.database import Database
from models.locomotion.pose_vector import SLICES
from training.locomotion.character_space import character_space
from training.locomotion.coverage import balanced_weights

__all__ = ["MotionTensors", "WindowSampler"]

_CHUNK = 8192


class MotionTensors:
    """float32 tensors of all F frames of a database.

    Attributes:
        features: (F, 27) normalised.
        poses: (F, 338) pose vectors.
        character: (F, 396) joints in the space of the root bone.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.features = torch.from_numpy(np.array(database.features))
        self.poses = torch.zeros(database.n_frames, SLICES["contacts"].stop)
        parts = []
        for start in range(0, database.n_frames, _CHUNK):
            frames = slice(start, start + _CHUNK)
            exact = torch.from_numpy(database.pose_vectors(frames))
            self.poses[frames] = exact.float()
            moving = (exact[:, SLICES[name]] for name in ("root_velocity", "root_angular"))
            parts.append(character_space(exact, *moving).float())
        self.character = torch.cat(parts)

    def __len__(self) -> int:
        return len(self.features)


class WindowSampler:
    """Draws windows of frames, each within one clip.

    Args:
        database: Where from.
        length: Frames of a window.
        share: How far rare speeds, turns and directions are favoured; see `balanced_weights`.
        true_future: Only frames whose future was recorded.
    """

    def __init__(self, database: Database, length: int, share: float, *, true_future: bool) -> None:
        self.starts: NDArray[np.int64] = database.windows(length, true_future=true_future)
        if len(self.starts) == 0:
            # A library of short clips: extrapolated futures are better than none.
            self.starts = database.windows(length)
        self._cumulative = np.cumsum(balanced_weights(database, self.starts, share))
        self._within = np.arange(length)

    def draw(self, batch: int, generator: np.random.Generator) -> Tensor:
        """(batch, length) frames."""
        place = np.searchsorted(self._cumulative, generator.random(batch) * self._cumulative[-1], side="right")
        starts = self.starts[np.minimum(place, len(self.starts) - 1)]
        return torch.from_numpy(starts[:, None] + self._within)
