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


def rotation_order(joint: Joint) -> str:
    """The Euler order a joint is written with: its own, completed to three axes; ZXY where it has none."""
    letters = [channel[0] for channel in joint.channels or () if channel.endswith("rotation")]
    order = "".join(dict.fromkeys(letters))
    return order + "".join(letter for letter in "ZXY" if letter not in order)


@dataclass(frozen=True)
class _OrderGroup:
    """Joints that share a rotation order: their indices (n,) and the columns (n, 3) of their angles."""

    order: str
    joints: IntArray
    columns: IntArray


class ChannelMap:
    """Which column of a row feeds what, for the joints of one figure.

    Args:
        joints: All joints of the file, in file order.
        figure: (J,) indices of the joints to read, parents first.
    """

    def __init__(self, joints: list[Joint], figure: IntArray) -> None:
        self.n_channels = sum(len(joint.channels or ()) for joint in joints)
        # One column of zeros is appended to the rows; a rotation channel that a joint lacks points there.
        self._zero = self.n_channels
        starts = np.cumsum([0] + [len(joint.channels or ()) for joint in joints])
        self._chains: list[tuple[int, list[tuple[str, int]]]] = []
        by_order: dict[str, tuple[list[int], list[list[int]]]] = {}
        position_of: list[tuple[int, int, int]] = []
        offsets = []
        for index, source in enumerate(figure):
            joint = joints[source]
            offsets.append(joint.offset)
            rotations = []
            for column, channel in enumerate(joint.channels or (), starts[source]):
                if channel.endswith("rotation"):
                    rotations.append((channel[0], int(column)))
                elif channel.endswith("position"):
                    position_of.append((index, "XYZ".index(channel[0]), int(column)))
            letters = [letter for letter, _ in rotations]
            if len(set(letters)) < len(letters):
                self._chains.append((index, rotations))
            elif rotations:
                columns = dict(rotations)
                order = rotation_order(joint)
                group = by_order.setdefault(order, ([], []))
                group[0].append(index)
                group[1].append([columns.get(letter, self._zero) for letter in order])
        self.n_joints = len(figure)
        self.offsets = np.array(offsets, dtype=np.float64).reshape(-1, 3)
        self._groups = [_OrderGroup(order, np.array(j), np.array(c)) for order, (j, c) in by_order.items()]
        table = np.array(position_of, dtype=np.intp).reshape(-1, 3)
        self._position_joint, self._position_axis, self._position_column = table.T
        self.translated_joints = np.unique(self._position_joint[self._position_joint > 0])

    def rotations(self, rows: Array) -> Array:
        """Local rotations (f, J, 4) of rows (f, C) in degrees."""
        padded = np.concatenate([rows, np.zeros((len(rows), 1))], axis=1)
        result = np.zeros((len(rows), self.n_joints, 4))
        result[..., 3] = 1.0
        for group in self._groups:
            result[:, group.joints] = euler.to_quat(np.radians(padded[:, group.columns]), group.order)
        for joint, rotations in self._chains:
            for letter, column in rotations:
                step = quat.from_axis_angle(np.eye(3)["XYZ".index(letter)], np.radians(rows[:, column]))
                result[:, joint] = quat.mul(result[:, joint], step)
        return result

    def translations(self, rows: Array) -> Array:
        """Local translations (f, J, 3) of rows (f, C), file units: OFFSET where no channel replaces it."""
        result = np.repeat(self.offsets[None], len(rows), axis=0)
        result[:, self._position_joint, self._position_axis] = rows[:, self._position_column]
        return result

    def root(self, rows: Array) -> Array:
        """Positions (f, 3) of the figure's root, file units."""
        result = np.repeat(self.offsets[:1], len(rows), axis=0)
        own = self._position_joint == 0
        result[:, self._position_axis[own]] = rows[:, self._position_column[own]]
        return result
