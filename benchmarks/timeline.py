"""The timeline with ten thousand keys: painting it, scrubbing through them, and dragging one, beside a hundred keys.

Everything but OpenGL: sampling the motion, the document's signals, and painting ruler, dope sheet and transport. The
keys are every frame of a motion, one to each, with handles set on some of them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from benchmarks._runner import environment, interleaved, ratio, summary
from models.animation import Handles, Key, Pose, Track
from models.body import POINTS
from models.errors import SixpointError
from models.posing import HandleState

if TYPE_CHECKING:
    from editor.document import EditorDocument

__all__ = ["run"]

_MANY, _FEW = 10_000, 100
_SIZE = (1280, 300)


def run(quick: bool) -> dict[str, Any]:
    """Milliseconds, and the ratio of ten thousand keys to a hundred.

    Raises:
        SixpointError: if there is no display.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SixpointError("the timeline benchmark opens windows and there is no display; run it under xvfb-run")
    from PySide6.QtWidgets import QApplication

    from editor.app import create_application
    from editor.theme import theme
    from editor.timeline import TimelinePanel

    rounds = 10 if quick else 100
    app = QApplication.instance() or create_application()
    panels = {count: TimelinePanel(_document(count), theme("dark")) for count in (_MANY, _FEW)}
    for panel in panels.values():
        panel.resize(*_SIZE)
        panel.show()
    app.processEvents()
    results: dict[str, Any] = {"window": f"{_SIZE[0]} x {_SIZE[1]}"}
    tasks = {"paint everything": _paint, "paint a tenth": _paint_part, "scrub": _scrub, "drag a key": _drag}
    for name, task in tasks.items():
        contestants = {str(count): task(app, panel) for count, panel in panels.items()}
        n_rounds = rounds if name != "drag a key" else max(rounds // 5, 5)
        times: dict[str, NDArray[np.float64]] = interleaved(contestants, rounds=n_rounds, warmup=2)
        results[name] = {f"{count} keys": summary(values) for count, values in times.items()}
        results[name]["ratio"] = ratio(times[str(_MANY)], times[str(_FEW)])
        results[name]["processor time a call, ms"] = {key: _processor_ms(call) for key, call in contestants.items()}
    results["open"] = {"ms": _open_ms(panels[_MANY])}
    for panel in panels.values():
        panel.close()
    results["environment"] = environment("PySide6-Essentials")
    return results


def _processor_ms(call: Callable[[], None], times: int = 20) -> float:
    """What a call costs on a machine that is busy with other things, too."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times * 1e3


def _document(count: int) -> EditorDocument:
    """A document with a key at every frame, every tenth of them with a pinned hand."""
    from editor.app import create_document

    document, rng = create_document(), np.random.default_rng(1)
    pose, rate = document.session.pose, document.rate
    hand = np.array([POINTS.index("LeftHand")])
    pinned = Handles(hand, np.array([HandleState.PINNED], dtype=np.int8), np.zeros((1, 3)), np.ones(1))
    sway = np.cumsum(rng.normal(0.0, 0.005, (count, 3)), axis=0)
    keys = [
        Key(rate.tick(frame), Pose(pose.root + sway[frame], pose.rotations), Handles() if frame % 10 else pinned)
        for frame in range(count)
    ]
    document.replace_content(document.content.with_track(document.character_id, Track(tuple(keys))))
    return document


def _paint(app: Any, panel: Any) -> Any:
    """All keys in view, ruler and sheet drawn anew."""

    def contestant() -> None:
        panel.frame_keys()
        panel.sheet.repaint()
        panel.ruler.repaint()

    return contestant


def _paint_part(app: Any, panel: Any) -> Any:
    """A part of the motion in view, each frame wide enough for a mark of its own."""
    rate = panel.sheet._document.rate

    def contestant() -> None:
        panel.view.show(rate.tick(20), rate.tick(90))
        panel.sheet.repaint()

    return contestant


def _scrub(app: Any, panel: Any) -> Any:
    """Another frame anywhere, painted."""
    document, rng = panel.sheet._document, np.random.default_rng(2)
    count = len(document.track)
    panel.frame_keys()

    def contestant() -> None:
        document.go_to(document.rate.tick(int(rng.integers(count))))
        app.processEvents()

    return contestant


def _drag(app: Any, panel: Any) -> Any:
    """A move of the mouse with a key held, painted."""
    from editor.timeline.character_keys import CharacterKeys
    from editor.timeline.key_gestures import MoveKeys
    from editor.timeline.row import Pointer

    document, view = panel.sheet._document, panel.view
    keys = CharacterKeys(document, document.character_id)
    tick = int(document.track.ticks[50])

    def contestant() -> None:
        view.show(0, document.rate.tick(90))
        x = view.x_of(float(tick))
        gesture = MoveKeys(keys, view, tick, Pointer(x, 0.0))
        gesture.move(Pointer(x + 40.0, 0.0))
        app.processEvents()
        gesture.abort()

    return contestant


def _open_ms(panel: Any) -> float:
    """Until the timeline of another document is painted."""
    document = panel.sheet._document
    content = document.content
    start = time.perf_counter()
    document.replace_content(content)
    panel.sheet.repaint()
    return (time.perf_counter() - start) * 1e3
