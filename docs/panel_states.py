"""Every panel and dialog of the window in its states, for `docs/panels.md`.

A scene works on one window and gives its states one after another: the name of the picture, what it shows, and the
widget to take.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import sleep

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QToolButton, QWidget

from docs.driver import Driver
from editor.app import graphics_problem
from editor.crash.handler import CrashHandler
from editor.crash.reports import CrashReports
from editor.panels.notifications import Kind
from editor.project.leftovers import Leftover
from editor.project.recovery_dialog import RecoveryDialog
from editor.question import Question
from editor.samples import sample_walk
from editor.worker import Job
from models.animation import Clip
from models.body import POINTS, body
from models.document import sample_held
from models.formats import registry

__all__ = ["FALLBACK", "SCENES", "Scene", "State"]

State = tuple[str, str, QWidget]
Scene = Callable[[Driver, Path], Iterator[State]]

_POSES = ((0, "Contact"), (4, "Down"), (8, "Passing"), (12, "Up"))
_PATH = ((0.68, 0.72), (0.42, 0.86), (0.16, 0.66))  # shares of the viewport's width and height
_RENAMED = {"LeftForeArm": "arm_lower_L_jnt", "RightForeArm": "arm_lower_R_jnt", "Spine1": "bone_017"}


def start(driver: Driver, _: Path) -> Iterator[State]:
    window = driver.window
    window.hints.show_hints()
    yield "first-start", "The window at a first start", window
    driver.press("F3")
    QTest.keyClicks(window.search.field, "pa")
    yield "search", "Search of commands (F3)", window.search
    QTest.keyClicks(window.search.field, "xyz")
    yield "search-none", "Search that finds nothing", window.search
    window.search.close()
    driver.press("F1")
    yield "keys", "Keys and mouse buttons (?)", window._sheet
    window._sheet.close()
    driver.press("Ctrl+,")
    dialog = window._preferences_dialog
    window.keymap.set_keys("mirror", ["C"])
    for page, what in enumerate(("look", "keys, with a clash", "work")):
        dialog.tabs.setCurrentIndex(page)
        dialog.keys.choose("mirror")
        yield f"preferences-{page + 1}", f"Preferences: {what}", dialog
    window.keymap.reset()
    dialog.close()


def messages(driver: Driver, folder: Path) -> Iterator[State]:
    window = driver.window
    window.document.replace_content(sample_walk())
    told = "Wrote walk.bvh for Blender. 93 frames were read back: every joint is within 0.02 mm of where it was."
    window.notices.show(told, Kind.DONE, "/home/ada/shots/walk.bvh")
    yield "message-done", "Something was done; the details behind the button", window
    _unfold(window)
    yield "message-open", "The same, opened", window
    window.notices.clear()
    crashes = CrashHandler(CrashReports(folder / "reports"), window.notices, window.files.catch_up)
    crashes.install()
    with _quiet_terminal():
        try:
            {}["hips"]
        except KeyError:
            sys.excepthook(*sys.exc_info())
    yield "message-crash", "An error that nobody expected", window
    crashes.remove()
    window.notices.clear()
    window.resize(800, 600)
    window.notices.show("walk.bvh: line 3, column 5: expected OFFSET, found MOTION. Check the file.", Kind.ERROR)
    window.notices.show("The networks could not be loaded. Handles still move the body.", Kind.WARNING)
    yield "small-window", "The window at 800 by 600 with two messages", window
    window.notices.clear()
    window.files.tasks.run("Reading long_take_07.bvh", _wait, lambda _: None).progressed.emit(0.4)
    driver.wait(600)
    yield "task", "Work that takes a while", window
    window.files.tasks.cancel()


def inspector(driver: Driver, _: Path) -> Iterator[State]:
    window = driver.window
    panel, document = window.inspector, window.document
    document.select([])
    yield "inspector-empty", "Inspector, nothing selected", panel
    driver.drag_handle("LeftHand", 12, 66)
    driver.drag_handle("LeftHand", 4, 2)
    yield "inspector-one-point", "One pinned point", panel
    document.select([POINTS.index(name) for name in ("LeftHand", "RightHand", "Head")])
    yield "inspector-several-points", "Several points: what they share, or “mixed”", panel
    driver.drag_handle("RightHand", -90, 40)
    field = panel.selection._axes[0]
    field.setFocus()
    QTest.keyClicks(field, "1e9\r")
    yield "inspector-out-of-reach", "A number outside its bounds, a pin out of reach", panel
    document.set_auto_key(False)
    driver.drag_handle("RightFoot", -10, 30)
    yield "timeline-pending", "Timeline: a pose that is no key yet", window.timeline
    with _held_questions() as asked:
        window._ask_about_pending()
    yield "question", "A question before something would be lost", asked[0]
    asked[0].close()
    document.go_to(document.tick, ask=False)  # drops the pose, else closing would ask again


def library(driver: Driver, folder: Path) -> Iterator[State]:
    window = driver.window
    window.preferences["library"] = str(folder / "poses")
    window.docks.show("Poses")
    panel = window.library
    yield "poses-empty", "Pose library, empty", panel
    window.document.replace_content(sample_walk())
    for frame, name in _POSES:
        driver.go_to(frame)
        panel.source.save(name, window.document.session.pose)
    (folder / "poses" / "Damaged.json").write_text("{}", encoding="utf-8")
    panel.refresh()
    driver.wait_until(lambda: not panel.shelf.is_busy)
    panel.list.choose("Passing")
    driver.wait_until(lambda: len(panel.list.model_._icons) == len(_POSES))
    yield "poses", "Pose library, with a file that is damaged", panel
    panel.search.setText("jump")
    yield "poses-none", "A search that finds nothing", panel
    panel.search.clear()
    panel.bar.show_work("Reading the folder", can_cancel=True)
    yield "poses-reading", "A folder that takes long", panel
    panel.bar.end_work()


def mirror(driver: Driver, _: Path) -> Iterator[State]:
    window = driver.window
    driver.drag_handle("LeftHand", 12, 66)
    driver.drag_handle("Hips", 10, -12)
    window.document.select([])
    window.docks.show("Mirror")
    panel = window.mirror
    yield "mirror", "Mirror", panel
    panel.choose("scope", "selection")
    panel.choose("direction", "left to right")
    yield "mirror-hindered", "Mirror: nothing is selected", panel
    panel.choose("scope", "body")
    _rest_on(panel.buttons["direction", "swap"])
    yield "mirror-preview", "What a button under the mouse would do", window
    QApplication.sendEvent(panel.buttons["direction", "swap"], QEvent(QEvent.Type.Leave))


def locomotion(driver: Driver, _: Path) -> Iterator[State]:
    window = driver.window
    window.docks.show("Locomotion")
    panel, maker, view = window.locomotion.panel, window.locomotion.maker, window.viewport
    yield "locomotion-empty", "Locomotion, no path yet", panel
    view.set_camera(view.camera.orbited(0.5, 0.42).zoomed(2.3))
    driver.press("Shift+P")
    for x, y in _PATH:
        driver.click(view, QPoint(round(x * view.width()), round(y * view.height())))
    driver.wait_until(lambda: maker.draft is not None and not maker.is_busy)
    yield "locomotion-waypoint", "A waypoint and its draft", panel
    driver.go_to(60)
    yield "locomotion-window", "The path, the draft and its row on the timeline", window


def time(driver: Driver, _: Path) -> Iterator[State]:
    window = driver.window
    yield "timeline-one-key", "Timeline of a new project", window.timeline
    window.document.replace_content(sample_walk())
    document = window.document
    document.select_keys([document.rate.tick(frame) for frame in (16, 20, 24)])
    driver.go_to(22)
    driver.press("Shift+G")
    yield "timeline", "Timeline: keys selected, ghosts on", window.timeline
    window.docks.show("Curves")
    document.select([])
    yield "curves-empty", "Curves, nothing selected", window.curves
    document.select([POINTS.index("LeftFoot")])
    window.curves.model.frame()
    yield "curves", "Curves of the left ankle", window.curves
    window.docks.show("Timeline")
    document.select([POINTS.index("LeftFoot")])
    yield "window", "The window at work", window
    driver.window._show_menu(QPointF(window.mapToGlobal(QPoint(200, 200))))
    yield "menu", "Menu of a handle", QApplication.activePopupWidget()
    QApplication.activePopupWidget().close()


def files(driver: Driver, folder: Path) -> Iterator[State]:
    window = driver.window
    walk = _walk_file(folder)
    window.files.open(walk)
    driver.wait_until(lambda: window.files.imports.dialog is not None)
    yield "import", "Import: joints that are certain, and some that are not", window.files.imports.dialog
    window.files.imports.dialog.reject()
    window.document.replace_content(sample_walk())
    window.files.exports.ask()
    dialog = window.findChild(QDialog, "export")
    yield "export", "Export", dialog
    dialog.reject()
    left = [
        Leftover(folder / "a.journal", Path("/home/ada/shots/stairs.sixpoint"), datetime(2025, 3, 14, 16, 20), 148),
        Leftover(folder / "b.journal", None, datetime(2025, 3, 14, 9, 5), 1),
    ]
    recovery = RecoveryDialog(window, left, "Sixpoint crashed; a report was written to /home/ada/reports/fault.txt.")
    recovery.open()
    yield "recovery", "After a crash: what can be recovered", recovery
    recovery.reject()


def fallback(driver: Driver, _: Path) -> Iterator[State]:
    """Needs a computer without OpenGL, or one that is told to be one."""
    problem = graphics_problem()
    assert problem is not None
    driver.window.notices.show(problem, Kind.WARNING)
    yield "no-opengl", "Without OpenGL: lines in place of the figure", driver.window


SCENES: tuple[Scene, ...] = (start, messages, inspector, library, mirror, locomotion, time, files)
FALLBACK: tuple[Scene, ...] = (fallback,)


@contextmanager
def _held_questions() -> Iterator[list[Question]]:
    """Questions that stay on screen and do not wait for an answer."""
    asked: list[Question] = []
    waiting = Question.exec
    Question.exec = lambda question: (asked.append(question), question.open())
    yield asked
    Question.exec = waiting


def _unfold(window: QWidget) -> None:
    card = window.notices._cards[0]
    QTest.mouseClick(
        next(button for button in card.findChildren(QToolButton) if button.isCheckable()), Qt.MouseButton.LeftButton
    )


@contextmanager
def _quiet_terminal() -> Iterator[None]:
    """What is shown in the window is not told to whoever makes the pictures as well."""
    hook, sys.__excepthook__ = sys.__excepthook__, lambda *_: None
    try:
        yield
    finally:
        sys.__excepthook__ = hook


def _rest_on(widget: QWidget) -> None:
    """Lay the mouse on a widget."""
    middle = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QEnterEvent(middle, middle, QPointF(widget.mapToGlobal(middle.toPoint()))))


def _wait(job: Job) -> None:
    while not job.is_cancelled():
        sleep(0.01)


def _walk_file(folder: Path) -> Path:
    """The sample walk as a file in which some joints have names that tell little."""
    content = sample_walk()
    track = next(iter(content.characters.values())).track
    ticks = [content.rate.tick(frame) for frame in range(93)]
    held = sample_held(track, body(), ticks)
    path = folder / "walk_take_03.bvh"
    registry.write(path, Clip(body(), held.root, held.rotations, content.rate.fps, name="walk"))
    text = path.read_text(encoding="utf-8")
    for name, other in _RENAMED.items():
        text = text.replace(f" {name}\n", f" {other}\n")
    path.write_text(text, encoding="utf-8")
    return path
