"""A database of motion for matching and for training: frames of many clips in flat arrays, never mixed across clips.

Build one from clips of the canonical body (`Database.build`), save and load it (`save`, `load`). The frames of clip r
are `range_starts[r] <= f < range_stops[r]`; differences, futures and statistics were computed within each clip.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import body
from models.errors import ModelMismatch, SixpointError
from models.formats.atomic import write_atomically
from models.kinematics import quat
from models.locomotion.clip_frames import SourceClip, frames_of, mirrored
from models.locomotion.database_check import check
from models.locomotion.features import FEATURES_HASH, FPS, HORIZONS, FeatureScaling
from models.locomotion.pose_vector import PoseFrames, encode
from models.locomotion.root import world_hips

__all__ = ["Database", "SourceClip"]

Array32 = NDArray[np.float32]

FORMAT = 1
MAX_BYTES = 8 << 30  # about 40 hours of motion; a file that claims more is not read


@dataclass(frozen=True, eq=False)
class Database:
    """F frames at 60 Hz in R ranges; B = 23 bones (the root bone and 22 joints, `models.locomotion.root.BONES`).

    Args:
        positions: (F, 23, 3) float32 local, metres; bone 0 in the world, on the ground; hips relative to bone 0.
        rotations: (F, 23, 4) float32 local, xyzw, sign-continuous in a range; bone 0 turns about +Y only.
        velocities: (F, 23, 3) float32 of `positions`, m/s; that of bone 0 in the world.
        angular: (F, 23, 3) float32 angular velocities of `rotations` in the parent's frame, rad/s; bone 0: world.
        contacts: (F, 2) bool, left and right toe planted.
        raw: (F, 27) float32 features; the last 60 frames of a range have extrapolated futures.
        features: (F, 27) float32 normalised.
        offset, scale: (27,) float64 of the normalisation.
        range_starts, range_stops: (R,) int64.
        names: (R,) where each range is from.
        activities: (R,) what is done in it, or empty.
        mirrored: (R,) bool.
        features_hash: Definition of the features.
    """

    positions: Array32
    rotations: Array32
    velocities: Array32
    angular: Array32
    contacts: NDArray[np.bool_]
    raw: Array32
    features: Array32
    offset: NDArray[np.float64]
    scale: NDArray[np.float64]
    range_starts: NDArray[np.int64]
    range_stops: NDArray[np.int64]
    names: NDArray[np.str_]
    activities: NDArray[np.str_]
    mirrored: NDArray[np.bool_]
    features_hash: str = FEATURES_HASH

    def __post_init__(self) -> None:
        check(self)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @classmethod
    def build(
        cls, clips: Sequence[SourceClip], *, mirror: bool = True, scaling: FeatureScaling | None = None
    ) -> Database:
        """A database of clips, each followed by its mirror image where `mirror` is set.

        Args:
            clips: At least one; each of one frame or more.
            mirror: Add mirrored clips.
            scaling: Of the database that this one is used with (validation, another split); fitted if left out.
        """
        if not clips:
            raise SixpointError("a motion database needs at least one clip")
        copies = 2 if mirror else 1
        parts = [frames_of(image) for source in clips for image in (source, mirrored(source))[:copies]]
        stacked = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        lengths = [len(part["raw"]) for part in parts]
        stops = np.cumsum(lengths, dtype=np.int64)
        starts = stops - np.array(lengths, dtype=np.int64)
        if scaling is None:
            usable = _with_future(starts, stops)
            scaling, _ = FeatureScaling.fitted(stacked["raw"][usable if usable.any() else slice(None)])
        columns: dict[str, Any] = stacked
        return cls(
            **columns,
            features=scaling.normalised(stacked["raw"]).astype(np.float32),
            offset=scaling.offset,
            scale=scaling.scale,
            range_starts=starts,
            range_stops=stops,
            names=np.repeat(np.array([source.name for source in clips]), copies),
            activities=np.repeat(np.array([source.activity for source in clips]), copies),
            mirrored=np.tile(np.arange(copies) == 1, len(clips)),
        )

    @property
    def n_frames(self) -> int:
        return len(self.raw)

    @property
    def n_ranges(self) -> int:
        return len(self.range_starts)

    @property
    def scaling(self) -> FeatureScaling:
        return FeatureScaling(self.offset, self.scale)

    @property
    def n_bytes(self) -> int:
        """Memory of all arrays."""
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))

    @cached_property
    def searchable(self) -> NDArray[np.bool_]:
        """(F,) bool: frames whose whole future (60 frames) was recorded; only these are matched."""
        return _with_future(self.range_starts, self.range_stops)

    @cached_property
    def range_of(self) -> NDArray[np.int64]:
        """(F,) the range of each frame."""
        return np.repeat(np.arange(self.n_ranges), self.range_stops - self.range_starts)

    @cached_property
    def data_hash(self) -> str:
        """Of everything that a network learns from; networks trained on different data are not mixed."""
        digest = hashlib.sha256(self.features_hash.encode())
        for values in (
            self.positions,
            self.rotations,
            self.contacts,
            self.raw,
            self.offset,
            self.scale,
            self.range_starts,
        ):
            digest.update(np.ascontiguousarray(values).tobytes())
        return digest.hexdigest()[:16]

    def windows(self, length: int, *, true_future: bool = False) -> NDArray[np.int64]:
        """First frames of all windows of `length` frames within one range, and with a true future if wanted."""
        room = self.range_stops[self.range_of] - np.arange(self.n_frames)
        needed = length + (HORIZONS[-1] if true_future else 0)
        return np.flatnonzero(room >= needed).astype(np.int64)

    def pose(self, frames: NDArray[np.integer] | slice) -> PoseFrames:
        """Local joints, root-local root velocities and contacts of frames, as float64; see `PoseFrames`."""
        turn = quat.conj(self.rotations[frames, 0].astype(np.float64))
        return PoseFrames(
            positions=self.positions[frames, 1:].astype(np.float64),
            rotations=self.rotations[frames, 1:].astype(np.float64),
            velocities=self.velocities[frames, 1:].astype(np.float64),
            angular=self.angular[frames, 1:].astype(np.float64),
            root_velocity=quat.rotate(turn, self.velocities[frames, 0].astype(np.float64)),
            root_angular=quat.rotate(turn, self.angular[frames, 0].astype(np.float64)),
            contacts=self.contacts[frames].astype(np.float64),
        )

    def pose_vectors(self, frames: NDArray[np.integer] | slice = slice(None)) -> NDArray[np.float64]:
        """(N, 338) pose vectors of frames."""
        return encode(self.pose(frames))

    def clip(self, index: int) -> Clip:
        """A range as a clip of the canonical body in the world."""
        frames = slice(int(self.range_starts[index]), int(self.range_stops[index]))
        positions, rotations = self.positions[frames].astype(np.float64), self.rotations[frames].astype(np.float64)
        hips, turned = world_hips(positions[:, 0], rotations[:, 0], positions[:, 1], rotations[:, 1])
        joints = np.concatenate([turned[:, None], rotations[:, 2:]], axis=1)
        return Clip(body(), hips, quat.unroll(quat.normalize(joints)), FPS, name=str(self.names[index]))

    def save(self, path: str | Path) -> None:
        """Write the database as .npz, whole or not at all."""
        arrays: dict[str, Any] = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        arrays["format"] = np.array(FORMAT)
        write_atomically(path, lambda stream: np.savez(stream, **arrays))

    @classmethod
    def load(cls, path: str | Path) -> Database:
        """Read a database; nothing in the file can run code, and a file that claims too much is not unpacked.

        Raises:
            SixpointError: if the file is missing, damaged, too large, or its arrays do not fit each other.
            ModelMismatch: if its features are defined otherwise.
        """
        try:
            with Path(path).open("rb") as stream:
                with zipfile.ZipFile(stream) as archive:
                    claimed = sum(entry.file_size for entry in archive.infolist())
                if claimed > MAX_BYTES:
                    raise SixpointError(f"{path}: claims {claimed / 1e9:.1f} GB, more than a database may have")
                stream.seek(0)
                with np.load(stream, allow_pickle=False) as data:
                    if int(data["format"]) != FORMAT or str(data["features_hash"]) != FEATURES_HASH:
                        raise ModelMismatch(f"{path}: a database of another version or features; build it again")
                    names = [field.name for field in fields(cls) if field.name != "features_hash"]
                    return cls(**{name: data[name] for name in names})
        except FileNotFoundError as error:
            raise SixpointError(f"{path}: no motion database; make one with 'python -m training locomotion'") from error
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, NotImplementedError) as error:
            if isinstance(error, SixpointError):
                raise
            raise SixpointError(f"{path}: not a motion database ({error}); build it again") from error


def _with_future(starts: NDArray[np.integer], stops: NDArray[np.integer]) -> NDArray[np.bool_]:
    usable = np.zeros(int(stops[-1]) if len(stops) else 0, dtype=bool)
    for start, stop in zip(starts, stops, strict=True):
        usable[start : max(start, stop - HORIZONS[-1])] = True
    return usable
