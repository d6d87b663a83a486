"""Dragging a key on a trail: the point moves in that key's pose, and the motion follows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.names import point_title
from editor.viewport.drag import PointDrag
from editor.viewport.gestures import Cursor, View
from editor.viewport.trails import TrailKey
from models.body import POINTS
from models.document import key_of, snapshot_at
from models.posing import Session

__all__ = ["TrailGesture"]

Array = NDArray[np.float64]


class TrailGesture:
    """One undo step on the content.

    Args:
        document: Whose key it is.
        view: At the press.
        cursor: At the press, logical pixels.
        key: Which point of which key.
    """

    activity = "move"

    def __init__(self, document: EditorDocument, view: View, cursor: Cursor, key: TrailKey) -> None:
        self._document, self.key = document, key
        # The key is posed in a session of its own, so that the time shown stays as it is.
        self._session = Session(document.skeleton, completion=document.session.completion)
        self._session.restore(snapshot_at(document.track, document.skeleton, key.tick))
        start = self._session.points[key.point].copy()
        self._drag = PointDrag(view.camera, view.width, view.height, start, cursor)
        self._content, self._track = document.content, document.track
        there = self._track.get(key.tick)
        self._interval = there.interval if there else None
        title, frame = point_title(key.point).lower(), document.rate.frame(key.tick)
        document.begin_edit(f"Move {title} at frame {frame}")

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        session, document = self._session, self._document
        session.drag(POINTS[self.key.point], self._drag.moved(cursor, fine, snap))
        key = key_of(self.key.tick, session.snapshot.posing, session.pose, self._interval)
        document.preview_edit(self._content.with_track(document.character_id, self._track.with_key(key)))

    def commit(self) -> None:
        self._document.commit_edit()

    def abort(self) -> None:
        self._document.abort_edit()
