"""A key: a pose at a time, what was asked of it, and how the motion leaves it."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from models.animation.grid import content_bytes, rotation_bytes, snapped, snapped_rotations
from models.animation.handles import NO_HANDLES, Handles
from models.animation.pose import Pose
from models.animation.ticks import MAX_TICK
from models.errors import ShapeError, SixpointError

__all__ = ["MAX_EASE", "Interpolation", "Interval", "Key"]

MAX_EASE = 2.0


class Interpolation(StrEnum):
    """How an interval gets from one key to the next."""

    STEP = "step"  # holds the key's pose until the next key
    LINEAR = "linear"  # at constant speed
    SMOOTH = "smooth"  # along splines that neither overshoot a key nor move between equal keys
    SPLINE = "spline"  # along splines that keep the swing of sampled motion, and so may overshoot


@dataclass(frozen=True)
class Interval:
    """From a key to the next.

    Args:
        kind: The interpolation.
        leave: The ease handle at this key, of smooth and spline intervals: the share of the curve's own speed with
            which the motion leaves, 0 (from rest) to 2.
        arrive: The same at the next key.
    """

    kind: Interpolation = Interpolation.SMOOTH
    leave: float = 1.0
    arrive: float = 1.0

    def __post_init__(self) -> None:
        for name, ease in (("leave", self.leave), ("arrive", self.arrive)):
            if not (math.isfinite(ease) and 0.0 <= ease <= MAX_EASE):
                raise SixpointError(f"the ease handle '{name}' must be 0 to {MAX_EASE:g}, got {ease}")


@dataclass(frozen=True, eq=False)
class Key:
    """One key. Never changed, only replaced.

    Args:
        tick: When, in ticks.
        pose: Root (3,) and local rotations (J, 4).
        handles: What was asked of it.
        interval: How the motion goes on to the next key.

    `Key.of` puts the numbers on the grid that files have; use it for every pose that is new.
    """

    tick: int
    pose: Pose
    handles: Handles = NO_HANDLES
    interval: Interval = Interval()

    def __post_init__(self) -> None:
        if self.pose.root.shape != (3,):
            raise ShapeError(f"a key holds one pose, root (3,), got {self.pose.root.shape}")
        if abs(self.tick) > MAX_TICK:
            raise SixpointError(f"a key's time must be within five months of zero, got tick {self.tick}")
        if not (np.isfinite(self.pose.root).all() and np.isfinite(self.pose.rotations).all()):
            raise SixpointError("the pose of a key must be finite")

    @classmethod
    def of(cls, tick: int, pose: Pose, handles: Handles = NO_HANDLES, interval: Interval | None = None) -> Key:
        """A key with the pose to nine decimals, rotations unit."""
        kept = Pose(snapped(pose.root), snapped_rotations(pose.rotations))
        return cls(int(tick), kept, handles.snapped(), interval or Interval())

    def at(self, tick: int) -> Key:
        """The same key at another time."""
        return replace(self, tick=int(tick))

    def leaving(self, interval: Interval) -> Key:
        """The same key with another way to the next."""
        return replace(self, interval=interval)

    @cached_property
    def digest(self) -> bytes:
        """Equal for keys with the same content."""
        handles, interval = self.handles, self.interval
        parts = (
            repr((self.tick, interval.kind.value)).encode(),
            content_bytes(np.array([interval.leave, interval.arrive])),
            content_bytes(self.pose.root),
            rotation_bytes(self.pose.rotations),
            handles.points.astype("<i8").tobytes(),
            handles.states.astype("<i8").tobytes(),
            content_bytes(handles.targets),
            content_bytes(handles.weights),
            handles.joints.astype("<i8").tobytes(),
            rotation_bytes(handles.turns) if len(handles.turns) else b"",
            handles.predicted.astype("<i8").tobytes(),
        )
        digest = hashlib.sha256()
        for part in parts:
            digest.update(len(part).to_bytes(8, "little") + part)
        return digest.digest()
