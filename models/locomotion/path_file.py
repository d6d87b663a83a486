"""`PATH.json`: a path as a person or a script writes it.

    {"waypoints": [{"x": 0, "z": 0}, {"x": 0, "z": 4, "t": 3.5, "speed": 1.2, "facing": 0.0, "gait": "run"}],
     "gait": "walk", "start": {"root": [x, y, z], "rotations": [22 of [x, y, z, w]]}}

Metres, seconds; `facing` in radians about the vertical (0 looks along +Z, pi/2 along +X), a direction `[x, z]`, or
"path"; `facing_deg` is the same in degrees. `start` is a pose, or the name of a pose file beside this one. What is
not known is refused, because a slip of the pen would otherwise be a silent change of the path.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from models.animation import Pose
from models.body import JOINTS
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import array
from models.formats.small_text import read_small_text
from models.kinematics import quat
from models.locomotion.trajectory import root_path
from models.locomotion.waypoints import MAX_WAYPOINTS, Trajectory, Waypoint

__all__ = ["read_path", "trajectory_of"]

_MAX_BYTES = 4 << 20
_SHAPE = '{"waypoints": [{"x": 0, "z": 0}, {"x": 0, "z": 4}], "gait": "walk"}, metres'
_KEYS = {"x", "z", "t", "speed", "facing", "facing_deg", "gait"}


def read_path(source: str | Path) -> tuple[Trajectory, Pose | None]:
    """The trajectory in a file ("-" reads standard input), and the pose it starts from, if one is given.

    Raises:
        FileFormatError: if it cannot be read or is not as described above, with the waypoint's number, from 1;
            or if it takes longer than a draft may.
    """
    name = "standard input" if str(source) == "-" else str(source)
    return trajectory_of(_loaded(source, name), name)


def trajectory_of(document: Any, name: str = "the path") -> tuple[Trajectory, Pose | None]:
    """The same from a document that is already in memory."""
    if not isinstance(document, dict) or not isinstance(document.get("waypoints"), list):
        raise FileFormatError(name, "there are no waypoints", expected=_SHAPE)
    if unknown := sorted(set(document) - {"waypoints", "gait", "start"}):
        raise FileFormatError(name, "a path has no such key", expected="waypoints, gait, start", found=unknown[0])
    rows = document["waypoints"]
    if not 1 <= len(rows) <= MAX_WAYPOINTS:
        raise FileFormatError(name, f"{len(rows)} waypoints are given", expected=f"1 to {MAX_WAYPOINTS} of them")
    try:
        waypoints = tuple(_waypoint(row, f"waypoint {number}", name) for number, row in enumerate(rows, 1))
        trajectory = Trajectory(waypoints, document.get("gait", "auto"))
        root_path(trajectory)  # a path that takes too long is refused here, where the file's name is known
    except FileFormatError:
        raise
    except SixpointError as error:
        raise FileFormatError(name, str(error)) from error
    start = document.get("start")
    return trajectory, None if start is None else _pose(start, name)


def _waypoint(row: Any, where: str, name: str) -> Waypoint:
    if not isinstance(row, dict) or not {"x", "z"} <= set(row):
        raise FileFormatError(name, f"{where} is not a place", expected='{"x": metres, "z": metres, ...}')
    if unknown := sorted(set(row) - _KEYS):
        raise FileFormatError(
            name, f"{where} has a key that means nothing here", expected=", ".join(sorted(_KEYS)), found=unknown[0]
        )
    return Waypoint(row["x"], row["z"], row.get("t"), row.get("speed"), _facing(row, where, name), row.get("gait"))


def _facing(row: dict[str, Any], where: str, name: str) -> float | None:
    facing, degrees = row.get("facing"), row.get("facing_deg")
    if facing is not None and degrees is not None:
        raise FileFormatError(name, f"{where} has 'facing' and 'facing_deg'; keep one of them")
    if isinstance(facing, list):
        x, z = array(facing, (2,), f"facing of {where}", name)
        if math.hypot(x, z) < 1e-6:
            raise FileFormatError(name, f"{where} faces nowhere", expected="a direction [x, z] of some length")
        return math.atan2(x, z)
    value = facing if degrees is None else degrees
    if value is None or facing == "path":
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        expected = 'radians, a direction [x, z], or "path"' if degrees is None else "degrees"
        raise FileFormatError(name, f"facing of {where} is not usable", expected=expected, found=json.dumps(value))
    if degrees is not None:
        return math.radians(math.remainder(value, 360.0))
    if abs(value) > 2.0 * math.pi:
        raise FileFormatError(
            name,
            f"facing of {where} is more than a turn",
            expected="radians; degrees are 'facing_deg'",
            found=f"{value}",
        )
    return float(value)


def _pose(start: Any, name: str) -> Pose:
    """A pose written in the path, or the first frame of a pose file of the canonical body."""
    if isinstance(start, str):
        from models.formats import registry
        from models.formats.retarget import retarget
        from models.formats.skeleton_json import is_canonical

        path = Path(start) if name == "standard input" else Path(name).parent / start
        clip = registry.read(path)
        if not clip.n_frames:
            raise FileFormatError(path, "the file has no frames to start from")
        return (clip if is_canonical(clip.skeleton) else retarget(clip)).pose(0)
    if not isinstance(start, dict):
        raise FileFormatError(name, "'start' is not a pose", expected="'root' and 'rotations', or the name of a file")
    rotations = array(start.get("rotations"), (len(JOINTS), 4), "rotations of start", name)
    if ((rotations * rotations).sum(-1) < 1e-6).any():
        raise FileFormatError(name, "a rotation of 'start' has no direction", expected="unit quaternions x, y, z, w")
    return Pose(array(start.get("root"), (3,), "root of start", name), quat.normalize(rotations))


def _loaded(source: str | Path, name: str) -> Any:
    text = read_small_text(source, name, most_bytes=_MAX_BYTES, expected=_SHAPE)
    try:
        return json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise FileFormatError(
            name, f"this is not JSON ({error.msg})", line=error.lineno, column=error.colno, expected=_SHAPE
        ) from error
    except RecursionError as error:
        raise FileFormatError(name, "this JSON is nested too deeply for a path", expected=_SHAPE) from error
    except ValueError as error:
        raise FileFormatError(name, "this JSON has a number that is not usable", expected="finite numbers") from error
    except SixpointError as error:
        raise FileFormatError(name, f"this JSON is not usable ({error})", expected="finite numbers") from error


def _refused(constant: str) -> float:
    raise SixpointError(f"{constant} is not a place, time or speed")
