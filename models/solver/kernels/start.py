"""Kernels of the first pose: bodies aligned to their points, directed along their lines, and limbs bent."""

from __future__ import annotations

import numpy as np
from numba import types

from models.kinematics.compiled import (
    FLOATS_RO,
    INTS_RO,
    MATRICES,
    MATRICES_RO,
    NONE,
    ROWS_RO,
    inner,
    kernel,
)

__all__ = ["align_bodies", "bend_limbs", "direct_lines"]

# Metres: a predicted elbow nearer than this to the straight line leaves the choice of side to the natural bend.
_NATURAL_M = 0.02
# A limb is started no straighter than this share of its length, where the solver could not see how to bend it.
_STRAIGHT = 0.9999
_TINY = 1e-9
# Jacobi's sweeps converge by their square; ten are more than any 3 x 3 matrix needs.
_MAX_SWEEPS = 10
_ROUNDING = 1e-16

_INTS_ROWS_RO = types.Array(types.intp, 2, "C", readonly=True)


@inner
def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inner
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inner
def _sum(p, a, q, b):
    """p a + q b."""
    return p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]


@inner
def _across(vector, unit):
    """The unit vector along the part of `vector` perpendicular to `unit`; any perpendicular where there is none."""
    part = _sum(1.0, vector, -_dot(vector, unit), unit)
    length = np.sqrt(_dot(part, part))
    if length < _TINY:
        x, y, z = abs(unit[0]), abs(unit[1]), abs(unit[2])
        if x <= y and x <= z:
            least = (1.0, 0.0, 0.0)
        elif y <= z:
            least = (0.0, 1.0, 0.0)
        else:
            least = (0.0, 0.0, 1.0)
        part = _cross(unit, least)
        length = np.sqrt(_dot(part, part))
    return part[0] / length, part[1] / length, part[2] / length


@inner
def _set_frame(along, axis, rest, frame):
    """The rotation that takes a rest frame's first axis to `along` and its second as near as possible to `axis`."""
    length = np.sqrt(_dot(along, along))
    if length < _TINY:
        along = (axis[1] + _TINY, axis[2] + _TINY, axis[0] + _TINY)
        length = np.sqrt(_dot(along, along))
    length = max(length, 1e-300)
    first = (along[0] / length, along[1] / length, along[2] / length)
    second = _across(axis, first)
    third = _cross(first, second)
    for i in range(3):
        for k in range(3):
            frame[i, k] = first[i] * rest[0, k] + second[i] * rest[1, k] + third[i] * rest[2, k]


@inner
def _combined(weights, frames):
    """The sum of weights (3 J,) times the columns of all bodies' frames."""
    x, y, z = 0.0, 0.0, 0.0
    for n in range(len(weights)):
        if weights[n] != 0.0:
            j, c = n // 3, n % 3
            x += weights[n] * frames[j, 0, c]
            y += weights[n] * frames[j, 1, c]
            z += weights[n] * frames[j, 2, c]
    return x, y, z


@inner
def _orthogonalise(a, v):
    """Turn the columns of `a` until they are at right angles (one-sided Jacobi: a v = u s), and those of `v` along."""
    for sweep in range(_MAX_SWEEPS):
        is_done = True
        for n in range(3):
            p, q = (0, 1) if n == 0 else ((0, 2) if n == 1 else (1, 2))
            alpha, beta, gamma = 0.0, 0.0, 0.0
            for i in range(3):
                alpha += a[i, p] * a[i, p]
                beta += a[i, q] * a[i, q]
                gamma += a[i, p] * a[i, q]
            if abs(gamma) <= _ROUNDING * np.sqrt(alpha) * np.sqrt(beta):
                continue
            is_done = False
            zeta = (beta - alpha) / (2.0 * gamma)
            tangent = (1.0 if zeta >= 0.0 else -1.0) / (abs(zeta) + np.sqrt(1.0 + zeta * zeta))
            cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
            sine = cosine * tangent
            for i in range(3):
                a[i, p], a[i, q] = cosine * a[i, p] - sine * a[i, q], sine * a[i, p] + cosine * a[i, q]
                v[i, p], v[i, q] = cosine * v[i, p] - sine * v[i, q], sine * v[i, p] + cosine * v[i, q]
        if is_done:
            return sweep
    return _MAX_SWEEPS


@kernel(NONE, ROWS_RO, INTS_RO, _INTS_ROWS_RO, MATRICES_RO, MATRICES)
def align_bodies(points, bodies, members, rest, frames):
    """Kabsch for B bodies: the rotation nearest to sum p r' over their points and centred rest positions (B, K, 3).

    Of u s v' only the two strongest axes are needed, the third of both is their cross product: that is the best
    rotation also where the best orthogonal matrix would be a reflection.
    """
    a, v = np.zeros((3, 3)), np.zeros((3, 3))
    for n in range(len(bodies)):
        a[:], v[:] = 0.0, 0.0
        for k in range(members.shape[1]):
            p = members[n, k]
            for i in range(3):
                for j in range(3):
                    a[i, j] += points[p, i] * rest[n, k, j]
        v[0, 0], v[1, 1], v[2, 2] = 1.0, 1.0, 1.0
        _orthogonalise(a, v)
        squares = (
            a[0, 0] ** 2 + a[1, 0] ** 2 + a[2, 0] ** 2,
            a[0, 1] ** 2 + a[1, 1] ** 2 + a[2, 1] ** 2,
            a[0, 2] ** 2 + a[1, 2] ** 2 + a[2, 2] ** 2,
        )
        weakest = 2
        if squares[1] < squares[weakest]:
            weakest = 1
        if squares[0] < squares[weakest]:
            weakest = 0
        one, two = (weakest + 1) % 3, (weakest + 2) % 3
        if squares[two] > squares[one]:
            one, two = two, one
        frame = frames[bodies[n]]
        length = np.sqrt(squares[one])
        if length < 1e-300:
            frame[:] = 0.0
            frame[0, 0], frame[1, 1], frame[2, 2] = 1.0, 1.0, 1.0
            continue
        u1 = (a[0, one] / length, a[1, one] / length, a[2, one] / length)
        second = (a[0, two] / length, a[1, two] / length, a[2, two] / length)
        size = np.sqrt(_dot(second, second))
        scale = 1.0 / size if size > 1e-14 else 0.0
        # At right angles already, to rounding; where there is no second axis, any will do.
        u2 = _across((second[0] * scale, second[1] * scale, second[2] * scale), u1)
        u3 = _cross(u1, u2)
        v1, v2 = (v[0, one], v[1, one], v[2, one]), (v[0, two], v[1, two], v[2, two])
        v3 = _cross(v1, v2)
        for i in range(3):
            for j in range(3):
                frame[i, j] = u1[i] * v1[j] + u2[i] * v2[j] + u3[i] * v3[j]


