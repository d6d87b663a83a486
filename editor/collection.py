"""When Python may collect garbage: while no worker is busy.

It collects in whatever thread happens to ask for memory, and widgets that are garbage must not be deleted by any thread
but the window's. So nothing is collected while jobs are at work, and the window's thread switches it on again.
"""

from __future__ import annotations

import gc
from functools import lru_cache

from PySide6.QtCore import QObject, Signal

__all__ = ["Collection", "collection"]


class Collection(QObject):
    """Counts the jobs that are at work."""

    _released = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._n_holding = 0
        self._was_on = True
        self._released.connect(self._release)

    def hold(self) -> None:
        """A job begins; called in the window's thread."""
        if self._n_holding == 0:
            self._was_on = gc.isenabled()
            gc.disable()
        self._n_holding += 1

    def release(self) -> None:
        """A job has ended; called in any thread, takes effect in the window's."""
        self._released.emit()

    def _release(self) -> None:
        self._n_holding -= 1
        if self._n_holding == 0 and self._was_on:
            gc.enable()


@lru_cache(maxsize=1)
def collection() -> Collection:
    """The one of this process; first asked for in the window's thread."""
    return Collection()
