"""The keys of a track in columns, with what channels show at each of them.

Made anew for every track, taking over from the one before all rows whose pose is still there: moving one of ten
thousand keys computes one row.
"""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from editor.curves.channels import Channel, Group
from editor.curves.motion_values import group_values
from models.animation import Pose, Track
from models.body import Skeleton

__all__ = ["KeyTable"]

Array = NDArray[np.float64]


class KeyTable:
    """K keys as arrays.

    Args:
        track: The keys; at least one.
        skeleton: Whose they are.
        before: An older table of the same skeleton.

    Attributes:
        ticks: (K,) their times.
        poses: Root (K, 3) and rotations (K, J, 4).
    """

    def __init__(self, track: Track, skeleton: Skeleton, before: KeyTable | None = None) -> None:
        self.track, self.skeleton = track, skeleton
        # Poses by identity; the track keeps them alive.
        self._ids = np.fromiter(map(id, map(attrgetter("pose"), track.keys)), dtype=np.int64, count=len(track))
        self._by_id = np.argsort(self._ids, kind="stable")
        self.ticks = track.ticks
        if before is not None and before.skeleton is not skeleton:
            before = None
        # Where each key stood in the older table; -1 for poses that are new.
        self._old = before._rows_of(self._ids) if before else np.full(len(track), -1)
        self._new = np.flatnonzero(self._old < 0)
        root, rotations = np.zeros((len(track), 3)), np.zeros((len(track), skeleton.n_joints, 4))
        if before:
            is_old = self._old >= 0
            root[is_old] = before.poses.root[self._old[is_old]]
            rotations[is_old] = before.poses.rotations[self._old[is_old]]
        if self._new.size:
            poses = [track.keys[row].pose for row in self._new]
            root[self._new] = [pose.root for pose in poses]
            rotations[self._new] = [pose.rotations for pose in poses]
        self.poses: Pose = Pose(root, rotations)
        self._values: dict[Group, Array] = {}
        if before:
            for group, values in before._values.items():
                if group.kind == "place":
                    self._values[group] = self._carried(group, values)

    def __len__(self) -> int:
        return len(self.ticks)

    def values(self, group: Group) -> Array:
        """(K, 3) at the keys; angles go on without jumps from key to key."""
        if group not in self._values:
            self._values[group] = group_values(self.skeleton, self.poses, group)
        return self._values[group]

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

    def _rows_of(self, ids: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where poses stand, -1 for those that are not here."""
        known = self._ids[self._by_id]
        at = np.minimum(np.searchsorted(known, ids), len(known) - 1)
        return np.where(known[at] == ids, self._by_id[at], -1)

    def _carried(self, group: Group, older: Array) -> Array:
        values = older[self._old]
        if self._new.size:
            changed = Pose(self.poses.root[self._new], self.poses.rotations[self._new])
            values[self._new] = group_values(self.skeleton, changed, group)
        return values
