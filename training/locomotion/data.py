"""Motion files -> a database for locomotion of each split, and a report of what was left out and what is covered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.errors import SixpointError
from models.formats.atomic import write_atomically
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.features import FeatureScaling
from training.library import find_motion
from training.locomotion.cleaning import clean
from training.locomotion.coverage import coverage
from training.prepare import prepared_clips
from training.sources import data_sources

__all__ = ["ACTIVITIES", "SPLITS", "are_prepared", "database_path", "load_databases", "prepare_databases"]
__all__ += ["report_path", "source_clips"]

# What `index.csv` calls locomotion; files without an activity are taken and cleaned.
ACTIVITIES = ("walk", "run", "locomotion_mixed", "idle", "")
SPLITS = ("train", "val", "test")


def database_path(run: str | Path, split: str) -> Path:
    """Where a run keeps the database of a split."""
    return Path(run) / f"locomotion-{split}.npz"


def report_path(run: str | Path) -> Path:
    """Where a run says what its databases were made of; written when all of them are."""
    return Path(run) / "locomotion-data.json"


def are_prepared(run: str | Path) -> bool:
    """Have the databases of a run been made to the end?"""
    return report_path(run).is_file()


def source_clips(
    folders: Sequence[str | Path], split: str, workers: int = 1
) -> tuple[list[SourceClip], dict[str, dict[str, Any]]]:
    """Clean clips at 60 Hz of a split, and what was left out of each file and why.

    Files without a split are for training only: validated on, they would flatter. Copies of one recording on several
    skeletons are the same motion once retargeted: the first is kept.
    """
    motions = [
        motion
        for motion in find_motion(folders)
        if (motion.split or "train") == split and motion.activity in ACTIVITIES
    ]
    clips: list[SourceClip] = []
    left_out: dict[str, dict[str, Any]] = {}
    seen: set[tuple[str, float]] = set()
    for result in prepared_clips(motions, 60.0, workers, upsample=False):
        motion = result.motion
        if result.error:
            left_out[motion.label] = {"error": result.error}
            continue
        key = (motion.take, round(sum(piece.duration_s for piece in result.pieces), 1))
        if key in seen:
            left_out[motion.label] = {"copy of a take": sum(piece.n_frames for piece in result.pieces)}
            continue
        seen.add(key)
        dropped: Counter[str] = Counter(result.counts or {})
        for piece in result.pieces:
            kept, why = clean(piece)
            dropped.update(why)
            clips += [SourceClip(part, motion.label, motion.activity) for part in kept]
        if dropped:
            left_out[motion.label] = dict(dropped)
    return clips, left_out


def prepare_databases(folders: Sequence[str | Path], run: str | Path, workers: int = 1) -> dict[str, Any]:
    """Make the databases of all splits that have clips; `train` is mirrored and fixes the feature scaling.

    Raises:
        SixpointError: if nothing usable is in split `train`.
    """
    report: dict[str, Any] = {"sources": data_sources(folders), "splits": {}}
    scaling: FeatureScaling | None = None
    for split in SPLITS:
        clips, left_out = source_clips(folders, split, workers)
        if not clips:
            if split == "train":
                raise SixpointError(f"{', '.join(map(str, folders))}: no usable locomotion to train on")
            continue
        database = Database.build(clips, mirror=split == "train", scaling=scaling)
        if scaling is None:
            scaling, warnings = FeatureScaling.fitted(database.raw[database.searchable])
            for warning in warnings:
                print(f"warning: {warning}", flush=True)
        path = database_path(run, split)
        path.parent.mkdir(parents=True, exist_ok=True)
        database.save(path)
        report["splits"][split] = {**coverage(database), "left_out": left_out}
        _say(split, report["splits"][split])
    write_atomically(report_path(run), json.dumps(report, indent=1) + "\n")
    return report


def load_databases(run: str | Path) -> dict[str, Database]:
    """The databases of a run by split; `train` is always there."""
    found = {split: path for split in SPLITS if (path := database_path(run, split)).is_file()}
    if "train" not in found:
        raise SixpointError(f"{run}: no motion database; give --data DIR to make one")
    databases = {split: Database.load(path) for split, path in found.items()}
    train = databases["train"]
    for split, database in databases.items():
        if not (np.array_equal(database.offset, train.offset) and np.array_equal(database.scale, train.scale)):
            raise SixpointError(
                f"{found[split]}: normalised by another database than that of split 'train'; make it again"
            )
    return databases


def _say(split: str, found: dict[str, Any]) -> None:
    reasons: Counter[str] = Counter()
    for counts in found["left_out"].values():
        reasons.update({name: n for name, n in counts.items() if isinstance(n, int)})
        if "error" in counts:
            reasons["files that cannot be used"] += 1
    print(f"{split}: {found['clips']} clips, {found['minutes']} minutes ({found['frames']} frames), ", end="")
    print(f"{found['searchable']} with a whole future", flush=True)
    if reasons:
        print("  left out, frames: " + ", ".join(f"{name} {n}" for name, n in reasons.most_common()), flush=True)
