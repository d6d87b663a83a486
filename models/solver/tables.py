"""What the solver needs to know of a skeleton, worked out once: which vector hangs from which body.

Every point is the root plus a sum of vectors, each fixed to one rigid body (a joint and what moves with it):

    p = root + sum over the joints k on the way to p of  R_k v

with R_k the world rotation of body k and v a bone or a point offset. The solver turns each body in the world by its
own small rotation w_k, so the derivative of p is a cross product with the rotated vector, dp = sum w_k x (R_k v), and
bone lengths hold by construction. A Jacobian is therefore the same few numbers laid out in a fixed pattern: `layout`
is that pattern, and building all rows of all points is one gather.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.body import Skeleton
from models.errors import RigError

__all__ = ["ChainTables", "chain_tables"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

# The derivative of w x s by w, row by row: entry (a, b) is SIGN * s[AXIS].
_CROSS_AXIS = np.array([[0, 2, 1], [2, 0, 0], [1, 0, 0]])
_CROSS_SIGN = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])


@dataclass(frozen=True, eq=False)
class ChainTables:
    """J joints, P points, S vectors, N = 3 + 3 J variables: the root's translation, then each body's rotation.

    Args:
        parents: (J,) parent of each joint, -1 for the root.
        owners: (S,) the body each vector is fixed to.
        vectors: (S, 3, 1) the vectors in their body's frame, metres.
        paths: (P, S) 1 where a vector is on the way from the root to a point.
        on_vectors: (S, P) its transpose: sums what hangs from each vector.
        of_owners: (J, S) 1 where a vector is fixed to a body.
        blocks: (J, 3, 3) where each body's block of an (N, N) matrix is, in the flattened matrix.
        skew: (J, 3, 3) index of each entry of the matrices [c]x in [all c, minus all c, 0].
        jumps: For each power of two, (J + 1,) each joint's ancestor so many steps up; J, and J's own, past the root.
        layout: (P, 3, N) index of each Jacobian entry in [rotated vectors, minus rotated vectors, 0, 1].
    """

    skeleton: Skeleton
    parents: IntArray
    owners: IntArray
    vectors: Array
    paths: Array
    on_vectors: Array
    of_owners: Array
    blocks: IntArray
    skew: IntArray
    jumps: tuple[IntArray, ...]
    layout: IntArray

    @property
    def n_joints(self) -> int:
        return len(self.parents)

    @property
    def n_points(self) -> int:
        return len(self.paths)

    @property
    def n_variables(self) -> int:
        return 3 + 3 * self.n_joints


@lru_cache(maxsize=32)
def chain_tables(skeleton: Skeleton) -> ChainTables:
    """The tables of a skeleton with one root; raises RigError where there are several."""
    if np.count_nonzero(skeleton.parents < 0) != 1:
        raise RigError(f"skeleton '{skeleton.name}' has several roots; the solver needs one connected body")
    bones = np.flatnonzero(skeleton.parents >= 0)
    markers = np.flatnonzero(np.any(skeleton.point_offsets != 0.0, axis=-1))
    owners = np.concatenate([skeleton.parents[bones], skeleton.point_joints[markers]])
    vectors = np.concatenate([skeleton.offsets[bones], skeleton.point_offsets[markers]])
    paths = np.zeros((skeleton.n_points, len(owners)))
    paths[:, : len(bones)] = skeleton.descends[skeleton.point_joints][:, bones]
    paths[markers, len(bones) + np.arange(len(markers))] = 1.0
    n_joints = skeleton.n_joints
    n_variables = 3 + 3 * n_joints
    variables = 3 + np.arange(3 * n_joints).reshape(n_joints, 3)
    tables = ChainTables(
        skeleton=skeleton,
        parents=skeleton.parents,
        owners=owners,
        vectors=vectors[..., None],
        paths=paths,
        on_vectors=np.ascontiguousarray(paths.T),
        of_owners=(np.arange(n_joints)[:, None] == owners).astype(np.float64),
        blocks=variables[:, :, None] * n_variables + variables[:, None, :],
        skew=_skew(n_joints),
        jumps=_jumps(skeleton.parents),
        layout=_layout(n_joints, owners, paths),
    )
    for array in vars(tables).values():
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return tables


def _jumps(parents: IntArray) -> tuple[IntArray, ...]:
    """See `ChainTables.jumps`: as many as the deepest joint needs."""
    n_joints = len(parents)
    above = np.append(np.where(parents < 0, n_joints, parents), n_joints)
    jumps = []
    while np.any(above != n_joints):
        jumps.append(above)
        above = above[above]
    return tuple(jumps)


def _skew(n_joints: int) -> IntArray:
    """Where each entry of [c]x is found, with [c]x v = c x v; the derivative of w x s by w is minus [s]x."""
    first = 3 * np.arange(n_joints)[:, None, None]
    entries = first + _CROSS_AXIS + np.where(_CROSS_SIGN > 0, 3 * n_joints, 0)
    return np.where(_CROSS_SIGN == 0, 6 * n_joints, entries)


def _layout(n_joints: int, owners: IntArray, paths: Array) -> IntArray:
    """Where each entry (point, axis, variable) of the Jacobian is found; see `ChainTables.layout`."""
    n_points, n_vectors = paths.shape
    minus, zero, one = 3 * n_vectors, 6 * n_vectors, 6 * n_vectors + 1
    layout = np.full((n_points, 3, 3 + 3 * n_joints), zero, dtype=np.intp)
    layout[:, range(3), range(3)] = one
    for point, vector in np.argwhere(paths):
        # On the way to a point each body carries exactly one vector, so blocks never add up.
        block = 3 * vector + _CROSS_AXIS + np.where(_CROSS_SIGN < 0, minus, 0)
        first = 3 + 3 * owners[vector]
        layout[point, :, first : first + 3] = np.where(_CROSS_SIGN == 0, zero, block)
    return layout
