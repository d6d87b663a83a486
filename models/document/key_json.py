"""Poses, keys and rigs as plain JSON values, and back, checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Handles, Interpolation, Interval, Key, Pose
from models.animation.grid import DECIMALS, snapped
from models.animation.ticks import MAX_TICK
from models.body import JOINTS, POINTS, REGIONS, body
from models.document.content import Rig
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import array, member
from models.formats.skeleton_json import is_canonical, skeleton_as_dict, skeleton_from_dict
from models.posing import HandleState

__all__ = ["key_values", "keys_from", "pose_values", "poses_from", "rig_from", "rig_values"]

Array = NDArray[np.float64]

_STATES = {state.name.lower(): state for state in HandleState}
_MAX_LENGTH_M = 1e6
_UNIT_WITHIN = 1e-3
_MAX_WEIGHT = 1e6


def pose_values(pose: Pose) -> dict[str, Any]:
    """{"root": [3], "rotations": [[4], ...]}."""
    return {"root": _listed(pose.root), "rotations": _listed(pose.rotations)}


def key_values(key: Key) -> dict[str, Any]:
    """The values of one key; see docs/project-file.md."""
    handles, interval = key.handles, key.interval
    values: dict[str, Any] = {"tick": key.tick, **pose_values(key.pose)}
    if interval != Interval():
        values["interval"] = [interval.kind.value, interval.leave, interval.arrive]
    if len(handles.points):
        values["handles"] = {
            POINTS[point]: [HandleState(state).name.lower(), target, weight]
            for point, state, target, weight in zip(
                handles.points, handles.states, _listed(handles.targets), _listed(handles.weights), strict=True
            )
        }
    if len(handles.joints):
        turns = zip(handles.joints, _listed(handles.turns), strict=True)
        values["turns"] = {JOINTS[joint]: turn for joint, turn in turns}
    if not handles.predicted.all():
        values["completed"] = [name for name, is_on in zip(REGIONS, handles.predicted, strict=True) if is_on]
    return values


def rig_values(rig: Rig) -> dict[str, Any]:
    """{"name", "skeleton" unless it is the canonical body}."""
    values: dict[str, Any] = {"name": rig.name}
    if not is_canonical(rig.skeleton):
        values["skeleton"] = skeleton_as_dict(rig.skeleton)
    return values


def poses_from(values: Sequence[Any], path: str | Path) -> list[Pose]:
    """N poses of such values, converted together: ten thousand take a third of a second."""
    n_poses, n_joints = len(values), len(JOINTS)
    for value in values:
        if not isinstance(value, dict):
            raise FileFormatError(path, "a pose or key is not usable", expected="an object", found=str(value))
    roots = array([value.get("root") for value in values], (n_poses, 3), "root", path)
    turns = array([value.get("rotations") for value in values], (n_poses, n_joints, 4), "rotations", path)
    if np.abs(roots).max(initial=0.0) > _MAX_LENGTH_M:
        raise FileFormatError(path, "a root is beyond a thousand kilometres", expected="metres")
    _check_unit(turns, path)
    # What we wrote is on the grid already; what was written by others is brought to it.
    return [Pose(root, turn) for root, turn in zip(snapped(roots), snapped(turns), strict=True)]


def keys_from(values: Sequence[Any], path: str | Path) -> list[Key]:
    """The keys of such values."""
    return [
        Key(_tick(value, path), pose, _handles(value, path), _interval(value, path))
        for value, pose in zip(values, poses_from(values, path), strict=True)
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


def _handles(value: Any, path: str | Path) -> Handles:
    given = member(value, "handles", dict, path) if "handles" in value else {}
    turned = member(value, "turns", dict, path) if "turns" in value else {}
    completed = member(value, "completed", list, path) if "completed" in value else list(REGIONS)
    points = _sorted_indices(given, POINTS, "point", path)
    joints = _sorted_indices(turned, JOINTS, "joint", path)
    _sorted_indices(completed, tuple(REGIONS), "region", path)
    entries = [given[POINTS[point]] for point in points]
    for entry in entries:
        is_usable = isinstance(entry, list) and len(entry) == 3 and isinstance(entry[0], str) and entry[0] in _STATES
        if not is_usable:
            raise FileFormatError(
                path,
                "a handle is not usable",
                expected=f"[{' or '.join(_STATES)}, [x, y, z], weight]",
                found=str(entry),
            )
    targets = array([entry[1] for entry in entries], (len(points), 3), "handles", path)
    weights = array([entry[2] for entry in entries], (len(points),), "weights", path)
    turns = array([turned[JOINTS[joint]] for joint in joints], (len(joints), 4), "turns", path)
    _check_unit(turns, path)
    if np.abs(targets).max(initial=0.0) > _MAX_LENGTH_M or not np.all((weights >= 0) & (weights <= _MAX_WEIGHT)):
        raise FileFormatError(path, "a handle is out of bounds", expected="metres, and a weight from 0 to a million")
    return Handles(
        points=np.array(points, dtype=np.intp),
        states=np.array([_STATES[entry[0]] for entry in entries], dtype=np.int8),
        targets=snapped(targets),
        weights=snapped(weights),
        joints=np.array(joints, dtype=np.intp),
        turns=snapped(turns),
        predicted=np.array([name in completed for name in REGIONS]),
    )


def _sorted_indices(names: Any, known: tuple[str, ...], kind: str, path: str | Path) -> list[int]:
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise FileFormatError(path, f"this is no {kind} of the body", expected=", ".join(known), found=str(name))
    return sorted(known.index(name) for name in names)


def _check_unit(turns: Array, path: str | Path) -> None:
    if turns.size and np.abs(np.linalg.norm(np.clip(turns, -2, 2), axis=-1) - 1.0).max() > _UNIT_WITHIN:
        raise FileFormatError(path, "a rotation is no unit quaternion", expected="x, y, z, w of length 1")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("not a number")
    return float(value)


def _listed(values: Array) -> Any:
    return (np.round(values, DECIMALS) + 0.0).tolist()
