"""Long work in the real window: random drags, keys, scrubbing, mirroring, undo, saves, with real mouse and key events.

Memory after a first part, in which everything is loaded and the undo stack fills, is compared with memory at the end.
Warnings of the toolkit are counted, and so are threads and timers that run at the end and did not at the beginning.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks._runner import environment
from models.errors import SixpointError

__all__ = ["run", "soak"]

_FULL_S, _QUICK_S = 600.0, 20.0
_WARM_SHARE = 0.25
_DRAG_MOVES = 12
_HANDLES = ("LeftHand", "RightHand", "LeftFoot", "RightFoot", "Hips", "Neck")
_N_FRAMES = 120


def run(quick: bool) -> dict[str, Any]:
    """Ten minutes of it, or twenty seconds.

    Raises:
        SixpointError: if there is no display.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SixpointError("the soak opens a window and there is no display; run it under xvfb-run")
    with _opened() as window:
        result = soak(window, _QUICK_S if quick else _FULL_S)
    return {**result, "environment": environment("PySide6-Essentials", "numpy")}


def soak(window: Any, duration_s: float, seed: int = 0) -> dict[str, Any]:
    """Work at random in a window for a time.

    Args:
        window: A `MainWindow`, shown.
        duration_s: How long, seconds.

    Returns:
        What was done, MiB of memory after the first part and at the end, warnings, leaked threads and timers.
    """
    from PySide6.QtCore import qInstallMessageHandler

    warnings: list[str] = []
    before = qInstallMessageHandler(lambda level, context, text: warnings.append(text))
    try:
        with tempfile.TemporaryDirectory(prefix="sixpoint-soak-") as folder:
            numbers = _work(window, duration_s, Path(folder), random.Random(seed))
    finally:
        qInstallMessageHandler(before)
    return {**numbers, "toolkit warnings": len(warnings), **{f"warning: {text}": 1 for text in warnings[:5]}}


def _work(window: Any, duration_s: float, folder: Path, chance: random.Random) -> dict[str, Any]:
    gestures = _gestures(window, folder, chance)
    start, done = time.monotonic(), Counter[str]()
    warm_mib, warm_steps, warm_timers, warm_threads = 0.0, 0, 0, 0
    window.files.start_autosave(folder / "journals")
    while (passed := time.monotonic() - start) < duration_s:
        (name,) = chance.choices(list(gestures), [weight for weight, _ in gestures.values()])
        gestures[name][1]()
        done[name] += 1
        _settle(window)
        if not warm_mib and passed > _WARM_SHARE * duration_s:
            warm_mib, warm_steps = _memory_mib(), window.document.undo_stack.count()
            warm_timers, warm_threads = _n_timers(window), threading.active_count()
    window.files.tasks.shut_down()
    _settle(window)
    return {
        "minutes": duration_s / 60.0,
        "gestures": dict(done),
        "memory after a quarter, MiB": warm_mib,
        "memory at the end, MiB": _memory_mib(),
        "steps of undo after a quarter": warm_steps,
        "steps of undo at the end": window.document.undo_stack.count(),
        "keys at the end": len(window.document.track),
        "timers more than after a quarter": max(_n_timers(window) - warm_timers, 0),
        "threads more than after a quarter": max(threading.active_count() - warm_threads, 0),
    }


def _gestures(window: Any, folder: Path, chance: random.Random) -> dict[str, tuple[int, Callable[[], object]]]:
    """(how often, what) of everything that is done."""
    from PySide6.QtCore import QPoint, QPointF, Qt
    from PySide6.QtTest import QTest

    from models.body import POINTS

    document, view = window.document, window.viewport

    def drag() -> None:
        where = view.handle_positions()[POINTS.index(chance.choice(_HANDLES))]
        native, place = window.windowHandle(), view.mapTo(window, QPointF(*where).toPoint())
        if not view.rect().contains(QPointF(*where).toPoint()):
            view.frame()
            return
        QTest.mouseMove(native, place)
        QTest.mousePress(native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        for _ in range(_DRAG_MOVES):
            place = place + QPoint(chance.randint(-6, 6), chance.randint(-6, 6))
            QTest.mouseMove(native, place)
        QTest.mouseRelease(native, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Callable[[], None]:
        return lambda: QTest.keyClick(window.windowHandle(), key, modifiers)

    def scrub() -> None:
        first = chance.randrange(_N_FRAMES)
        for frame in range(first, first + 10):
            document.go_to(document.rate.tick(frame % _N_FRAMES), ask=False)
            _settle(window)

    ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    return {
        "drag": (30, drag),
        "scrub": (8, scrub),
        "set key": (6, press(Qt.Key.Key_K)),
        "undo": (10, press(Qt.Key.Key_Z, ctrl)),
        "redo": (5, press(Qt.Key.Key_Z, ctrl | shift)),
        "mirror": (3, press(Qt.Key.Key_M, ctrl)),
        "next set of handles": (2, press(Qt.Key.Key_H)),
        "save": (2, lambda: window.files.project.save_as(folder / "soak.sixpoint")),
    }


def _settle(window: Any) -> None:
    from PySide6.QtWidgets import QApplication

    for _ in range(2):
        QApplication.processEvents()


def _n_timers(window: Any) -> int:
    from PySide6.QtCore import QTimer

    return sum(timer.isActive() and not timer.isSingleShot() for timer in window.findChildren(QTimer))


def _memory_mib() -> float:
    """What of this process is in memory."""
    gc.collect()
    if sys.platform.startswith("linux"):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


@contextlib.contextmanager
def _opened() -> Iterator[Any]:
    """The window as after a start, with its networks loaded."""
    from PySide6.QtCore import QSettings, QThreadPool
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from editor.app import create_application, create_document, load_networks
    from editor.window import MainWindow

    application = QApplication.instance() or create_application()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("hints", False)
        window = MainWindow(create_document(), settings)
        window.files.project.ask_about_changes = lambda: "discard"
        window.show()
        QTest.qWaitForWindowExposed(window)
        pool = QThreadPool(window)
        load_networks(window.document, window.notices, pool)
        pool.waitForDone()
        application.processEvents()
        yield window
        window.close()
