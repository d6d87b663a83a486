"""`poses(n)`: random poses of the canonical body; `track(n)`: a track of them, a third of a second apart."""

import numpy as np
import pytest

from models.animation import TICKS_PER_SECOND, Key, Pose, Track
from models.body import body
from models.kinematics import quat

THIRD = TICKS_PER_SECOND // 3


def random_poses(n: int, seed: int = 0) -> list[Pose]:
    rng = np.random.default_rng(seed)
    turns = quat.from_rotvec(rng.normal(scale=0.5, size=(n, body().n_joints, 3)))
    roots = body().offsets[0] + rng.normal(scale=0.3, size=(n, 3))
    return [Pose(root, turn) for root, turn in zip(roots, turns, strict=True)]


@pytest.fixture
def poses():
    return random_poses


@pytest.fixture
def track():
    return lambda n=5, seed=0: Track.of(
        Key.of(number * THIRD, pose) for number, pose in enumerate(random_poses(n, seed))
    )
