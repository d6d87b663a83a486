"""Kernels of the terms that every drag has: pulls on points, joint limits, nearness, the ground."""

from __future__ import annotations

import numpy as np

from models.kinematics.compiled import (
    FLOAT,
    FLOATS_RO,
    INTS_RO,
    MATRICES_RO,
    NONE,
    ROWS,
    ROWS_RO,
    VECTOR,
    kernel,
)

__all__ = ["farthest_square", "limit_angles", "near_gradient", "point_pulls"]

# The same as in `models.body.limits`: decides the direction of a swing of exactly half a turn.
_TIE_BREAK = 1e-12
# A swing turned nearly right round has no direction; its derivative is kept finite by flooring the sine there.
_LEAST_SINE = 0.02


@kernel(NONE, INTS_RO, ROWS_RO, ROWS_RO, FLOATS_RO, FLOAT, FLOAT, FLOAT, VECTOR, ROWS)
def point_pulls(chosen, points, targets, weights, knee, power, arc, stiffness, pulls):
    """Add the stiffness (P,) and the pull (P, 3) of K springs from points to their targets; see `PointTerm`."""
    for n in range(len(chosen)):
        p = chosen[n]
        x, y, z = points[p, 0] - targets[n, 0], points[p, 1] - targets[n, 1], points[p, 2] - targets[n, 2]
        square = x * x + y * y + z * z
        pull = weights[n] * weights[n] * (1.0 + square / (knee * knee)) ** (0.5 * power - 1.0)
        stiffness[p] += pull * max(1.0, np.sqrt(square) / arc)
        pulls[p, 0] += pull * x
        pulls[p, 1] += pull * y
        pulls[p, 2] += pull * z


@kernel(FLOAT, INTS_RO, ROWS_RO, ROWS_RO)
def farthest_square(chosen, points, targets):
    """The largest squared distance of K points from their targets."""
    largest = 0.0
    for n in range(len(chosen)):
        p = chosen[n]
        x, y, z = points[p, 0] - targets[n, 0], points[p, 1] - targets[n, 1], points[p, 2] - targets[n, 2]
        largest = max(largest, x * x + y * y + z * z)
    return largest


@kernel(NONE, MATRICES_RO, MATRICES_RO, FLOATS_RO, FLOATS_RO, FLOAT, FLOAT, VECTOR)
def near_gradient(frames, near_frames, root, near_root, turn_weight, root_weight, gradient):
    """The gradient (N,) of `NearTerm`, for squared weights: the axial vector of R N', and the root's distance."""
    for i in range(3):
        gradient[i] = root_weight * (root[i] - near_root[i])
    for j in range(len(frames)):
        a, b = frames[j], near_frames[j]
        for i in range(3):
            k, m = (i + 1) % 3, (i + 2) % 3
            forward = a[m, 0] * b[k, 0] + a[m, 1] * b[k, 1] + a[m, 2] * b[k, 2]
            backward = a[k, 0] * b[m, 0] + a[k, 1] * b[m, 1] + a[k, 2] * b[m, 2]
            gradient[3 + 3 * j + i] = (0.5 * turn_weight) * (forward - backward)


@kernel(NONE, MATRICES_RO, INTS_RO, INTS_RO, MATRICES_RO, MATRICES_RO, ROWS_RO, ROWS_RO, FLOAT, VECTOR, ROWS)
def limit_angles(frames, parents, joints, middle, frame, centre, half, weight, residual, rows):
    """How far three angles of L joints are beyond their nearer end, negative inside: (3 L,), and rows (3 L, N).

    Both weighted; the angles are those of `models.body.limits.swing_twist`. Rows are zero before, and left out where
    there are none. The derivatives are by a small rotation applied on the left: with d = (x, y, z) the x axis as
    rotated and e the x axis, the twist changes by w . (e + d) / (1 + e . d), as it must for rotations about d, about
    e, and across. The swing is f (-z, y) with f(cos a) = a / sin a and d' = w x d.
    """
    base, relative, gradient = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))
    bone = np.zeros((3, 3))
    angles = np.zeros(3)
    for n in range(len(joints)):
        above, own = frames[parents[n]], frames[joints[n]]
        for i in range(3):
            for j in range(3):
                base[i, j] = (
                    above[i, 0] * middle[n, 0, j] + above[i, 1] * middle[n, 1, j] + above[i, 2] * middle[n, 2, j]
                )
                bone[i, j] = own[i, 0] * frame[n, 0, j] + own[i, 1] * frame[n, 1, j] + own[i, 2] * frame[n, 2, j]
        for i in range(3):
            for j in range(3):
                relative[i, j] = base[0, i] * bone[0, j] + base[1, i] * bone[1, j] + base[2, i] * bone[2, j]
        x, y, z = relative[0, 0], relative[1, 0], relative[2, 0]
        about_y = _TIE_BREAK - z
        sine = np.sqrt(about_y * about_y + y * y)
        scale = np.arctan2(sine, x) / max(sine, _TIE_BREAK)
        angles[0], angles[1] = scale * about_y, scale * y
        angles[2] = np.arctan2(relative[2, 1] - relative[1, 2], relative[1, 1] + relative[2, 2])
        for i in range(3):
            residual[3 * n + i] = weight * (abs(angles[i] - centre[n, i]) - half[n, i])
        if not len(rows):
            continue
        sine = np.sqrt(y * y + z * z)
        angle = np.arctan2(sine, x)
        square = angle * angle
        if angle < _LEAST_SINE:
            # The series serve: a / sin a = 1 + a^2 / 6, and its slope by cos a is -1/3 - 2 a^2 / 15.
            scale, slope = 1.0 + square / 6.0, -1.0 / 3.0 - square * (2.0 / 15.0)
        else:
            floored = max(sine, _LEAST_SINE)
            scale, slope = angle / floored, (angle * x - sine) / (floored * floored * floored)
        along, rest = scale * x, 1.0 / max(1.0 + x, 1e-3)
        gradient[0, 0], gradient[0, 1], gradient[0, 2] = -scale * y, along - slope * z * z, slope * y * z
        gradient[1, 0], gradient[1, 1], gradient[1, 2] = -scale * z, gradient[0, 2], along - slope * y * y
        gradient[2, 0], gradient[2, 1], gradient[2, 2] = 1.0, y * rest, z * rest
        first, other = 3 + 3 * joints[n], 3 + 3 * parents[n]
        for i in range(3):
            signed = weight * np.sign(angles[i] - centre[n, i])
            for j in range(3):
                entry = signed * (
                    gradient[i, 0] * base[j, 0] + gradient[i, 1] * base[j, 1] + gradient[i, 2] * base[j, 2]
                )
                rows[3 * n + i, first + j] = entry
                rows[3 * n + i, other + j] = -entry
