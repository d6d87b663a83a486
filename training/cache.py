"""Prepared motion on disk: parts of plain arrays that are written one at a time and read one at a time.

A cache is a folder of `motion-*.npz`, each with a bounded number of frames, and a `motion-*.json` for each shard that
says what was dropped and why. Frames are those of the canonical body, so a frame is a root and 22 local rotations.
Object arrays are neither written nor read: nothing in a cache can run code.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import BODY_HASH, JOINTS
from models.errors import ModelMismatch, SixpointError
from models.formats.atomic import write_atomically

__all__ = ["CacheWriter", "Motion", "is_complete", "read_parts", "read_sources"]

FORMAT = 1
PART_FRAMES = 200_000  # about 75 MB in memory


@dataclass(frozen=True)
class Motion:
    """F frames in S segments; within a segment frames follow each other at the cache's rate.

    Args:
        fps: Frames a second.
        root: (F, 3) float32 metres, floor at y = 0.
        rotations: (F, 22, 4) float32 local xyzw, sign-continuous in a segment.
        starts: (S + 1,) first frame of each segment, and F.
        labels, splits, activities, takes: (S,) strings of the clip that a segment is from.
    """

    fps: float
    root: NDArray[np.float32]
    rotations: NDArray[np.float32]
    starts: NDArray[np.intp]
    labels: NDArray[np.str_]
    splits: NDArray[np.str_]
    activities: NDArray[np.str_]
    takes: NDArray[np.str_]

    @property
    def n_frames(self) -> int:
        return len(self.root)

    def frames(self, split: str | None = None, at_most_fps: float = 30.0) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(frames, their segments) of a split, thinned to a rate; every segment keeps its first frame.

        A segment without a split belongs to every one.
        """
        step = max(1, int(np.ceil(self.fps / at_most_fps - 1e-6)))
        segment = np.repeat(np.arange(len(self.labels)), np.diff(self.starts))
        within = np.arange(self.n_frames) - self.starts[segment]
        wanted = within % step == 0
        if split is not None:
            wanted &= np.isin(self.splits, ["", split])[segment]
        frames = np.flatnonzero(wanted)
        return frames, segment[frames]


class CacheWriter:
    """Collects clips and writes a part whenever enough frames are in memory.

    Args:
        folder: The cache; made if missing. Parts that this shard wrote before are replaced.
        fps: Rate of the clips.
        shard: (index, count) of the worker; part of the file names, so workers share a folder.
    """

    def __init__(self, folder: str | Path, fps: float, shard: tuple[int, int] = (0, 1)) -> None:
        self.folder, self.fps = Path(folder), float(fps)
        self.stem = f"motion-{shard[0]:04d}-of-{shard[1]:04d}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for old in self.folder.glob(f"{self.stem}*"):
                old.unlink()
        except OSError as error:
            raise SixpointError(f"{folder}: the cache folder cannot be made ({error.strerror})") from error
        self.n_parts = 0
        self._clips: list[tuple[Clip, tuple[str, str, str, str]]] = []
        self._n_frames = 0

    def add(self, clip: Clip, *, label: str, split: str, activity: str, take: str) -> None:
        """One segment, at the cache's rate, of the canonical body."""
        if clip.fps != self.fps:
            raise SixpointError(f"'{label}' has {clip.fps} frames a second, the cache {self.fps}; resample it first")
        self._clips.append((clip, (label, split, activity, take)))
        self._n_frames += clip.n_frames
        if self._n_frames >= PART_FRAMES:
            self._write_part()

    def close(self, report: dict) -> None:
        """Write what is left, and the report beside it."""
        self._write_part()
        text = json.dumps({"fps": self.fps, "parts": self.n_parts, **report}, indent=1)
        write_atomically(self.folder / f"{self.stem}.json", text)

    def _write_part(self) -> None:
        if not self._clips:
            return
        names = np.array([texts for _, texts in self._clips])
        arrays = {
            "format": np.array(FORMAT),
            "body_hash": np.array(BODY_HASH),
            "fps": np.array(self.fps),
            "root": np.concatenate([clip.root for clip, _ in self._clips]).astype(np.float32),
            "rotations": np.concatenate([clip.rotations for clip, _ in self._clips]).astype(np.float32),
            "starts": np.cumsum([0] + [clip.n_frames for clip, _ in self._clips]),
            **dict(zip(("labels", "splits", "activities", "takes"), names.T, strict=True)),
        }
        path = self.folder / f"{self.stem}-{self.n_parts:04d}.npz"
        write_atomically(path, lambda stream: np.savez(stream, **arrays))
        self.n_parts += 1
        self._clips, self._n_frames = [], 0


def is_complete(folder: str | Path) -> bool:
    """Has every shard of a cache been prepared to its end?"""
    reports = sorted(path.stem for path in Path(folder).glob("motion-*-of-*.json"))
    return bool(reports) and len(reports) == int(reports[0].rpartition("-")[2])


def read_parts(folder: str | Path) -> Iterator[Motion]:
    """The parts of a cache, one in memory at a time.

    Raises:
        SixpointError: if the folder has no parts or one cannot be read.
        ModelMismatch: if a part was made for another body or by another version.
    """
    paths = sorted(Path(folder).glob("motion-*.npz"))
    if not paths:
        raise SixpointError(f"{folder}: no prepared motion; make it with 'python -m training prepare DIR -o {folder}'")
    for path in paths:
        yield _read_part(path)


def read_sources(folder: str | Path) -> list[dict[str, str]]:
    """The data sources of all shards of a cache, each once; see `training.sources`."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(Path(folder).glob("motion-*.json")):
        try:
            entries = json.loads(path.read_text(encoding="utf-8")).get("sources", [])
        except (OSError, ValueError) as error:
            raise SixpointError(f"{path}: not a report of 'prepare' ({error}); run prepare again") from error
        found.update({entry["file"]: entry for entry in entries})
    return list(found.values())


def _read_part(path: Path) -> Motion:
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as data:
            if int(data["format"]) != FORMAT or str(data["body_hash"]) != BODY_HASH:
                raise ModelMismatch(f"{path}: prepared for another body or by another version; run prepare again")
            motion = Motion(
                fps=float(data["fps"]),
                root=data["root"],
                rotations=data["rotations"],
                starts=data["starts"],
                labels=data["labels"],
                splits=data["splits"],
                activities=data["activities"],
                takes=data["takes"],
            )
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise SixpointError(f"{path}: not a part of a motion cache ({error}); run prepare again") from error
    if motion.rotations.shape != (motion.n_frames, len(JOINTS), 4) or motion.starts[-1] != motion.n_frames:
        raise SixpointError(f"{path}: the arrays of this part do not fit each other; run prepare again")
    return motion
