"""Undo: what one step holds. `redo` is the only place that changes what is shown or saved for good."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QUndoCommand

from models.document import Edit
from models.posing import Edit as PoseEdit
from models.posing import Session, Snapshot

__all__ = ["Moment", "PoseCommand", "Step"]


class PoseCommand(QUndoCommand):
    """One finished gesture on a pose that has no time.

    Args:
        session: Whose pose it is.
        edit: The gesture, with the states before and after it.
        changed: Called after either direction.
    """

    def __init__(self, session: Session, edit: PoseEdit, changed: Callable[[], None]) -> None:
        super().__init__(edit.label)
        self._session, self._edit, self._changed = session, edit, changed

    def redo(self) -> None:
        self._session.restore(self._edit.after)
        self._changed()

    def undo(self) -> None:
        self._session.restore(self._edit.before)
        self._changed()


@dataclass(frozen=True, eq=False)
class Moment:
    """What is shown before or after a step: whose pose, when, its handles, if it is no key yet, the selected keys."""

    character: str
    tick: int
    snapshot: Snapshot
    is_pending: bool
    selected_keys: frozenset[int] = frozenset()


class Step(QUndoCommand):
    """One step of a document: a change of its content, of the pose shown, or of both.

    Args:
        label: As the menu names it.
        edit: The change of the content, already applied; None where only the pose changed.
        before, after: What is shown.
        replay: Applies an edit, where there is one, and shows a moment.
    """

    def __init__(
        self,
        label: str,
        edit: Edit | None,
        before: Moment,
        after: Moment,
        replay: Callable[[Edit | None, Moment], None],
    ) -> None:
        super().__init__(label)
        self._edit, self._before, self._after, self._replay = edit, before, after, replay
        self._is_done = True

    def redo(self) -> None:
        # The stack calls this when the step is put on it, when its gesture has just applied it.
        if not self._is_done:
            self._replay(self._edit, self._after)
        self._is_done = True

    def undo(self) -> None:
        self._replay(self._edit.reversed() if self._edit else None, self._before)
        self._is_done = False
