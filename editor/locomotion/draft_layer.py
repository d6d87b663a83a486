"""Drafts in the viewport: a ghost at the time shown, and a print wherever a foot is planted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from editor.document import EditorDocument
from editor.locomotion.drafts import DraftMaker
from editor.locomotion.inserting import fitted
from editor.theme import Theme
from editor.viewport.layers import Layer
from editor.viewport.scene import Ghosts, Marks
from editor.viewport.strokes import circle, polyline_rows
from models.animation import Clip, seconds
from models.body import POINTS
from models.kinematics import forward, quat
from models.locomotion import Draft

__all__ = ["DraftLayer"]

Array = NDArray[np.float64]

_TOES = [POINTS.index("LeftToeBase"), POINTS.index("RightToeBase")]
_PRINT_M, _PRINT_PX = 0.05, 1.6
_ALPHA = 0.75
_BESIDE_M = 1.2
"""How far beside the first draft a second one is shown, metres."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """What is drawn of one draft, worked out once."""

    draft: Draft
    clip: Clip
    prints: Marks


class DraftLayer(Layer):
    """Shows the drafts of some makers.

    Args:
        document: Gives the time shown.
        makers: Each with the token of its colour; all but the first are shown beside it.
    """

    def __init__(
        self, document: EditorDocument, makers: Sequence[tuple[DraftMaker, str]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._makers = document, tuple(makers)
        self._shown: list[_Shown | None] = [None for _ in makers]
        self._theme: Theme | None = None
        for maker, _ in makers:
            maker.made.connect(self.changed)
        document.time_changed.connect(self._move)

    def _move(self) -> None:
        """Another time is shown; without a draft that changes nothing here."""
        if any(maker.draft is not None for maker, _ in self._makers):
            self.changed.emit()

    def marks(self, theme: Theme) -> Marks:
        """Prints of all drafts, on the ground."""
        return sum((shown.prints for shown in self._all(theme) if shown is not None), Marks())

    def ghosts(self, theme: Theme) -> Ghosts:
        """The figures of all drafts at the time shown; after a draft its last frame."""
        document, figures, paints = self._document, [], []
        for shown, (maker, token) in zip(self._all(theme), self._makers, strict=True):
            if shown is None or maker.request is None:
                continue
            time_s = seconds(document.tick - maker.request.plan.start)
            frame = min(max(round(time_s * shown.clip.fps), 0), shown.clip.n_frames - 1)
            pose = shown.clip.pose(frame)
            figures.append(forward.globals_from_locals(document.skeleton, pose.root, pose.rotations))
            paints.append([*theme.rgb(token), _ALPHA])
        if not figures:
            return Ghosts()
        rotations, positions = (np.stack(each) for each in zip(*figures, strict=True))
        return Ghosts(quat.to_matrix(rotations), positions, np.array(paints))

    def _all(self, theme: Theme) -> list[_Shown | None]:
        if theme is not self._theme:
            self._theme, self._shown = theme, [None for _ in self._makers]
        for number, (maker, token) in enumerate(self._makers):
            shown = self._shown[number]
            if maker.draft is None:
                self._shown[number] = None
            elif shown is None or shown.draft is not maker.draft or shown.clip.skeleton is not self._document.skeleton:
                self._shown[number] = self._show(maker.draft, theme.rgb(token), beside_m=_BESIDE_M * number)
        return self._shown

    def _show(self, draft: Draft, color: Array, beside_m: float) -> _Shown:
        clip = fitted(draft.clip, self._document.skeleton)
        if beside_m:
            heading = float(draft.yaw_rad[0])
            shift = beside_m * np.array([-np.cos(heading), 0.0, np.sin(heading)])
            clip = Clip(clip.skeleton, clip.root + shift, clip.rotations, clip.fps, name=clip.name)
        return _Shown(draft, clip, _prints(clip, draft.contacts, color))


def _prints(clip: Clip, contacts: NDArray[np.bool_], color: Array) -> Marks:
    """A ring where each stance begins."""
    begins = contacts & ~np.concatenate([np.zeros((1, 2), dtype=bool), contacts[:-1]])
    frames, feet = np.nonzero(begins)
    if not len(frames):
        return Marks()
    points = forward.points(clip.skeleton, clip.root[frames], clip.rotations[frames])
    toes = points[np.arange(len(frames)), np.array(_TOES)[feet]] * (1.0, 0.0, 1.0)
    x, z = np.eye(3)[0], np.eye(3)[2]
    return Marks(
        lines=np.concatenate([polyline_rows(circle(toe, x, z, _PRINT_M, 20), color, _PRINT_PX, 0.8) for toe in toes])
    )
