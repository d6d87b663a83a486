"""Edits of the dope sheet: what is done to several keys at once. Tracks in, tracks out.

A selection is the set of the selected keys' times. A moved key takes the place of an unselected one that it lands on;
two selected keys never fall together, that is refused instead of losing one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from models.animation.key import Interpolation, Interval, Key
from models.animation.track import Track
from models.errors import SixpointError

__all__ = ["copied", "eased", "moved", "pasted", "ripple_deleted", "ripple_inserted", "scaled"]


def moved(track: Track, selection: Collection[int], by_ticks: int) -> Track:
    """The selected keys moved in time."""
    return _retimed(track, selection, lambda tick: tick + by_ticks)


def scaled(track: Track, selection: Collection[int], factor: float, pivot: int) -> Track:
    """The distances of the selected keys from a time multiplied.

    Raises:
        SixpointError: if two keys would fall on the same tick, or the factor is not above zero.
    """
    if not (math.isfinite(factor) and factor > 0):
        raise SixpointError(f"an interval can be scaled by a factor above 0, got {factor}")
    return _retimed(track, selection, lambda tick: pivot + round((tick - pivot) * factor))


def ripple_inserted(track: Track, at: int, duration: int) -> Track:
    """Time put in at `at`: keys there and later move on by `duration` ticks."""
    if duration < 0:
        raise SixpointError(f"the time to insert must not be negative, got {duration} ticks")
    later = [tick for tick in track.ticks.tolist() if tick >= at]
    return _retimed(track, later, lambda tick: tick + duration)


def ripple_deleted(track: Track, start: int, stop: int) -> Track:
    """Time taken out: keys with start <= tick < stop go, later ones move up."""
    if stop < start:
        raise SixpointError(f"an interval ends after it starts, got {start} to {stop}")
    rest = track.without(tick for tick in track.ticks.tolist() if start <= tick < stop)
    later = [tick for tick in rest.ticks.tolist() if tick >= stop]
    return _retimed(rest, later, lambda tick: tick - (stop - start))


def copied(track: Track, selection: Collection[int]) -> tuple[Key, ...]:
    """The selected keys, the first at time 0: what goes to the clipboard."""
    keys = [key for key in track if key.tick in selection]
    return tuple(key.at(key.tick - keys[0].tick) for key in keys)


def pasted(track: Track, keys: Iterable[Key], at: int) -> Track:
    """Copied keys put in with the first at `at`; they replace keys at the same times."""
    shifted = [key.at(key.tick + at) for key in keys]
    return track.replaced({key.tick: key for key in shifted})


def eased(
    track: Track,
    selection: Collection[int],
    kind: Interpolation | None = None,
    leave: float | None = None,
    arrive: float | None = None,
) -> Track:
    """The intervals that begin at the selected keys changed; what is None stays."""

    def changed(interval: Interval) -> Interval:
        return Interval(
            interval.kind if kind is None else kind,
            interval.leave if leave is None else leave,
            interval.arrive if arrive is None else arrive,
        )

    return Track(tuple(replace(key, interval=changed(key.interval)) if key.tick in selection else key for key in track))


def _retimed(track: Track, selection: Collection[int], place: Callable[[int], int]) -> Track:
    chosen = frozenset(selection)
    retimed = [key.at(place(key.tick)) for key in track if key.tick in chosen]
    if len({key.tick for key in retimed}) < len(retimed):
        raise SixpointError("two keys would fall on the same time; scale by less, or select fewer of them")
    return Track.of([*(key for key in track if key.tick not in chosen), *retimed])
