"""The document: one content at a time, changed by edits only, with events for whoever shows it.

Every change is a gesture: `begin`, any number of `preview`s, then `commit` or `abort`. A gesture of one step is `do`.
`apply` is the only place that changes the content for good, so undo, redo, the journal and a script cannot differ.
"""

from __future__ import annotations

from models.document.changes import Edit, differences, patched
from models.document.content import Content
from models.document.signal import Signal
from models.errors import SixpointError

__all__ = ["Document", "History"]


class Document:
    """A document that is being worked on.

    Attributes:
        changing: Previews of a gesture; may come often and may be dropped by who listens.
        changed: Every edit that was applied, undone or redone, exactly once.
    """

    def __init__(self, content: Content | None = None) -> None:
        self._content = content or Content()
        self._gesture: tuple[str, Content] | None = None
        self.changing: Signal[Content] = Signal()
        self.changed: Signal[Edit] = Signal()

    @property
    def content(self) -> Content:
        return self._content

    @property
    def is_in_gesture(self) -> bool:
        return self._gesture is not None

    def content_hash(self) -> str:
        """Equal for equal content; see `Content.hash`."""
        return self._content.hash

    def begin(self, label: str) -> None:
        """Start a gesture, which ends as one edit of this name."""
        if self._gesture is not None:
            raise SixpointError(f"'{self._gesture[0]}' has not ended; commit or abort it before '{label}'")
        self._gesture = (label, self._content)

    def preview(self, content: Content) -> None:
        """Show a content inside a gesture."""
        if self._gesture is None:
            raise SixpointError("no gesture has begun; call begin first")
        self._content = content
        self.changing.emit(content)

    def commit(self) -> Edit | None:
        """End the gesture: the edit, already applied, or None if nothing changed."""
        label, before = self._ended()
        after, self._content = self._content, before
        changes = differences(before, after)
        if not changes:
            return None
        edit = Edit(label, changes)
        self.apply(edit)
        return edit

    def abort(self) -> None:
        """End the gesture as if it had not been."""
        _, self._content = self._ended()
        self.changing.emit(self._content)

    def do(self, label: str, content: Content) -> Edit | None:
        """A gesture of one step."""
        self.begin(label)
        self._content = content
        return self.commit()

    def apply(self, edit: Edit) -> None:
        """Make an edit's values those of the document."""
        if self._gesture is not None:
            raise SixpointError(f"'{self._gesture[0]}' has not ended; commit or abort it first")
        self._content = patched(self._content, edit.changes)
        self.changed.emit(edit)

    def _ended(self) -> tuple[str, Content]:
        if self._gesture is None:
            raise SixpointError("no gesture has begun; call begin first")
        gesture, self._gesture = self._gesture, None
        return gesture


class History:
    """Undo and redo for scripts; a window with an undo stack of its own calls `Document.apply` from there.

    It listens to nothing: hand it each edit with `push`.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._done: list[Edit] = []
        self._undone: list[Edit] = []

    @property
    def labels(self) -> tuple[str, ...]:
        """The edits that can be undone, oldest first."""
        return tuple(edit.label for edit in self._done)

    def push(self, edit: Edit | None) -> None:
        """Remember an edit that was just made; what was undone before it can no longer be redone."""
        if edit is not None:
            self._done.append(edit)
            self._undone.clear()

    def undo(self) -> bool:
        """Take the last edit back; False if there is none."""
        if not self._done:
            return False
        self._document.apply(self._done[-1].reversed())
        self._undone.append(self._done.pop())
        return True

    def redo(self) -> bool:
        """Do again what was taken back last; False if there is none."""
        if not self._undone:
            return False
        self._document.apply(self._undone[-1])
        self._done.append(self._undone.pop())
        return True
