"""Which stretches of a clip can teach locomotion: upright, on flat ground, and with a root bone near the body."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from models.animation import Clip
from models.body import JOINTS
from models.kinematics import quat
from models.locomotion.contacts import TOES
from models.locomotion.features import FPS
from models.locomotion.root import MAX_GAP_M, procedural_root
from models.locomotion.velocities import linear_velocities

__all__ = ["CleaningSettings", "clean", "cubic", "floor_spread_m", "slowest_toe_m_s"]

Array = NDArray[np.float64]

_HIPS, _HEAD = JOINTS.index("Hips"), JOINTS.index("Head")


@dataclass(frozen=True)
class CleaningSettings:
    """Limits, for a body of 1.75 m."""

    gap_m: float = MAX_GAP_M  # of the root bone from the upper spine
    hips_m: float = 0.30  # lower hips sit or lie; a deep crouch is at 0.45 m
    upright_m: float = 0.25  # the head is at least this far above the hips
    floor_spread_m: float = 0.10  # of the heights at which toes rest; more is a slope, steps, or a figure that floats
    slide_m_s: float = 0.45  # the slower toe is slower than this in a tenth of the frames, or nothing is ever planted
    shortest_s: float = 0.5


def clean(clip: Clip, settings: CleaningSettings | None = None) -> tuple[list[Clip], Counter[str]]:
    """Usable stretches at 60 Hz, and frames at 60 Hz by why they are left out.

    Args:
        clip: The canonical body on its floor, at 60 frames a second or fewer.
    """
    settings = settings or CleaningSettings()
    dropped: Counter[str] = Counter()
    clip = cubic(clip, FPS)
    if clip.n_frames < settings.shortest_s * FPS:
        return [], Counter({"too short": clip.n_frames})
    world = clip.globals()[1]
    if floor_spread_m(world) > settings.floor_spread_m:
        return [], Counter({"not on flat ground": clip.n_frames})
    if slowest_toe_m_s(world) > settings.slide_m_s:
        return [], Counter({"feet slide, as if in place": clip.n_frames})
    root = procedural_root(world, FPS)
    good = np.ones(clip.n_frames, dtype=bool)
    for reason, bad in (
        ("lies or sits", world[:, _HIPS, 1] < settings.hips_m),
        ("not upright", (world[:, _HEAD, 1] - world[:, _HIPS, 1] < settings.upright_m) | root.lost),
        ("root far from the body", root.gap_m > settings.gap_m),
    ):
        dropped[reason] += int((bad & good).sum())
        good &= ~bad
    edges = np.flatnonzero(np.diff(np.concatenate([[0], good.astype(np.int8), [0]])))
    pieces = []
    for start, stop in edges.reshape(-1, 2):
        if stop - start < settings.shortest_s * FPS:
            dropped["too short"] += int(stop - start)
        else:
            pieces.append(clip.sliced(int(start), int(stop)))
    return pieces, +dropped


def cubic(clip: Clip, fps: float) -> Clip:
    """A clip at a higher rate by cubic splines of positions and of quaternion components, which must be unrolled.

    Linear interpolation would make every velocity a staircase, and velocities are features.
    """
    if abs(clip.fps - fps) < 1e-6 or clip.n_frames < 4:
        return clip if abs(clip.fps - fps) < 1e-6 else clip.resampled(fps)
    times = np.arange(int(np.floor(clip.duration_s * fps + 1e-6)) + 1) / fps
    at = np.arange(clip.n_frames) / clip.fps
    times = np.minimum(times, at[-1])
    rotations = CubicSpline(at, quat.unroll(clip.rotations))(times)
    return replace(
        clip,
        root=CubicSpline(at, clip.root)(times),
        rotations=quat.unroll(quat.normalize(rotations)),
        fps=fps,
        translations=None,
    )


def floor_spread_m(world: Array) -> float:
    """How far apart the heights are at which toes rest: 10th to 90th percentile over the frames of (F, 22, 3)."""
    toes = world[:, list(TOES)]
    slow = np.linalg.norm(linear_velocities(toes, 1.0 / FPS), axis=-1) < 0.2
    heights = toes[..., 1][slow]
    if len(heights) < 10:
        return 0.0
    low, high = np.percentile(heights, [10.0, 90.0])
    return float(high - low)


def slowest_toe_m_s(world: Array) -> float:
    """How slow the slower toe is in the slowest tenth of the frames: near 0 where feet are planted, even in a run.

    Motion recorded or edited "in place" travels nowhere, so its planted feet slide as fast as the body should move.
    """
    speeds = np.linalg.norm(linear_velocities(world[:, list(TOES)], 1.0 / FPS), axis=-1)
    return float(np.percentile(speeds.min(axis=1), 10.0))
