"""Which frame is due: playing as arithmetic on whole frames, so that it cannot drift from the clock."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Cycle", "frame_of_phase", "is_over"]


class Cycle(StrEnum):
    """What comes after the last frame."""

    ONCE = "once"
    LOOP = "loop"
    PING_PONG = "ping-pong"


def frame_of_phase(phase: int, first: int, last: int, cycle: Cycle) -> int:
    """The frame shown `phase` frames after the first one, with both ends of the range included.

    A loop of frames 0 to 9 shows ten frames a round, ping-pong shows each end once: 0 1 2 ... 9 8 ... 1 0 1.
    """
    length = last - first
    if cycle is Cycle.LOOP:
        return first + phase % (length + 1)
    if cycle is Cycle.PING_PONG and length > 0:
        turn = phase % (2 * length)
        return first + min(turn, 2 * length - turn)
    return first + min(max(phase, 0), length)


def is_over(phase: int, first: int, last: int, cycle: Cycle) -> bool:
    """Whether nothing comes any more."""
    return cycle is Cycle.ONCE and phase >= last - first
