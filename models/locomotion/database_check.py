"""Do the arrays of a motion database fit each other? A file may say anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.errors import ShapeError
from models.locomotion.features import N_FEATURES
from models.locomotion.root import BONES

if TYPE_CHECKING:
    from models.locomotion.database import Database

__all__ = ["check"]


def check(database: Database) -> None:
    """Do the arrays fit each other, and are they of the documented kinds? Raises ShapeError."""
    if database.raw.ndim != 2 or database.range_starts.ndim != 1:
        raise ShapeError("a motion database needs a row of features for each frame and a start for each range")
    n_frames, n_ranges = len(database.raw), len(database.range_starts)
    expected: dict[str, tuple[tuple[int, ...], str]] = {
        "positions": ((n_frames, len(BONES), 3), "f"),
        "rotations": ((n_frames, len(BONES), 4), "f"),
        "velocities": ((n_frames, len(BONES), 3), "f"),
        "angular": ((n_frames, len(BONES), 3), "f"),
        "contacts": ((n_frames, 2), "b"),
        "raw": ((n_frames, N_FEATURES), "f"),
        "features": ((n_frames, N_FEATURES), "f"),
        "offset": ((N_FEATURES,), "f"),
        "scale": ((N_FEATURES,), "f"),
        "range_starts": ((n_ranges,), "i"),
        "range_stops": ((n_ranges,), "i"),
        "names": ((n_ranges,), "U"),
        "activities": ((n_ranges,), "U"),
        "mirrored": ((n_ranges,), "b"),
    }
    for name, (shape, kind) in expected.items():
        values = getattr(database, name)
        if values.shape != shape or values.dtype.kind != kind:
            raise ShapeError(
                f"{name} of a motion database must be {shape} of kind {kind}, got {values.shape} {values.dtype}"
            )
        if kind == "f" and not np.isfinite(values).all():
            raise ShapeError(f"{name} of a motion database holds values that are not finite")
    if (database.scale <= 0.0).any():
        raise ShapeError("the feature scales of a motion database must be above 0")
    starts, stops = database.range_starts, database.range_stops
    if (
        n_ranges == 0
        or starts[0] != 0
        or stops[-1] != n_frames
        or (starts[1:] != stops[:-1]).any()
        or (stops <= starts).any()
    ):
        raise ShapeError("the ranges of a motion database must follow each other from frame 0 to the last, none empty")
