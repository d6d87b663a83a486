"""What a locomotion draft is made from: a path, who walks it and when. The draft itself is made anew from it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from models.animation.ticks import MAX_TICK
from models.errors import SixpointError
from models.locomotion.waypoints import Gait, Trajectory, Waypoint

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

    def with_waypoint(self, index: int, waypoint: Waypoint) -> DraftPlan:
        """The plan with another waypoint in the place of one."""
        waypoints = list(self.trajectory.waypoints)
        waypoints[index] = waypoint
        return self._along(waypoints)

    def inserted(self, index: int, waypoint: Waypoint) -> DraftPlan:
        """The plan with one waypoint more, which comes at `index`; at the end for the number of waypoints."""
        waypoints = list(self.trajectory.waypoints)
        waypoints.insert(index, waypoint)
        return self._along(waypoints)

    def without(self, indices: Collection[int]) -> DraftPlan | None:
        """The plan without some waypoints; None if none is left."""
        rest = [w for index, w in enumerate(self.trajectory.waypoints) if index not in indices]
        return self._along(rest) if rest else None

    def with_gait(self, gait: Gait) -> DraftPlan:
        """The plan with another gait where waypoints do not say one."""
        return replace(self, trajectory=replace(self.trajectory, gait=gait))

    def _along(self, waypoints: Sequence[Waypoint]) -> DraftPlan:
        return replace(self, trajectory=replace(self.trajectory, waypoints=tuple(waypoints)))

    @cached_property
    def digest(self) -> bytes:
        """Equal for equal plans."""
        # The representation of floats is exact, and that of the dataclasses names every field.
        return hashlib.sha256(repr(self).encode()).digest()
