"""Motion of one skeleton, sampled at a constant rate."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.animation.pose import Pose
from models.body.skeleton import Skeleton
from models.errors import ShapeError, SixpointError
from models.kinematics import forward, quat

__all__ = ["Clip"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Clip:
    """F frames of a skeleton with J joints.

    Args:
        skeleton: Whose motion it is.
        root: World position of joint 0, (F, 3), metres.
        rotations: Local rotations (F, J, 4), xyzw, sign-continuous along time.
        fps: Frames a second, finite and > 0.
        translations: Local joint translations (F, J, 3), metres, that replace the skeleton's offsets, or None when
            no joint but the root moves relative to its parent.
        name: What the user calls it.
        report: Sentences about what was guessed, repaired or odd while reading.
    """

    skeleton: Skeleton
    root: Array
    rotations: Array
    fps: float
    translations: Array | None = None
    name: str = "clip"
    report: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n_frames, n_joints = len(self.root), self.skeleton.n_joints
        if self.root.shape != (n_frames, 3) or self.rotations.shape != (n_frames, n_joints, 4):
            raise ShapeError(
                f"clip '{self.name}' of {n_joints} joints needs root (F, 3) and rotations (F, {n_joints}, 4), "
                f"got {self.root.shape} and {self.rotations.shape}"
            )
        if self.translations is not None and self.translations.shape != (n_frames, n_joints, 3):
            raise ShapeError(
                f"clip '{self.name}' needs translations ({n_frames}, {n_joints}, 3), got {self.translations.shape}"
            )
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise SixpointError(f"clip '{self.name}' needs a frame rate above 0, got {self.fps}")

    @property
    def n_frames(self) -> int:
        return len(self.root)

    @property
    def duration_s(self) -> float:
        """Time from the first frame to the last."""
        return max(self.n_frames - 1, 0) / self.fps

    def pose(self, frame: int) -> Pose:
        """The pose at a frame, 0-based; negative counts from the end."""
        if not -self.n_frames <= frame < self.n_frames:
            raise SixpointError(f"clip '{self.name}' has frames 0 to {self.n_frames - 1}, asked for {frame}")
        return Pose(self.root[frame], self.rotations[frame])

    def globals(self) -> tuple[Array, Array]:
        """World rotations (F, J, 4) and positions (F, J, 3), metres, of every joint."""
        return forward.globals_from_locals(self.skeleton, self.root, self.rotations, self.translations)

    def points(self) -> Array:
        """World positions (F, P, 3) of the skeleton's points, metres."""
        return forward.points_from_globals(self.skeleton, *self.globals())

    def sliced(self, start: int, stop: int) -> Clip:
        """Frames start <= f < stop."""
        if not 0 <= start <= stop <= self.n_frames:
            raise SixpointError(f"clip '{self.name}' has {self.n_frames} frames, asked for {start} to {stop}")
        moved = None if self.translations is None else self.translations[start:stop]
        return replace(self, root=self.root[start:stop], rotations=self.rotations[start:stop], translations=moved)

    def resampled(self, fps: float) -> Clip:
        """The same motion at another rate; keeps the first frame and the times between, slerp and linear."""
        if not (np.isfinite(fps) and fps > 0):
            raise SixpointError(f"the new frame rate must be above 0, got {fps}")
        if self.n_frames < 2 or fps == self.fps:
            return replace(self, fps=float(fps))
        # The small epsilon keeps the last frame when duration * fps is a whole number up to rounding.
        times = np.arange(int(np.floor(self.duration_s * fps + 1e-6)) + 1) * (self.fps / fps)
        before = np.minimum(times.astype(np.intp), self.n_frames - 2)
        t = np.minimum(times - before, 1.0)

        def linear(values: Array) -> Array:
            weight = t.reshape(-1, *(1,) * (values.ndim - 1))
            return values[before] * (1.0 - weight) + values[before + 1] * weight

        return replace(
            self,
            root=linear(self.root),
            rotations=quat.unroll(quat.slerp(self.rotations[before], self.rotations[before + 1], t[:, None])),
            fps=float(fps),
            translations=None if self.translations is None else linear(self.translations),
        )
