"""Files to files: `convert` and `mirror` as plain calls, each checked before success is reported.

What was written is read again by the same reader that other people's files go through, and every joint of every frame
is compared in the world. Only then does it take the target's name; an output is right and whole, or not there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.animation import Clip
from models.errors import SixpointError
from models.formats import registry
from models.formats.atomic import replacing
from models.formats.mirror_rig import mirror_clip
from models.formats.tree_order import depth_first
from models.kinematics import forward

__all__ = ["TOLERANCE_M", "Converted", "convert", "mirror", "parse_frames", "save"]

TOLERANCE_M = 1e-4
"""Largest distance between a joint in memory and in the file that was written, metres."""

# Formats that do not state their unit and axes are read back with those they were written in.
_UNSTATED = {".bvh": {"unit": "cm", "up": "y"}}
_FRAMES_AT_ONCE = 2048
_FRAMES = re.compile(r"\s*(-?\d{1,9})?\s*:\s*(-?\d{1,9})?\s*")


@dataclass(frozen=True)
class Converted:
    """What was written.

    Args:
        clip: As it is in the file.
        notes: What was guessed, repaired or changed, in reading and in writing.
        error_m: Largest distance of a joint between memory and file, metres.
    """

    clip: Clip
    notes: tuple[str, ...]
    error_m: float


def convert(
    source: str | Path,
    target: str | Path,
    *,
    fps: float | None = None,
    frames: tuple[int | None, int | None] | None = None,
    read_options: Mapping[str, Any] | None = None,
    **write_options: Any,
) -> Converted:
    """Read a file, cut and resample it, and write it in the format of the target's extension.

    Args:
        source: Any readable file.
        target: Where to write.
        fps: New rate; the motion keeps its duration.
        frames: First and last frame to keep, 0-based, both included; None for the clip's own, negative from the end.
        read_options: Options of the source's format, e.g. unit and up where the guess was wrong.
        write_options: Options of the target's format: unit, up and names for BVH.

    Raises:
        SixpointError: if anything cannot be done; the target is then as it was.
    """
    registry.check("write", target, write_options)  # before a long source is read
    clip = _cut(registry.read(source, **(read_options or {})), frames)
    return save(target, clip if fps is None else clip.resampled(fps), **write_options)


def mirror(
    source: str | Path, target: str | Path, *, read_options: Mapping[str, Any] | None = None, **write_options: Any
) -> Converted:
    """Read a file and write its motion reflected about x = 0, left and right swapped; arguments as in `convert`."""
    registry.check("write", target, write_options)
    return save(target, mirror_clip(registry.read(source, **(read_options or {}))), **write_options)


def save(target: str | Path, clip: Clip, **write_options: Any) -> Converted:
    """Write a clip, read it back and compare; only then it takes the target's name.

    Raises:
        SixpointError: if it cannot be written, or the file does not hold the same motion.
    """
    target = Path(target)
    registry.check("write", target, write_options)
    with replacing(target) as temporary:
        notes = registry.write(temporary, clip, **write_options)
        unstated = _UNSTATED.get(target.suffix.lower(), {})
        back = registry.read(temporary, **{name: write_options.get(name, usual) for name, usual in unstated.items()})
        error_m = _difference(clip, back, target)
    return Converted(clip, (*clip.report, *notes), error_m)


def parse_frames(text: str) -> tuple[int | None, int | None]:
    """First and last frame from "FIRST:LAST", 0-based, both included, either left out; negative from the end."""
    match = _FRAMES.fullmatch(text)
    if match is None:
        raise SixpointError(f"a range of frames is FIRST:LAST, for example 10:250, got '{text}'")
    first, last = (int(part) if part else None for part in match.groups())
    return first, last


def _cut(clip: Clip, frames: tuple[int | None, int | None] | None) -> Clip:
    if frames is None:
        return clip
    first, last = frames[0] or 0, clip.n_frames - 1 if frames[1] is None else frames[1]
    first, last = (frame + clip.n_frames if frame < 0 else frame for frame in (first, last))
    if not 0 <= first <= last < clip.n_frames:
        raise SixpointError(
            f"'{clip.name}' has frames 0 to {clip.n_frames - 1}; the range {frames[0]}:{frames[1]} is not within them"
        )
    return clip.sliced(first, last + 1)


def _difference(clip: Clip, back: Clip, target: Path) -> float:
    """Largest distance between the joints of two clips, metres; an error where they cannot be the same motion."""
    ours, theirs = ([joint for joint, _ in depth_first(some.skeleton)] for some in (clip, back))
    same_shape = len(ours) == len(theirs) and clip.n_frames == back.n_frames
    if not same_shape or abs(back.fps / clip.fps - 1.0) > 1e-6:
        raise SixpointError(
            f"{target} is not written: read back, it had {len(theirs)} joints, {back.n_frames} frames and "
            f"{back.fps:g} frames a second instead of {len(ours)}, {clip.n_frames} and {clip.fps:g}"
        )
    worst = 0.0
    for start in range(0, clip.n_frames, _FRAMES_AT_ONCE):
        some = slice(start, start + _FRAMES_AT_ONCE)
        distance = np.linalg.norm(_positions(clip, some)[:, ours] - _positions(back, some)[:, theirs], axis=-1)
        worst = max(worst, float(distance.max(initial=0.0)))
    if not worst <= TOLERANCE_M:
        raise SixpointError(f"{target} is not written: read back, a joint was {worst * 1e3:.2f} mm off")
    return worst


def _positions(clip: Clip, frames: slice) -> np.ndarray:
    moved = None if clip.translations is None else clip.translations[frames]
    return forward.globals_from_locals(clip.skeleton, clip.root[frames], clip.rotations[frames], moved)[1]
