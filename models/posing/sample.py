"""The sample pose: six points completed, written in every format and drawn."""

from __future__ import annotations

from pathlib import Path

from models.animation import Clip
from models.body import body
from models.errors import SixpointError
from models.formats import pose_json
from models.formats.atomic import write_atomically
from models.formats.conversion import save
from models.posing.completed_pose import complete_pose
from models.posing.picture import draw_pose, png_bytes
from models.posing.points_file import read_points

__all__ = ["write_sample"]


def write_sample(points_file: Path, folder: Path) -> list[Path]:
    """Complete the points of a file; the .json, .bvh and .png written to a folder, which is made if needed.

    Raises:
        SixpointError: if the points cannot be read or a file cannot be written.
    """
    points = read_points(points_file)
    completed = complete_pose(points)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SixpointError(f"the folder {folder} cannot be made: {error.strerror or error}") from error
    json_file, bvh_file, picture = (folder / f"{points_file.stem}{ending}" for ending in (".json", ".bvh", ".png"))
    pose = completed.pose
    pose_json.write_pose(json_file, pose, set_points=completed.set, error_m=completed.error_m)
    save(bvh_file, Clip(body(), pose.root[None], pose.rotations[None], 30.0, name=points_file.stem))
    write_atomically(picture, png_bytes(draw_pose(completed.points, pinned=completed.set)))
    return [json_file, bvh_file, picture]
