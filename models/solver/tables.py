"""What the solver needs to know of a skeleton, worked out once: which vector hangs from which body.

Every point is the root plus a sum of vectors, each fixed to one rigid body (a joint and what moves with it):

    p = root + sum over the joints k on the way to p of  R_k v

with R_k the world rotation of body k and v a bone or a point offset. The solver turns each body in the world by its
own small rotation w_k, so the derivative of p is a cross product with the rotated vector, dp = sum w_k x (R_k v), and
bone lengths hold by construction. Two bodies share a term only if one hangs from the other: the matrix of a step has
the pattern of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.body import Skeleton
from models.errors import RigError

__all__ = ["ChainTables", "Pattern", "chain_tables"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pattern:
    """Which variables of a symmetric (N, N) matrix are coupled, for an elimination from the last to the first.

    Args:
        starts: (N + 1,) where the list of each variable begins in `above`.
        above: The lower variables that each is coupled with, ascending.
        related: (N, N) the same as a mask, symmetric, with the diagonal.
    """

    starts: IntArray
    above: IntArray
    related: BoolArray

    @classmethod
    def of_mask(cls, related: BoolArray) -> Pattern:
        below, above = np.nonzero(np.tril(related, -1))
        starts = np.searchsorted(below, np.arange(len(related) + 1))
        return cls(starts.astype(np.intp), above.astype(np.intp), np.ascontiguousarray(related))


@dataclass(frozen=True, eq=False)
class ChainTables:
    """J joints, P points, N = 3 + 3 J variables: the root's translation, then each body's rotation.

    Args:
        parents: (J,) parent of each joint, -1 for the root; parents come before children.
        offsets: (J, 3) the bone to each joint in its parent's frame, metres.
        point_joints: (P,) the body each point is fixed to.
        point_offsets: (P, 3) where on it, metres.
        chains: Couples every body with those above it, and all with the root's translation.
        dense: Couples everything, for terms that tie one branch to another.
    """

    skeleton: Skeleton
    parents: IntArray
    offsets: Array
    point_joints: IntArray
    point_offsets: Array
    chains: Pattern
    dense: Pattern

    @property
    def n_joints(self) -> int:
        return len(self.parents)

    @property
    def n_points(self) -> int:
        return len(self.point_joints)

    @property
    def n_variables(self) -> int:
        return 3 + 3 * self.n_joints


@lru_cache(maxsize=32)
def chain_tables(skeleton: Skeleton) -> ChainTables:
    """The tables of a skeleton with one root; raises RigError where there are several."""
    if np.count_nonzero(skeleton.parents < 0) != 1:
        raise RigError(f"skeleton '{skeleton.name}' has several roots; the solver needs one connected body")
    n_variables = 3 + 3 * skeleton.n_joints
    related = np.ones((n_variables, n_variables), dtype=bool)
    related[3:, 3:] = np.kron(skeleton.descends | skeleton.descends.T, np.ones((3, 3), dtype=bool))
    tables = ChainTables(
        skeleton=skeleton,
        parents=skeleton.parents.astype(np.intp),
        offsets=np.array(skeleton.offsets, dtype=np.float64, order="C"),
        point_joints=skeleton.point_joints.astype(np.intp),
        point_offsets=np.array(skeleton.point_offsets, dtype=np.float64, order="C").reshape(-1, 3),
        chains=Pattern.of_mask(related),
        dense=Pattern.of_mask(np.ones_like(related)),
    )
    for holder in (tables, tables.chains, tables.dense):
        for array in vars(holder).values():
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
    return tables
