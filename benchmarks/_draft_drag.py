"""A waypoint dragged in the real window: what frames cost while drafts are made, and how soon drafts are seen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks._runner import summary
from benchmarks.viewport import _opened

__all__ = ["dragged"]

_RATE = 60.0  # mouse moves a second, where the window keeps up
_WAYPOINTS = ((0.0, 0.0), (1.2, 1.8), (-1.0, 3.9), (0.8, 7.2))
_DRAGGED = 2


def dragged(quick: bool) -> dict[str, Any]:
    """Milliseconds from a mouse move to the frame that shows it, with drafts and without, and until drafts are seen."""
    n_moves, n_changes = (30, 3) if quick else (300, 15)
    with _opened() as window:
        n_frames = _draw(window)
        window.locomotion.maker.set_on(False)
        without = _drag(window, n_moves)
        window.locomotion.maker.set_on(True)
        _wait(window)
        with_drafts = _drag(window, n_moves)
        return {
            "path_s": n_frames / 60.0,
            "frame_without_drafts": without,
            "frame_with_drafts": with_drafts,
            "until_seen": _changes(window, n_changes),
        }


def _draw(window: Any) -> int:
    """A path of about ten seconds in front of the character, seen from above, and its first draft; frames of it."""
    from models.document import DraftPlan
    from models.locomotion import Trajectory, Waypoint, root_path

    document, view = window.document, window.viewport
    x, _, z = document.session.pose.root
    trajectory = Trajectory(tuple(Waypoint(float(x + dx), float(z + dz)) for dx, dz in _WAYPOINTS))
    plan = DraftPlan(trajectory, start=document.tick)
    document.edit("Draw path", document.content.with_draft(document.character_id, plan))
    view.set_camera(view.camera.orbited(0.0, 0.6).zoomed(5.0))
    window.actions_["path_tool"].trigger()
    _wait(window)
    return root_path(trajectory).n_frames


def _wait(window: Any) -> None:
    from PySide6.QtWidgets import QApplication

    maker = window.locomotion.maker
    QApplication.processEvents()
    while maker.is_busy:
        QApplication.processEvents()
        time.sleep(0.001)
    QApplication.processEvents()


@contextmanager
def _counted(signal: Any) -> Iterator[list[float]]:
    """The moments at which a signal came."""
    moments: list[float] = []

    def count(*_: object) -> None:
        moments.append(time.perf_counter())

    signal.connect(count)
    yield moments
    signal.disconnect(count)


def _drag(window: Any, n_moves: int) -> dict[str, Any]:
    """Real mouse moves of one drag, undone at the end."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    view, native, maker = window.viewport, window.windowHandle(), window.locomotion.maker
    waypoint = window.locomotion.path.plan.trajectory.waypoints[_DRAGGED]
    (at,), _ = view.projected(np.array([[waypoint.x, 0.0, waypoint.z]]))
    grab = view.mapTo(window, QPoint(round(at[0]), round(at[1])))
    button, no_key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseMove(native, grab)
    QTest.mousePress(native, button, no_key, grab)
    walls, cpu = [], []
    begun = due = time.perf_counter()
    with _counted(view.painted) as painted, _counted(maker.made) as made:
        for number in range(n_moves):
            t = number / _RATE
            while time.perf_counter() < due:
                QApplication.processEvents()
                time.sleep(0.0005)
            start, worked, before = time.perf_counter(), time.thread_time(), len(painted)
            # Every move goes to another pixel: one that goes nowhere is not painted.
            place = QPoint(round(50 * np.sin(3 * t)) + 4, 2 * round(10 * np.sin(5 * t)) + number % 2)
            QTest.mouseMove(native, grab + place)
            while len(painted) == before:
                QApplication.processEvents()
            walls.append(time.perf_counter() - start)
            cpu.append(time.thread_time() - worked)
            due = max(due + 1.0 / _RATE, time.perf_counter())
        lasted = time.perf_counter() - begun
        drafts = len(made)
    QTest.mouseRelease(native, button, no_key, grab + QPoint(4, 0))
    _wait(window)
    window.document.undo()
    _wait(window)
    return {
        **summary(np.array(walls)),
        "window_thread_p50_ms": float(np.median(cpu)) * 1e3,
        "drafts_seen_a_second": drafts / lasted,
    }


def _changes(window: Any, n_changes: int) -> dict[str, Any]:
    """From one move of the waypoint to the first picture of its draft, and to the whole of it."""
    from PySide6.QtWidgets import QApplication

    document, maker, path = window.document, window.locomotion.maker, window.locomotion.path
    first, whole = [], []
    for number in range(n_changes):
        waypoints = list(path.plan.trajectory.waypoints)
        waypoints[_DRAGGED] = replace(waypoints[_DRAGGED], x=waypoints[_DRAGGED].x + 0.02 * (-1) ** number)
        plan = replace(path.plan, trajectory=replace(path.plan.trajectory, waypoints=tuple(waypoints)))
        with _counted(maker.made) as made:
            start = time.perf_counter()
            document.edit("Move waypoint", document.content.with_draft(document.character_id, plan))
            while maker.is_busy:
                QApplication.processEvents()
                time.sleep(0.0005)
        first.append(made[0] - start)
        whole.append(made[-1] - start)
    return {"first_picture": summary(np.array(first)), "whole_draft": summary(np.array(whole))}
