"""The pose as it would be mirrored, as a ghost in the viewport while the user asks to see it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from editor.document import EditorDocument
from editor.mirroring.mirror_request import MirrorRequest, mirrored_now
from editor.theme import Theme
from editor.viewport.layers import Layer
from editor.viewport.scene import Ghosts
from models.animation import Pose
from models.kinematics import forward, quat

__all__ = ["MirrorLayer"]

_ALPHA = 0.75


class MirrorLayer(Layer):
    """Shows what a request would make of the pose shown; nothing while there is none.

    Args:
        document: What would be mirrored.
    """

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._request: MirrorRequest | None = None
        self._of: Pose | None = None
        self._pose: Pose | None = None
        document.numbers_changed.connect(self._follow)

    @property
    def pose(self) -> Pose | None:
        """What is shown, None for nothing."""
        now = self._document.session.pose
        if self._request is None:
            return None
        if self._of is not now:  # a frame that is played asks more than once
            self._of, self._pose = now, mirrored_now(self._document, self._request).pose
        return self._pose

    def show_request(self, request: MirrorRequest | None) -> None:
        """Show what a request would do, or nothing any more."""
        if request is not None and request.scope == "selection" and not self._document.selected.any():
            request = None
        if request != self._request or request is not None:
            self._request, self._of = request, None
            self.changed.emit()

    def ghosts(self, theme: Theme) -> Ghosts:
        """One figure, or none."""
        pose = self.pose
        if pose is None:
            return Ghosts()
        rotations, positions = forward.globals_from_locals(self._document.skeleton, pose.root, pose.rotations)
        paint = np.array([[*theme.rgb("ghost.mirror"), _ALPHA]])
        return Ghosts(quat.to_matrix(rotations)[None], positions[None], paint)

    def _follow(self) -> None:
        if self._request is not None and self._of is not self._document.session.pose:
            self.changed.emit()
