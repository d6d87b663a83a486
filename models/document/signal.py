"""Named events without Qt."""

from __future__ import annotations

import contextlib
import inspect
import weakref
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

__all__ = ["Signal"]

T = TypeVar("T")


class Signal(Generic[T]):
    """An event with one payload that others listen to.

    Methods are held weakly: a listener that is gone is no longer called, and listening keeps nothing alive. Functions
    are held as they are. Listeners are called in the order in which they came, in the thread that emits.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[], Callable[[T], object] | None]] = []
        self._n_blocks = 0

    def connect(self, listener: Callable[[T], object]) -> None:
        """Call `listener` with the payload of every event; once per event, however often it is connected."""
        if not self._has(listener):
            is_method = inspect.ismethod(listener)
            self._listeners.append(weakref.WeakMethod(listener) if is_method else lambda: listener)

    def disconnect(self, listener: Callable[[T], object]) -> None:
        """Stop calling it; nothing happens if it was not called."""
        self._listeners = [held for held in self._listeners if held() not in (listener, None)]

    def emit(self, payload: T) -> None:
        """Tell all listeners."""
        if self._n_blocks:
            return
        for held in tuple(self._listeners):
            listener = held()
            if listener is not None:
                listener(payload)
        self._listeners = [held for held in self._listeners if held() is not None]

    @contextlib.contextmanager
    def blocked(self) -> Iterator[None]:
        """No listener is called in this block: for setting what the event would only echo."""
        self._n_blocks += 1
        try:
            yield
        finally:
            self._n_blocks -= 1

    def _has(self, listener: Callable[[T], object]) -> bool:
        return any(held() == listener for held in self._listeners)
