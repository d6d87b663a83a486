"""What was asked of the pose on a key: the points that were set, and the parts that were turned.

Only what differs from "free and predicted" is held, so a key that came from a motion file holds nothing, and a file
stays readable.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.animation.grid import snapped, snapped_rotations
from models.body import JOINTS, POINTS, REGIONS
from models.errors import ShapeError

__all__ = ["NO_HANDLES", "Handles"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Handles:
    """The handles of one key, sparse.

    Args:
        points: (H,) indices of points, ascending; all others are free.
        states: (H,) their state, numbered as `models.posing.HandleState`: free, pinned, off. A free point is listed
            where it softly keeps a place.
        targets: (H, 3) where they are to be, world metres.
        weights: (H,) how strongly, 1 is usual.
        joints: (T,) indices of joints whose world rotation is held, ascending.
        turns: (T, 4) that rotation, xyzw.
        predicted: (6,) regions, in the order of `REGIONS`, that the networks complete.
    """

    points: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    states: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, dtype=np.int8))
    targets: Array = field(default_factory=lambda: np.zeros((0, 3)))
    weights: Array = field(default_factory=lambda: np.zeros(0))
    joints: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    turns: Array = field(default_factory=lambda: np.zeros((0, 4)))
    predicted: NDArray[np.bool_] = field(default_factory=lambda: np.ones(len(REGIONS), dtype=bool))

    def __post_init__(self) -> None:
        n_points, n_joints = len(self.points), len(self.joints)
        for what, values, shape in (
            ("states", self.states, (n_points,)),
            ("targets", self.targets, (n_points, 3)),
            ("weights", self.weights, (n_points,)),
            ("turns", self.turns, (n_joints, 4)),
            ("predicted", self.predicted, (len(REGIONS),)),
        ):
            if values.shape != shape:
                raise ShapeError(f"{what} of a key's handles must be {shape}, got {values.shape}")
        for what, indices, size in (("points", self.points, len(POINTS)), ("joints", self.joints, len(JOINTS))):
            if len(indices) and not (indices[0] >= 0 and indices[-1] < size and np.all(np.diff(indices) > 0)):
                raise ShapeError(f"{what} of a key's handles must be ascending and below {size}, got {indices}")

    def snapped(self) -> Handles:
        """The same with every number on the grid that files have."""
        return Handles(
            self.points,
            self.states,
            snapped(self.targets),
            snapped(self.weights),
            self.joints,
            snapped_rotations(self.turns),
            self.predicted,
        )

    def in_state(self, state: int) -> IntArray:
        """Indices of the points in a state."""
        return self.points[self.states == state]


NO_HANDLES = Handles()
