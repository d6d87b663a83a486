"""What a user asks for: waypoints on the ground, each with as much said about it as the user wants to say.

Everything here is checked at once, so that what follows never meets a NaN, time that runs backwards, or a path without
end. What a body cannot do (10 m/s, a U-turn within a frame) is no error: the path is then followed as well as a body
can, and the difference is reported (`models.locomotion.trajectory.Deviation`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from models.errors import SixpointError

__all__ = ["GAITS", "GAIT_SPEED", "Gait", "Trajectory", "Waypoint"]

Gait = Literal["walk", "run", "crouch", "auto"]
GAITS: tuple[str, ...] = get_args(Gait)

GAIT_SPEED: dict[str, float] = {"walk": 1.3, "run": 3.0, "crouch": 0.7, "auto": 1.3}
"""Speed where none is given, m/s."""

MAX_WAYPOINTS = 2000
MAX_DURATION_S = 600.0
_MAX_COORDINATE_M = 1e5


@dataclass(frozen=True)
class Waypoint:
    """A place on the path.

    Args:
        x, z: Where on the ground, metres.
        t: When to be there, seconds from the start of the draft; None: when the speed takes one there.
        speed: Speed when passing, m/s; 0 stops there; None: that of the gait.
        facing_rad: Heading about +Y, 0 faces +Z, pi/2 faces +X; None: along the path.
        gait: From here on; None: as before.
    """

    x: float
    z: float
    t: float | None = None
    speed: float | None = None
    facing_rad: float | None = None
    gait: Gait | None = None


@dataclass(frozen=True)
class Trajectory:
    """Waypoints in the order in which they are passed; the path between them is a smooth curve.

    Without a speed at the first or last waypoint the body starts or ends standing. One waypoint is a place to stand.

    Raises:
        SixpointError: if there are no waypoints or too many, a number is not finite or out of range, or times do not
            increase; the message names the waypoint, counted from 1.
    """

    waypoints: tuple[Waypoint, ...]
    gait: Gait = "auto"

    def __post_init__(self) -> None:
        object.__setattr__(self, "waypoints", tuple(self.waypoints))
        if not 1 <= len(self.waypoints) <= MAX_WAYPOINTS:
            raise SixpointError(
                f"a path needs 1 to {MAX_WAYPOINTS} waypoints, got {len(self.waypoints)}; give at least one place"
            )
        _check_gait("the path", self.gait)
        for number, waypoint in enumerate(self.waypoints, 1):
            _check_waypoint(f"waypoint {number}", waypoint)
        _check_times(self.waypoints)

    @property
    def gaits(self) -> tuple[Gait, ...]:
        """The gait from each waypoint on."""
        gaits: list[Gait] = []
        current = self.gait
        for waypoint in self.waypoints:
            current = waypoint.gait or current
            gaits.append(current)
        return tuple(gaits)


def _check_gait(where: str, gait: object) -> None:
    if gait not in GAITS:
        raise SixpointError(f"{where}: the gait is one of {', '.join(GAITS)}, got {str(gait)[:40]!r}")


def _check_waypoint(where: str, waypoint: Waypoint) -> None:
    limits = (
        ("x", waypoint.x, -_MAX_COORDINATE_M, _MAX_COORDINATE_M, "metres"),
        ("z", waypoint.z, -_MAX_COORDINATE_M, _MAX_COORDINATE_M, "metres"),
        ("t", waypoint.t, 0.0, MAX_DURATION_S, "seconds"),
        ("speed", waypoint.speed, 0.0, 1000.0, "metres a second"),
        ("facing", waypoint.facing_rad, -2.0 * math.pi, 2.0 * math.pi, "radians"),
    )
    for name, value, low, high, unit in limits:
        if value is None and name not in "xz":
            continue
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
            raise SixpointError(f"{where}: {name} is a finite number of {unit}, got {str(value)[:40]!r}")
        if not low <= value <= high:
            raise SixpointError(f"{where}: {name} is from {low:.4g} to {high:.4g} {unit}, got {value:.6g}")
    if waypoint.gait is not None:
        _check_gait(where, waypoint.gait)


def _check_times(waypoints: tuple[Waypoint, ...]) -> None:
    timed = [(number, w.t) for number, w in enumerate(waypoints, 1) if w.t is not None]
    for (first, before), (second, after) in pairwise(timed):
        if after <= before:
            raise SixpointError(
                f"waypoint {second} is at {after:g} s, waypoint {first} before it at {before:g} s; "
                "times must increase along the path"
            )
