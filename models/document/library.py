"""The pose library: a folder with one file a pose, which a team can share, and ways to use a pose.

The files are ordinary pose files (`models.formats.pose_json`), so scripts and other programs read them as well. The
name of the file is the name of the pose.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.animation import Pose, blended
from models.body import Skeleton, body
from models.document.content import checked_name
from models.errors import SixpointError
from models.formats.pose_json import read_pose, write_pose
from models.kinematics import quat

__all__ = ["LibraryPose", "PoseLibrary", "fitted_to", "in_place"]

_EXTENSION = ".json"
_FORBIDDEN = set('/\\:*?"<>|')
_UP, _FORWARD = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])
# A body of which the front points up or down by this much has no heading to keep.
_LEVEL = 1e-6


@dataclass(frozen=True, eq=False)
class LibraryPose:
    """A kept pose and the proportions it was made on."""

    name: str
    pose: Pose
    skeleton: Skeleton

    def applied(self, now: Pose, skeleton: Skeleton, factor: float = 1.0, *, stays: bool = True) -> Pose:
        """The pose a fraction of the way from `now` to this one, for a character of any proportions.

        Args:
            now: The character's pose.
            skeleton: The character's proportions.
            factor: 0 is `now`, 1 this pose; below and above it goes on in the same direction.
            stays: Keep the character's place on the ground and its heading; else take those of the kept pose.
        """
        target = fitted_to(self.pose, self.skeleton, skeleton)
        return blended(now, in_place(target, now) if stays else target, factor)

    def mirrored(self) -> LibraryPose:
        """The same with left and right exchanged."""
        return LibraryPose(self.name, self.pose.mirrored(), self.skeleton)


class PoseLibrary:
    """The poses of one folder. Nothing is remembered: what others put there is there.

    Args:
        folder: Made when the first pose is saved.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)

    def names(self) -> tuple[str, ...]:
        """The names of the poses, in order."""
        return tuple(sorted(path.stem for path in self._folder.glob("*" + _EXTENSION) if path.is_file()))

    def save(self, name: str, pose: Pose, skeleton: Skeleton | None = None) -> Path:
        """Keep a pose, in the place of one with the same name; returns its file.

        Raises:
            SixpointError: if the name cannot be a file's, or the file cannot be written.
        """
        path = self._path(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SixpointError(f"the folder {self._folder} cannot be made: {error.strerror or error}") from error
        write_pose(path, pose, skeleton)
        return path

    def load(self, name: str) -> LibraryPose:
        """A pose by its name.

        Raises:
            SixpointError: if there is none of that name.
            FileFormatError: if its file is damaged, or of another kind of body.
        """
        path = self._path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or "none yet"
            raise SixpointError(f"the library {self._folder} has no pose '{name}'; it has: {known}")
        pose, skeleton = read_pose(path)
        if skeleton.joint_names != body().joint_names:
            raise SixpointError(f"{path} is a pose of '{skeleton.name}', not of the canonical body; retarget it first")
        return LibraryPose(name, pose, skeleton)

    def remove(self, name: str) -> None:
        """Delete a pose; nothing happens if there is none of that name."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        checked_name(name, "pose")
        if _FORBIDDEN & set(name) or name.startswith(".") or name.endswith("."):
            raise SixpointError(
                f"'{name}' cannot be the name of a pose: it is a file name, without / \\ : * ? \" < > |"
            )
        return self._folder / (name + _EXTENSION)


def fitted_to(pose: Pose, source: Skeleton, target: Skeleton) -> Pose:
    """The pose for other proportions: the same rotations, the hips as high for their height at rest."""
    ratio = _hip_height(target) / _hip_height(source)
    return Pose(pose.root * ratio, pose.rotations)


def in_place(pose: Pose, now: Pose) -> Pose:
    """The pose moved and turned about the vertical to where another stands and faces."""
    turn = quat.from_axis_angle(_UP, _heading(now) - _heading(pose))
    rotations = pose.rotations.copy()
    rotations[0] = quat.mul(turn, rotations[0])
    return Pose(np.array([now.root[0], pose.root[1], now.root[2]]), rotations)


def _heading(pose: Pose) -> float:
    """Angle of the hips' front about the vertical, radians; 0 along +Z."""
    front = quat.rotate(pose.rotations[0], _FORWARD)
    return float(np.arctan2(front[0], front[2])) if np.hypot(front[0], front[2]) > _LEVEL else 0.0


def _hip_height(skeleton: Skeleton) -> float:
    lowest = float(skeleton.rest_points[:, 1].min())
    return float(skeleton.rest_positions[0, 1]) - lowest
