"""What a drag of a value does to keys, without a window: a joint turned, or a point moved with the body following."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from editor.curves.channels import Channel
from editor.curves.key_table import KeyTable
from models.animation import Key, Pose
from models.body import POINTS
from models.completion import Completion
from models.document import key_of, posing_of, snapshot_at
from models.kinematics import euler, forward
from models.posing import Session

__all__ = ["PointMover", "turned_keys"]


def turned_keys(table: KeyTable, channel: Channel, ticks: Iterable[int], by_deg: float) -> dict[int, Key]:
    """Keys with one Euler angle of a joint changed, by time.

    Handles keep their states and move to where the new pose has them: what was pinned is pinned there.
    """
    joint, order = channel.group.index, channel.group.order
    values = table.values(channel.group)
    result = {}
    for tick in ticks:
        row = table.row(tick)
        if row is None:
            continue
        key = table.track.keys[row]
        angles = values[row].copy()
        angles[channel.column] += by_deg
        rotations = key.pose.rotations.copy()
        rotations[joint] = euler.to_quat(np.radians(angles), order)
        result[tick] = _reposed(table, key, Pose(key.pose.root, rotations))
    return result


def _reposed(table: KeyTable, key: Key, pose: Pose) -> Key:
    posing = posing_of(key, table.skeleton).with_base(pose)
    turns, _ = forward.globals_from_locals(table.skeleton, pose.root, pose.rotations)
    return key_of(key.tick, replace(posing, targets=posing.base_points, turns=turns), pose, key.interval)


class PointMover:
    """Drags one point on several keys; every move starts from the keys as they were.

    Args:
        table: The keys as they were.
        channel: Of a place; which point, and along which axis.
        completion: The networks that fill in the rest of the body.
    """

    def __init__(self, table: KeyTable, channel: Channel, completion: Completion) -> None:
        self._table, self._channel, self._completion = table, channel, completion
        self._sessions: dict[int, Session] = {}

    def moved(self, ticks: Iterable[int], by_m: float) -> dict[int, Key]:
        """Keys with the point pinned that far along the axis, by time; some milliseconds each.

        Raises:
            SixpointError: if the body cannot be solved.
        """
        table, channel, name = self._table, self._channel, POINTS[self._channel.group.index]
        values, result = table.values(channel.group), {}
        for tick in ticks:
            row = table.row(tick)
            if row is None:
                continue
            place = values[row].copy()
            place[channel.column] += by_m
            session = self._session(tick)
            session.drag(name, place)
            key = table.track.keys[row]
            result[tick] = key_of(tick, session.snapshot.posing, session.pose, key.interval)
        return result

    def _session(self, tick: int) -> Session:
        if tick not in self._sessions:
            session = Session(self._table.skeleton, completion=self._completion)
            session.restore(snapshot_at(self._table.track, self._table.skeleton, tick))
            self._sessions[tick] = session
        return self._sessions[tick]
