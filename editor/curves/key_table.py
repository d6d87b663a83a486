"""What channels show at each key of a track.

Made anew for every track, taking over from the one before all rows whose pose is still there: moving one of ten
thousand keys computes one row.
"""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from editor.curves.channels import Channel, Group
from editor.curves.motion_values import shown_values, single_values
from models.animation import Pose, Track
from models.body import Skeleton

__all__ = ["KeyTable"]

Array = NDArray[np.float64]


class KeyTable:
    """The values of K keys in columns, worked out for the groups that are asked for.

    Args:
        track: The keys; at least one.
        skeleton: Whose they are.
        before: An older table.

    Attributes:
        ticks: (K,) their times.
    """

    def __init__(self, track: Track, skeleton: Skeleton, before: KeyTable | None = None) -> None:
        self.track, self.skeleton = track, skeleton
        self.ticks = track.ticks
        # Poses by identity; the track keeps them alive.
        self._ids = np.fromiter(map(id, map(attrgetter("pose"), track.keys)), dtype=np.int64, count=len(track))
        self._by_id = np.argsort(self._ids, kind="stable")
        self._shown: dict[Group, Array] = {}
        self._singles: dict[Group, Array] = {}
        if before is not None and before.skeleton is skeleton:
            self._take_over(before)

    def __len__(self) -> int:
        return len(self.ticks)

    def values(self, group: Group) -> Array:
        """(K, 3) metres or degrees at the keys; angles go on without jumps from key to key."""
        if group not in self._shown:
            if group not in self._singles:
                self._singles[group] = self._single_values(group, np.arange(len(self)))
            self._shown[group] = shown_values(group, self._singles[group])
        return self._shown[group]

    def channel(self, channel: Channel) -> Array:
        """(K,) one coordinate."""
        return np.asarray(self.values(channel.group)[:, channel.column])

    def between(self, start: float, stop: float) -> slice:
        """The rows of the keys from one time to another, both included."""
        return slice(
            int(np.searchsorted(self.ticks, start, side="left")), int(np.searchsorted(self.ticks, stop, side="right"))
        )

    def row(self, tick: int) -> int | None:
        """Where the key at this time stands."""
        row = int(np.searchsorted(self.ticks, tick))
        return row if row < len(self.ticks) and self.ticks[row] == tick else None

    def _take_over(self, before: KeyTable) -> None:
        old = before._rows_of(self._ids)
        new = np.flatnonzero(old < 0)
        for group, singles in before._singles.items():
            values = singles[old]
            if new.size:
                values[new] = self._single_values(group, new)
            self._singles[group] = values

    def _rows_of(self, ids: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where poses stand, -1 for those that are not here."""
        known = self._ids[self._by_id]
        at = np.minimum(np.searchsorted(known, ids), len(known) - 1)
        return np.where(known[at] == ids, self._by_id[at], -1)

    def _single_values(self, group: Group, rows: NDArray[np.intp]) -> Array:
        poses = [self.track.keys[row].pose for row in rows]
        stacked = Pose(np.array([pose.root for pose in poses]), np.array([pose.rotations for pose in poses]))
        return single_values(self.skeleton, stacked, group)
