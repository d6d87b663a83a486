"""The keys of one character as rows and gestures see them: its track in columns, and which of them are selected."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from editor.document import EditorDocument
from editor.timeline.columns import TrackColumns
from models.animation import Track

__all__ = ["CharacterKeys", "settled"]


class CharacterKeys:
    """Looks the track up when it is asked, and works its columns out once for each track.

    Args:
        document: What is edited.
        identity: The character's id.
    """

    def __init__(self, document: EditorDocument, identity: str) -> None:
        self.document, self.identity = document, identity
        self._columns: TrackColumns | None = None

    @property
    def track(self) -> Track:
        return self.document.content.character(self.identity).track

    @property
    def columns(self) -> TrackColumns:
        track = self.track
        if self._columns is None or self._columns.track is not track:
            self._columns = TrackColumns(track, self._columns)
        return self._columns

    @property
    def is_active(self) -> bool:
        """Whether this is the character that is posed, whose keys can be selected."""
        return self.identity == self.document.character_id

    @property
    def selected(self) -> frozenset[int]:
        """The times of its selected keys."""
        return self.document.selected_keys if self.is_active else frozenset()

    @property
    def selected_span(self) -> tuple[int, int] | None:
        """From the first to the last selected key, if there are two or more."""
        selected = self.selected
        return (min(selected), max(selected)) if len(selected) > 1 else None

    def selected_among(self, ticks: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(K,) which of these keys are selected."""
        selected = self.selected
        if not selected:
            return np.zeros(len(ticks), dtype=bool)
        return np.isin(ticks, np.fromiter(selected, dtype=np.int64, count=len(selected)))

    def activate(self) -> bool:
        """Pose this character; False if the user would rather go on with an edit of another one."""
        if not self.is_active and settled(self.document):
            self.document.select_keys(())
            self.document.set_character(self.identity)
        return self.is_active

    def preview(self, track: Track, selected: frozenset[int]) -> None:
        """Show other keys inside a gesture on the content."""
        self.document.preview_edit(self.document.content.with_track(self.identity, track))
        self.document.select_keys(selected)


def settled(document: EditorDocument) -> bool:
    """Ask what should become of a pose that is no key yet, if there is one; False if the user stays with it."""
    if not document.has_pending_edit:
        return True
    answer = document.ask_about_pending()
    if answer == "key":
        document.set_key()
    elif answer == "drop":
        document.drop_pending()
    return answer != "stay"
