"""Rig maps as JSON files: what `info` prints can be corrected by hand and given back.

    {"rig_map": 1, "convention": "Mixamo",
     "joints": {"Hips": "mixamorig:Hips", "Spine2": null, ...},
     "markers": {"HeadTop": "mixamorig:HeadTop_End", ...},
     "confidence": {"Hips": 1.0, ...}}

A canonical name that is left out is one the rig does not have, like null. Only names are read from a file; they
are checked against the rig when the map is used.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from models.body.canonical import JOINTS
from models.errors import FileFormatError
from models.formats.atomic import write_atomically
from models.formats.rig_map import MARKERS, RigMap

__all__ = ["map_as_dict", "read_rig_map", "write_rig_map"]

_VERSION = 1
_MAX_BYTES = 1 << 20
_MAX_NAME = 1000  # characters; formats allow long joint names, nobody needs longer ones


def map_as_dict(rig_map: RigMap) -> dict[str, Any]:
    """The map as it is written."""
    return {
        "rig_map": _VERSION,
        "convention": rig_map.convention,
        "joints": {name: rig_map.joints.get(name) for name in JOINTS},
        "markers": {name: rig_map.markers.get(name) for name in MARKERS},
        "confidence": dict(rig_map.confidence),
    }


def write_rig_map(path: str | Path, rig_map: RigMap) -> None:
    """Write a map, whole or not at all."""
    write_atomically(path, json.dumps(map_as_dict(rig_map), indent=1, ensure_ascii=False) + "\n")


def read_rig_map(path: str | Path) -> RigMap:
    """The map in a file.

    Raises:
        FileFormatError: if it is not a rig map, names a canonical joint or marker that does not exist, or gives two
            canonical joints the same joint of the rig.
    """
    data = _load(path)
    if not isinstance(data, dict) or data.get("rig_map") != _VERSION:
        raise FileFormatError(path, "not a rig map", expected=f'an object with "rig_map": {_VERSION}')
    joints = _names(path, data, "joints", JOINTS)
    markers = _names(path, data, "markers", MARKERS)
    users: dict[str, str] = {}
    for name, joint in joints.items():
        if joint is not None and joint in users:
            raise FileFormatError(path, f"'{joint}' is given to both {users[joint]} and {name}")
        if joint is not None:
            users[joint] = name
    convention = data.get("convention", "")
    return RigMap(
        joints=joints,
        markers=markers,
        confidence=_confidence(path, data.get("confidence", {}), joints),
        convention=convention[:_MAX_NAME] if isinstance(convention, str) else "",
        notes=(f"the rig map is the one in {path}",),
    )


def _load(path: str | Path) -> Any:
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise FileFormatError(path, f"cannot be read: {error.strerror or error}") from error
    if len(raw) > _MAX_BYTES:
        raise FileFormatError(path, f"too large for a rig map, which has at most {_MAX_BYTES} bytes")
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise FileFormatError(path, f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise FileFormatError(path, "not JSON text", expected="a rig map in UTF-8") from error


def _names(path: str | Path, data: dict[str, Any], key: str, known: Iterable[str]) -> dict[str, str | None]:
    """{canonical name: name in the rig or None}, every canonical name present."""
    known = tuple(known)
    given = data.get(key, {})
    if not isinstance(given, dict):
        raise FileFormatError(path, f'"{key}" is not an object', expected="canonical names with names of the rig")
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else f"; it has {', '.join(known)}"
            raise FileFormatError(path, f"'{name[:_MAX_NAME]}' is not one of the canonical {key}{hint}")
        if not (value is None or (isinstance(value, str) and 0 < len(value) <= _MAX_NAME)):
            raise FileFormatError(path, f"the entry of {name}", expected="a name in quotes or null", found=str(value))
    return {name: given.get(name) for name in known}


def _confidence(path: str | Path, given: Any, joints: dict[str, str | None]) -> dict[str, float]:
    """Confidence of the mapped joints; a joint without one was set by hand and is certain."""
    if not isinstance(given, dict):
        raise FileFormatError(path, '"confidence" is not an object', expected="canonical joints with numbers 0 to 1")
    result = {}
    for name, joint in joints.items():
        value = given.get(name, 1.0)
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and 0.0 <= value <= 1.0):
            raise FileFormatError(path, f"the confidence of {name}", expected="a number 0 to 1", found=str(value))
        if joint is not None:
            result[name] = float(value)
    return result
