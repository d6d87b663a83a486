"""The fixed set of paths on which every generator is measured, and paths of motion that was held out."""

from __future__ import annotations

import math

import numpy as np

from models.locomotion import Trajectory, Waypoint
from models.locomotion.database import Database
from models.locomotion.features import FPS

__all__ = ["LONG", "SEEDS", "fixed_paths", "held_out_paths"]

SEEDS = (0, 1, 2)
LONG = "free_60_s"

_TURN = math.pi / 2.0
_ON_THE_MOVE = 0.6  # m/s on average


def fixed_paths() -> dict[str, Trajectory]:
    """Names and paths of the protocol, and one of a minute."""
    circle = [Waypoint(2.0 - 2.0 * math.cos(a), 2.0 * math.sin(a)) for a in np.linspace(0.0, 2.0 * math.pi, 13)]
    eight = [Waypoint(2.0 * math.sin(2.0 * a), 3.0 * math.sin(a)) for a in np.linspace(0.0, 2.0 * math.pi, 17)]
    turns = [(0, 0), (0, 4), (4, 4), (4, 8), (0, 8), (0, 12)]
    paths = {
        "straight": [Waypoint(0, 0), Waypoint(0, 8)],
        "circle": circle,
        "figure_8": eight,
        "right_angles": [Waypoint(x, z) for x, z in turns],
        "u_turn": [Waypoint(0, 0), Waypoint(0, 4), Waypoint(0, 0)],
        "start_stop": [
            Waypoint(0, 0),
            Waypoint(0, 3, speed=0.0, t=4.0),
            Waypoint(0, 6, speed=0.0, t=9.0),
            Waypoint(0, 9, t=14.0),
        ],
        "sideways": [Waypoint(0, 0, facing_rad=0.0), Waypoint(4, 0, facing_rad=0.0)],
        "backwards": [Waypoint(0, 0, facing_rad=0.0), Waypoint(0, -4, facing_rad=0.0)],
        "walk_run_walk": [
            Waypoint(0, 0, gait="walk"),
            Waypoint(0, 5, gait="run"),
            Waypoint(0, 17, gait="walk"),
            Waypoint(0, 22),
        ],
        "turn_on_the_spot": [Waypoint(0, 0, facing_rad=0.0), Waypoint(0, 0, facing_rad=_TURN * 1.9)],
        "timed": [Waypoint(0, 0), Waypoint(1, 4, t=4.0), Waypoint(-1, 8, t=8.5), Waypoint(0, 12, t=13.0)],
        LONG: _wandering(),
    }
    return {name: Trajectory(tuple(waypoints)) for name, waypoints in paths.items()}


def _wandering() -> list[Waypoint]:
    """About a minute of walking that turns this way and that, the same each time."""
    rng = np.random.default_rng(60)
    heading, place = 0.0, np.zeros(2)
    waypoints = [Waypoint(0.0, 0.0)]
    for _ in range(24):
        heading += rng.uniform(-1.2, 1.2)
        place = place + 3.0 * np.array([math.sin(heading), math.cos(heading)])
        waypoints.append(Waypoint(float(place[0]), float(place[1])))
    return waypoints


def held_out_paths(database: Database, count: int) -> dict[str, Trajectory]:
    """The ways that clips of people on the move went: a waypoint with its time every two seconds."""
    lengths = database.range_stops - database.range_starts
    speeds = np.linalg.norm(database.velocities[:, 0], axis=-1)
    moving = np.add.reduceat(speeds, database.range_starts) / lengths > _ON_THE_MOVE
    usable = np.flatnonzero((lengths > 4 * FPS) & ~database.mirrored & moving)
    paths = {}
    for index in usable[np.unique(np.linspace(0, len(usable) - 1, min(count, len(usable))).astype(int))]:
        frames = np.arange(int(database.range_starts[index]), int(database.range_stops[index]), round(2 * FPS))
        places, speed = database.positions[frames, 0], speeds[frames]
        ends = (0, len(frames) - 1)
        waypoints = [
            Waypoint(float(x), float(z), 2.0 * n, float(speed[n]) if n in ends else None)
            for n, (x, _, z) in enumerate(places)
        ]
        paths[str(database.names[index])] = Trajectory(tuple(waypoints))
    return paths
