"""The three networks as one: all 43 points of a body from any of them, by the four rules of combining levels.

1. The six main points always have a value: set by the user, or where they are now.
2. Level 6 predicts everything. Inputs of level 16 that are not set are filled from level 6, those of 28 from 16.
3. Each region answers from the highest level of which an extra point is set in it (see `regions`).
4. A set point is never moved.

A network whose extra points are all unset decides nothing by rule 3, so it is not run: posing with the six main
points costs one network. Which networks run depends on what is set, never on where it is, so a drag cannot switch.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import POINTS, Skeleton, body, from_canonical, level_indices, to_canonical
from models.body.reach import within_reach
from models.completion.network import Network
from models.completion.regions import LEVEL_ORDER, point_levels
from models.errors import ShapeError, SixpointError

__all__ = ["WEIGHTS_VARIABLE", "Completion", "default_weights"]

Array = NDArray[np.float64]

WEIGHTS_VARIABLE = "SIXPOINT_WEIGHTS"


def default_weights() -> Path:
    """The folder of the network files: what the environment variable SIXPOINT_WEIGHTS names, else the package's."""
    return Path(os.environ.get(WEIGHTS_VARIABLE) or Path(__file__).parents[1] / "weights")


class Completion:
    """Completes points with networks read from one folder, each opened when first needed.

    Args:
        weights: Folder with completion-6.onnx, completion-16.onnx and completion-28.onnx.

    Use `Completion.load` to share opened networks between callers; predictions are safe from several threads.
    """

    def __init__(self, weights: Path) -> None:
        self.weights = Path(weights)
        self._networks: dict[int, Network] = {}

    @classmethod
    def load(cls, weights: str | Path | None = None) -> Completion:
        """The completion of a weights folder (default: `default_weights()`), opened once in a process."""
        return _shared(Path(weights) if weights is not None else default_weights())

    def network(self, level: int) -> Network:
        """The network of a level; raises ModelMismatch if its file is missing or made for something else."""
        level_indices(level)
        if level not in self._networks:
            self._networks[level] = Network(self.weights / f"completion-{level}.onnx", level)
        return self._networks[level]

    def predict(self, level: int, given: ArrayLike) -> Array:
        """One network alone: all points (N, 43, 3) from those of a level (N, K, 3), world metres, canonical size."""
        return self.network(level).predict(given)

    def complete(self, points: ArrayLike, set_mask: ArrayLike, skeleton: Skeleton | None = None) -> Array:
        """All 43 points, from those that are set and the main ones.

        Args:
            points: (..., 43, 3) world metres. Read where `set_mask` is true and at the six main points; the other
                values do not matter but must be finite.
            set_mask: (..., 43) which points the user has set.
            skeleton: Whose proportions `points` has; the canonical body when left out.

        Returns:
            (..., 43, 3) world metres in the skeleton's proportions. Set points are returned exactly; predicted ones
            are where a network sees them, so bone lengths hold only approximately until the pose is solved.

        Raises:
            ShapeError: if the shapes differ from these.
            SixpointError: if a value is not finite.
        """
        points = np.asarray(points, dtype=np.float64)
        set_mask = np.asarray(set_mask, dtype=bool)
        if points.shape[-2:] != (len(POINTS), 3) or set_mask.shape != points.shape[:-1]:
            raise ShapeError(
                f"completion needs points (..., {len(POINTS)}, 3) and a mask (..., {len(POINTS)}), "
                f"got {points.shape} and {set_mask.shape}"
            )
        if not np.isfinite(points).all():
            raise SixpointError("completion needs finite points; some are NaN or infinite")
        skeleton = skeleton or body()
        seen = within_reach(to_canonical(points, skeleton), body())
        flat = self._combine(seen.reshape(-1, len(POINTS), 3), set_mask.reshape(-1, len(POINTS)))
        predicted = from_canonical(flat.reshape(points.shape), skeleton)
        return np.where(set_mask[..., None], points, predicted)

    def _combine(self, points: Array, set_mask: NDArray[np.bool_]) -> Array:
        """Rules 1 to 3 for points (N, 43, 3) and masks (N, 43), canonical size."""
        chosen = point_levels(set_mask)
        main = level_indices(LEVEL_ORDER[0])
        below = self.predict(LEVEL_ORDER[0], points[:, main])
        if not chosen.any():
            return below
        result = below.copy()
        is_given = set_mask.copy()
        is_given[:, main] = True
        rows = np.arange(len(points))
        for rank, level in enumerate(LEVEL_ORDER[1:], start=1):
            wanted = chosen[rows].max(axis=-1) >= rank
            rows, below = rows[wanted], below[wanted]
            if rows.size == 0:
                break
            filled = np.where(is_given[rows, :, None], points[rows], below)
            below = self.predict(level, filled[:, level_indices(level)])
            answers = chosen[rows] == rank
            result[rows] = np.where(answers[..., None], below, result[rows])
        return result


@lru_cache(maxsize=8)
def _shared(weights: Path) -> Completion:
    return Completion(weights)
