"""A tree of joints with points fixed to them: the canonical body, a user's rig, a BVH hierarchy.

A point is any place rigidly attached to a joint. The canonical body has 43 of them; in a BVH file they are the End
Sites. Everything that needs a skeleton takes this one class.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.errors import RigError, ShapeError, UnknownJoint

__all__ = ["Skeleton"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Skeleton:
    """J joints, parents before children, and P points.

    Args:
        name: What error messages call it.
        joint_names: J names, unique.
        parents: (J,) index of each joint's parent, -1 for a root; always smaller than the joint's own index.
        offsets: (J, 3) rest position relative to the parent in the rest frame, metres.
        point_names: P names, unique.
        point_joints: (P,) the joint each point is fixed to.
        point_offsets: (P, 3) position relative to that joint in the rest frame, metres.
        rotation_orders: Euler order of each joint for files and curves, e.g. "ZXY"; one string serves all.

    Raises:
        ShapeError: if the arrays do not fit each other.
        RigError: if names repeat or a parent does not come before its child.
    """

    name: str
    joint_names: tuple[str, ...]
    parents: IntArray
    offsets: Array
    point_names: tuple[str, ...] = ()
    point_joints: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    point_offsets: Array = field(default_factory=lambda: np.zeros((0, 3)))
    rotation_orders: tuple[str, ...] = ("ZXY",)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "parents", _frozen(self.parents, np.intp))
        set_field(self, "offsets", _frozen(self.offsets, np.float64))
        set_field(self, "point_joints", _frozen(self.point_joints, np.intp))
        set_field(self, "point_offsets", _frozen(self.point_offsets, np.float64))
        if len(self.rotation_orders) == 1:
            set_field(self, "rotation_orders", self.rotation_orders * self.n_joints)
        self._check_shapes()
        self._check_tree()

    def _check_shapes(self) -> None:
        n_joints, n_points = self.n_joints, self.n_points
        for what, shape, expected in (
            ("parents", self.parents.shape, (n_joints,)),
            ("offsets", self.offsets.shape, (n_joints, 3)),
            ("point_joints", self.point_joints.shape, (n_points,)),
            ("point_offsets", self.point_offsets.shape, (n_points, 3)),
            ("rotation_orders", (len(self.rotation_orders),), (n_joints,)),
        ):
            if shape != expected:
                raise ShapeError(f"{what} of skeleton '{self.name}' must be {expected}, got {shape}")

    def _check_tree(self) -> None:
        if self.n_joints == 0:
            raise RigError(f"skeleton '{self.name}' has no joints")
        for names, kind in ((self.joint_names, "joint"), (self.point_names, "point")):
            if len(set(names)) != len(names):
                twice = next(name for name in names if names.count(name) > 1)
                raise RigError(f"skeleton '{self.name}' has two {kind}s named '{twice}'; names must be unique")
        late = np.flatnonzero((self.parents >= np.arange(self.n_joints)) | (self.parents < -1))
        if late.size:
            raise RigError(
                f"joint '{self.joint_names[late[0]]}' of '{self.name}' comes before its parent; order joints by depth"
            )
        if self.n_points and not np.all((self.point_joints >= 0) & (self.point_joints < self.n_joints)):
            raise RigError(f"skeleton '{self.name}' fixes a point to a joint that does not exist")

    @property
    def n_joints(self) -> int:
        return len(self.joint_names)

    @property
    def n_points(self) -> int:
        return len(self.point_names)

    @cached_property
    def depth_levels(self) -> tuple[tuple[IntArray, IntArray], ...]:
        """(joints, their parents) of each depth below the roots, nearest first."""
        depth = np.zeros(self.n_joints, dtype=np.intp)
        for joint, parent in enumerate(self.parents):
            depth[joint] = 0 if parent < 0 else depth[parent] + 1
        levels = (np.flatnonzero(depth == d) for d in range(1, int(depth.max()) + 1))
        return tuple((joints, self.parents[joints]) for joints in levels)

    @cached_property
    def rest_positions(self) -> Array:
        """(J, 3) joint positions with every rotation zero, metres."""
        positions = self.offsets.copy()
        for joints, parents in self.depth_levels:
            positions[joints] += positions[parents]
        return _frozen(positions, np.float64)

    @cached_property
    def rest_points(self) -> Array:
        """(P, 3) point positions with every rotation zero, metres."""
        return _frozen(self.rest_positions[self.point_joints] + self.point_offsets, np.float64)

    @cached_property
    def descends(self) -> NDArray[np.bool_]:
        """(J, J) table: does joint `row` hang below joint `column`, or is it the same joint?"""
        table = np.eye(self.n_joints, dtype=bool)
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                table[joint] |= table[parent]
        table.setflags(write=False)
        return table

    @cached_property
    def _joint_indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.joint_names)}

    @cached_property
    def _point_indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.point_names)}

    def joint_index(self, name: str) -> int:
        """Index of a joint; raises UnknownJoint with the nearest name."""
        try:
            return self._joint_indices[name]
        except KeyError:
            raise UnknownJoint(name, self.joint_names, f"skeleton '{self.name}'") from None

    def point_index(self, name: str) -> int:
        """Index of a point; raises UnknownJoint with the nearest name."""
        try:
            return self._point_indices[name]
        except KeyError:
            raise UnknownJoint(name, self.point_names, f"skeleton '{self.name}'", kind="point") from None

    def children(self, joint: int) -> IntArray:
        """Indices of the joints whose parent is `joint`."""
        return np.flatnonzero(self.parents == joint)

    def scaled(self, factor: float) -> Skeleton:
        """The same skeleton, `factor` times as large."""
        return replace(self, offsets=self.offsets * factor, point_offsets=self.point_offsets * factor)

    def with_offsets(self, offsets: Array, point_offsets: Array | None = None, name: str | None = None) -> Skeleton:
        """The same tree with other proportions: offsets (J, 3) and, if given, point offsets (P, 3), metres."""
        return replace(
            self,
            name=name or self.name,
            offsets=offsets,
            point_offsets=self.point_offsets if point_offsets is None else point_offsets,
        )


def _frozen(values: object, dtype: type) -> NDArray:
    """A read-only copy: a skeleton is shared by everything and cached tables rest on it."""
    array: NDArray = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array
