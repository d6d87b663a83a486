"""Motion and poses from the document into files of other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QWidget

from editor import files
from editor.document import EditorDocument
from editor.panels.notifications import Kind, Notifications
from editor.project.export_dialog import ExportDialog
from editor.project.export_work import ExportOptions, export_motion
from editor.project.questions import FileQuestions
from editor.project.tasks import Tasks
from editor.texts import tr
from models.errors import SixpointError
from models.formats import registry
from models.formats.conversion import Converted

__all__ = ["Exports"]

_TEXTS = {".bvh": "BVH motion", ".json": "Sixpoint motion as JSON"}
"""Formats that are not named here are listed by their extension, so a new one appears by being registered."""


class Exports(QObject):
    """Asks how and where, and writes in a thread.

    Args:
        window: Parent of the dialogs.
        document: What is exported.
        tasks: Runs the work.
        notices: Tells what happened.
        questions: Asks for files.
        settings: Remembers the program exported for.
    """

    def __init__(
        self,
        window: QWidget,
        document: EditorDocument,
        tasks: Tasks,
        notices: Notifications,
        questions: FileQuestions,
        *,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._tasks = window, document, tasks
        self._notices, self._questions, self._settings = notices, questions, settings

    def ask(self) -> None:
        """Let the user choose what is written and how."""
        dialog = ExportDialog(self._window, self._document, str(self._settings.value("export for", "")))
        dialog.chosen.connect(self._ask_where)
        dialog.open()

    def ask_pose(self) -> None:
        """Let the user choose where to write the pose shown."""
        chosen = self._questions.save_file(tr("Export pose"), "pose.json", ";;".join(files.EXPORT_FILTERS.values()))
        if chosen is not None:
            endings = {text: extension for extension, text in files.EXPORT_FILTERS.items()}
            self.export_pose(_ending(chosen[0], endings.get(chosen[1], ".json")))

    def export_pose(self, path: Path) -> None:
        """Write the pose shown."""
        try:
            files.export_pose(path, self._document.session)
        except SixpointError as error:
            self._notices.show(str(error), Kind.ERROR)
        else:
            self._notices.show(tr("Wrote {name}.", name=path.name), Kind.DONE, str(path))

    def export(self, path: Path, options: ExportOptions) -> None:
        """Write a motion and check what was written."""
        content, identity = self._document.content, self._document.character_id

        def done(written: Converted) -> None:
            text = tr(
                "Wrote {name}: {frames} frames, read back within {error} mm.",
                name=path.name,
                frames=f"{written.clip.n_frames:,}",
                error=f"{written.error_m * 1e3:.3f}",
            )
            self._notices.show(text, Kind.DONE, "\n".join([str(path), *written.notes]))

        title = tr("Writing {name}", name=path.name)
        self._tasks.run(title, lambda job: export_motion(path, content, identity, options, job), done)

    def _ask_where(self, options: ExportOptions, preset: str) -> None:
        self._settings.setValue("export for", preset)
        endings = {f"{tr(_TEXTS.get(e, e[1:].upper()))} (*{e})": e for e in registry.writable()}
        name = "pose" if options.pose is not None else self._document.character.rig.name
        chosen = self._questions.save_file(tr("Export motion"), f"{name}.bvh", ";;".join(endings))
        if chosen is not None:
            self.export(_ending(chosen[0], endings.get(chosen[1], ".bvh")), options)


def _ending(path: Path, extension: str) -> Path:
    return path if path.suffix else path.with_suffix(extension)
