"""A small run: databases of swinging bodies, and walks in BVH files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from models.animation import Clip
from models.body import JOINTS, body
from models.formats import write
from models.kinematics import quat
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from training.distributed import World
from training.locomotion.data import database_path

ALONE = World(0, 1, torch.device("cpu"))


def make_walk(seed: int, n_frames: int = 220, fps: float = 60.0) -> Clip:
    """An upright body on flat ground whose limbs swing while it travels: its toes rest in turn."""
    rng = np.random.default_rng(seed)
    time = np.arange(n_frames) / fps
    phase = 2.0 * np.pi * (0.8 + 0.4 * rng.random()) * time + rng.uniform(0.0, 6.0)
    rotations = np.tile(quat.IDENTITY, (n_frames, len(JOINTS), 1))
    across = np.array([1.0, 0.0, 0.0])
    for name, side in (("LeftArm", -0.7), ("RightArm", 0.7)):
        rotations[:, JOINTS.index(name)] = quat.from_axis_angle(across, 0.4 * side * np.sin(phase))
    for name, side in (("Left", 1.0), ("Right", -1.0)):
        swing, bend = 0.4 * side * np.sin(phase), 0.8 * np.maximum(side * np.cos(phase), 0.0) ** 2
        for joint, angle in (("UpLeg", swing), ("Leg", bend), ("Foot", -swing - bend)):  # soles stay level
            rotations[:, JOINTS.index(name + joint)] = quat.from_axis_angle(across, angle)
    yaw = rng.uniform(-3.0, 3.0) + rng.normal(scale=0.4) * time
    rotations[:, 0] = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), yaw)
    clip = Clip(body(), np.tile(body().offsets[0], (n_frames, 1)), quat.unroll(rotations), fps, name=f"walk {seed}")
    # The lower foot stays where it is: the body travels as far as that foot would slide, and is as high as it stands.
    ankles = clip.globals()[1][:, [JOINTS.index("LeftFoot"), JOINTS.index("RightFoot")]]
    lower = np.argmin(ankles[..., 1], axis=1)[1:]
    slide = np.diff(ankles, axis=0)[np.arange(n_frames - 1), lower]
    clip.root[1:, [0, 2]] -= np.cumsum(slide, axis=0)[:, [0, 2]]
    clip.root[:, 1] -= clip.points()[..., 1].min(axis=1)
    return clip


@pytest.fixture
def walk():
    return make_walk


@pytest.fixture
def alone():
    return ALONE


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def databases() -> dict[str, Database]:
    train = Database.build([SourceClip(make_walk(seed), f"{seed}", "walk") for seed in range(6)])
    held_out = Database.build([SourceClip(make_walk(9), "9", "walk")], mirror=False, scaling=train.scaling)
    return {"train": train, "val": held_out}


@pytest.fixture
def run_folder(databases, tmp_path) -> Path:
    """A run with databases and without networks."""
    for split, database in databases.items():
        database.save(database_path(tmp_path, split))
    report = {"sources": [], "splits": {"train": {"frames": databases["train"].n_frames, "left_out": {}}}}
    (tmp_path / "locomotion-data.json").write_text(json.dumps(report))
    return tmp_path


@pytest.fixture(scope="session")
def mocap(tmp_path_factory) -> Path:
    """Walks in BVH files with an index, one of them on a slope and one a copy of another."""
    folder = tmp_path_factory.mktemp("mocap")
    rows = ["path,split,activity,take"]
    for seed in range(4):
        write(folder / f"{seed}.bvh", make_walk(seed, 150, 30.0))
        rows.append(f"{seed}.bvh,{'val' if seed == 3 else 'train'},walk,take {seed}")
    write(folder / "copy.bvh", make_walk(0, 150, 30.0))
    rows.append("copy.bvh,train,walk,take 0")
    slope = make_walk(5, 150, 30.0)
    slope.root[:, 1] += np.linspace(0.0, 2.0, 150)
    write(folder / "slope.bvh", slope)
    rows.append("slope.bvh,train,walk,take 5")
    write(folder / "dance.bvh", make_walk(6, 150, 30.0))
    rows.append("dance.bvh,train,dance,take 6")
    (folder / "index.csv").write_text("\n".join(rows) + "\n")
    return folder