@kernel(NONE, ROWS_RO, INTS_RO, INTS_RO, INTS_RO, ROWS_RO, MATRICES_RO, MATRICES)
def direct_lines(points, lines, starts, ends, axes, rest, frames):
    """Bodies seen as a line, along it and rolled as `axes` (L, 3 J) of the others say."""
    for n in range(len(lines)):
        s, e = starts[n], ends[n]
        along = (points[e, 0] - points[s, 0], points[e, 1] - points[s, 1], points[e, 2] - points[s, 2])
        _set_frame(along, _combined(axes[n], frames), rest[n], frames[lines[n]])


@kernel(
    NONE,
    ROWS_RO,
    ROWS_RO,
    INTS_RO,
    INTS_RO,
    INTS_RO,
    INTS_RO,
    INTS_RO,
    ROWS_RO,
    ROWS_RO,
    MATRICES_RO,
    FLOATS_RO,
    ROWS_RO,
    MATRICES,
)
def bend_limbs(points, placed, limbs, tops, middles, ends, tips, lengths, poles, rest, shares, twists, frames):
    """Upper and lower bones of four limbs, by the law of cosines; see `models.solver.start`.

    Args:
        points, placed: (P, 3) where points should be; where bodies that are done have put the limbs' tops.
        limbs: (8,) joints of the upper bones, then the lower.
        tops, middles, ends: (4,) points; tips: (4,) joints that the limbs end in.
        lengths: (2, 4) metres; poles: (4, 3 J); rest: (8, 3, 3); shares: (4,) of the tip's roll; twists: (2, 4).
    """
    n_limbs = len(ends)
    for n in range(n_limbs):
        t, m, e = tops[n], middles[n], ends[n]
        reach = (points[e, 0] - placed[t, 0], points[e, 1] - placed[t, 1], points[e, 2] - placed[t, 2])
        distance = np.sqrt(_dot(reach, reach))
        floored = max(distance, _TINY)
        along = (reach[0] / floored, reach[1] / floored, reach[2] / floored)
        side = (points[m, 0] - placed[t, 0], points[m, 1] - placed[t, 1], points[m, 2] - placed[t, 2])
        side = _across(_sum(1.0, side, _NATURAL_M, _combined(poles[n], frames)), along)
        first, second = lengths[0, n], lengths[1, n]
        span = min(max(distance, abs(first - second) * 1.0001), (first + second) * _STRAIGHT)
        # How far along the line the elbow is, and how far off it.
        offset = 0.5 * (span + (first - second) * (first + second) / span)
        height = np.sqrt(max(first * first - offset * offset, 0.0))
        elbow = _sum(offset, along, height, side)
        hinge = _cross(side, along)
        lower = _sum(span / second, along, -1.0 / second, elbow)
        _set_frame(_sum(1.0 / first, elbow, 0.0, elbow), hinge, rest[n], frames[limbs[n]])
        # No point shows how a forearm is rolled; a hand turned at the wrist alone would be out of its range. The twist
        # is that of `models.body.limits.swing_twist`, from the entries of [lower, hinge, third]' tip.
        third = _cross(lower, hinge)
        tip, bone = frames[tips[n]], rest[n_limbs + n]
        axis = (
            tip[0, 0] * bone[1, 0] + tip[0, 1] * bone[1, 1] + tip[0, 2] * bone[1, 2],
            tip[1, 0] * bone[1, 0] + tip[1, 1] * bone[1, 1] + tip[1, 2] * bone[1, 2],
            tip[2, 0] * bone[1, 0] + tip[2, 1] * bone[1, 1] + tip[2, 2] * bone[1, 2],
        )
        other = (
            tip[0, 0] * bone[2, 0] + tip[0, 1] * bone[2, 1] + tip[0, 2] * bone[2, 2],
            tip[1, 0] * bone[2, 0] + tip[1, 1] * bone[2, 1] + tip[1, 2] * bone[2, 2],
            tip[2, 0] * bone[2, 0] + tip[2, 1] * bone[2, 1] + tip[2, 2] * bone[2, 2],
        )
        twist = np.arctan2(
            _dot(third, axis) - _dot(hinge, other),
            _dot(hinge, axis) + _dot(third, other),
        )
        turn = min(max(twist * shares[n], twists[0, n]), twists[1, n])
        _set_frame(lower, _sum(np.cos(turn), hinge, np.sin(turn), third), bone, frames[limbs[n_limbs + n]])
