"""What a locomotion draft is made from: a path, who walks it and when. The draft itself is made anew from it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from models.animation.ticks import MAX_TICK
from models.errors import SixpointError
from models.locomotion.waypoints import Trajectory

__all__ = ["DraftPlan"]

_MAX_SEED = (1 << 31) - 1
_MAX_NAME = 40


@dataclass(frozen=True)
class DraftPlan:
    """The plan of one character's draft, saved with the document.

    Args:
        trajectory: Waypoints on the ground; their times count from `start`.
        start: When the draft begins, ticks.
        generator: By which name `models.locomotion` knows what makes it.
        seed: The same plan with the same seed gives the same draft.
        from_pose: Whether it starts from the pose that the character has at `start`.
        to_key: Whether it ends in the first key after it, if there is one.
    """

    trajectory: Trajectory
    start: int = 0
    generator: str = "lmm"
    seed: int = 0
    from_pose: bool = True
    to_key: bool = False

    def __post_init__(self) -> None:
        if abs(self.start) > MAX_TICK:
            raise SixpointError(f"a draft begins within five months of zero, got tick {self.start}")
        if not 0 <= self.seed <= _MAX_SEED:
            raise SixpointError(f"the seed of a draft must be 0 to {_MAX_SEED}, got {self.seed}")
        if not (0 < len(self.generator) <= _MAX_NAME and self.generator.isidentifier()):
            raise SixpointError(f"a generator has a short name without blanks, got {self.generator!r:.60}")

    @cached_property
    def digest(self) -> bytes:
        """Equal for equal plans."""
        # The representation of floats is exact, and that of the dataclasses names every field.
        return hashlib.sha256(repr(self).encode()).digest()
