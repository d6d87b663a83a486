"""What Sixpoint does where there is no display: a pose completed from six points, and a walk drafted along a path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from models.animation import Clip
from models.body import body
from models.errors import SixpointError
from models.formats import pose_json
from models.formats.atomic import write_atomically
from models.formats.conversion import save
from models.kinematics import quat
from models.locomotion import generate, read_path
from models.posing.completed_pose import complete_pose
from models.posing.picture import draw_pose, png_bytes
from models.posing.points_file import read_points

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["draw_strip", "write_pose_sample", "write_walk_sample"]

_N_POSES, _PICTURE_PX = 8, (200, 320)


def write_pose_sample(points_file: Path, folder: Path) -> list[Path]:
    """Complete the points of a file; the .json, .bvh and .png written to a folder, which is made if needed.

    Raises:
        SixpointError: if the points cannot be read or a file cannot be written.
    """
    completed = complete_pose(read_points(points_file))
    json_file, bvh_file, picture = _files(points_file, folder, ".json", ".bvh", ".png")
    pose = completed.pose
    pose_json.write_pose(json_file, pose, set_points=completed.set, error_m=completed.error_m)
    save(bvh_file, Clip(body(), pose.root[None], pose.rotations[None], 30.0, name=points_file.stem))
    write_atomically(picture, png_bytes(draw_pose(completed.points, pinned=completed.set)))
    return [json_file, bvh_file, picture]


def write_walk_sample(path_file: Path, folder: Path) -> list[Path]:
    """Draft a walk along the path of a file; the .bvh and a .png of poses along it written to a folder.

    Raises:
        SixpointError: if the path cannot be read or a file cannot be written.
    """
    trajectory, start = read_path(path_file)
    draft = generate(trajectory, start=start)
    bvh_file, picture = _files(path_file, folder, ".bvh", ".png")
    save(bvh_file, draft.clip)
    frames = np.linspace(0, draft.clip.n_frames - 1, _N_POSES).round().astype(int)
    write_atomically(picture, png_bytes(draw_strip(draft.clip, frames.tolist(), draft.yaw_rad)))
    return [bvh_file, picture]


def draw_strip(clip: Clip, frames: list[int], yaw_rad: np.ndarray) -> Image.Image:
    """Poses of a clip side by side, each seen from its own front; `yaw_rad` (F,) is where the body heads."""
    from PIL import Image

    width, height = _PICTURE_PX
    strip = Image.new("RGB", (width * len(frames), height))
    points = clip.points()
    for place, frame in enumerate(frames):
        facing = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), -float(yaw_rad[frame]))
        turned = quat.rotate(facing, points[frame] * 1.0 - clip.root[frame] * (1.0, 0.0, 1.0))
        strip.paste(draw_pose(turned, size=_PICTURE_PX), (place * width, 0))
    return strip


def _files(source: Path, folder: Path, *endings: str) -> list[Path]:
    """Where the results for a source go: files of its name in a folder that is there now."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SixpointError(f"the folder {folder} cannot be made: {error.strerror or error}") from error
    stem = source.name.split(".")[0]
    return [folder / f"{stem}{ending}" for ending in endings]
