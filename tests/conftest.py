"""What every test can ask for.

- `rng`: a seeded generator, the same for each run of one test.
- `small_rig()`: a skeleton of four joints and two points, made by hand, for exact expectations.
- `walk_clip()`: two seconds of a plain walk on the canonical body, made of sines; a stand-in for a motion file.
- `mocap`: the folder of real motion capture, where the checkout has one beside it; such tests skip elsewhere.

Floating-point faults raise, so that a NaN is found where it is born.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import numpy as np
import pytest

from models.animation import Clip
from models.body import Skeleton, body
from models.kinematics import quat

# Before Qt is imported anywhere: tests without a screen still run, those that need OpenGL skip.
if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

MOCAP = Path(__file__).resolve().parents[2] / "shared" / "mocap"


@pytest.fixture(autouse=True)
def _floating_point_faults_raise():
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        yield


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(request.node.nodeid.encode()))


@pytest.fixture(scope="session")
def mocap() -> Path:
    if not MOCAP.is_dir():
        pytest.skip("the motion capture folder ../shared/mocap is not beside this checkout")
    return MOCAP


def make_small_rig() -> Skeleton:
    """Hips with a spine of two joints and one arm to the left, with an end at the head and at the hand."""
    return Skeleton(
        name="small rig",
        joint_names=("Hips", "Spine", "Head", "Arm"),
        parents=np.array([-1, 0, 1, 1]),
        offsets=np.array([[0, 1, 0], [0, 0.5, 0], [0, 0.25, 0], [0.5, 0, 0]], dtype=float),
        point_names=("Head/End Site", "Arm/End Site"),
        point_joints=np.array([2, 3]),
        point_offsets=np.array([[0, 0.2, 0], [0.3, 0, 0]], dtype=float),
    )


def make_walk_clip(n_frames: int = 121, fps: float = 60.0) -> Clip:
    """A walk along +Z at 1.2 m/s with swinging legs and arms, knees that only bend back, elbows that bend forward."""
    skeleton = body()
    phase = 2.0 * np.pi * np.arange(n_frames) / fps
    rotations = np.tile(quat.IDENTITY, (n_frames, skeleton.n_joints, 1))

    def turn(joint: str, axis: int, angle: np.ndarray) -> None:
        index = skeleton.joint_index(joint)
        rotations[:, index] = quat.mul(rotations[:, index], quat.from_axis_angle(np.eye(3)[axis], angle))

    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        swing = sign * np.sin(phase)
        turn(f"{side}UpLeg", 0, -0.5 * swing - 0.1)
        turn(f"{side}Leg", 0, 0.35 - 0.3 * np.cos(phase) * sign)
        turn(f"{side}Arm", 2, np.full(n_frames, -sign * 1.3))
        turn(f"{side}Arm", 1, -sign * 0.4 * -swing)
        turn(f"{side}ForeArm", 1, np.full(n_frames, -sign * 0.4))
    turn("Spine1", 1, 0.1 * np.sin(phase))
    root = np.stack([0.02 * np.sin(phase), 0.9 + 0.02 * np.cos(2 * phase), 1.2 * np.arange(n_frames) / fps], axis=-1)
    return Clip(skeleton, root, quat.unroll(rotations), fps, name="walk")


@pytest.fixture
def small_rig():
    return make_small_rig


@pytest.fixture(scope="session")
def walk_clip():
    return make_walk_clip
