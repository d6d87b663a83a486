"""Undo: one command class for every edit of the pose."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from models.posing import Edit, Session

__all__ = ["PoseCommand"]


class PoseCommand(QUndoCommand):
    """One finished gesture. `QUndoStack.push` calls `redo`, the only place that changes the document for good.

    Args:
        session: Whose pose it is.
        edit: The gesture, with the states before and after it.
        changed: Called after either direction.
    """

    def __init__(self, session: Session, edit: Edit, changed: Callable[[], None]) -> None:
        super().__init__(edit.label)
        self._session, self._edit, self._changed = session, edit, changed

    def redo(self) -> None:
        self._session.restore(self._edit.after)
        self._changed()

    def undo(self) -> None:
        self._session.restore(self._edit.before)
        self._changed()
