"""`python -m training prepare DIR... -o CACHE`: motion files in, clean canonical frames out.

Files go through the importer that users' files go through (`models.formats`), one at a time in each worker process,
so memory is bounded by the longest file and one part of the cache. What is dropped is printed and stored.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from models.animation import Clip
from models.errors import SixpointError
from models.formats import read
from models.formats.retarget import retarget
from training.cache import CacheWriter
from training.defects import repair
from training.library import MotionFile, find_motion, shard
from training.sources import data_sources

__all__ = ["Prepared", "add_arguments", "prepare", "prepared_clips", "run"]


@dataclass(frozen=True)
class Prepared:
    """What became of one file.

    Args:
        motion: The file.
        pieces: Usable stretches of it, at the wanted rate.
        n_source_frames: Frames in the file.
        counts: Frames by defect, at the file's own rate.
        floor_m: Height of its floor, subtracted.
        error: Why nothing could be used, or empty.
    """

    motion: MotionFile
    pieces: tuple[Clip, ...] = ()
    n_source_frames: int = 0
    counts: Counter[str] | None = None
    floor_m: float = 0.0
    error: str = ""


def prepare_file(motion: MotionFile, fps: float, upsample: bool = True) -> Prepared:
    """Read, retarget, repair and resample one file; a file that cannot be used is reported, not raised.

    Without `upsample`, a file with fewer frames a second than `fps` keeps its own rate.
    """
    try:
        with motion.opened() as path:
            clip = retarget(read(path))
    except SixpointError as problem:
        return Prepared(motion, error=str(problem))
    repaired = repair(clip)
    rate = fps if upsample else min(fps, clip.fps)
    pieces = tuple(piece.resampled(rate) for piece in repaired.pieces)
    error = "" if pieces else "no usable stretch of frames"
    return Prepared(motion, pieces, clip.n_frames, repaired.counts, repaired.floor_m, error)


def prepared_clips(
    motions: Sequence[MotionFile], fps: float, workers: int = 1, upsample: bool = True
) -> Iterator[Prepared]:
    """Prepare files in order, in `workers` processes; see `prepare_file`."""
    task = partial(prepare_file, fps=fps, upsample=upsample)
    if workers <= 1:
        yield from map(task, motions)
        return
    # Fork would copy torch's threads in the middle of whatever they do.
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(task, motions, chunksize=4)


def prepare(
    folders: Sequence[str | Path],
    cache: str | Path,
    fps: float = 60.0,
    part: tuple[int, int] = (0, 1),
    workers: int = 1,
) -> dict:
    """Fill a cache; returns the report that is stored beside it."""
    motions = shard(find_motion(folders), *part)
    writer = CacheWriter(cache, fps, part)
    totals: Counter[str] = Counter()
    clips: dict[str, dict] = {}
    skipped: dict[str, str] = {}
    for result in prepared_clips(motions, fps, workers):
        motion = result.motion
        if result.error:
            skipped[motion.label] = result.error
            print(f"skipped {motion.label}: {result.error}", flush=True)
        for piece in result.pieces:
            writer.add(piece, label=motion.label, split=motion.split, activity=motion.activity, take=motion.take)
        counts = result.counts or Counter()
        totals.update(counts)
        totals["frames read"] += result.n_source_frames
        totals["frames kept"] += sum(piece.n_frames for piece in result.pieces)
        if counts or abs(result.floor_m) > 0.02:
            clips[motion.label] = {**counts, "floor_m": round(result.floor_m, 3)}
        if counts:
            print(f"{motion.label}: " + ", ".join(f"{name} {n}" for name, n in counts.items()), flush=True)
    sources = data_sources(folders)
    report = {"sources": sources, "totals": totals, "skipped": skipped, "clips": clips}
    writer.close(report)
    print(f"{len(motions) - len(skipped)} of {len(motions)} files at {fps:g} frames a second -> {cache}")
    print("frames: " + ", ".join(f"{name} {n}" for name, n in totals.most_common()))
    return report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders with BVH files or zips, at any depth")
    parser.add_argument("-o", "--output", required=True, metavar="CACHE", help="folder for the prepared motion")
    parser.add_argument("--fps", type=float, default=60.0, help="rate to store (default %(default)s)")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="prepare every N-th file, starting with file I")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")


def parse_shard(text: str) -> tuple[int, int]:
    """(I, N) of "I/N"."""
    index, _, count = text.partition("/")
    if not (index.isdigit() and count.isdigit()):
        raise SixpointError(f"--shard must be I/N with whole numbers, e.g. 0/8, got '{text}'")
    return int(index), int(count)


def run(options: argparse.Namespace) -> None:
    prepare(options.folders, options.output, options.fps, parse_shard(options.shard), options.workers)
