"""When a foot is planted: its toe hardly moves and is near the ground.

Thresholds are in leg lengths, so a child's walk and a giant's are judged alike, and the speed threshold rises with the
noise of a recording: where even the planted toe shakes or slides, 0.15 m/s would find no contact at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.body import JOINTS, body
from models.errors import ShapeError

__all__ = ["TOES", "ContactSettings", "contacts", "hysteresis", "median"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

TOES: tuple[int, int] = (JOINTS.index("LeftToeBase"), JOINTS.index("RightToeBase"))


@dataclass(frozen=True)
class ContactSettings:
    """What counts as planted. Speeds in leg lengths a second, heights in leg lengths above the toe's lowest."""

    speed: float = 0.17  # 0.15 m/s for a leg of 0.9 m; below it a contact begins
    release: float = 1.4  # times `speed`: above it a contact ends
    height: float = 0.08
    noise_percentile: float = 10.0  # of a clip's toe speeds near the ground: what a planted toe does in it
    noise_factor: float = 2.0  # a threshold is at least this times that
    most_speed: float = 0.45  # and never above this, however noisy
    median_s: float = 7 / 60  # an odd number of frames at any rate


def contacts(
    toe_positions: Array, toe_velocities: Array, fps: float = 60.0, settings: ContactSettings | None = None
) -> BoolArray:
    """(F, 2) bool: is the left, the right toe planted?

    Args:
        toe_positions: World positions (F, 2, 3) of the toe joints, metres.
        toe_velocities: (F, 2, 3) metres a second, by forward kinematics of velocities.
        fps: Frames a second.
    """
    settings = settings or ContactSettings()
    if toe_positions.shape[1:] != (2, 3) or toe_velocities.shape != toe_positions.shape:
        raise ShapeError(f"toes need positions and velocities (F, 2, 3), got {toe_positions.shape}")
    leg = _leg_length()
    speed = np.linalg.norm(toe_velocities, axis=-1) / leg
    height = toe_positions[..., 1] / leg
    low = height < np.percentile(height, 2.0, axis=0) + settings.height
    noise = np.percentile(speed[low], settings.noise_percentile) if low.any() else 0.0
    threshold = float(np.clip(settings.noise_factor * noise, settings.speed, settings.most_speed))
    begins = (speed < threshold) & low
    stays = (speed < settings.release * threshold) & low
    window = max(1, round(settings.median_s * fps))
    return median(hysteresis(begins, stays), window + 1 - window % 2)


def hysteresis(begins: BoolArray, stays: BoolArray) -> BoolArray:
    """On from where `begins` is true, as long as `stays` is. (F, ...) along time."""
    on = begins.copy()
    for frame in range(1, len(on)):
        on[frame] |= on[frame - 1] & stays[frame]
    return on


def median(on: BoolArray, window: int) -> BoolArray:
    """The majority of an odd number of frames; beyond the ends the first and last frame repeat. (F, ...)."""
    if window % 2 == 0:
        raise ShapeError(f"a median over an even number of frames shifts by half a frame; got {window}")
    half = window // 2
    padded = np.concatenate([np.repeat(on[:1], half, axis=0), on, np.repeat(on[-1:], half, axis=0)])
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, window, axis=0).sum(axis=-1) > half)


def _leg_length() -> float:
    rest = body().rest_positions
    return float(np.linalg.norm(rest[JOINTS.index("LeftUpLeg")] - rest[JOINTS.index("LeftFoot")]))
