"""Kernels on the tree of bodies: points, turns, springs on points, and how both bend.

Every body j hangs from its parent by a bone, and every point from its body by a marker; both are given as turned into
the world. The derivative of a vector s by a turn w of its body is w x s. What all points below a bone contribute is
summed from the leaves up, so each bone is visited once however many points hang from it.
"""

from __future__ import annotations

import numpy as np

from models.kinematics.compiled import (
    FLOAT,
    FLOATS_RO,
    INTS_RO,
    MATRICES,
    MATRICES_RO,
    NONE,
    ROWS,
    ROWS_RO,
    VECTOR,
    kernel,
)

__all__ = [
    "arc_gradient",
    "chained",
    "curvature",
    "depth_rows",
    "local_rotations",
    "place",
    "point_rows",
    "predicted_pulls",
    "springs",
    "turned",
]


@kernel(NONE, INTS_RO, ROWS_RO, INTS_RO, ROWS_RO, FLOATS_RO, MATRICES_RO, ROWS, ROWS, ROWS)
def place(parents, offsets, point_joints, point_offsets, root, frames, bones, markers, points):
    """Bones (J, 3), markers (P, 3) and points (P, 3) of a root and world rotations (J, 3, 3)."""
    n_joints = len(parents)
    joints = np.zeros((n_joints, 3))
    joints[0] = root
    for j in range(1, n_joints):
        a = parents[j]
        for i in range(3):
            bones[j, i] = (
                frames[a, i, 0] * offsets[j, 0] + frames[a, i, 1] * offsets[j, 1] + frames[a, i, 2] * offsets[j, 2]
            )
            joints[j, i] = joints[a, i] + bones[j, i]
    for p in range(len(point_joints)):
        b = point_joints[p]
        x, y, z = point_offsets[p]
        for i in range(3):
            markers[p, i] = frames[b, i, 0] * x + frames[b, i, 1] * y + frames[b, i, 2] * z
            points[p, i] = joints[b, i] + markers[p, i]


@kernel(NONE, INTS_RO, MATRICES)
def chained(parents, frames):
    """Local rotations (J, 3, 3) to world ones, in place."""
    for j in range(1, len(parents)):
        a = parents[j]
        for c in range(3):
            x, y, z = frames[j, 0, c], frames[j, 1, c], frames[j, 2, c]
            for i in range(3):
                frames[j, i, c] = frames[a, i, 0] * x + frames[a, i, 1] * y + frames[a, i, 2] * z


@kernel(NONE, INTS_RO, MATRICES_RO, ROWS)
def local_rotations(parents, frames, rotations):
    """World rotation matrices (J, 3, 3) to local quaternions (J, 4), as `quat.from_matrix` makes them."""
    m = np.zeros((3, 3))
    for j in range(len(parents)):
        a, q = parents[j], rotations[j]
        for i in range(3):
            for c in range(3):
                m[i, c] = frames[j, i, c]
                if a >= 0:
                    m[i, c] = (
                        frames[a, 0, i] * frames[j, 0, c]
                        + frames[a, 1, i] * frames[j, 1, c]
                        + frames[a, 2, i] * frames[j, 2, c]
                    )
        best, most = 3, 1.0 + m[0, 0] + m[1, 1] + m[2, 2]
        for i in range(2, -1, -1):
            square = 1.0 + 2.0 * m[i, i] - (m[0, 0] + m[1, 1] + m[2, 2])
            if square >= most:
                best, most = i, square
        if best == 3:
            q[0], q[1], q[2], q[3] = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], most
        else:
            k, n = (best + 1) % 3, (best + 2) % 3
            q[best], q[k], q[n] = most, m[k, best] + m[best, k], m[n, best] + m[best, n]
            q[3] = m[n, k] - m[k, n]
        length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
        for i in range(4):
            q[i] /= length


