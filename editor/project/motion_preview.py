"""A small picture of a motion: the file's own rig beside the body it is carried over to, frame by frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from editor.panels.parts import label
from editor.texts import tr
from editor.theme import Theme
from models.animation import Clip
from models.kinematics import forward

__all__ = ["MotionPreview"]

Array = NDArray[np.float64]

# Seen from before the body, a little from its left and from above, in parallel.
_TURN, _TILT = np.radians(-30.0), np.radians(12.0)
_MARGIN = 0.12
_HIPS = ("LeftUpLeg", "RightUpLeg")


class MotionPreview(QWidget):
    """Two stick figures over a slider of frames. The file's rig is dim, the body is in the accent's colour."""

    frame_changed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures, self._step = _Figures(theme), 1
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Frame"))
        self.slider.valueChanged.connect(self._show)
        self._frame = label("", "dim")
        row = QHBoxLayout()
        row.addWidget(self.slider, 1)
        row.addWidget(self._frame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._figures, 1)
        layout.addLayout(row)

    @property
    def frame(self) -> int:
        """The frame of the file that is shown."""
        return self.slider.value() * self._step

    def show_motion(self, source: Clip, result: Clip | None, step: int = 1) -> None:
        """Show a clip of a file and what becomes of it.

        Args:
            source: Every `step`-th frame of the file.
            result: The same on the body; None where that cannot be said.
            step: The frames of the file from one to the next.
        """
        self._step = step
        self._figures.clips = (source, result)
        self.slider.setMaximum(max(source.n_frames - 1, 0))
        self.slider.setEnabled(source.n_frames > 1)
        self._show(self.slider.value())

    def _show(self, frame: int) -> None:
        self._figures.frame = frame
        last = self.slider.maximum() * self._step
        self._frame.setText(tr("{frame} of {last}", frame=f"{frame * self._step:,}", last=f"{last:,}"))
        self._figures.update()
        self.frame_changed.emit(frame)


class _Figures(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.clips: tuple[Clip | None, Clip | None] = (None, None)
        self.frame = 0
        self._turn = float(_TURN)
        self._theme = theme
        self.setMinimumSize(280, 240)
        self.setAccessibleName(tr("Preview of the motion"))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, area = self._theme, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(QColor(theme["border"]), 1))
            painter.setBrush(QColor(theme["window"]))
            painter.drawRoundedRect(area, theme["spacing.radius"], theme["spacing.radius"])
            half = area.width() / 2
            body = self.clips[1]
            if body is not None and body.n_frames:  # without it the view stays as it was
                self._turn = _TURN - _heading(body, self.frame)
            captions = (tr("In the file"), tr("On the body"))
            for number, (clip, token) in enumerate(zip(self.clips, ("dim", "accent"), strict=True)):
                place = QRectF(area.left() + number * half, area.top(), half, area.height())
                painter.setPen(QColor(theme["dim"]))
                painter.drawText(place.adjusted(12, 10, -12, 0), Qt.AlignmentFlag.AlignTop, captions[number])
                if clip is None or not clip.n_frames:
                    nothing = tr("Map what is missing to see it") if number else ""
                    painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, nothing)
                    continue
                self._draw(
                    painter, place, _bones(clip, min(self.frame, clip.n_frames - 1), self._turn), QColor(theme[token])
                )

    def _draw(self, painter: QPainter, place: QRectF, lines: Array, color: QColor) -> None:
        low, high = lines[..., 1].min(), lines[..., 1].max()
        free = 1.0 - 2.0 * _MARGIN
        across = max(2.0 * float(np.abs(lines[..., 0]).max()), 1e-6)
        scale = free * min(place.width() / across, place.height() / max(high - min(low, 0.0), 1e-6))
        middle, ground = place.center().x(), place.bottom() - _MARGIN * place.height()
        floor = QColor(self._theme["border"])
        painter.setPen(QPen(floor, 1))
        reach = 0.42 * place.width()
        painter.drawLine(QLineF(middle - reach, ground, middle + reach, ground))
        painter.setPen(QPen(color, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        shift = min(low, 0.0)
        for (ax, ay), (bx, by) in lines.tolist():
            painter.drawLine(
                QPointF(middle + ax * scale, ground - (ay - shift) * scale),
                QPointF(middle + bx * scale, ground - (by - shift) * scale),
            )


def _heading(clip: Clip, frame: int) -> float:
    """Where a body looks, radians from +Z to +X."""
    frame = min(frame, clip.n_frames - 1)
    some = slice(frame, frame + 1)
    _, joints = forward.globals_from_locals(clip.skeleton, clip.root[some], clip.rotations[some])
    left, right = (joints[0, clip.skeleton.joint_index(name)] for name in _HIPS)
    return float(np.arctan2(right[2] - left[2], left[0] - right[0]))


def _bones(clip: Clip, frame: int, turn: float) -> Array:
    """(B, 2, 2) both ends of every bone in the picture, metres from the hips to the right and from the floor up.

    Args:
        turn: About the vertical, radians.
    """
    skeleton, some = clip.skeleton, slice(frame, frame + 1)
    moved = None if clip.translations is None else clip.translations[some]
    turns, joints = forward.globals_from_locals(skeleton, clip.root[some], clip.rotations[some], moved)
    points = forward.points_from_globals(skeleton, turns, joints)[0]
    joints = joints[0]
    child = np.flatnonzero(skeleton.parents >= 0)
    bones = np.stack([joints[skeleton.parents[child]], joints[child]], axis=1)
    leaves = np.setdiff1d(np.arange(skeleton.n_joints), skeleton.parents)
    ends = np.isin(skeleton.point_joints, leaves)
    tips = np.stack([joints[skeleton.point_joints[ends]], points[ends]], axis=1)
    lines = np.concatenate([bones, tips]) - joints[0] * (1.0, 0.0, 1.0)
    across = lines[..., 0] * np.cos(turn) + lines[..., 2] * np.sin(turn)
    deep = lines[..., 2] * np.cos(turn) - lines[..., 0] * np.sin(turn)
    return np.stack([across, lines[..., 1] * np.cos(_TILT) - deep * np.sin(_TILT)], axis=-1)
