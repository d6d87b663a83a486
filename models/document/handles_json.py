"""The handles of keys as plain JSON values, and back, checked; the numbers of all keys are converted together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Handles
from models.animation.grid import DECIMALS, snapped
from models.animation.handles import NO_HANDLES
from models.body import JOINTS, POINTS, REGIONS
from models.errors import FileFormatError
from models.formats.json_values import array, member
from models.posing import HandleState

__all__ = ["check_unit", "handles_from", "handles_values"]

Array = NDArray[np.float64]

_STATES = {state.name.lower(): int(state) for state in HandleState}
_POINT = {name: index for index, name in enumerate(POINTS)}
_JOINT = {name: index for index, name in enumerate(JOINTS)}
_REGION = {name: index for index, name in enumerate(REGIONS)}
_MAX_LENGTH_M = 1e6
_MAX_WEIGHT = 1e6
_UNIT_WITHIN = 1e-3
_ASKED = frozenset(("handles", "turns", "completed"))


def handles_values(handles: Handles) -> dict[str, Any]:
    """{"handles", "turns", "completed"}, each only where it says something."""
    values: dict[str, Any] = {}
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


def handles_from(values: Sequence[Any], path: str | Path) -> list[Handles]:
    """The handles of N keys: ten thousand with six points each take less than half a second."""
    asked = [index for index, value in enumerate(values) if _ASKED.intersection(value)]
    # Keys of motion that was read ask nothing.
    result = [NO_HANDLES] * len(values)
    entries = [_ordered(values[index], "handles", _POINT, "point", path) for index in asked]
    turned = [_ordered(values[index], "turns", _JOINT, "joint", path) for index in asked]
    flat = [entry for of_key in entries for _, entry in of_key]
    for entry in flat:
        if not (isinstance(entry, list) and len(entry) == 3 and isinstance(entry[0], str) and entry[0] in _STATES):
            raise FileFormatError(
                path,
                "a handle is not usable",
                expected=f"[{' or '.join(_STATES)}, [x, y, z], weight]",
                found=str(entry),
            )
    states = np.array([_STATES[entry[0]] for entry in flat], dtype=np.int8)
    targets = array([entry[1] for entry in flat], (len(flat), 3), "handles", path)
    weights = array([entry[2] for entry in flat], (len(flat),), "weights", path)
    all_turns = [turn for of_key in turned for _, turn in of_key]
    turns = array(all_turns, (len(all_turns), 4), "turns", path)
    check_unit(turns, path)
    if np.abs(targets).max(initial=0.0) > _MAX_LENGTH_M or not np.all((weights >= 0) & (weights <= _MAX_WEIGHT)):
        raise FileFormatError(path, "a handle is out of bounds", expected="metres, and a weight from 0 to a million")
    targets, weights, turns = snapped(targets), snapped(weights), snapped(turns)
    point, joint = 0, 0
    for index, of_points, of_joints in zip(asked, entries, turned, strict=True):
        points, joints = slice(point, point + len(of_points)), slice(joint, joint + len(of_joints))
        point, joint = points.stop, joints.stop
        result[index] = Handles(
            points=np.array([number for number, _ in of_points], dtype=np.intp),
            states=states[points],
            targets=targets[points],
            weights=weights[points],
            joints=np.array([number for number, _ in of_joints], dtype=np.intp),
            turns=turns[joints],
            predicted=_predicted(values[index], path),
        )
    return result


def check_unit(turns: Array, path: str | Path) -> None:
    """Raise unless rotations (..., 4) are unit quaternions."""
    if turns.size and np.abs(np.linalg.norm(np.clip(turns, -2, 2), axis=-1) - 1.0).max() > _UNIT_WITHIN:
        raise FileFormatError(path, "a rotation is no unit quaternion", expected="x, y, z, w of length 1")


def _ordered(
    value: dict[str, Any], key: str, known: dict[str, int], kind: str, path: str | Path
) -> list[tuple[int, Any]]:
    """(index of the body, what stands there) for each name, ascending."""
    if key not in value:
        return []
    given = member(value, key, dict, path)
    for name in given:
        if name not in known:
            raise _unknown(name, known, kind, path)
    return sorted(((known[name], entry) for name, entry in given.items()), key=lambda pair: pair[0])


def _predicted(value: dict[str, Any], path: str | Path) -> NDArray[np.bool_]:
    if "completed" not in value:
        return np.ones(len(REGIONS), dtype=bool)
    predicted = np.zeros(len(REGIONS), dtype=bool)
    for name in member(value, "completed", list, path):
        if not isinstance(name, str) or name not in _REGION:
            raise _unknown(name, _REGION, "region", path)
        predicted[_REGION[name]] = True
    return predicted


def _unknown(name: Any, known: dict[str, int], kind: str, path: str | Path) -> FileFormatError:
    return FileFormatError(path, f"this is no {kind} of the body", expected=", ".join(known), found=str(name))


def _listed(values: Array) -> Any:
    return (np.round(values, DECIMALS) + 0.0).tolist()
