"""The figures of a draft: how it keeps to its path, what its feet do, whether it is still motion as people move.

Definitions as in the protocol (docs/locomotion.md). What a figure is measured on says its name: `raw` before feet are
held, `locked` after. Lengths in metres unless the name says otherwise, speeds of feet in cm/s, at 60 frames a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import JOINTS
from models.locomotion import Draft
from models.locomotion.clip_frames import SourceClip, frames_of
from models.locomotion.database import Database
from models.locomotion.features import FPS
from models.locomotion.relaxation import feet_of
from models.locomotion.search import Search

__all__ = ["DataReference", "draft_figures", "manifold_distance"]

Array = NDArray[np.float64]

_SNAP = 5.0  # times the median acceleration
_SKATE_HEIGHT = 0.033  # of toes: the H of the thickness-weighted measure
_MOVING = 0.3  # m/s: below it, when a place is passed is not defined
_ANKLES = [JOINTS.index("LeftFoot"), JOINTS.index("RightFoot")]


@dataclass(frozen=True, eq=False)
class DataReference:
    """What recorded motion does: the database that drafts should not leave, and its own jerk."""

    database: Database
    search: Search
    jerk: float

    @classmethod
    def of(cls, database: Database, clips: int = 40) -> DataReference:
        some = np.unique(np.linspace(0, database.n_ranges - 1, min(clips, database.n_ranges)).astype(int))
        jerks = [_jerk(database.clip(int(index))) for index in some]
        return cls(database, Search(database.features[database.searchable]), float(np.mean(jerks)))


def draft_figures(draft: Draft, data: DataReference | None) -> dict[str, Any]:
    """All figures of one draft, ready for JSON; those that need the data are None without it."""
    raw, locked = (feet_of(*clip.globals()) for clip in (draft.raw, draft.clip))
    figures: dict[str, Any] = {
        "frames": draft.clip.n_frames,
        "lateral_m": _mean_p95(_lateral(draft)),
        "heading_deg": _mean_p95(_heading(draft)),
        "time_s": {"max": _time_error(draft)},
        "skate_cm_s": {"raw": _slide(raw.toes, draft), "locked": _slide(locked.toes, draft)},
        "skate_weighted_cm_s": {"raw": _weighted_skate(raw.toes), "locked": _weighted_skate(locked.toes)},
        "contact_height_cm": {"raw": _height(raw.lowest, draft), "locked": _height(locked.lowest, draft)},
        "penetration_cm": 100.0 * float(np.maximum(-locked.lowest, 0.0).max()),
        "penetration_raw_cm": 100.0 * float(np.maximum(-raw.lowest, 0.0).max()),
        "snap_share": _snaps(draft.clip),
        "snap_share_raw": _snaps(draft.raw),
        "jumps": len(draft.jumps),
        "jerk_ratio": None,
        "manifold": None,
    }
    if draft.feet is not None:
        moved = draft.feet
        figures["lock_cm"] = {"mean": 100.0 * moved.moved_mean, "max": 100.0 * moved.moved_max}
        figures["hips_lowered_cm"] = 100.0 * moved.hips_lowered_max
    if data is not None:
        figures["jerk_ratio"] = _jerk(draft.clip) / data.jerk
        figures["jerk_ratio_raw"] = _jerk(draft.raw) / data.jerk
        for name, clip in (("manifold", draft.clip), ("manifold_raw", draft.raw)):
            distance = manifold_distance(clip, data)
            figures[name] = {"mean": float(distance.mean()), "max": float(distance.max())}
    return figures


def manifold_distance(clip: Clip, data: DataReference) -> Array:
    """(F,) distance of each frame's normalised features from the nearest recorded frame's.

    The last second is left out where there is more: its futures are extrapolated.
    """
    features = data.database.scaling.normalised(frames_of(SourceClip(clip, "draft"))["raw"])
    inner = features[: max(len(features) - 60, 1)]
    return data.search.nearest(inner)[1]


def _mean_p95(values: Array) -> dict[str, float]:
    return {"mean": float(values.mean()), "p95": float(np.percentile(values, 95))}


def _lateral(draft: Draft) -> Array:
    """(F,) distance of the root bone from the nearest place of the curve."""
    places, root = draft.path.curve.places, draft.root[:, [0, 2]]
    return np.array([np.sqrt(((places - here) ** 2).sum(-1).min()) for here in root])


def _heading(draft: Draft) -> Array:
    """Degrees between the root bone and the wanted heading, outside turns on the spot."""
    apart = np.remainder(draft.yaw_rad - draft.path.yaw_rad + np.pi, 2.0 * np.pi) - np.pi
    walking = ~draft.path.turning
    return np.degrees(np.abs(apart[walking] if walking.any() else apart))


def _time_error(draft: Draft) -> float:
    """The most by which a waypoint is passed early or late, against when it was to be."""
    path, late = draft.path, [abs(d.amount) for d in draft.deviations if d.kind == "time"]
    speed = np.linalg.norm(np.gradient(path.positions, axis=0), axis=-1) * FPS
    for when, sample in zip(path.waypoint_s, path.curve.at, strict=True):
        frame = round(float(when) * FPS)
        if not 0 < frame < path.n_frames - 1 or speed[frame] < _MOVING:
            continue
        near = np.arange(max(frame - 60, 0), min(frame + 60, path.n_frames))
        along = path.positions[min(frame + 1, path.n_frames - 1)] - path.positions[frame - 1]
        place = np.array([path.curve.places[sample, 0], 0.0, path.curve.places[sample, 1]])
        # When the root bone crosses the line through the waypoint across the path.
        ahead = (draft.root[near] - place) @ along
        late.append(abs(float(near[np.abs(ahead).argmin()]) / FPS - float(when)))
    return max(late, default=0.0)


def _slide(toes: Array, draft: Draft) -> float:
    """Mean speed of toes that are planted in a frame and in the next, cm/s."""
    speed = np.linalg.norm(np.diff(toes[..., [0, 2]], axis=0), axis=-1) * FPS
    planted = draft.contacts[1:] & draft.contacts[:-1]
    return 100.0 * float(speed[planted].mean()) if planted.any() else 0.0


def _weighted_skate(toes: Array) -> float:
    """Zhang et al. (2018): horizontal speed times 2 - 2^(h / H) below H, mean over all frames, cm/s."""
    speed = np.linalg.norm(np.diff(toes[..., [0, 2]], axis=0), axis=-1) * FPS
    height = toes[:-1, :, 1]
    weight = np.where(height < _SKATE_HEIGHT, 2.0 - 2.0 ** np.clip(height / _SKATE_HEIGHT, 0.0, 1.0), 0.0)
    return 100.0 * float((speed * weight).mean())


def _height(lowest: Array, draft: Draft) -> float:
    return 100.0 * float(lowest[draft.contacts].mean()) if draft.contacts.any() else 0.0


def _jerk(clip: Clip) -> float:
    """Mean jerk of all joints, m/s^3."""
    positions = clip.globals()[1]
    return float(np.linalg.norm(np.diff(positions, 3, axis=0), axis=-1).mean() * FPS**3) if len(positions) > 3 else 0.0


def _snaps(clip: Clip) -> float:
    """Share of frames whose mean joint acceleration is above five times the clip's median.

    A body that stands has next to none; its median counts as 1 m/s^2.
    """
    acceleration = np.linalg.norm(np.diff(clip.globals()[1], 2, axis=0), axis=-1).mean(axis=1) * FPS**2
    return float((acceleration > _SNAP * max(float(np.median(acceleration)), 1.0)).mean())
