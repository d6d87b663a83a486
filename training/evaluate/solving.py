"""Many poses through the solver, in several processes, with what the protocol asks about the results."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.body import body
from models.body.limits import joint_limits
from models.kinematics import align, forward, quat
from models.solver import default_terms, minimise, pose_from_points, start_state

__all__ = ["Solved", "aligned_rest", "bone_length_error_mm", "limit_violation_deg", "solve_many"]

Array = NDArray[np.float64]

_VERTICAL = np.array([0.0, 1.0, 0.0, 1.0])
_NEVER_ZERO = np.array([0.0, 0.0, 0.0, 1e-9])


@dataclass(frozen=True)
class Solved:
    """N solved poses.

    Args:
        root: (N, 3) metres.
        rotations: (N, 22, 4) local, xyzw.
        points: (N, 43, 3) metres, as the solver reports them.
    """

    root: Array
    rotations: Array
    points: Array


def solve_many(points: Array, set_mask: NDArray[np.bool_], method: str = "predicted", workers: int = 1) -> Solved:
    """Solve each row.

    Args:
        points: (N, 43, 3) set points and, for "predicted", predictions, metres.
        set_mask: (43,) or (N, 43) which are set.
        method: "predicted" is the product's way; "ik" has no predictions and starts from the rest pose, turned and
            moved to the set points as well as a rigid body can be.
        workers: Processes.
    """
    masks = np.broadcast_to(set_mask, points.shape[:2])
    task = partial(_solve_rows, method=_METHODS[method])
    if workers <= 1 or len(points) < 200:
        parts = [task((points, masks))]
    else:
        n_parts = 4 * workers
        rows = list(zip(np.array_split(points, n_parts), np.array_split(masks, n_parts), strict=True))
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            parts = pool.map(task, rows)
    return Solved(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _solve_rows(
    rows: tuple[Array, NDArray[np.bool_]], method: Callable[[Array, NDArray[np.bool_]], tuple[Pose, Array]]
) -> tuple[Array, Array, Array]:
    results = [method(points, mask) for points, mask in zip(*rows, strict=True)]
    return (
        np.array([pose.root for pose, _ in results]).reshape(-1, 3),
        np.array([pose.rotations for pose, _ in results]).reshape(-1, body().n_joints, 4),
        np.array([points for _, points in results]).reshape(-1, body().n_points, 3),
    )


def _predicted(points: Array, is_set: NDArray[np.bool_]) -> tuple[Pose, Array]:
    result = pose_from_points(body(), points, is_set)
    return result.pose, result.points


def _plain_ik(points: Array, is_set: NDArray[np.bool_]) -> tuple[Pose, Array]:
    """Pins, joint limits and nearness to the rest pose: what inverse kinematics gives without a network."""
    skeleton = body()
    start = start_state(skeleton, aligned_rest(points, is_set).points(skeleton))
    result = minimise(default_terms(skeleton, points, is_set, start, weights=0.0), start)
    return result.pose, result.points


def aligned_rest(points: Array, is_set: NDArray[np.bool_]) -> Pose:
    """The rest pose, turned about the vertical and moved to the set points of (43, 3) as well as it can be."""
    skeleton = body()
    rest = skeleton.rest_points
    turn, _ = align.kabsch(rest[is_set], points[is_set])
    heading = quat.normalize(turn * _VERTICAL + _NEVER_ZERO)
    rotations = Pose.rest(skeleton).rotations.copy()
    rotations[0] = heading
    # The root is at the rest pose's own hips, which the turn must carry along.
    turned = quat.rotate(heading, rest[is_set]).mean(axis=0)
    root = quat.rotate(heading, skeleton.offsets[0]) + points[is_set].mean(axis=0) - turned
    return Pose(root, rotations)


_METHODS = {"predicted": _predicted, "ik": _plain_ik}


def bone_length_error_mm(solved: Solved) -> float:
    """Largest difference between a solved pose's distances within rigid bodies and the skeleton's, millimetres.

    Taken from the points that the solver reports, not from forward kinematics of its rotations, which could not fail.
    """
    skeleton = body()
    child = np.flatnonzero(skeleton.parents >= 0)
    found = np.linalg.norm(solved.points[:, child] - solved.points[:, skeleton.parents[child]], axis=-1)
    worst = np.abs(found - np.linalg.norm(skeleton.offsets[child], axis=-1)).max(initial=0.0)
    from_pose = forward.points(skeleton, solved.root, solved.rotations)
    return 1e3 * float(max(worst, np.abs(from_pose - solved.points).max(initial=0.0)))


def limit_violation_deg(solved: Solved) -> float:
    """Largest angle by which a joint is outside its range, degrees."""
    return float(np.degrees(joint_limits().excess(solved.rotations).max(initial=0.0)))
