"""From the frames a generator chose to a draft: transitions smoothed, root on the path, feet held.

What motion matching takes from its database and what networks decode has the same form here, for any number of drafts
at once, so both end in the same way and differ only in where their frames come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip, Pose
from models.body import body
from models.kinematics import quat
from models.locomotion.features import FPS
from models.locomotion.generator import Draft, Progress, report_progress
from models.locomotion.inertialization import inertialized, inertialized_rotations
from models.locomotion.relaxation import relaxed
from models.locomotion.root import world_hips, yaw_rotation
from models.locomotion.root_motion import followed
from models.locomotion.trajectory import Deviation, RootPath

__all__ = ["Options", "Source", "Transitions", "assembled"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

_DT = 1.0 / FPS
_NEAR_M = 0.5
_BLEND_S = 0.25  # half-life of the blend from and to a given pose


@dataclass(frozen=True, eq=False)
class Source:
    """Frames of N drafts before anything is smoothed, (F, N, ...).

    Args:
        hips: (..., 3) relative to the root bone, metres.
        rotations: (..., 22, 4) local, hips relative to the root bone.
        root_velocity: (..., 3) in the root's frame, m/s; turn: (...) about +Y, rad/s.
        contacts: (..., 2) bool.
    """

    hips: Array
    rotations: Array
    root_velocity: Array
    turn: Array
    contacts: Bools

    def at(self, frames: slice | NDArray[np.integer]) -> Source:
        return Source(*(getattr(self, name)[frames] for name in self.__dataclass_fields__))


@dataclass(frozen=True, eq=False)
class Transitions:
    """Where drafts jump: S frames, (S, N) which drafts do, and what would have played there, a `Source` (S, N, ...)."""

    frames: Sequence[int]
    jumps: Bools
    old: Source


class Options(TypedDict, total=False):
    """How drafts end: `start` and `end` poses of the only path, who is told, and whether feet are held."""

    start: Pose | None
    end: Pose | None
    progress: Progress | None
    hold_feet: bool


def assembled(
    source: Source,
    transitions: Transitions,
    paths: Sequence[RootPath],
    *,
    name: str,
    seeds: Sequence[int],
    **options: Unpack[Options],
) -> list[Draft]:
    """Drafts of N paths; each is as long as its path, or as the source where that is shorter."""
    progress = options.get("progress")
    smooth = _smoothed(source, transitions)
    n_frames = len(smooth.hips)
    frames = np.arange(n_frames)
    places, yaws = (np.stack(parts, axis=1) for parts in zip(*(path.after(frames) for path in paths), strict=True))
    drafts = []
    roots, headings = followed(places, yaws, smooth.root_velocity, smooth.turn)
    root_turns = yaw_rotation(headings)
    hips, hips_turned = world_hips(roots, root_turns, smooth.hips, smooth.rotations[:, :, 0])
    for n, path in enumerate(paths):
        count = min(path.n_frames, n_frames)
        joints = np.concatenate([hips_turned[:count, n, None], smooth.rotations[:count, n, 1:]], axis=1)
        clip = Clip(body(), hips[:count, n], quat.unroll(joints), FPS, name=f"{name} draft")
        clip, deviations = _with_ends(clip, path.deviations, options.get("start"), options.get("end"))
        contacts = source.contacts[:count, n]
        jumps = tuple(
            int(frame) for frame, jump in zip(transitions.frames, transitions.jumps[:, n], strict=True) if jump
        )
        draft = Draft(
            clip, contacts, roots[:count, n], headings[:count, n], path, deviations, clip, None, name, seeds[n], jumps
        )
        if options.get("hold_feet", True):
            report_progress(progress, 0.5 + 0.5 * (n + 0.5) / len(paths), draft)
            given = [frame for frame, pose in ((0, "start"), (count - 1, "end")) if options.get(pose) is not None]
            draft = _finished(draft, given)
        drafts.append(draft)
    return drafts


def _finished(draft: Draft, kept: Sequence[int]) -> Draft:
    """The draft with its feet held, but for frames that were given."""
    clip, standing, report = relaxed(draft.clip, draft.contacts, kept)
    root = draft.root + (clip.root - draft.clip.root) * [1.0, 0.0, 1.0]
    return replace(draft, clip=clip, root=root, contacts=standing, feet=report)


def _smoothed(source: Source, transitions: Transitions) -> Source:
    """Every bone and the motion of the root with its jumps decayed."""
    old = transitions.old
    common: dict[str, Any] = {"frames": transitions.frames, "jumps": transitions.jumps, "dt": _DT}
    return Source(
        hips=inertialized(source.hips, old_x=old.hips, **common),
        rotations=inertialized_rotations(source.rotations, old_q=old.rotations, **common),
        root_velocity=inertialized(source.root_velocity, old_x=old.root_velocity, **common),
        turn=inertialized(source.turn, old_x=old.turn, **common),
        contacts=source.contacts,
    )


def _with_ends(
    clip: Clip, deviations: tuple[Deviation, ...], start: Pose | None, end: Pose | None
) -> tuple[Clip, tuple[Deviation, ...]]:
    """The clip beginning in a pose and ending in another: their difference from it decays into it."""
    root, rotations = clip.root.copy(), clip.rotations.copy()
    for pose, frame, word in ((start, 0, "start"), (end, -1, "end")):
        if pose is None:
            continue
        away = pose.root - root[frame]
        level = float(np.hypot(away[0], away[2]))
        if level > _NEAR_M:
            message = f"the {word} pose is {level:.1f} m from the path's {word}; the body is moved there"
            deviations = (*deviations, Deviation("start", message, None, level))
            away = away * [0.0, 1.0, 0.0]
        since = np.arange(len(root)) if frame == 0 else np.arange(len(root))[::-1]
        left = _left(since.astype(np.float64) * _DT)
        root += left[:, None] * away
        turned = quat.to_rotvec(quat.mul(quat.normalize(pose.rotations), quat.conj(rotations[frame])))
        rotations = quat.mul(quat.from_rotvec(left[:, None, None] * turned), rotations)
    return Clip(clip.skeleton, root, quat.unroll(quat.normalize(rotations)), clip.fps, name=clip.name), deviations


def _left(seconds: Array) -> Array:
    """What is left of an offset that a critically damped spring takes away, from 1 at 0 s."""
    y = 2.0 * np.log(2.0) / _BLEND_S
    return (1.0 + y * seconds) * np.exp(-y * seconds)
