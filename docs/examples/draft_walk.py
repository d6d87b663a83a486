"""Draft a walk along a path and write it; see docs/scripting.md."""

from pathlib import Path

from models.formats import write
from models.locomotion import Trajectory, Waypoint, generate

OUT = Path("output")
OUT.mkdir(exist_ok=True)

trajectory = Trajectory(
    (
        Waypoint(0.0, 0.0),
        Waypoint(0.0, 3.0, gait="run"),
        Waypoint(4.0, 6.0, t=5.0, gait="walk"),
        Waypoint(6.0, 6.0, facing_rad=0.0),
    )
)
draft = generate(trajectory, seed=1)
write(OUT / "walk.bvh", draft.clip)
for deviation in draft.deviations:
    print(deviation.message)
print(f"{draft.clip.n_frames} frames, waypoints reached at {draft.path.waypoint_s.round(1)} s")
