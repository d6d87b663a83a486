"""What a kill costs: the editor's document is edited and saved by a script and killed at random moments, also in saves.

Each run is a process that drags handles, goes through time, sets keys, undoes, changes the frame rate and saves, with
auto-key now on and now off, through the same classes as the window. Before a gesture is written down the process notes
the state it leads to, and after it that it is done. After the kill the project on the disk must open, and project and
journal together must give the state of the last gesture that was done, or of the one that was going on.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks._runner import environment
from models.document import Content, journal_header, read_project, recovered
from models.errors import SixpointError

__all__ = ["kill_once", "run"]

_START_S = 60.0
_MOST_S = 1.5
_SAVE_EVERY = 4


def run(quick: bool) -> dict[str, Any]:
    """Kills, and how many of them lost what.

    Raises:
        SixpointError: if a process does not start.
    """
    n_kills = 12 if quick else 200
    outcomes: dict[str, int] = {"all kept": 0, "the gesture going on lost": 0, "MORE LOST": 0, "FILE DAMAGED": 0}
    n_gestures, n_in_save = 0, 0
    for seed in range(n_kills):
        with tempfile.TemporaryDirectory(prefix="sixpoint-crash-") as folder:
            outcome, done, in_save = kill_once(Path(folder), seed)
        outcomes[outcome] += 1
        n_gestures += done
        n_in_save += in_save
    return {
        "kills": n_kills,
        **outcomes,
        "gestures done": n_gestures,
        "killed during a save": n_in_save,
        "environment": environment("PySide6-Essentials"),
    }


def kill_once(folder: Path, seed: int) -> tuple[str, int, bool]:
    """Edit, kill, recover: what became of the work, the gestures that were done, and whether it happened in a save."""
    log, project = folder / "log", folder / "walk.sixpoint"
    log.touch()
    process = _processes().Process(target=_edit, args=(folder, seed), daemon=True)
    process.start()
    try:
        _wait_for_first(log, process)
        time.sleep(random.Random(seed).uniform(0.0, _MOST_S))
    finally:
        process.kill()
        process.join()
    states = _states(log)
    done = [state for word, state in states if word == "done"]
    allowed = {done[-1], *(state for _, state in states[_last(states) :])}
    saves = [word for word, _ in states if word in ("saving", "saved")]
    try:
        base = read_project(project) if project.exists() else Content()
    except SixpointError:
        return "FILE DAMAGED", len(done), False
    state = _recovered_state(folder / "journals", project, base)
    kept = "all kept" if state == states[-1][1] else "the gesture going on lost"
    outcome = kept if state in allowed else "MORE LOST"
    return outcome, len(done), bool(saves) and saves[-1] == "saving"


def _processes() -> Any:
    """Of processes that start fast, where the system can: everything is imported once."""
    if not sys.platform.startswith("linux"):
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.crash", "editor.project.project_files", "models.solver"])
    return context


def _wait_for_first(log: Path, process: Any) -> None:
    end = time.monotonic() + _START_S
    while b"done" not in log.read_bytes():
        if not process.is_alive() or time.monotonic() > end:
            raise SixpointError(f"the process that edits did not start (exit code {process.exitcode})")
        time.sleep(0.005)


def _states(log: Path) -> list[tuple[str, str]]:
    """(will, done, saving or saved; the state) in order; the last line counts if it is whole."""
    lines = log.read_text().split("\n")[:-1]
    return [(word, state) for word, _, state in (line.partition(" ") for line in lines)]


def _last(states: list[tuple[str, str]]) -> int:
    """The place of the last gesture that was done."""
    return max(index for index, (word, _) in enumerate(states) if word == "done")


def _recovered_state(folder: Path, project: Path, base: Content) -> str:
    (journal,) = folder.glob("[!.]*.journal")
    # Killed between the first save and the journal after it, the journal does not know the file yet.
    is_of_file = journal_header(journal).project == project
    for start in (base,) if is_of_file else (Content(), base):
        try:
            result = recovered(journal, start)
        except SixpointError:
            continue
        pending = "-" if result.pending is None else result.pending[1].digest.hex()
        return f"{result.content.hash} {pending}"
    return "none"


def _edit(folder: Path, seed: int) -> None:
    """Edit until killed."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QWidget

    from editor.document import EditorDocument
    from editor.panels.notifications import Notifications
    from editor.project.project_files import ProjectFiles
    from editor.project.recent import RecentFiles
    from editor.project.tasks import TaskBar, Tasks
    from editor.theme import theme
    from models.animation import FrameRate
    from models.document import key_of
    from models.posing import Session

    app = QApplication([])
    window, chance = QWidget(), random.Random(seed)
    document = EditorDocument(Session())
    document.session.set_completion(False)
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    notices = Notifications(window, theme("dark"))
    files = ProjectFiles(document, Tasks(TaskBar(window), notices), notices, RecentFiles(settings))
    log = os.open(folder / "log", os.O_WRONLY | os.O_APPEND)

    def note(word: str) -> None:
        pending = "-"
        if document.has_pending_edit:
            key = key_of(document.tick, document.session.snapshot.posing, document.session.pose)
            pending = key.digest.hex()
        os.write(log, f"{word} {document.content.hash} {pending}\n".encode())

    # Before autosave listens: what it writes next is noted first.
    document.pose_changed.connect(lambda: note("will"))
    document.content_changed.connect(lambda: note("will"))
    files.start_autosave(folder / "journals")

    def drag() -> None:
        point = chance.choice(["LeftHand", "RightHand", "Hips", "LeftFoot"])
        place = document.session.points[document.session.skeleton.point_index(point)]
        document.begin("Drag")
        for _ in range(3):
            place = place + [chance.uniform(-0.05, 0.05) for _ in range(3)]
            document.drag({point: place})
        document.commit()

    gestures = {
        drag: 6,
        lambda: document.go_to(document.rate.tick(chance.randrange(120)), ask=False): 2,
        document.set_key: 1,
        document.undo: 2,
        document.redo: 1,
        lambda: document.set_auto_key(not document.auto_key): 1,
        lambda: document.edit("Rate", replace(document.content, rate=FrameRate(chance.choice([24, 25, 30, 60])))): 1,
    }
    for number in range(sys.maxsize):
        chance.choices(list(gestures), list(gestures.values()))[0]()
        note("done")
        if number % _SAVE_EVERY == 0:
            note("saving")
            files.save_as(folder / "walk.sixpoint", lambda: note("saved"))
        app.processEvents()
