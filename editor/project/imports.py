"""Motion and poses from files into the document: what a file holds decides whether it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor.document import EditorDocument
from editor.files import SetPoints, frame_pose, read_json
from editor.panels.notifications import Kind, Notifications
from editor.project.import_dialog import ImportDialog
from editor.project.import_work import (
    Imported,
    ImportOptions,
    MotionSource,
    import_motion,
    mapped,
    read_source,
    said,
    source_of,
)
from editor.project.questions import FileQuestions
from editor.project.tasks import Tasks
from editor.texts import tr
from editor.theme import Theme
from editor.worker import Job
from models.animation import Clip
from models.document import Content
from models.errors import SixpointError
from models.formats.rig_map import RigMap
from models.formats.rig_map_json import read_rig_map, write_rig_map

__all__ = ["Imports"]

_MAPS = "Bone map (*.json)"


class Imports(QObject):
    """Opens motion, poses and set points.

    Args:
        window: Parent of the dialog.
        document: Takes what is read, as one step of undo.
        tasks: Runs the work.
        notices: Tells what happened.
        questions: Asks for files.
        theme: The theme that dialogs are dressed in.
    """

    opened = Signal()

    def __init__(
        self,
        window: QWidget,
        document: EditorDocument,
        tasks: Tasks,
        notices: Notifications,
        questions: FileQuestions,
        *,
        theme: Callable[[], Theme],
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._tasks = window, document, tasks
        self._notices, self._questions, self._theme = notices, questions, theme
        self.dialog: ImportDialog | None = None

    def open(self, path: Path) -> None:
        """Read a file in a thread; several frames, or joints that are not certain, are asked about."""
        title = tr("Reading {name}", name=path.name)
        if path.suffix.lower() == ".json":
            self._tasks.run(title, lambda _: _read_json(path), lambda found: self._opened(path, found))
        else:
            self._tasks.run(title, lambda job: read_source(path, {}, job), lambda found: self._opened(path, found))

    def _opened(self, path: Path, found: SetPoints | MotionSource) -> None:
        if not isinstance(found, MotionSource):
            self._complete(path, found)
        elif found.clip.n_frames == 0:
            text = tr("{name} holds no frame, so there is no pose to take.", name=path.name)
            self._notices.show(text, Kind.WARNING)
        elif found.clip.n_frames == 1 and found.rig_map is not None and not found.rig_map.unsure:
            self._take_pose(found, found.rig_map, 0)
        else:
            self._ask(found)

    def _complete(self, path: Path, points: SetPoints) -> None:
        """Pin the points of a file on a body at rest and let everything else follow."""
        document = self._document

        def pose() -> None:
            document.session.reset()
            document.session.drag_points(points)

        document.do(tr("Open {name}", name=path.name), pose)
        self.opened.emit()
        missed = document.miss_m
        text = tr("Opened {name}: pose completed from {count} points.", name=path.name, count=len(points))
        if missed > 1e-3:
            text += " " + tr("The farthest is {far} cm out of reach.", far=f"{missed * 100:.1f}")
        self._notices.show(text, Kind.WARNING if missed > 1e-3 else Kind.DONE)

    def _ask(self, source: MotionSource) -> None:
        document = self._document
        dialog = self.dialog = ImportDialog(
            self._window,
            self._theme(),
            document.session.skeleton,
            mapped,
            document.tick,
            is_first=len(document.track) < 2,
        )
        dialog.reread.connect(lambda options: self._reread(dialog, source.path, options))
        dialog.load_map.connect(lambda: self._load_map(dialog))
        dialog.save_map.connect(self._save_map)
        dialog.accepted_with.connect(self._take)
        dialog.finished.connect(self._forget)
        dialog.show_source(source)
        dialog.open()

    def _forget(self) -> None:
        self.dialog = None

    def _reread(self, dialog: ImportDialog, path: Path, options: dict[str, Any]) -> None:
        rig_map = dialog.bones.rig_map

        def show(source: MotionSource) -> None:
            if dialog is self.dialog:
                dialog.show_source(source, rig_map)

        title = tr("Reading {name}", name=path.name)
        self._tasks.run(title, lambda job: read_source(path, options, job), show)

    def _load_map(self, dialog: ImportDialog) -> None:
        path = self._questions.open_file(tr("Load bone map"), _MAPS)
        if path is None:
            return
        try:
            dialog.show_rig_map(read_rig_map(path))
        except SixpointError as error:
            dialog.show_problem(str(error))

    def _save_map(self, rig_map: RigMap) -> None:
        chosen = self._questions.save_file(tr("Save bone map"), "map.json", _MAPS)
        if chosen is None:
            return
        try:
            write_rig_map(chosen[0], rig_map)
        except SixpointError as error:
            if self.dialog is not None:
                self.dialog.show_problem(str(error))

    def _take(self, source: MotionSource, rig_map: RigMap, options: ImportOptions) -> None:
        if options.take == "pose":
            self._take_pose(source, rig_map, options.frame)
            return
        document = self._document
        content, identity, skeleton = document.content, document.character_id, document.session.skeleton

        def work(job: Job) -> tuple[Clip, Imported]:
            clip = mapped(source, rig_map, skeleton)
            return clip, import_motion(content, identity, clip, options, job)

        def done(result: tuple[Clip, Imported]) -> None:
            self._put_in(source, content, *result)

        self._tasks.run(tr("Importing {name}", name=source.path.name), work, done)

    def _put_in(self, source: MotionSource, before: Content, clip: Clip, imported: Imported) -> None:
        document, name = self._document, source.path.name
        if document.content is not before:
            text = tr("{name} was not imported because the keys changed meanwhile. Import it again.", name=name)
            self._notices.show(text, Kind.WARNING)
            return
        if document.edit(tr("Import {name}", name=name), imported.content):
            self.opened.emit()
        text = tr("Imported {name}: {frames} frames as {keys} keys.", name=name, frames=f"{clip.n_frames:,}",
                  keys=f"{imported.n_keys:,}")  # fmt: skip
        self._notices.show(text, Kind.DONE, "\n".join(said(note) for note in clip.report))

    def _take_pose(self, source: MotionSource, rig_map: RigMap, frame: int) -> None:
        document, name = self._document, source.path.name
        clip = mapped(source, rig_map, document.session.skeleton)
        pose = frame_pose(clip, frame)
        document.do(tr("Open {name}", name=name), lambda: document.session.set_pose(pose))
        self.opened.emit()
        text = tr("Opened {name}: one pose.", name=name)
        self._notices.show(text, Kind.DONE, "\n".join(said(note) for note in clip.report))


def _read_json(path: Path) -> SetPoints | MotionSource:
    found = read_json(path)
    return source_of(path, found) if isinstance(found, Clip) else found
