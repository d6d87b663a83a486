"""Poses in and out of files, through `models.formats`. No widgets here."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from editor.worker import Job
from models.animation import Clip, Pose
from models.body import Skeleton
from models.formats import pose_json, registry
from models.posing import Session

__all__ = ["EXPORT_FILTERS", "OPEN_FILTER", "export_pose", "frame_pose", "is_readable", "read_motion"]

OPEN_FILTER = "Poses and motion (*.bvh *.json);;All files (*)"
EXPORT_FILTERS = {".json": "Pose (*.json)", ".bvh": "Motion (*.bvh)"}

_EXPORT_FPS = 30.0  # of a single frame; files must state one


def is_readable(path: Path) -> bool:
    """Whether the file's extension is one that can be opened."""
    return path.suffix.lower() in registry.readable()


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
    return Pose(np.array(clip.root[frame]), np.array(clip.rotations[frame]))
