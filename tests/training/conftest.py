"""Small synthetic motion for the trainer: a library of BVH-free caches and folders made of sines and random poses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from models.animation import Clip
from models.body import body
from models.kinematics import quat
from training.cache import CacheWriter


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def make_motion(seed: int, n_frames: int = 120, fps: float = 60.0, spread_rad: float = 0.35) -> Clip:
    """A smooth clip in which every joint swings about a pose of its own: nothing jumps, no two frames are equal."""
    rng = np.random.default_rng(seed)
    skeleton = body()
    middle = rng.normal(scale=spread_rad, size=(skeleton.n_joints, 3))
    swing = rng.normal(scale=spread_rad, size=(skeleton.n_joints, 3))
    phase = np.linspace(0.0, 2.0 * np.pi, n_frames)[:, None, None] + rng.uniform(0.0, 6.0, (skeleton.n_joints, 1))
    rotations = quat.from_rotvec(middle + swing * np.sin(phase))
    heading = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), rng.uniform(-np.pi, np.pi))
    rotations[:, 0] = quat.mul(heading, rotations[:, 0])
    root = skeleton.offsets[0] + np.linspace(0.0, 1.0, n_frames)[:, None] * rng.normal(scale=0.5, size=3) * [1, 0, 1]
    return Clip(skeleton, root, quat.unroll(rotations), fps, name=f"motion {seed}")


@pytest.fixture
def motion():
    return make_motion


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of eight training clips and two of each other split."""
    folder = tmp_path_factory.mktemp("cache")
    writer = CacheWriter(folder, 60.0)
    splits = ["train"] * 8 + ["val"] * 2 + ["test"] * 2
    for seed, split in enumerate(splits):
        clip = replace(make_motion(seed), name=f"{split} {seed}")
        writer.add(clip, label=f"{seed}.bvh", split=split, activity="walk" if seed % 2 else "dance", take=str(seed))
    writer.close({"sources": [{"file": "LICENSE-x.txt", "source": "sines", "licence": "none", "acknowledgement": ""}]})
    return folder
