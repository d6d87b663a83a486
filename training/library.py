"""Folders of motion: every BVH file at any depth, inside zips too, with what an optional `index.csv` says of it."""

from __future__ import annotations

import csv
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from models.errors import SixpointError

__all__ = ["MotionFile", "find_motion", "shard"]

_INDEX = "index.csv"


@dataclass(frozen=True)
class MotionFile:
    """One BVH file, on disk or in a zip.

    Args:
        label: Its path below the folder, with the zip's name as a folder: `family/clip.bvh`.
        container: The BVH file itself or the zip that holds it.
        member: Its name inside the zip, or None.
        split: `train`, `val`, `test`, or empty where no index says.
        activity: What is done, or empty.
        take: Clips with the same value are parts or copies of one recording.
    """

    label: str
    container: Path
    member: str | None
    split: str
    activity: str
    take: str

    @contextmanager
    def opened(self) -> Iterator[Path]:
        """A path to read from; a member of a zip is unpacked to a temporary file that is removed at the end."""
        if self.member is None:
            yield self.container
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / Path(self.member).name
            with zipfile.ZipFile(self.container) as archive:
                path.write_bytes(archive.read(self.member))
            yield path


def find_motion(folders: Sequence[str | Path], split: str | None = None) -> list[MotionFile]:
    """All BVH files below the folders, sorted by label; only those of a split where one is named.

    A folder without `index.csv`, or a file that its index does not name, has no split: it belongs to every one.

    Raises:
        SixpointError: if a folder does not exist, a zip cannot be opened, or nothing is found.
    """
    found: list[MotionFile] = []
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise SixpointError(f"{folder}: no such folder; expected one that holds BVH files or zips of them")
        index = _read_index(folder / _INDEX)
        for label, container, member in _candidates(folder):
            row = index.get(label, {})
            found.append(
                MotionFile(
                    label, container, member, row.get("split", ""), row.get("activity", ""), row.get("take", label)
                )
            )
    if not found:
        raise SixpointError(f"{', '.join(map(str, folders))}: no BVH files found, neither plain nor in zips")
    kept = [motion for motion in found if split is None or motion.split in ("", split)]
    if not kept:
        splits = ", ".join(sorted({motion.split for motion in found}))
        raise SixpointError(f"no clip of split '{split}' in {', '.join(map(str, folders))}; there are: {splits}")
    return sorted(kept, key=lambda motion: motion.label)


def shard(motions: Sequence[MotionFile], index: int, count: int) -> list[MotionFile]:
    """The part of a library that worker `index` of `count` prepares: every count-th file, so that sizes even out."""
    if count < 1 or not 0 <= index < count:
        raise SixpointError(f"a shard is I/N with 0 <= I < N, got {index}/{count}")
    return list(motions[index::count])


def _candidates(folder: Path) -> Iterator[tuple[str, Path, str | None]]:
    for path in sorted(folder.rglob("*")):
        label = path.relative_to(folder)
        if path.suffix.lower() == ".bvh":
            yield label.as_posix(), path, None
        elif path.suffix.lower() == ".zip":
            try:
                with zipfile.ZipFile(path) as archive:
                    members = sorted(name for name in archive.namelist() if name.lower().endswith(".bvh"))
            except (OSError, zipfile.BadZipFile) as error:
                raise SixpointError(f"{path}: not a zip that can be opened ({error}); remove or repair it") from error
            for member in members:
                # An archive may or may not repeat its own name as the top folder.
                inner = member.removeprefix(f"{path.stem}/")
                yield (label.with_suffix("") / inner).as_posix(), path, member


def _read_index(path: Path) -> dict[str, dict[str, str]]:
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if "path" not in (reader.fieldnames or ()):
            raise SixpointError(f"{path}: an index needs a column named 'path'; found {reader.fieldnames}")
        return {row["path"]: {key: value or "" for key, value in row.items() if key} for row in reader}
