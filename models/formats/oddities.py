"""What is odd about a clip: things a user would want to know before working with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.animation.clip import Clip
from models.kinematics import quat

__all__ = ["Jump", "floor_height", "oddities", "rotation_jumps"]

Array = NDArray[np.float64]

# A joint that turns this far in one frame, and this many times as far as in the frames beside it, did not move so.
_JUMP_RAD = np.radians(40.0)
_TIMES_NEIGHBOURS = 4.0
_SMALLEST_RAD = np.radians(3.0)
_ROOT_JUMP_M_S = 15.0  # no hips move faster: Olympic sprinters reach 12 m/s
_FLOOR_M = 0.05
_SLOW_FPS, _FAST_FPS = 10.0, 500.0


@dataclass(frozen=True)
class Jump:
    """A joint's rotation leaps between two frames: `frame` is the later one, 0-based; degrees."""

    joint: str
    frame: int
    degrees: float


def rotation_jumps(clip: Clip) -> list[Jump]:
    """Leaps of local rotations from one frame to the next, in order of time."""
    if clip.n_frames < 4:
        return []
    step = quat.angle(clip.rotations[1:], clip.rotations[:-1])  # (F - 1, J)
    padded = np.pad(step, ((1, 1), (0, 0)), mode="edge")
    padded[0], padded[-1] = step[1], step[-2]
    beside = np.maximum(np.minimum(padded[:-2], padded[2:]), _SMALLEST_RAD)
    frames, joints = np.nonzero((step > _JUMP_RAD) & (step > _TIMES_NEIGHBOURS * beside))
    return [
        Jump(clip.skeleton.joint_names[j], int(f) + 1, float(np.degrees(step[f, j])))
        for f, j in zip(frames, joints, strict=True)
    ]


def floor_height(clip: Clip) -> float:
    """Height of the ground the clip moves on, metres: the median over frames of the lowest joint or point.

    Jumps and steps are few among the frames; one foot is down in most.
    """
    rotations, positions = clip.globals()
    lowest = positions[..., 1].min(axis=-1)
    if clip.skeleton.n_points:
        joints = clip.skeleton.point_joints
        ends = positions[:, joints] + quat.rotate(rotations[:, joints], clip.skeleton.point_offsets)
        lowest = np.minimum(lowest, ends[..., 1].min(axis=-1))
    return float(np.median(lowest))


def oddities(clip: Clip) -> list[str]:
    """Sentences, the gravest first; empty for a plain clip."""
    found = []
    if clip.n_frames == 0:
        return ["there are no frames"]
    jumps = rotation_jumps(clip)
    if jumps:
        joints = sorted({jump.joint for jump in jumps})
        first = jumps[0]
        found.append(
            f"{len(jumps)} sudden turns in {len(joints)} joints ({_few(joints)}); the first: "
            f"{first.joint} by {first.degrees:.0f} degrees at frame {first.frame}"
        )
    speed = np.linalg.norm(np.diff(clip.root, axis=0), axis=-1) * clip.fps
    leaps = np.flatnonzero(speed > _ROOT_JUMP_M_S)
    if leaps.size:
        found.append(
            f"the root leaps {leaps.size} times; the first at frame {leaps[0] + 1}, at {speed[leaps[0]]:.0f} m/s"
        )
    floor = floor_height(clip)
    if abs(floor) > _FLOOR_M:
        found.append(f"the ground is at {floor * 100:.0f} cm, not at 0")
    if clip.translations is not None:
        found.append("joints other than the root are moved, not only turned")
    if not _SLOW_FPS <= clip.fps <= _FAST_FPS:
        found.append(f"the rate of {clip.fps:g} frames a second is unusual")
    return found


def _few(names: list[str], limit: int = 5) -> str:
    return ", ".join(names) if len(names) <= limit else f"{', '.join(names[:limit])}, ..."
