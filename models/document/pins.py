"""Points that are pinned at the same place on two neighbouring keys stay there between them.

The splines of joint rotations know nothing of feet: with moved hips, a foot that stands on two keys slides between
them. So the pose of the splines is corrected by the solver: pins where the point is on the keys, and near to the
splines' pose in everything else. At the keys there is nothing to correct, and both the pose and the pins move smoothly,
so the corrected motion does, too; it meets the keys exactly.

With a pinned hand, foot or head, the other points of that part are held as well where both keys have them in the same
place: a foot that stands flat on both stays flat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Interpolation, Key, Pose, Track, sample
from models.body import JOINTS, POINTS, Skeleton, body
from models.posing import PARTS, HandleState

__all__ = ["corrected", "held_points", "sample_held"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_SAME_PLACE_M = 1e-3
# Drift is the square of the last step; much finer than a drag needs, for poses that start within a few centimetres.
_MAX_ITERATIONS, _TOLERANCE = 30, 1e-3
# The hips keep to their spline: a centimetre there costs as much as six degrees of a joint.
_NEAR, _NEAR_ROOT = 1.0, 10.0


def _members() -> dict[int, IntArray]:
    """The points of each part by the index of its pivot."""
    result = {}
    for part, joints in PARTS.items():
        indices = [JOINTS.index(joint) for joint in joints]
        result[POINTS.index(part)] = np.flatnonzero(np.isin(body().point_joints, indices))
    return result


_MEMBERS = _members()


def held_points(before: Key, after: Key, skeleton: Skeleton) -> IntArray:
    """(H,) the points that stay in place from one key to the next."""
    pinned = np.intersect1d(before.handles.in_state(HandleState.PINNED), after.handles.in_state(HandleState.PINNED))
    if not pinned.size or before.interval.kind is Interpolation.STEP:
        return np.zeros(0, dtype=np.intp)
    apart = np.linalg.norm(before.pose.points(skeleton) - after.pose.points(skeleton), axis=-1)
    is_still = apart <= _SAME_PLACE_M
    held = {int(point) for point in pinned if is_still[point]}
    for point in tuple(held):
        held.update(int(member) for member in _MEMBERS.get(point, ()) if is_still[member])
    return np.array(sorted(held), dtype=np.intp)


def sample_held(track: Track, skeleton: Skeleton, ticks: ArrayLike) -> Pose:
    """The poses at N times, as `sample` gives them, with pins held: root (N, 3), rotations (N, J, 4).

    About 1 ms more for every time between two keys that hold a point; nothing for the others.
    """
    times = np.asarray(ticks, dtype=np.int64).reshape(-1)
    poses = sample(track, times)
    if len(track) < 2:
        return poses
    at = np.clip(np.searchsorted(track.ticks, times, side="right") - 1, 0, len(track) - 2)
    root, rotations = poses.root.copy(), poses.rotations.copy()
    for interval in np.unique(at):
        before, after = track.keys[interval], track.keys[interval + 1]
        inside = np.flatnonzero((at == interval) & (times > before.tick) & (times < after.tick))
        held = held_points(before, after, skeleton) if inside.size else inside
        if not held.size:
            continue
        starts, ends = before.pose.points(skeleton)[held], after.pose.points(skeleton)[held]
        for index in inside:
            share = (times[index] - before.tick) / (after.tick - before.tick)
            pose = Pose(root[index], rotations[index])
            fixed = corrected(skeleton, pose, held, starts + (ends - starts) * share)
            root[index] = fixed.root
            # The solver may give the other sign of a rotation.
            signs = np.where((fixed.rotations * pose.rotations).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
            rotations[index] = fixed.rotations * signs
    return Pose(root, rotations)


def corrected(skeleton: Skeleton, pose: Pose, held: IntArray, places_m: Array) -> Pose:
    """The pose nearest to `pose` that has points (H,) at places (H, 3), world metres."""
    from models.solver import NearTerm, PinTerm, SolverSettings, solve

    terms = [PinTerm(skeleton, held, places_m), NearTerm(skeleton, pose, _NEAR, _NEAR_ROOT)]
    settings = SolverSettings(max_iterations=_MAX_ITERATIONS, tolerance=_TOLERANCE)
    return solve(skeleton, terms, pose, settings).pose
