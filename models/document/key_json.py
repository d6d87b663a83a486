"""Poses, keys and rigs as plain JSON values, and back, checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Interpolation, Interval, Key, Pose
from models.animation.grid import DECIMALS, snapped
from models.animation.ticks import MAX_TICK
from models.body import JOINTS, body
from models.document.content import Rig
from models.document.handles_json import check_unit, handles_from, handles_values
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import array, member
from models.formats.skeleton_json import is_canonical, skeleton_as_dict, skeleton_from_dict

__all__ = ["key_values", "keys_from", "pose_values", "poses_from", "rig_from", "rig_values"]

Array = NDArray[np.float64]

_MAX_LENGTH_M = 1e6
_AT_ONCE = 256  # numpy lets no other thread work while it converts, so not too many


def pose_values(pose: Pose) -> dict[str, Any]:
    """{"root": [3], "rotations": [[4], ...]}."""
    return {"root": _listed(pose.root), "rotations": _listed(pose.rotations)}


def key_values(key: Key) -> dict[str, Any]:
    """The values of one key; see docs/project-file.md."""
    interval = key.interval
    values: dict[str, Any] = {"tick": key.tick, **pose_values(key.pose)}
    if interval != Interval():
        values["interval"] = [interval.kind.value, interval.leave, interval.arrive]
    values.update(handles_values(key.handles))
    return values


def rig_values(rig: Rig) -> dict[str, Any]:
    """{"name", "skeleton" unless it is the canonical body}."""
    values: dict[str, Any] = {"name": rig.name}
    if not is_canonical(rig.skeleton):
        values["skeleton"] = skeleton_as_dict(rig.skeleton)
    return values


def poses_from(values: Sequence[Any], path: str | Path) -> list[Pose]:
    """N poses of such values, hundreds of them converted together: ten thousand take a third of a second."""
    return [
        pose
        for start in range(0, len(values), _AT_ONCE)
        for pose in _poses_from(values[start : start + _AT_ONCE], path)
    ]


def _poses_from(values: Sequence[Any], path: str | Path) -> list[Pose]:
    n_poses, n_joints = len(values), len(JOINTS)
    for value in values:
        if not isinstance(value, dict):
            raise FileFormatError(path, "a pose or key is not usable", expected="an object", found=str(value))
    roots = array([value.get("root") for value in values], (n_poses, 3), "root", path)
    turns = array([value.get("rotations") for value in values], (n_poses, n_joints, 4), "rotations", path)
    if np.abs(roots).max(initial=0.0) > _MAX_LENGTH_M:
        raise FileFormatError(path, "a root is beyond a thousand kilometres", expected="metres")
    check_unit(turns, path)
    # What we wrote is on the grid already; what was written by others is brought to it.
    return [Pose(root, turn) for root, turn in zip(snapped(roots), snapped(turns), strict=True)]


def keys_from(values: Sequence[Any], path: str | Path) -> list[Key]:
    """The keys of such values."""
    return [
        Key(_tick(value, path), pose, handles, _interval(value, path))
        for value, pose, handles in zip(values, poses_from(values, path), handles_from(values, path), strict=True)
    ]


def rig_from(values: Any, path: str | Path) -> Rig:
    """The rig of such values."""
    name = member(values, "name", str, path)
    skeleton = skeleton_from_dict(values["skeleton"], path) if "skeleton" in values else body()
    try:
        return Rig(name, skeleton)
    except SixpointError as error:
        raise FileFormatError(path, str(error)) from error


def _tick(value: Any, path: str | Path) -> int:
    tick: int = member(value, "tick", int, path)
    if abs(tick) > MAX_TICK:
        raise FileFormatError(path, "the time of a key is too far from zero", expected=f"at most {MAX_TICK} ticks")
    return tick


def _interval(value: Any, path: str | Path) -> Interval:
    if "interval" not in value:
        return Interval()
    words = member(value, "interval", list, path)
    try:
        kind, leave, arrive = words
        return Interval(Interpolation(kind), _number(leave), _number(arrive))
    except (ValueError, TypeError, SixpointError) as error:
        raise FileFormatError(
            path, "the interval of a key is not usable", expected=f"[{' or '.join(Interpolation)}, 0 to 2, 0 to 2]"
        ) from error


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("not a number")
    return float(value)


def _listed(values: Array) -> Any:
    return (np.round(values, DECIMALS) + 0.0).tolist()
