"""From a JSON document to a clip; see `pose_json` for what a document holds."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from models.animation import Clip
from models.body import body
from models.errors import FileFormatError
from models.formats.json_values import array, member
from models.formats.skeleton_json import skeleton_from_dict
from models.kinematics import quat

__all__ = ["clip_from_document"]

_POSE_FPS = 30.0
# Rotations whose length differs from 1 by more are not quaternions that were rounded.
_UNIT_WITHIN = 1e-3


def clip_from_document(document: dict[str, Any], path: str | Path) -> Clip:
    """The clip of a document; a pose is a clip of one frame.

    Raises:
        FileFormatError: with the key that is missing or wrong.
    """
    is_clip = _is_clip(document, path)
    skeleton = skeleton_from_dict(document["skeleton"], path) if "skeleton" in document else body()
    if document.get("joints", list(skeleton.joint_names)) != list(skeleton.joint_names):
        raise FileFormatError(path, "'joints' are not those of the skeleton", expected=", ".join(skeleton.joint_names))
    n_joints = skeleton.n_joints
    if not is_clip:
        root = array(document.get("root"), (3,), "root", path)[None]
        rotations = array(document.get("rotations"), (n_joints, 4), "rotations", path)[None]
        return Clip(skeleton, root, _unit(rotations, path), _POSE_FPS, name=Path(path).stem)
    n_frames = member(document, "frames", int, path)
    fps = member(document, "fps", float, path)
    if n_frames < 0 or not (math.isfinite(fps) and fps > 0):
        raise FileFormatError(path, "'frames' must not be below 0 and 'fps' must be above", found=f"{n_frames}, {fps}")
    moved = document.get("translations")
    return Clip(
        skeleton=skeleton,
        root=array(document.get("root"), (n_frames, 3), "root", path),
        rotations=_unit(array(document.get("rotations"), (n_frames, n_joints, 4), "rotations", path), path),
        fps=float(fps),
        translations=None if moved is None else array(moved, (n_frames, n_joints, 3), "translations", path),
        name=member(document, "name", str, path) if "name" in document else Path(path).stem,
        report=tuple(str(line) for line in document.get("report", ())),
    )


def _is_clip(document: dict[str, Any], path: str | Path) -> bool:
    """Is it a clip, not a pose? By its format or, in one made by hand, by its frames."""
    if "points" in document and "rotations" not in document:
        raise FileFormatError(
            path,
            "these are set points, no pose and no clip; make one of them: main.py complete POINTS.json -o POSE.json",
            expected="'root' and 'rotations'",
        )
    kind = document.get("format", "sixpoint-clip" if "frames" in document else "sixpoint-pose")
    if kind not in ("sixpoint-pose", "sixpoint-clip") or "rotations" not in document:
        raise FileFormatError(
            path,
            "this JSON is no pose and no clip",
            expected="'root' and 'rotations', format sixpoint-pose or sixpoint-clip",
            found=str(kind) if "rotations" in document else "no 'rotations'",
        )
    if (version := document.get("version", 1)) != 1:
        raise FileFormatError(path, "the file is of another version", expected="version 1", found=str(version))
    return bool(kind == "sixpoint-clip")


def _unit(rotations: np.ndarray, path: str | Path) -> np.ndarray:
    """The rotations (F, J, 4) made exactly unit and continuous; an error if they are not nearly so."""
    off = np.abs(np.linalg.norm(rotations, axis=-1) - 1.0)
    if off.size and off.max() > _UNIT_WITHIN:
        frame, joint = np.unravel_index(int(off.argmax()), off.shape)
        raise FileFormatError(
            path, f"rotation {joint} of frame {frame} is no unit quaternion", expected="x, y, z, w of length 1"
        )
    return quat.unroll(quat.normalize(rotations)) if len(rotations) else rotations
