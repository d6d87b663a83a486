"""Locomotion: motion along a path, from a database of motion or from networks that learned one.

    from models.locomotion import Trajectory, Waypoint, generate

    draft = generate(Trajectory((Waypoint(0, 0), Waypoint(0, 4), Waypoint(3, 6)), gait="walk"), seed=1)
    draft.clip, draft.contacts, draft.deviations

`generators()` lists what there is ("lmm" needs nothing, "mm" a database). `root_path(trajectory)` alone gives the curve
and its times, about 2 ms, to draw while a waypoint is dragged.
"""

from models.locomotion.generator import Draft, FootReport, Generator, generate, generator, generators
from models.locomotion.path_file import read_path
from models.locomotion.trajectory import Deviation, RootPath, root_path
from models.locomotion.waypoints import GAIT_SPEED, GAITS, Gait, Trajectory, Waypoint

__all__ = [
    "GAITS",
    "GAIT_SPEED",
    "Deviation",
    "Draft",
    "FootReport",
    "Gait",
    "Generator",
    "RootPath",
    "Trajectory",
    "Waypoint",
    "generate",
    "generator",
    "generators",
    "read_path",
    "root_path",
]
