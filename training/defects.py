"""Find the frames of a clip that no body did, repair the short gaps they leave and cut at the long ones.

Motion capture in the wild has joints that flip by half a turn, single-frame spikes, hips that teleport, frozen
stretches, frames of the bare rest pose and heights that are not above the floor. What is looked for is what a body
cannot do, never what a particular file calls itself:

- a jump: a joint turns or the hips travel faster between two frames than people can;
- repeats: the whole body, to the last digit, as in the frame before;
- the rest pose: every joint within a degree of zero;
- values that are not finite.

Between two jumps lies a run of frames. When the runs around a short one fit each other, the short one is wrong and is
bridged; a run that fits nothing and is short beside the longest one is dropped; others are kept, as separate motion.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.kinematics import quat

__all__ = ["DefectSettings", "Repaired", "repair"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class DefectSettings:
    """What counts as impossible. The speeds are about twice the fastest seen in clean sprints, kicks and punches."""

    joint_speed_deg_s: float = 2400.0  # local rotation of any joint
    hips_speed_m_s: float = 12.0
    bridge_s: float = 0.12  # gaps up to this long are filled by interpolation
    minority: float = 0.2  # a run between jumps shorter than this share of the longest one is dropped
    shortest_s: float = 0.25  # pieces shorter than this are dropped
    floor_percentile: float = 5.0  # of the lowest point's height over the frames of a clip


@dataclass(frozen=True)
class Repaired:
    """The usable pieces of a clip, standing on the floor, and what was done to it.

    Args:
        pieces: Clips whose frames follow each other in time.
        counts: Frames by what happened to them, e.g. {"jump: bridged": 2}.
        floor_m: Height that was subtracted.
    """

    pieces: tuple[Clip, ...]
    counts: Counter[str] = field(default_factory=Counter)
    floor_m: float = 0.0


def repair(clip: Clip, settings: DefectSettings | None = None) -> Repaired:
    """The usable pieces of a clip of the canonical body."""
    settings = settings or DefectSettings()
    counts: Counter[str] = Counter()
    finite = np.isfinite(np.concatenate([clip.root, clip.rotations.reshape(clip.n_frames, -1)], axis=1)).all(axis=1)
    counts["not finite"] = int((~finite).sum())
    if not finite.any():
        return Repaired((), +counts)
    # Where nothing is known, the nearest earlier frame stands in until the gap is bridged or cut out.
    stand_in = np.maximum.accumulate(np.where(finite, np.arange(clip.n_frames), np.argmax(finite)))
    clip = replace(clip, root=clip.root[stand_in], rotations=clip.rotations[stand_in])
    good: BoolArray = finite.copy()
    for reason, bad in (("rest pose", _rest_pose(clip)), ("repeat", _repeats(clip, finite))):
        counts[reason] = int((bad & good).sum())
        good = np.logical_and(good, ~bad)
    clip, good = _bridge_jumps(clip, good, settings, counts)
    pieces = [clip.sliced(start, stop) for start, stop in _runs(clip, good, settings)]
    shortest = max(2, round(settings.shortest_s * clip.fps))
    kept = tuple(piece for piece in pieces if piece.n_frames >= shortest or piece.n_frames == clip.n_frames)
    counts["short piece: dropped"] = sum(piece.n_frames for piece in pieces) - sum(piece.n_frames for piece in kept)
    if not kept:
        return Repaired((), +counts)
    lowest = np.concatenate([piece.points()[..., 1].min(axis=1) for piece in kept])
    floor_m = float(np.percentile(lowest, settings.floor_percentile))
    drop = np.array([0.0, floor_m, 0.0])
    return Repaired(tuple(replace(piece, root=piece.root - drop) for piece in kept), +counts, floor_m)


def _rest_pose(clip: Clip) -> BoolArray:
    return np.asarray(np.all(quat.angle(clip.rotations[:, 1:], quat.IDENTITY) < np.radians(1.0), axis=1))


def _repeats(clip: Clip, finite: BoolArray) -> BoolArray:
    same = np.zeros(clip.n_frames, dtype=bool)
    same[1:] = (np.abs(np.diff(clip.root, axis=0)).max(axis=1) < 1e-7) & (
        np.abs(np.diff(clip.rotations, axis=0)).max(axis=(1, 2)) < 1e-7
    )
    # A stand-in for an unknown frame is not a repeat.
    same[1:] &= finite[:-1]
    return same


def _too_fast(clip: Clip, a: NDArray[np.intp], b: NDArray[np.intp], settings: DefectSettings) -> BoolArray:
    """Would going from frame a to frame b > a be faster than a body can? Half a turn always is suspicious."""
    time_s = (b - a) / clip.fps
    turn = np.degrees(quat.angle(clip.rotations[a], clip.rotations[b])).max(axis=-1)
    limit = np.minimum(settings.joint_speed_deg_s * time_s, 150.0)
    travel = np.linalg.norm(clip.root[b] - clip.root[a], axis=-1)
    return np.asarray((turn > limit) | (travel > settings.hips_speed_m_s * time_s))


def _bridge_jumps(
    clip: Clip, good: BoolArray, settings: DefectSettings, counts: Counter[str]
) -> tuple[Clip, BoolArray]:
    """Fill every short stretch of bad frames whose two ends fit each other."""
    root, rotations, good = clip.root.copy(), clip.rotations.copy(), good.copy()
    longest = max(1, round(settings.bridge_s * clip.fps))
    frames = np.flatnonzero(good)
    jumps = _too_fast(clip, frames[:-1], frames[1:], settings)
    done = -1
    for n in np.flatnonzero(jumps | (np.diff(frames) > 1)):
        here = frames[n]
        if here < done:
            continue
        # Beyond a jump, the bridge ends at the nearest frame that fits; over missing frames, usually at the next one.
        ahead = frames[n + 1 : n + 2 + longest]
        ahead = ahead[ahead <= here + longest + 1]
        fits = ahead[~_too_fast(clip, np.full_like(ahead, here), ahead, settings)]
        if fits.size == 0:
            continue
        done = fits[0]
        gap = np.arange(here + 1, done)
        t = (gap - here) / (done - here)
        root[gap] = root[here] + t[:, None] * (root[done] - root[here])
        rotations[gap] = quat.slerp(rotations[here], rotations[done], t[:, None])
        counts["jump: bridged" if jumps[n] else "gap: bridged"] += len(gap)
        good[gap] = True
    return replace(clip, root=root, rotations=quat.unroll(rotations)), good


def _runs(clip: Clip, good: BoolArray, settings: DefectSettings) -> list[tuple[int, int]]:
    """(start, stop) of the stretches without bad frames or jumps; stretches that look like one long flip left out."""
    frames = np.arange(clip.n_frames)
    cut = np.ones(clip.n_frames, dtype=bool)
    cut[1:] = ~good[1:] | ~good[:-1] | _too_fast(clip, frames[:-1], frames[1:], settings)
    starts = frames[cut & good]
    ends = np.append(frames[cut | ~good], clip.n_frames)
    runs = [(int(start), int(ends[np.searchsorted(ends, start, side="right")])) for start in starts]
    longest = max((stop - start for start, stop in runs), default=0)
    return [
        (start, stop)
        for start, stop in runs
        if stop - start >= settings.minority * longest or _isolated(clip, good, start, stop)
    ]


def _isolated(clip: Clip, good: BoolArray, start: int, stop: int) -> bool:
    """Is the run bounded by missing frames or the clip's ends, not by a jump?"""
    before_ok = start == 0 or not good[start - 1]
    after_ok = stop == clip.n_frames or not good[stop]
    return before_ok and after_ok
