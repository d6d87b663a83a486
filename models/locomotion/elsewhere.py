"""Drafts made in a process of their own, for whoever must stay responsive while they are made.

A thread would share the interpreter's lock with the window. The small arrays of a rollout hold it most of the time, and
each mouse move would take twice as long to show. Here the same call runs in another process, and the thread that waits
for it holds no lock. A process starts when the first draft is asked for, loads the networks, and stays; calls that run
at the same time have one each. Who ends takes its processes along.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from models.animation import Pose
from models.body import body
from models.completion import WEIGHTS_VARIABLE
from models.errors import Cancelled, SixpointError
from models.locomotion.generator import Draft, Progress, generate, generator, report_progress
from models.locomotion.waypoints import Trajectory

__all__ = ["generate_elsewhere", "start_elsewhere"]

_TELL_S = 0.03  # between two reports of progress: more often than a screen shows them costs both sides
_LOOK_S = 0.005  # how soon a wish to stop is heard


@dataclass(frozen=True, eq=False)
class _Order:
    """What a process is asked to make: the arguments of `generate`, the database as a file."""

    trajectory: Trajectory
    name: str
    start: Pose | None
    end: Pose | None
    seed: int
    database: Path | None
    weights: str | None


class _Maker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        self.is_idle = True
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_make, args=(theirs,), name="sixpoint drafts", daemon=True)
        self._process.start()
        theirs.close()

    def made(self, order: _Order, progress: Progress | None) -> Draft:
        """See `generate_elsewhere`; raises EOFError or OSError if the process is gone."""
        self.is_idle, is_stopped, share = False, False, 0.0
        self._pipe.send(order)
        while True:
            answer: tuple[str, Any] = self._pipe.recv() if self._pipe.poll(_LOOK_S) else ("waiting", None)
            kind, value = answer
            self.is_idle = kind not in ("waiting", "progress")
            if kind == "failed":
                raise SixpointError(value)
            if kind == "broken":
                raise RuntimeError(value)
            if kind == "stopped":
                raise Cancelled("the draft was stopped; nothing was changed")
            if kind == "done":
                report_progress(progress, 1.0)
                return _at_home(value)
            draft = None
            if kind == "progress":
                share, draft = value
            if is_stopped or progress is None:
                continue
            if progress(share, None if draft is None else _at_home(draft)) is False:
                self._pipe.send(None)
                is_stopped = True

    def end(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


_idle: list[_Maker] = []
_lock = threading.Lock()


def start_elsewhere() -> None:
    """Start a process if none is idle, so that the first draft does not wait for one; returns at once."""
    with _lock:
        if not _idle:
            _idle.append(_Maker())


def generate_elsewhere(
    trajectory: Trajectory,
    name: str = "lmm",
    *,
    start: Pose | None = None,
    end: Pose | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    database: Path | None = None,
) -> Draft:
    """`models.locomotion.generate` in another process; the draft is the same, bit for bit.

    Args:
        trajectory, name, start, end, seed: As there.
        progress: Called in the calling thread, every few milliseconds.
        database: File of the motions that "mm" searches; kept in the process while it is the same.

    Raises:
        SixpointError: as there, or if the process ends or cannot be started.
        Cancelled: if `progress` returned False.
    """
    order = _Order(trajectory, name, start, end, seed, database, os.environ.get(WEIGHTS_VARIABLE))
    with _lock:
        maker = _idle.pop() if _idle else None
    try:
        maker = maker or _Maker()
        return maker.made(order, progress)
    except (EOFError, OSError) as error:
        raise SixpointError(
            f"the process that makes drafts has ended ({error or type(error).__name__}); change the path to try again"
        ) from error
    finally:
        if maker is not None and maker.is_idle:
            with _lock:
                _idle.append(maker)
        elif maker is not None:
            maker.end()


def _at_home(draft: Draft) -> Draft:
    """The draft on this process's own body: skeletons are compared by identity."""
    clip, raw = (replace(each, skeleton=body()) for each in (draft.clip, draft.raw))
    return replace(draft, clip=clip, raw=raw)


# In the other process.


def _make(pipe: Connection) -> None:
    """Make what is asked for until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this one decides
    with contextlib.suppress(SixpointError):
        generator()  # the networks, before the first order
    with contextlib.suppress(EOFError, OSError):
        while True:
            order = pipe.recv()
            if order is not None:  # else a wish to stop that came too late
                pipe.send(_answer(order, pipe))


def _answer(order: _Order, pipe: Connection) -> tuple[str, Any]:
    told = [0.0]

    def progress(share: float, draft: Draft | None) -> bool:
        if pipe.poll():
            pipe.recv()
            return False
        if draft is not None or time.monotonic() - told[0] > _TELL_S:
            told[0] = time.monotonic()
            pipe.send(("progress", (share, draft)))
        return True

    if order.weights is not None:
        os.environ[WEIGHTS_VARIABLE] = order.weights
    try:
        draft = generate(
            order.trajectory,
            order.name,
            start=order.start,
            end=order.end,
            seed=order.seed,
            progress=progress,
            database=_loaded(order.database) if order.database is not None and order.name != "lmm" else None,
        )
    except Cancelled:
        return "stopped", None
    except SixpointError as error:
        return "failed", str(error)
    except (EOFError, OSError):
        raise
    except Exception:
        return "broken", traceback.format_exc()
    return "done", draft


@lru_cache(maxsize=1)
def _loaded(path: Path) -> Any:
    from models.locomotion.database import Database

    return Database.load(path)
