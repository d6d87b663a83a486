"""What is asked of a database or of networks: the future along a path, and the pose one is in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip, Pose
from models.body import body
from models.locomotion.clip_frames import SourceClip, frames_of
from models.locomotion.features import FPS, HORIZONS, POSE, FeatureScaling, trajectory_features
from models.locomotion.root import yaw_rotation
from models.locomotion.trajectory import RootPath

__all__ = ["standing_features", "wanted_futures"]

Array = NDArray[np.float64]


def wanted_futures(path: RootPath, frames: NDArray[np.integer]) -> Array:
    """Raw features 15 to 26 (Q, 12) of being on the path at these frames."""
    ahead = frames[:, None] + np.array(HORIZONS)
    here, yaw = path.after(frames)
    places, yaws = path.after(ahead)
    facing = np.stack([np.sin(yaws), np.zeros_like(yaws), np.cos(yaws)], axis=-1)
    return trajectory_features(here, yaw_rotation(yaw), places, facing)


def standing_features(start: Pose, scaling: FeatureScaling) -> Array:
    """(15,) normalised features of a pose that stands still."""
    clip = Clip(body(), start.root[None], start.rotations[None], FPS)
    return np.asarray(scaling.normalised(frames_of(SourceClip(clip, "start"))["raw"])[0, POSE])
