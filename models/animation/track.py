"""The keys of one character, in order of time."""

from __future__ import annotations

import hashlib
import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.animation.key import Key
from models.errors import ShapeError, SixpointError

__all__ = ["Track"]


@dataclass(frozen=True, eq=False)
class Track:
    """Keys at different times, ascending. Never changed: every operation returns another track that shares the keys.

    Edits of several keys at once are in `track_edits`, what the motion is between keys in `sampling`.
    """

    keys: tuple[Key, ...] = ()

    def __post_init__(self) -> None:
        keys = self.keys
        if any(late.tick <= early.tick for early, late in itertools.pairwise(keys)):
            raise SixpointError("the keys of a track must be in order of time, each at another time")
        if len({len(key.pose.rotations) for key in keys}) > 1:
            raise ShapeError("the keys of a track must all be of one skeleton")

    @classmethod
    def of(cls, keys: Iterable[Key]) -> Track:
        """A track of keys in any order; of keys at the same time, the last one counts."""
        by_tick = {key.tick: key for key in keys}
        return cls(tuple(by_tick[tick] for tick in sorted(by_tick)))

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys)

    @cached_property
    def ticks(self) -> NDArray[np.int64]:
        """(K,) the keys' times."""
        ticks = np.array([key.tick for key in self.keys], dtype=np.int64)
        ticks.setflags(write=False)
        return ticks

    def get(self, tick: int) -> Key | None:
        """The key at exactly this time, if any."""
        index = bisect_left(self.keys, tick, key=lambda key: key.tick)
        return self.keys[index] if index < len(self.keys) and self.keys[index].tick == tick else None

    def neighbours(self, tick: int) -> tuple[Key | None, Key | None]:
        """The nearest keys before and after a time, not at it."""
        index = bisect_left(self.keys, tick, key=lambda key: key.tick)
        after = index + (index < len(self.keys) and self.keys[index].tick == tick)
        return (
            self.keys[index - 1] if index > 0 else None,
            self.keys[after] if after < len(self.keys) else None,
        )

    def between(self, start: int, stop: int) -> frozenset[int]:
        """The times of the keys from start to stop, both included: a box of the dope sheet."""
        first = int(np.searchsorted(self.ticks, start, side="left"))
        last = int(np.searchsorted(self.ticks, stop, side="right"))
        return frozenset(self.ticks[first:last].tolist())

    def with_key(self, key: Key) -> Track:
        """The track with a key set, in the place of one that is there at the same time.

        Every move of a drag on a key does this, so it costs next to nothing among ten thousand keys, too.
        """
        if self.keys and len(key.pose.rotations) != len(self.keys[0].pose.rotations):
            raise ShapeError("the keys of a track must all be of one skeleton")
        index = bisect_left(self.keys, key.tick, key=lambda each: each.tick)
        is_there = index < len(self.keys) and self.keys[index].tick == key.tick
        track = object.__new__(Track)
        # Straight past the checks of a track from unknown keys: this one is in order by construction.
        object.__setattr__(track, "keys", (*self.keys[:index], key, *self.keys[index + is_there :]))
        return track

    def without(self, ticks: Iterable[int]) -> Track:
        """The track without the keys at these times."""
        return self.replaced(dict.fromkeys(ticks))

    def replaced(self, changes: Mapping[int, Key | None]) -> Track:
        """The track with a key, or none, at each of some times."""
        kept = (key for key in self.keys if key.tick not in changes)
        return Track.of([*kept, *(key for key in changes.values() if key is not None)])

    @cached_property
    def digest(self) -> bytes:
        """Equal for tracks with the same content."""
        return hashlib.sha256(b"".join(key.digest for key in self.keys)).digest()
