"""Where a draft's motion comes from: the recorded frames nearest to it, piece by piece between its jumps.

Motion of networks has no frame of a database to point at. To find the recording that a fault comes from, or to see that
there is none like it, each piece is looked up in the database that the networks were trained on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from models.errors import SixpointError
from models.locomotion.clip_frames import SourceClip, frames_of
from models.locomotion.database import Database
from models.locomotion.features import FPS, HORIZONS
from models.locomotion.generator import Draft
from models.locomotion.search import Search

__all__ = ["Piece", "traced"]


@dataclass(frozen=True)
class Piece:
    """Frames of a draft between two jumps, and the recorded frame nearest to the first of them.

    Args:
        first, stop: Frames of the draft, at 60 a second.
        clip: Name of the recording.
        mirrored: Whether it is its mirror image.
        clip_s: Where in the clip, seconds; a recording may have been cut into several clips.
        distance: Of the normalised features there; recorded motion of other takes is about 0.9 away.
        furthest: The largest distance in the piece, and
        furthest_frame: where that is.
    """

    first: int
    stop: int
    clip: str
    mirrored: bool
    clip_s: float
    distance: float
    furthest: float
    furthest_frame: int

    def __str__(self) -> str:
        image = " (mirrored)" if self.mirrored else ""
        worst = f"; at most {self.furthest:.2f}, at {self.furthest_frame / FPS:.2f} s" if self.stop > self.first else ""
        return (
            f"{self.first / FPS:6.2f} s, frame {self.first}: {self.clip}{image} at {self.clip_s:.2f} s, "
            f"distance {self.distance:.2f}{worst}"
        )


def traced(draft: Draft, database: Database) -> tuple[Piece, ...]:
    """The pieces of a draft, in order.

    The last second is part of the last piece and is not looked up where there is more: its future is a guess.

    Raises:
        SixpointError: if the database has no frame whose future was recorded.
    """
    rows = np.flatnonzero(database.searchable)
    if len(rows) == 0:
        raise SixpointError("the database has no clip of more than a second; nothing can be traced to it")
    features = database.scaling.normalised(frames_of(SourceClip(draft.raw, "draft"))["raw"])
    known = max(len(features) - HORIZONS[-1], 1)
    found, distance = Search(database.features[rows]).nearest(features[:known])
    starts = [0, *(jump for jump in draft.jumps if jump < known)]
    pieces = []
    for first, stop in pairwise([*starts, len(features)]):
        row = int(rows[found[first]])
        clip = int(database.range_of[row])
        furthest = first + int(np.argmax(distance[first:stop]))
        pieces.append(
            Piece(
                first,
                stop,
                str(database.names[clip]),
                bool(database.mirrored[clip]),
                (row - int(database.range_starts[clip])) / FPS,
                float(distance[first]),
                float(distance[furthest]),
                furthest,
            )
        )
    return tuple(pieces)
