"""What must happen in the window's thread alone: the end of jobs, and the collection of garbage.

Python deletes an object in whatever thread lets go of it last, and collects garbage in whatever thread happens to ask
for memory. Qt's objects must not be deleted by any thread but the window's. So a job is held here until its thread has
let go of it, and nothing is collected while a job is at work.
"""

from __future__ import annotations

import gc
from functools import lru_cache

from PySide6.QtCore import QObject, Signal

__all__ = ["Collection", "collection"]


class Collection(QObject):
    """Holds the jobs that wait or are at work. Every job that is held must run."""

    _left = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._held: dict[object, QObject] = {}
        self._was_on = True
        self._left.connect(self._release)

    def hold(self, job: QObject) -> object:
        """Keep a job, in the window's thread, before its own begins; what it is known by."""
        if not self._held:
            self._was_on = gc.isenabled()
            gc.disable()
        key = object()
        self._held[key] = job
        return key

    def __getitem__(self, key: object) -> QObject:
        return self._held[key]

    def leave(self, key: object) -> None:
        """Its thread has let go of the job; the rest happens in the window's."""
        self._left.emit(key)

    def _release(self, key: object) -> None:
        del self._held[key]
        if not self._held and self._was_on:
            # Counts from nothing: otherwise the thread that is just ending might be the one to collect.
            gc.collect(0)
            gc.enable()


@lru_cache(maxsize=1)
def collection() -> Collection:
    """The one of this process; first asked for in the window's thread."""
    return Collection()
