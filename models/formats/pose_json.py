"""Poses and clips as JSON, for scripts and for programs in other languages.

A pose:

    {"format": "sixpoint-pose", "version": 1,
     "points": {"Hips": [x, y, z], ...},     all points, world positions
     "root": [x, y, z],                      world position of the first joint
     "rotations": [[x, y, z, w], ...],       local, one per joint
     "joints": ["Hips", ...],                the order of `rotations`
     "set": ["LeftHand", ...],               the points that were given
     "error_m": {"LeftHand": 0.0002, ...}}   their distance from where they were to be

A clip has "format": "sixpoint-clip" and "fps", "frames" and "name"; "root", "rotations" and every list in "points"
have one more dimension in front, the frames; "translations" (frames, joints, 3) is there where joints move relative to
their parents; "report" tells what was guessed when the motion was imported.

Both have "skeleton" unless it is the canonical body: {"name", "joints": [{"name", "parent", "offset", "order"}, ...],
"points": [{"name", "joint", "offset"}, ...]}, parents before children, a root's parent null. Metres, seconds, Y up,
quaternions (x, y, z, w). To be read, a document needs "root" and "rotations", a clip "frames" and "fps" as well;
positions in "points" follow from the rest and are not read back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from models.animation import Clip, Pose
from models.body import Skeleton, body
from models.formats.atomic import write_atomically
from models.formats.finite import check_finite
from models.formats.json_values import load
from models.formats.pose_json_read import clip_from_document
from models.formats.skeleton_json import is_canonical, skeleton_as_dict

__all__ = ["clip_document", "pose_document", "read", "read_pose", "write", "write_pose"]

_VERSION = 1
# A nanometre, and a billionth of a turn: far below anything visible, and half the size of full precision.
_DECIMALS = 9


def pose_document(
    pose: Pose,
    skeleton: Skeleton | None = None,
    *,
    set_points: tuple[str, ...] = (),
    error_m: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """The document of one pose as plain values.

    Args:
        pose: Root (3,) and rotations (J, 4).
        skeleton: Whose pose it is; the canonical body by default.
        set_points: Names of the points that were given.
        error_m: How far each of them is from where it was to be, metres.
    """
    skeleton = skeleton or body()
    document: dict[str, Any] = {
        "format": "sixpoint-pose",
        "version": _VERSION,
        "points": dict(zip(skeleton.point_names, _listed(pose.points(skeleton)), strict=True)),
        "root": _listed(pose.root),
        "rotations": _listed(pose.rotations),
        "joints": list(skeleton.joint_names),
        "set": list(set_points),
        "error_m": {name: round(float(error), _DECIMALS) for name, error in (error_m or {}).items()},
    }
    if not is_canonical(skeleton):
        document["skeleton"] = skeleton_as_dict(skeleton)
    return document


def clip_document(clip: Clip) -> dict[str, Any]:
    """The document of a clip as plain values."""
    skeleton = clip.skeleton
    positions = np.swapaxes(clip.points(), 0, 1)  # (P, F, 3)
    document: dict[str, Any] = {
        "format": "sixpoint-clip",
        "version": _VERSION,
        "name": clip.name,
        "fps": clip.fps,
        "frames": clip.n_frames,
        "points": dict(zip(skeleton.point_names, _listed(positions), strict=True)),
        "root": _listed(clip.root),
        "rotations": _listed(clip.rotations),
        "joints": list(skeleton.joint_names),
        "report": list(clip.report),
    }
    if clip.translations is not None:
        document["translations"] = _listed(clip.translations)
    if not is_canonical(skeleton):
        document["skeleton"] = skeleton_as_dict(skeleton)
    return document


def write(path: str | Path, clip: Clip) -> tuple[str, ...]:
    """Write a clip; raises SixpointError if it cannot be written. Nothing is ever changed, so the notes are empty."""
    check_finite(path, clip)
    write_atomically(path, _text(clip_document(clip)))
    return ()


def write_pose(
    path: str | Path,
    pose: Pose,
    skeleton: Skeleton | None = None,
    *,
    set_points: tuple[str, ...] = (),
    error_m: Mapping[str, float] | None = None,
) -> None:
    """Write one pose; the arguments are those of `pose_document`."""
    check_finite(path, Clip(skeleton or body(), pose.root[None], pose.rotations[None], 1.0, name="the pose"))
    write_atomically(path, _text(pose_document(pose, skeleton, set_points=set_points, error_m=error_m)))


def read(path: str | Path) -> Clip:
    """The clip in a file; a pose is a clip of one frame.

    Raises:
        FileFormatError: if the file is not JSON or not one of these documents, with what is wrong in it.
    """
    return clip_from_document(load(path), path)


def read_pose(path: str | Path) -> tuple[Pose, Skeleton]:
    """The pose in a file and whose it is; of a clip, the first frame.

    Raises:
        FileFormatError: as `read`, or if the clip has no frame.
    """
    clip = read(path)
    return clip.pose(0), clip.skeleton


def _listed(values: np.ndarray) -> Any:
    return (np.round(values, _DECIMALS) + 0.0).tolist()


def _text(document: dict[str, Any]) -> str:
    """One key a line: readable where it is short, compact where it is long."""
    lines = (f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
