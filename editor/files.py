"""What the window reads from and writes to files besides projects: poses, points, motion. No widgets here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from editor.worker import Job
from models.animation import Clip, Pose
from models.body import Skeleton
from models.errors import SixpointError
from models.formats import pose_json, registry
from models.formats.json_values import load
from models.posing import Session

__all__ = [
    "EXPORT_FILTERS",
    "IMPORT_FILTER",
    "OPEN_FILTER",
    "PROJECT",
    "SetPoints",
    "export_pose",
    "frame_pose",
    "is_readable",
    "read_json",
    "read_motion",
]

PROJECT = ".sixpoint"
IMPORT_FILTER = "Motion and poses (*.bvh *.json);;All files (*)"
OPEN_FILTER = "Projects, motion and poses (*.sixpoint *.bvh *.json);;All files (*)"
EXPORT_FILTERS = {".json": "Pose (*.json)", ".bvh": "Motion (*.bvh)"}

SetPoints = Mapping[str, tuple[float, float, float]]
"""Where some points are to be, by name, world metres."""

_EXPORT_FPS = 30.0  # of a single frame; files must state one


def is_readable(path: Path) -> bool:
    """Whether the file's extension is one that can be opened."""
    return path.suffix.lower() in (PROJECT, *registry.readable())


def read_json(path: Path) -> SetPoints | Clip:
    """A points file, or else the motion or pose in a JSON file, on its own body.

    Raises:
        SixpointError: if it is none of them.
    """
    # Imported where it is needed: it brings the networks' runtime along, which a start need not wait for.
    from models.posing.points_file import read_points

    data = load(path)
    if "points" in data and "rotations" not in data:
        return read_points(path)
    if data.get("format") == "sixpoint-project":
        raise SixpointError(f"{path}: this is a project; give it the extension {PROJECT} to open it")
    return pose_json.read(path)


def read_motion(path: Path, skeleton: Skeleton, job: Job) -> Clip:
    """The poses in a file, on the given body. Long files report progress and stop when the job is cancelled.

    Raises:
        SixpointError: if the file cannot be read or holds no humanoid.
        Cancelled: if the job was cancelled.
    """
    # Needed for files only: mapping rigs would cost every start a twentieth of a second.
    from models.formats.retarget import retarget

    options = {}
    if path.suffix.lower() == ".bvh":
        options = {"progress": job.progressed.emit, "cancelled": job.is_cancelled}
    return retarget(registry.read(path, **options), skeleton=skeleton)


def export_pose(path: Path, session: Session) -> None:
    """Write the pose of a session in the format of the path's extension: whole, or not at all.

    Raises:
        SixpointError: if the extension is unknown or the file cannot be written.
    """
    pose, skeleton = session.pose, session.skeleton
    if path.suffix.lower() == ".json":
        # Unlike a motion file, a pose also says which points were pinned and how near they came.
        reached = session.points
        error_m = {
            name: float(np.linalg.norm(reached[skeleton.point_index(name)] - target))
            for name, target in session.targets.items()
        }
        pose_json.write_pose(path, pose, skeleton, set_points=tuple(error_m), error_m=error_m)
    else:
        registry.write(path, Clip(skeleton, pose.root[None], pose.rotations[None], _EXPORT_FPS, name=path.stem))


def frame_pose(clip: Clip, frame: int) -> Pose:
    """A frame of a clip, owned by the caller."""
    return Pose(_owned(clip.root[frame]), _owned(clip.rotations[frame]))


def _owned(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array(values)
