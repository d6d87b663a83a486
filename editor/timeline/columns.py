"""A track as arrays for drawing: times, what each key asks of each body part, how each interval goes on.

Ten thousand keys are looked at once; a track that differs in a few of them, as at every move of a drag, takes what is
known of the others from the one before.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from models.animation import Handles, Interpolation, Key, Track
from models.body import JOINTS, POINTS, REGIONS
from models.posing import HandleState

__all__ = ["KINDS", "PARTS", "PartMark", "TrackColumns", "part_of_point"]

PARTS: tuple[str, ...] = ("head", "torso", "left_arm", "right_arm", "left_leg", "right_leg")
KINDS: tuple[Interpolation, ...] = tuple(Interpolation)

_BITS = 3  # of a mark


class PartMark(IntEnum):
    """What a key asks of a body part; of several things the last one in this order is shown."""

    NOTHING = 0  # the part is predicted, nothing was set
    KEPT = 1  # completion is off for the part
    OFF = 2  # a point was switched off
    TURNED = 3  # a joint's rotation is held
    PINNED = 4  # a point is pinned


_PART_OF_POINT = np.zeros(len(POINTS), dtype=np.intp)
for _index, _name in enumerate(PARTS):
    _PART_OF_POINT[REGIONS[_name]] = _index
_PART_OF_JOINT = np.array([_PART_OF_POINT[POINTS.index(joint)] for joint in JOINTS])
_REGION_OF_PART = np.array([tuple(REGIONS).index(name) for name in PARTS])
_MARK_OF_STATE = np.zeros(len(HandleState), dtype=np.int64)
_MARK_OF_STATE[HandleState.PINNED], _MARK_OF_STATE[HandleState.OFF] = PartMark.PINNED, PartMark.OFF
_SHIFTS = _BITS * np.arange(len(PARTS))
_KIND_INDEX = {kind: index for index, kind in enumerate(KINDS)}


def part_of_point(point: int) -> int:
    """The part, an index into `PARTS`, that a body point belongs to."""
    return int(_PART_OF_POINT[point])


class TrackColumns:
    """The arrays of one track.

    Args:
        track: The keys.
        known: The columns of a track with mostly the same keys.

    Attributes:
        ticks: (K,) times.
        kinds: (K,) indices into `KINDS`, of the interval that begins at each key.
        marks: (K, 6) `PartMark` by body part, in the order of `PARTS`.
    """

    def __init__(self, track: Track, known: TrackColumns | None = None) -> None:
        self.track = track
        self.ticks = track.ticks
        codes: dict[int, tuple[Handles, int]] = known._codes if known is not None else {}
        # By identity of the handles, which a moved key shares; holding them keeps the identities from being used again.
        self._codes: dict[int, tuple[Handles, int]] = {
            id(key.handles): codes.get(id(key.handles)) or (key.handles, _code(key.handles)) for key in track
        }
        code = np.fromiter((self._codes[id(key.handles)][1] for key in track), dtype=np.int64, count=len(track))
        self.marks: NDArray[np.int64] = (code[:, None] >> _SHIFTS) & ((1 << _BITS) - 1)
        kinds = (_KIND_INDEX[key.interval.kind] for key in track)
        self.kinds: NDArray[np.int8] = np.fromiter(kinds, dtype=np.int8, count=len(track))

    def __len__(self) -> int:
        return len(self.ticks)

    def visible(self, start: float, stop: float) -> slice:
        """The keys from start to stop and one more on either side, for the lines that leave the view."""
        first = int(np.searchsorted(self.ticks, start, side="left"))
        last = int(np.searchsorted(self.ticks, stop, side="right"))
        return slice(max(first - 1, 0), min(last + 1, len(self.ticks)))

    def nearest(self, tick: int, reach: float, which: NDArray[np.bool_] | None = None) -> Key | None:
        """The key nearest to a time and no further than `reach` ticks, among those flagged in `which` (K,)."""
        window = self.visible(tick - reach, tick + reach)
        apart = np.abs(self.ticks[window] - tick).astype(np.float64)
        if which is not None:
            apart[~which[window]] = np.inf
        if not len(apart) or apart.min() > reach:
            return None
        return self.track.keys[window.start + int(apart.argmin())]


def _code(handles: Handles) -> int:
    """The marks of the parts in one number, three bits each."""
    if not len(handles.points) and not len(handles.joints) and handles.predicted.all():
        return 0
    marks = np.where(handles.predicted[_REGION_OF_PART], PartMark.NOTHING, PartMark.KEPT).astype(np.int64)
    np.maximum.at(marks, _PART_OF_POINT[handles.points], _MARK_OF_STATE[handles.states])
    np.maximum.at(marks, _PART_OF_JOINT[handles.joints], PartMark.TURNED)
    return int((marks << _SHIFTS).sum())
