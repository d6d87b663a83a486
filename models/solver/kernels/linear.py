"""Kernels for the linear system of a step: symmetric, positive definite, and as sparse as the tree of bodies.

Two variables are coupled only if one body is above the other. Eliminating bodies from the leaves up then fills in
nothing (Featherstone, 2005: branch-induced sparsity), so factor and solve touch a few of the entries: those above each
variable k, `above[starts[k]:starts[k + 1]]`, ascending. With every k's list complete they serve any dense system, too.
"""

from __future__ import annotations

import numpy as np

from models.kinematics.compiled import (
    BOOL_TABLE_RO,
    BOOLS,
    BOOLS_RO,
    FLOAT,
    FLOATS_RO,
    INT,
    INTS_RO,
    MATRICES,
    MATRICES_RO,
    NONE,
    ROWS,
    ROWS_RO,
    VECTOR,
    inner,
    kernel,
)

__all__ = [
    "INDEFINITE",
    "OFF_TREE",
    "SETTLED",
    "UNSETTLED",
    "accelerate",
    "add_rows",
    "largest",
    "leave_convex",
    "solve_sides",
]

# Jacobi's rotations converge by their square; ten sweeps are more than any 3 x 3 matrix needs.
_MAX_SWEEPS = 10
_ROUNDING = 1e-17

# What `solve_sides` found: no least, every row on the side assumed, some not, or a row that couples branches.
INDEFINITE, SETTLED, UNSETTLED, OFF_TREE = 0, 1, 2, 3


@inner
def _add_row(residual, row, related, gradient, hessian):
    """Half the square of one row; 0 if it couples variables that are not related."""
    n = len(row)
    used, count, fits = np.zeros(n, dtype=np.intp), 0, 1
    for k in range(n):
        if row[k] != 0.0:
            used[count] = k
            count += 1
            gradient[k] += residual * row[k]
    for i in range(count):
        k = used[i]
        for j in range(i + 1):
            hessian[k, used[j]] += row[k] * row[used[j]]
    for i in range(count):
        if not related[used[count - 1], used[i]]:
            fits = 0
    return fits


@kernel(INT, FLOATS_RO, ROWS_RO, BOOL_TABLE_RO, VECTOR, ROWS)
def add_rows(residual, jacobian, related, gradient, hessian):
    """Add half the squares of rows (M, N) to the gradient and the lower half of the Hessian; 0 as `_add_row`."""
    fits = 1
    for m in range(len(residual)):
        fits &= _add_row(residual[m], jacobian[m], related, gradient, hessian)
    return fits


@inner
def _factor(starts, above, matrix):
    """L with L'L = matrix, in place of its lower half; 0 where it is not positive definite."""
    n = len(matrix)
    column = np.zeros(n)
    for k in range(n - 1, -1, -1):
        pivot = matrix[k, k]
        if not pivot > 0.0:
            return 0
        root = np.sqrt(pivot)
        matrix[k, k] = root
        begin, end = starts[k], starts[k + 1]
        for i in range(begin, end):
            a = above[i]
            column[i - begin] = matrix[k, a] / root
            matrix[k, a] = column[i - begin]
        for i in range(begin, end):
            a, share = above[i], column[i - begin]
            for j in range(begin, i + 1):
                matrix[a, above[j]] -= share * column[j - begin]
    return 1


@inner
def _solve(starts, above, factor, x):
    """Solve with the factor that `solve_sides` left, in place."""
    n = len(x)
    for k in range(n - 1, -1, -1):
        x[k] /= factor[k, k]
        for i in range(starts[k], starts[k + 1]):
            x[above[i]] -= factor[k, above[i]] * x[k]
    for k in range(n):
        total = x[k]
        for i in range(starts[k], starts[k + 1]):
            total -= factor[k, above[i]] * x[above[i]]
        x[k] = total / factor[k, k]


@kernel(FLOAT, FLOATS_RO, INT, INT)
def largest(step, begin, end):
    """The largest absolute value of some variables."""
    most = 0.0
    for k in range(begin, end):
        most = max(most, abs(step[k]))
    return most


