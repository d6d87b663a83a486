"""The motion of a track at any times: exactly the keys at the keys, splines between them.

A time needs the keys around it only, found by bisection, so one frame costs the same among ten thousand keys as among
four. Before the first key and after the last the pose is theirs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import spline
from models.animation.key import Interpolation, Key
from models.animation.pose import Pose
from models.animation.ticks import TICKS_PER_SECOND
from models.animation.track import Track
from models.errors import SixpointError
from models.kinematics import quat

__all__ = ["sample", "sample_one"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]


def sample_one(track: Track, tick: int) -> Pose:
    """The pose at one time. About half a millisecond."""
    poses = sample(track, [tick])
    return Pose(poses.root[0], poses.rotations[0])


def sample(track: Track, ticks: ArrayLike) -> Pose:
    """The poses at N times: root (N, 3), rotations (N, J, 4), sign-continuous along them.

    Args:
        track: At least one key.
        ticks: (N,) times in any order.
    """
    if not track.keys:
        raise SixpointError("the track has no keys, so it has no pose; set a key first")
    times = np.asarray(ticks, dtype=np.int64).reshape(-1)
    if not len(times):
        return Pose(np.zeros((0, 3)), np.zeros((0, *track.keys[0].pose.rotations.shape)))
    times = np.clip(times, track.ticks[0], track.ticks[-1])
    at = np.clip(np.searchsorted(track.ticks, times, side="right") - 1, 0, max(len(track) - 2, 0))
    intervals, which = np.unique(at, return_inverse=True)
    root, rotations = _curves(track, intervals, which, times)
    return Pose(root, quat.unroll(rotations) if len(times) > 1 else rotations)


def _curves(track: Track, intervals: IntArray, which: IntArray, times: NDArray[np.int64]) -> tuple[Array, Array]:
    """Evaluate M intervals, given by their first keys, at N times; `which` (N,) says in which of them a time is."""
    window = np.clip(intervals[:, None] + np.arange(-1, 3), 0, len(track) - 1)  # (M, 4)
    used, local = np.unique(window, return_inverse=True)
    local = local.reshape(window.shape)
    keys = [track.keys[index] for index in used]
    roots = np.array([key.pose.root for key in keys])[local]  # (M, 4, 3)
    turns = np.array([key.pose.rotations for key in keys])[local]  # (M, 4, J, 4)
    lengths, slopes, spins, has_slope = _slopes(track, window, roots, turns)
    own = [track.keys[index] for index in intervals]
    leave, arrive = _speeds(slopes, lengths, has_slope, own)
    leave_spin, arrive_spin = _speeds(spins, lengths, has_slope, own)
    share = (times - track.ticks[intervals][which]) / (lengths[which, 1] * TICKS_PER_SECOND)
    is_step = np.array([key.interval.kind is Interpolation.STEP for key in own])
    u = np.where(is_step[which] & (share < 1.0), 0.0, share)[:, None]
    length = lengths[which, 1][:, None]
    start, end = roots[which, 1], roots[which, 2]
    speeds = (leave[which], arrive[which])
    root = spline.hermite((start, end), speeds, length, u)
    turn_ends = start_turn, end_turn = turns[which, 1], turns[which, 2]
    spin_ends = (leave_spin[which], arrive_spin[which])
    rotations = spline.rotation_curve(turn_ends, spin_ends, length[..., None], u[..., None])
    # At a key the pose is the key's own, to the last bit.
    is_start, is_end = u[:, 0] == 0.0, u[:, 0] == 1.0
    root[is_start], rotations[is_start] = start[is_start], start_turn[is_start]
    root[is_end], rotations[is_end] = end[is_end], end_turn[is_end]
    return root, rotations


def _slopes(track: Track, window: IntArray, roots: Array, turns: Array) -> tuple[Array, Array, Array, BoolArray]:
    """Lengths (M, 3), slopes (M, 3, 3), spins (M, 3, J, 3) of the intervals before, at and after M, and which have one.

    `window` (M, 4) are the keys around each interval, `roots` (M, 4, 3) and `turns` (M, 4, J, 4) their poses. Before
    the first key and after the last there is no interval, and a step has no slope: the motion begins and ends at rest.
    """
    durations_s = np.diff(track.ticks[window], axis=1) / TICKS_PER_SECOND
    lengths = np.where(durations_s > 0, durations_s, 1.0)
    slopes = np.diff(roots, axis=1) / lengths[..., None]
    spins = quat.to_rotvec(quat.mul(quat.conj(turns[:, :-1]), turns[:, 1:])) / lengths[..., None, None]
    is_step = np.array([[track.keys[index].interval.kind is Interpolation.STEP for index in row] for row in window])
    has_slope = (durations_s > 0) & ~is_step[:, :3]
    # Between the window's second and third key it is the interval itself, which has its slope whatever its kind.
    has_slope[:, 1] = True
    slopes[~has_slope], spins[~has_slope] = 0.0, 0.0
    return lengths, slopes, spins, has_slope


def _speeds(slopes: Array, lengths_s: Array, has_slope: BoolArray, keys: list[Key]) -> tuple[Array, Array]:
    """Speeds at the start and end of M intervals, from slopes (M, 3, ...) of the intervals before, at and after."""

    def along(values: ArrayLike) -> NDArray:
        """(M,) as a factor of slopes."""
        return np.reshape(np.asarray(values), (-1, *(1,) * (slopes.ndim - 2)))

    own = slopes[:, 1]
    is_linear = along([key.interval.kind is Interpolation.LINEAR for key in keys])
    is_spline = along([key.interval.kind is Interpolation.SPLINE for key in keys])
    speeds = []
    for beside, eases in ((0, [key.interval.leave for key in keys]), (2, [key.interval.arrive for key in keys])):
        other, own_s, other_s = slopes[:, beside], along(lengths_s[:, 1]), along(lengths_s[:, beside])
        ease = along(eases)
        smooth = spline.eased(spline.tangents(own, other, own_s, other_s), own, ease)
        free = np.where(along(has_slope[:, beside]), spline.free_tangents(own, other, own_s, other_s), own) * ease
        speeds.append(np.where(is_linear, own, np.where(is_spline, free, smooth)))
    return speeds[0], speeds[1]
