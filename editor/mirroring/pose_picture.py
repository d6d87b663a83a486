"""The pose as it is and as it would be mirrored, two stick figures seen from the front of the body."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.texts import tr
from editor.theme import Theme
from models.animation import Pose
from models.body import Skeleton
from models.kinematics import forward, quat

__all__ = ["PosePicture"]

Array = NDArray[np.float64]

_HEIGHT, _MARGIN, _BONE, _GHOST_BONE = 168, 14, 3.0, 3.6
_MOST_APART_M = 3.0


class PosePicture(QWidget):
    """The pose now in grey; the mirrored one in colours, the left side cool and the right side warm.

    Args:
        theme: Its colours.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._now: list[tuple[str, QLineF]] = []
        self._then: list[tuple[str, QLineF]] = []
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Preview of the mirrored pose"))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_poses(self, skeleton: Skeleton, now: Pose, then: Pose) -> None:
        """Draw two poses, both as seen from in front of the first one."""
        turned = quat.rotate(now.rotations[0], np.array([1.0, 0.0, 0.0]))
        heading = np.arctan2(-turned[2], turned[0])
        facing = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), -heading)
        self._now, self._then = (_bones(skeleton, pose, now.root, facing) for pose in (now, then))
        self.update()

    @property
    def bones(self) -> list[tuple[str, QLineF]]:
        """The bones of the mirrored pose: side and line, metres, x to the viewer's right and y up."""
        return self._then

    def sizeHint(self) -> QSize:
        return QSize(220, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme["border"]), 1.0))
        painter.setBrush(QColor(theme["window"]))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        lines = [line for _, line in (*self._now, *self._then)]
        if not lines:
            return
        ends = np.array([[(line.x1(), line.y1()), (line.x2(), line.y2())] for line in lines]).reshape(-1, 2)
        low, high = ends.min(axis=0), ends.max(axis=0)
        room = np.array([self.width(), self.height()]) - 2 * _MARGIN
        scale = float((room / np.maximum(high - low, 0.1)).min())
        middle = (low + high) / 2

        def placed(line: QLineF) -> QLineF:
            points = (
                QPointF((x - middle[0]) * scale + self.width() / 2, self.height() / 2 - (y - middle[1]) * scale)
                for x, y in ((line.x1(), line.y1()), (line.x2(), line.y2()))
            )
            return QLineF(*points)

        cap = Qt.PenCapStyle.RoundCap
        painter.setPen(QPen(QColor(theme["border"]), _BONE, Qt.PenStyle.SolidLine, cap))
        painter.drawLines([placed(line) for _, line in self._now])
        for side, token in (("middle", "dim"), ("left", "ghost.after"), ("right", "handle.pinned")):
            painter.setPen(QPen(QColor(theme[token]), _GHOST_BONE, Qt.PenStyle.SolidLine, cap))
            painter.drawLines([placed(line) for name, line in self._then if name == side])


def _bones(skeleton: Skeleton, pose: Pose, origin: Array, facing: Array) -> list[tuple[str, QLineF]]:
    """Lines from joint to joint and to the tips, seen against the facing direction: its left is on the right."""
    rotations, joints = forward.globals_from_locals(skeleton, pose.root, pose.rotations)
    points = forward.points_from_globals(skeleton, rotations, joints)
    # A mirror about the world's plane may stand far away; it is drawn at the picture's edge.
    shift = np.clip(pose.root - origin, -_MOST_APART_M, _MOST_APART_M) - (pose.root - origin)
    joints, points = (quat.rotate(facing, each + shift - origin) for each in (joints, points))
    result = []
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            result.append((_side(skeleton.joint_names[joint]), _line(joints[parent], joints[joint])))
    for name in ("LeftMiddleTip", "RightMiddleTip", "LeftToeTip", "RightToeTip", "HeadTop"):
        point = skeleton.point_index(name)
        result.append((_side(name), _line(joints[skeleton.point_joints[point]], points[point])))
    return result


def _side(name: str) -> str:
    return next((side.lower() for side in ("Left", "Right") if name.startswith(side)), "middle")


def _line(start: Array, end: Array) -> QLineF:
    return QLineF(float(start[0]), float(start[1]), float(end[0]), float(end[1]))
