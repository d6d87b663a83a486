"""From set points to a pose in one call: what the command line, scripts and the window share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Pose
from models.body import Skeleton, body
from models.completion import Completion
from models.errors import SixpointError
from models.posing.posing import Posing

__all__ = ["WORLD_LIMIT_M", "CompletedPose", "complete_pose", "positions_of"]

Array = NDArray[np.float64]

WORLD_LIMIT_M = 1000.0
"""Points lie within this distance of the origin along each axis: beyond any scene, and exact in single precision."""


@dataclass(frozen=True, eq=False)
class CompletedPose:
    """A pose made from set points.

    Args:
        pose: Root (3,) and local rotations (22, 4).
        points: (43, 3) its points, world metres.
        set: Names of the points that were given, in the order given.
        error_m: Distance of each of them from where it was to be, metres: above a millimetre where bones or joint
            limits did not allow more.
    """

    pose: Pose
    points: Array
    set: tuple[str, ...]
    error_m: dict[str, float]


def complete_pose(
    points: Mapping[str, ArrayLike],
    base: Pose | None = None,
    skeleton: Skeleton | None = None,
    completion: Completion | None = None,
) -> CompletedPose:
    """The whole pose from some of its points.

    Args:
        points: Position (3,) of each set point by name, world metres; at least one of the 43.
        base: Where main points that are not set stay; the rest pose when left out.
        skeleton: The character's proportions; the canonical body when left out.
        completion: The networks; the shared default ones when left out.

    Raises:
        UnknownJoint: for a name that is no point of the body, with the nearest that is.
        SixpointError: if no point is given or a position is not three finite numbers within `WORLD_LIMIT_M`.
    """
    from models.posing.answer import solved

    skeleton = skeleton or body()
    if not points:
        raise SixpointError("no point is set; give at least one, for example LeftHand: [0.4, 1.2, 0.3]")
    indices, positions = positions_of(points)
    posing = Posing.of_pose(skeleton, base or Pose.rest(skeleton)).with_targets(indices, positions)
    result = solved(posing, completion or Completion.load())
    return CompletedPose(result.pose, result.points, tuple(points), {name: result.residual_m[name] for name in points})


def positions_of(points: Mapping[str, ArrayLike], *, clamp: bool = False) -> tuple[NDArray[np.intp], Array]:
    """Indices (K,) and positions (K, 3), metres, of named points; raises as `complete_pose` does.

    With `clamp`, finite positions beyond `WORLD_LIMIT_M` are brought to it instead of refused.
    """
    indices = np.array([body().point_index(name) for name in points], dtype=np.intp)
    return indices, np.array([_position(name, value, clamp) for name, value in points.items()]).reshape(-1, 3)


def _position(name: str, value: ArrayLike, clamp: bool) -> Array:
    try:
        position = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        position = np.zeros(0)
    if position.shape != (3,):
        raise SixpointError(f"point '{name}' must be three numbers [x, y, z] in metres, got {_shown(value)}")
    if clamp and np.isfinite(position).all():
        position = np.clip(position, -WORLD_LIMIT_M, WORLD_LIMIT_M)
    if not np.all(np.abs(position) <= WORLD_LIMIT_M):
        raise SixpointError(
            f"point '{name}' must be finite and within {WORLD_LIMIT_M:g} m of the origin, got {_shown(value)}; "
            "positions are in metres"
        )
    return position


def _shown(value: object, limit: int = 60) -> str:
    text = repr(value.tolist() if isinstance(value, np.ndarray) else value)
    return text if len(text) <= limit else text[:limit] + "..."
