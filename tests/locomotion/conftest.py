"""Synthetic walks of the canonical body: straight ahead or in circles, by any heading, at any rate."""

from __future__ import annotations

import numpy as np
import pytest

from models.animation import Clip
from models.body import JOINTS, body
from models.kinematics import quat

_LEGS = (("LeftUpLeg", 1.0, 0.5), ("RightUpLeg", -1.0, 0.5), ("LeftArm", -1.0, 0.3), ("RightArm", 1.0, 0.3))
_KNEES = (("LeftLeg", 1.0), ("RightLeg", -1.0))


def make_walk(
    n_frames: int = 240, fps: float = 60.0, speed: float = 1.2, heading: float = 0.0, turn: float = 0.0
) -> Clip:
    """A body that swings its limbs once a second and travels at `speed` (m/s), turning at `turn` (rad/s)."""
    time = np.arange(n_frames) / fps
    swing = np.sin(2.0 * np.pi * time)
    rotations = np.tile(quat.IDENTITY, (n_frames, len(JOINTS), 1))
    across = np.array([1.0, 0.0, 0.0])
    for name, side, size in _LEGS:
        rotations[:, JOINTS.index(name)] = quat.from_axis_angle(across, size * side * swing)
    for name, side in _KNEES:
        rotations[:, JOINTS.index(name)] = quat.from_axis_angle(across, 0.4 + 0.4 * side * swing)
    yaw = heading + turn * time
    rotations[:, 0] = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), yaw)
    steps = speed / fps * np.stack([np.sin(yaw), np.zeros(n_frames), np.cos(yaw)], axis=-1)
    root = body().offsets[0] + np.cumsum(steps, axis=0) - steps[0]
    return Clip(body(), root, quat.unroll(rotations), fps, name="walk")


@pytest.fixture
def walk():
    return make_walk
