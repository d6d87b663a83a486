"""Plans of locomotion drafts as plain JSON values, and back, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.document.draft_plan import DraftPlan
from models.errors import FileFormatError, SixpointError
from models.formats.json_values import member
from models.locomotion.path_file import trajectory_of
from models.locomotion.waypoints import Waypoint

__all__ = ["plan_from", "plan_values"]


def plan_values(plan: DraftPlan) -> dict[str, Any]:
    """The values of a plan; the path as in a PATH.json, whose facings are radians."""
    return {
        "waypoints": [_waypoint_values(waypoint) for waypoint in plan.trajectory.waypoints],
        "gait": plan.trajectory.gait,
        "tick": plan.start,
        "generator": plan.generator,
        "seed": plan.seed,
        "from_pose": plan.from_pose,
        "to_key": plan.to_key,
    }


def plan_from(values: Any, path: str | Path) -> DraftPlan:
    """A plan from its values.

    Raises:
        FileFormatError: if they are not as `plan_values` makes them.
    """
    route = {"waypoints": member(values, "waypoints", list, path), "gait": member(values, "gait", str, path)}
    trajectory, _ = trajectory_of(route, str(path))
    start, seed = member(values, "tick", int, path), member(values, "seed", int, path)
    flags = [_flag(values, name, path) for name in ("from_pose", "to_key")]
    try:
        return DraftPlan(trajectory, start, member(values, "generator", str, path), seed, *flags)
    except FileFormatError:
        raise
    except SixpointError as error:
        raise FileFormatError(path, str(error)) from error


def _waypoint_values(waypoint: Waypoint) -> dict[str, Any]:
    values = {
        "x": waypoint.x,
        "z": waypoint.z,
        "t": waypoint.t,
        "speed": waypoint.speed,
        "facing": waypoint.facing_rad,
        "gait": waypoint.gait,
    }
    return {name: value for name, value in values.items() if value is not None}


def _flag(values: dict[str, Any], name: str, path: str | Path) -> bool:
    value = values.get(name)
    if not isinstance(value, bool):
        raise FileFormatError(path, f"'{name}' is not usable", expected="true or false", found=str(value)[:40])
    return value
