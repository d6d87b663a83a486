"""What the window asks about files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from editor.project.project_files import EXTENSION
from editor.question import ask
from editor.texts import tr

__all__ = ["FileQuestions"]


class FileQuestions:
    """Dialogs about files, which remember the last folder.

    Args:
        window: Their parent.
        settings: Keeps the folder.
    """

    def __init__(self, window: QWidget, settings: QSettings) -> None:
        self._window, self._settings = window, settings

    @property
    def folder(self) -> Path:
        """Where the last file was."""
        return Path(str(self._settings.value("folder", str(Path.home()))))

    def remember(self, path: Path) -> None:
        self._settings.setValue("folder", str(path.absolute().parent))

    def about_changes(self, name: str, has_pending: bool) -> str:
        """What is to become of changes: "save", "discard" or "stay"."""
        explanation = tr("Without saving, what was done since the last save is lost.")
        if has_pending:
            explanation += " " + tr("The pose shown is not a key yet; saving makes it one.")
        return ask(
            self._window,
            tr("Save the changes to {name}?", name=name),
            explanation,
            {"save": tr("Save"), "discard": tr("Don't save"), "stay": tr("Cancel")},
        )

    def about_newer(self, path: Path) -> bool:
        """Whether to replace a file that somebody else has written since it was opened."""
        answer = ask(
            self._window,
            tr("{name} was changed by another program", name=path.name),
            tr("Saving now replaces what was written there. Cancel and use Save as to keep both."),
            {"replace": tr("Replace"), "stay": tr("Cancel")},
        )
        return answer == "replace"

    def open_file(self, title: str, filters: str) -> Path | None:
        """A file to read."""
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(self.folder), filters)
        return self._chosen(name)

    def save_project(self, current: Path | None, name: str) -> Path | None:
        """Where to save a project."""
        start = current or self.folder / f"{name}{EXTENSION}"
        filters = tr("Sixpoint project") + f" (*{EXTENSION})"
        chosen, _ = QFileDialog.getSaveFileName(self._window, tr("Save project"), str(start), filters)
        return self._chosen(chosen)

    def save_file(self, title: str, name: str, filters: str) -> tuple[Path, str] | None:
        """Where to write a file, and the filter that was chosen."""
        chosen, used = QFileDialog.getSaveFileName(self._window, title, str(self.folder / name), filters)
        path = self._chosen(chosen)
        return None if path is None else (path, used)

    def _chosen(self, name: str) -> Path | None:
        if not name:
            return None
        self.remember(Path(name))
        return Path(name)