@kernel(NONE, INTS_RO, INTS_RO, ROWS_RO, FLOATS_RO, FLOAT, VECTOR)
def accelerate(starts, above, factor, step, most, pull):
    """The step less what a pull (N,) adds to it, in place of the pull; the step alone where that is a large share."""
    _solve(starts, above, factor, pull)
    n = len(step)
    share = 1.0 if largest(pull, 0, n) < most * largest(step, 0, n) else 0.0
    for k in range(n):
        pull[k] = step[k] - share * pull[k]


@kernel(NONE, MATRICES)
def leave_convex(blocks):
    """Take out of symmetric blocks (J, 3, 3) what curves downwards, by Jacobi's rotations."""
    vectors, values = np.zeros((3, 3)), np.zeros(3)
    for b in range(len(blocks)):
        a = blocks[b]
        vectors[:] = 0.0
        for i in range(3):
            vectors[i, i] = 1.0
        for _ in range(_MAX_SWEEPS):
            off = abs(a[1, 0]) + abs(a[2, 0]) + abs(a[2, 1])
            if off <= _ROUNDING * (abs(a[0, 0]) + abs(a[1, 1]) + abs(a[2, 2])):
                break
            for n in range(3):
                p, q = (0, 1) if n == 0 else ((0, 2) if n == 1 else (1, 2))
                if a[p, q] == 0.0:
                    continue
                theta = (a[q, q] - a[p, p]) / (2.0 * a[p, q])
                tangent = (1.0 if theta >= 0.0 else -1.0) / (abs(theta) + np.sqrt(1.0 + theta * theta))
                cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
                sine = cosine * tangent
                for k in range(3):
                    a[k, p], a[k, q] = cosine * a[k, p] - sine * a[k, q], sine * a[k, p] + cosine * a[k, q]
                    vectors[k, p], vectors[k, q] = (
                        cosine * vectors[k, p] - sine * vectors[k, q],
                        sine * vectors[k, p] + cosine * vectors[k, q],
                    )
                for k in range(3):
                    a[p, k], a[q, k] = cosine * a[p, k] - sine * a[q, k], sine * a[p, k] + cosine * a[q, k]
        for i in range(3):
            values[i] = max(a[i, i], 0.0)
        for i in range(3):
            for j in range(3):
                a[i, j] = 0.0
                for k in range(3):
                    a[i, j] += vectors[i, k] * values[k] * vectors[j, k]


@kernel(
    INT,
    INTS_RO,
    INTS_RO,
    BOOL_TABLE_RO,
    ROWS_RO,
    MATRICES_RO,
    FLOAT,
    FLOATS_RO,
    FLOATS_RO,
    ROWS_RO,
    BOOLS_RO,
    ROWS,
    VECTOR,
    BOOLS,
)
def solve_sides(
    starts, above, related, hessian, curvature, damping, gradient, residual, jacobian, outside, factor, step, after
):
    """The step (N,) to the least of the model with the rows outside (M,) counted, and which rows it leaves outside.

    The matrix is the Hessian's lower half, the curvature's blocks (J, 3, 3) on its diagonal, and the damping. Its
    factor and the two results are written to the last three arguments.
    """
    n = len(gradient)
    for i in range(n):
        step[i] = gradient[i]
        for j in range(i + 1):
            factor[i, j] = hessian[i, j]
        factor[i, i] += damping
    for b in range(len(curvature)):
        for i in range(3):
            for j in range(i + 1):
                factor[3 + 3 * b + i, 3 + 3 * b + j] += curvature[b, i, j]
    for m in range(len(residual)):
        if outside[m] and not _add_row(residual[m], jacobian[m], related, step, factor):
            return OFF_TREE
    if not _factor(starts, above, factor):
        return INDEFINITE
    _solve(starts, above, factor, step)
    for i in range(n):
        step[i] = -step[i]
    found = SETTLED
    for m in range(len(residual)):
        # Three sums, so that each addition need not wait for the one before.
        x, y, z = residual[m], 0.0, 0.0
        for i in range(0, n, 3):
            x += jacobian[m, i] * step[i]
            y += jacobian[m, i + 1] * step[i + 1]
            z += jacobian[m, i + 2] * step[i + 2]
        after[m] = x + y + z > 0.0
        if after[m] != outside[m]:
            found = UNSETTLED
    return found