@kernel(NONE, MATRICES_RO, FLOATS_RO, MATRICES)
def turned(frames, step, result):
    """World rotations after the turns of a step (N,), by Cayley's map: (1 + c.c)-1 ((1 - c.c) I + 2 c c' + 2 [c]x)."""
    for j in range(len(frames)):
        x, y, z = 0.5 * step[3 + 3 * j], 0.5 * step[4 + 3 * j], 0.5 * step[5 + 3 * j]
        share = 2.0 / (1.0 + (x * x + y * y + z * z))
        for c in range(3):
            a, b, d = frames[j, 0, c], frames[j, 1, c], frames[j, 2, c]
            # I + share ([c]x + [c]x [c]x) on a column: twice the cross product with c.
            u, v, w = y * d - z * b, z * a - x * d, x * b - y * a
            result[j, 0, c] = a + share * (u + (y * w - z * v))
            result[j, 1, c] = b + share * (v + (z * u - x * w))
            result[j, 2, c] = d + share * (w + (x * v - y * u))


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, INTS_RO, MATRICES)
def point_rows(parents, point_joints, bones, markers, chosen, rows):
    """Derivatives (K, 3, N) of chosen points by all variables; `rows` is zero before."""
    for row in range(len(chosen)):
        p = chosen[row]
        body = point_joints[p]
        x, y, z = markers[p]
        for i in range(3):
            rows[row, i, i] = 1.0
        while True:
            first = 3 + 3 * body
            rows[row, 0, first + 1], rows[row, 0, first + 2] = z, -y
            rows[row, 1, first], rows[row, 1, first + 2] = -z, x
            rows[row, 2, first], rows[row, 2, first + 1] = y, -x
            if parents[body] < 0:
                break
            x, y, z = bones[body]
            body = parents[body]


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, INTS_RO, FLOAT, ROWS)
def depth_rows(parents, point_joints, bones, markers, chosen, weight, rows):
    """Derivatives (K, N) of how deep chosen points are, -y, times a weight; `rows` is zero before."""
    for row in range(len(chosen)):
        p = chosen[row]
        body = point_joints[p]
        x, z = markers[p, 0], markers[p, 2]
        rows[row, 1] = -weight
        while True:
            rows[row, 3 + 3 * body], rows[row, 5 + 3 * body] = weight * z, -weight * x
            if parents[body] < 0:
                break
            x, z = bones[body, 0], bones[body, 2]
            body = parents[body]


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, FLOATS_RO, ROWS_RO, VECTOR, ROWS)
def springs(parents, point_joints, bones, markers, stiffness, pulls, gradient, hessian):
    """Add springs on points: stiffness (P,) and pulls (P, 3), to the gradient (N,) and the lower half of (N, N).

    For vectors s and t on the way to one point, s on a body above that of t, the Hessian's block (t, s) is the
    stiffness times [t]x'[s]x = (t.s) I - s t'.
    """
    n_joints = len(parents)
    total, force, moment = np.zeros(n_joints), np.zeros((n_joints, 3)), np.zeros((n_joints, 3))
    n_points = len(point_joints)
    for n in range(n_points + n_joints - 1):
        if n < n_points:
            body = point_joints[n]
            x, y, z = markers[n]
            k = stiffness[n]
            fx, fy, fz = pulls[n]
        else:
            # Bones from the last to the first: a body's children come after it, so its sums are complete.
            j = n_joints - 1 - (n - n_points)
            body = parents[j]
            x, y, z = bones[j]
            k = total[j]
            fx, fy, fz = force[j]
        total[body] += k
        force[body, 0] += fx
        force[body, 1] += fy
        force[body, 2] += fz
        moment[body, 0] += k * x
        moment[body, 1] += k * y
        moment[body, 2] += k * z
        first = 3 + 3 * body
        gradient[first] += y * fz - z * fy
        gradient[first + 1] += z * fx - x * fz
        gradient[first + 2] += x * fy - y * fx
        hessian[first, first] += k * (y * y + z * z)
        hessian[first + 1, first + 1] += k * (x * x + z * z)
        hessian[first + 2, first + 2] += k * (x * x + y * y)
        hessian[first + 1, first] -= k * x * y
        hessian[first + 2, first] -= k * x * z
        hessian[first + 2, first + 1] -= k * y * z
    for i in range(3):
        gradient[i] += force[0, i]
        hessian[i, i] += total[0]
    for j in range(n_joints):
        if total[j] == 0.0:
            continue
        row = 3 + 3 * j
        x, y, z = moment[j]
        hessian[row, 1] -= z
        hessian[row, 2] += y
        hessian[row + 1, 0] += z
        hessian[row + 1, 2] -= x
        hessian[row + 2, 0] -= y
        hessian[row + 2, 1] += x
        below = j
        while parents[below] >= 0:
            above = parents[below]
            column = 3 + 3 * above
            dot = x * bones[below, 0] + y * bones[below, 1] + z * bones[below, 2]
            for i in range(3):
                s = bones[below, i]
                hessian[row + i, column] -= s * x
                hessian[row + i, column + 1] -= s * y
                hessian[row + i, column + 2] -= s * z
                hessian[row + i, column + i] += dot
            below = above


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, ROWS_RO, MATRICES)
def curvature(parents, point_joints, bones, markers, pulls, blocks):
    """Second derivatives (J, 3, 3) of pulls . points by each body's turn; `blocks` is zero before.

    A force f on a vector s gives (s f' + f s') / 2 - (s . f) I.
    """
    n_joints, n_points = len(parents), len(point_joints)
    force = np.zeros((n_joints, 3))
    for n in range(n_points + n_joints - 1):
        if n < n_points:
            body = point_joints[n]
            x, y, z = markers[n]
            fx, fy, fz = pulls[n]
        else:
            j = n_joints - 1 - (n - n_points)
            body = parents[j]
            x, y, z = bones[j]
            fx, fy, fz = force[j]
        force[body, 0] += fx
        force[body, 1] += fy
        force[body, 2] += fz
        blocks[body, 0, 0] -= y * fy + z * fz
        blocks[body, 1, 1] -= x * fx + z * fz
        blocks[body, 2, 2] -= x * fx + y * fy
        blocks[body, 1, 0] += 0.5 * (x * fy + y * fx)
        blocks[body, 2, 0] += 0.5 * (x * fz + z * fx)
        blocks[body, 2, 1] += 0.5 * (y * fz + z * fy)
    for j in range(n_joints):
        blocks[j, 0, 1], blocks[j, 0, 2], blocks[j, 1, 2] = blocks[j, 1, 0], blocks[j, 2, 0], blocks[j, 2, 1]


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, FLOATS_RO, ROWS_RO, FLOATS_RO, ROWS)
def predicted_pulls(parents, point_joints, bones, markers, stiffness, pulls, step, after):
    """Pulls (P, 3) after a step (N,), were points to move along straight lines."""
    n_joints = len(parents)
    shift = np.zeros((n_joints, 3))
    shift[0] = step[:3]
    for n in range(1, n_joints + len(point_joints)):
        p = n - n_joints
        body = parents[n] if p < 0 else point_joints[p]
        x, y, z = bones[n] if p < 0 else markers[p]
        u, v, w = step[3 + 3 * body], step[4 + 3 * body], step[5 + 3 * body]
        dx = shift[body, 0] + (v * z - w * y)
        dy = shift[body, 1] + (w * x - u * z)
        dz = shift[body, 2] + (u * y - v * x)
        if p < 0:
            shift[n, 0], shift[n, 1], shift[n, 2] = dx, dy, dz
        else:
            k = stiffness[p]
            after[p, 0], after[p, 1], after[p, 2] = pulls[p, 0] + k * dx, pulls[p, 1] + k * dy, pulls[p, 2] + k * dz


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, ROWS_RO, FLOATS_RO, FLOATS_RO, VECTOR)
def arc_gradient(parents, point_joints, bones, markers, stiffness, step, gradient):
    """What springs pull with (N,) because points leave their straight lines in a step; `gradient` is zero before.

    To second order a vector s turned by w leaves its line by w x (w x s) / 2 = (w (w . s) - s (w . w)) / 2.
    """
    n_joints, n_points = len(parents), len(point_joints)
    bend, force = np.zeros((n_joints, 3)), np.zeros((n_joints, 3))
    for n in range(1, n_joints + n_points):
        p = n - n_joints
        body = parents[n] if p < 0 else point_joints[p]
        x, y, z = bones[n] if p < 0 else markers[p]
        u, v, w = step[3 + 3 * body], step[4 + 3 * body], step[5 + 3 * body]
        along, square = 0.5 * (u * x + v * y + w * z), 0.5 * (u * u + v * v + w * w)
        bx = bend[body, 0] + (u * along - x * square)
        by = bend[body, 1] + (v * along - y * square)
        bz = bend[body, 2] + (w * along - z * square)
        if p < 0:
            bend[n, 0], bend[n, 1], bend[n, 2] = bx, by, bz
            continue
        k = stiffness[p]
        fx, fy, fz = k * bx, k * by, k * bz
        force[body, 0] += fx
        force[body, 1] += fy
        force[body, 2] += fz
        first = 3 + 3 * body
        gradient[first] += y * fz - z * fy
        gradient[first + 1] += z * fx - x * fz
        gradient[first + 2] += x * fy - y * fx
    for j in range(n_joints - 1, 0, -1):
        x, y, z = bones[j]
        fx, fy, fz = force[j]
        first = 3 + 3 * parents[j]
        gradient[first] += y * fz - z * fy
        gradient[first + 1] += z * fx - x * fz
        gradient[first + 2] += x * fy - y * fx
        for i in range(3):
            force[parents[j], i] += force[j, i]
    for i in range(3):
        gradient[i] += force[0, i]
