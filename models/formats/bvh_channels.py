"""From rows of channel values to root positions, quaternions and joint translations.

Conventions of the format, on which Blender and the common readers agree: the rotation channels of a joint multiply
in the order in which they stand, whatever it is; position channels replace the joint's OFFSET (they are not added
to it); a missing position channel leaves its component of the OFFSET.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.formats.bvh_hierarchy import Joint
from models.kinematics import euler, quat

__all__ = ["ChannelMap", "rotation_order"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_RADIANS = np.pi / 180.0


def rotation_order(joint: Joint) -> str:
    """The Euler order a joint is written with: its own, completed to three axes; ZXY where it has none."""
    letters = [channel[0] for channel in joint.channels or () if channel.endswith("rotation")]
    order = "".join(dict.fromkeys(letters))
    return order + "".join(letter for letter in "ZXY" if letter not in order)


@dataclass(frozen=True)
class _OrderGroup:
    """Joints that share a rotation order: their indices (n,) and the columns (n, 3) of their angles, -1 for none."""

    order: str
    joints: IntArray
    columns: IntArray

    def angles(self, rows: Array) -> Array:
        """Angles (f, n, 3) in radians, in the letters' order, of rows (f, C) in degrees."""
        columns = self.columns.ravel()
        if columns[0] >= 0 and np.all(np.diff(columns) == 1):
            # The usual file: every joint has these three channels, one after the other.
            values = rows[:, columns[0] : columns[-1] + 1]
        else:
            values = np.where(columns >= 0, rows[:, columns], 0.0)
        return (values * _RADIANS).reshape(len(rows), -1, 3)


class ChannelMap:
    """Which column of a row feeds what, for the joints of one figure.

    Args:
        joints: All joints of the file, in file order.
        figure: (J,) indices of the joints to read, parents first.

    Attributes:
        n_channels: Columns of a row.
        n_joints: J.
        offsets: (J, 3) OFFSETs of the figure, file units.
        translated_joints: Joints with position channels, the root left out.
        most_rotations: Rotation channels of the joint that has most.
    """

    def __init__(self, joints: list[Joint], figure: IntArray) -> None:
        starts = np.cumsum([0] + [len(joint.channels or ()) for joint in joints])
        self.n_channels = int(starts[-1])
        self.n_joints = len(figure)
        self.most_rotations = max(sum("rotation" in name for name in joint.channels or ()) for joint in joints)
        self.offsets = np.array([joints[source].offset for source in figure], dtype=np.float64)
        self._groups: list[_OrderGroup] = []
        # Rotations that repeat an axis, as (letter, column) in file order, for each joint that has them.
        self._chains: list[tuple[int, list[tuple[str, int]]]] = []
        orders: dict[str, list[tuple[int, list[int]]]] = {}
        positions: list[tuple[int, int, int]] = []
        for index, source in enumerate(figure):
            joint = joints[source]
            numbered = [(channel, int(starts[source]) + n) for n, channel in enumerate(joint.channels or ())]
            positions += [(index, "XYZ".index(name[0]), n) for name, n in numbered if name.endswith("position")]
            rotations = [(name[0], n) for name, n in numbered if name.endswith("rotation")]
            columns = dict(rotations)
            if len(columns) < len(rotations):
                self._chains.append((index, rotations))
            elif rotations:
                order = rotation_order(joint)
                orders.setdefault(order, []).append((index, [columns.get(letter, -1) for letter in order]))
        for order, members in orders.items():
            self._groups.append(_OrderGroup(order, *(np.array(part) for part in zip(*members, strict=True))))
        table = np.array(positions, dtype=np.intp).reshape(-1, 3)
        self._position_joint, self._position_axis, self._position_column = table.T
        self._root_columns = [(axis, column) for joint, axis, column in positions if joint == 0]
        self.translated_joints = np.unique(self._position_joint[self._position_joint > 0])

    def rotations_into(self, rows: Array, out: Array) -> None:
        """Put the local rotations of rows (f, C) in degrees into `out` (f, J, 4)."""
        if len(self._groups) == 1 and len(self._groups[0].joints) == self.n_joints:
            euler.to_quat(self._groups[0].angles(rows), self._groups[0].order, out)
            return
        out[...] = quat.IDENTITY
        for group in self._groups:
            out[:, group.joints] = euler.to_quat(group.angles(rows), group.order)
        for joint, rotations in self._chains:
            for letter, column in rotations:
                step = quat.from_axis_angle(np.eye(3)["XYZ".index(letter)], np.radians(rows[:, column]))
                out[:, joint] = quat.mul(out[:, joint], step)

    def translations(self, rows: Array) -> Array:
        """Local translations (f, J, 3) of rows (f, C), file units: OFFSET where no channel replaces it."""
        result = np.repeat(self.offsets[None], len(rows), axis=0)
        result[:, self._position_joint, self._position_axis] = rows[:, self._position_column]
        return result

    def root(self, rows: Array) -> Array:
        """Positions (f, 3) of the figure's root, file units."""
        result = np.repeat(self.offsets[:1], len(rows), axis=0)
        for axis, column in self._root_columns:
            result[:, axis] = rows[:, column]
        return result
