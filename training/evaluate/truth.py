"""The frames that are evaluated: any folder of motion on the canonical body, through the importer users have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.body import body
from models.errors import SixpointError
from models.kinematics import forward
from training.library import find_motion
from training.prepare import prepared_clips

__all__ = ["AT_MOST_FPS", "Truth", "load_truth"]

Array = NDArray[np.float64]

AT_MOST_FPS = 30.0


@dataclass(frozen=True)
class Truth:
    """N frames of real poses.

    Args:
        root: (N, 3) metres.
        rotations: (N, 22, 4) local, xyzw.
        activities: (N,) names, empty where no index says.
        n_clips: How many files they are from.
        skipped: Why other files were not used, by label.
    """

    root: Array
    rotations: Array
    activities: NDArray[np.str_]
    n_clips: int
    skipped: dict[str, str]

    def __len__(self) -> int:
        return len(self.root)

    def points(self) -> Array:
        """(N, 43, 3) metres."""
        return forward.points(body(), self.root, self.rotations)

    def every(self, step: int) -> Truth:
        """Each `step`-th frame."""
        rows = slice(None, None, step)
        return Truth(self.root[rows], self.rotations[rows], self.activities[rows], self.n_clips, self.skipped)


def load_truth(folders: Sequence[str], split: str | None, workers: int = 1, at_most_fps: float = AT_MOST_FPS) -> Truth:
    """Frames of a split (all where None), at most so many a second.

    Raises:
        SixpointError: if nothing usable is found.
    """
    roots, rotations, activities = [], [], []
    skipped: dict[str, str] = {}
    n_clips = 0
    for result in prepared_clips(find_motion(folders, split), at_most_fps, workers, upsample=False):
        if result.error:
            skipped[result.motion.label] = result.error
            continue
        n_clips += 1
        for piece in result.pieces:
            roots.append(piece.root)
            rotations.append(piece.rotations)
            activities.append(np.full(piece.n_frames, result.motion.activity))
    if not roots:
        reasons = "; ".join(f"{label}: {why}" for label, why in list(skipped.items())[:3])
        raise SixpointError(f"{', '.join(folders)}: no usable frame ({reasons})")
    return Truth(np.concatenate(roots), np.concatenate(rotations), np.concatenate(activities), n_clips, skipped)
