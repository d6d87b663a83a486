"""Everything about files that the window offers: projects, recovery, import and export, as handlers of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from editor import files
from editor.document import EditorDocument
from editor.panels.notifications import Kind, Notifications
from editor.project.exports import Exports
from editor.project.imports import Imports
from editor.project.leftovers import Leftover, find_leftovers
from editor.project.project_files import ProjectFiles
from editor.project.questions import FileQuestions
from editor.project.recent import RecentFiles
from editor.project.recovery_dialog import Answer, RecoveryDialog
from editor.project.tasks import TaskBar, Tasks
from editor.texts import tr
from editor.theme import THEMES, Theme, theme

__all__ = ["FileActions"]


class FileActions(QObject):
    """Puts the parts of `editor.project` together.

    Args:
        window: Parent of the dialogs; its title says what is open.
        document: What is worked on.
        notices: Tells what happened.
        task_bar: Shows work in threads.
        settings: Remembers folders, recent files and the program exported for.
    """

    opened = Signal()  # something else is shown, which may be elsewhere

    def __init__(
        self,
        window: QMainWindow,
        document: EditorDocument,
        notices: Notifications,
        task_bar: TaskBar,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._notices = window, document, notices
        self._theme = theme(THEMES[0])
        self._questions = FileQuestions(window, settings)
        self.recent = RecentFiles(settings)
        self.tasks = Tasks(task_bar, notices, self)
        self.project = ProjectFiles(document, self.tasks, notices, self.recent, self)
        self.project.ask_about_changes = lambda: self._questions.about_changes(
            self.project.name, document.has_pending_edit
        )
        self.project.ask_about_newer = self._questions.about_newer
        self.project.ask_where = self._ask_where
        self.imports = Imports(window, document, self.tasks, notices, self._questions, theme=lambda: self._theme)
        self.exports = Exports(window, document, self.tasks, notices, self._questions, settings=settings)
        self.project.changed.connect(self._show_title)
        self.project.opened.connect(self.opened)
        self.imports.opened.connect(self.opened)
        self._show_title()

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """By the id of their action."""
        return {
            "new": self.project.new,
            "open": self.ask_open,
            "save": self.project.save,
            "save_as": self.ask_save_as,
            "revert": self.project.revert,
            "import": self.ask_import,
            "export": self.exports.ask,
            "export_pose": self.exports.ask_pose,
            "recover": self.ask_recover,
        }

    def set_theme(self, theme: Theme) -> None:
        """Dialogs opened from here on follow."""
        self._theme = theme

    def add_recent_menu(self, after: QAction) -> None:
        """List the recent files in the menu that has an action, below it."""
        menu = QMenu(tr("Open recent"), self._window)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(lambda: self.recent.fill(menu, self.open))
        for owner in (action.menu() for action in self._window.menuBar().actions()):
            if isinstance(owner, QMenu) and after in owner.actions():
                actions = owner.actions()
                owner.insertMenu(actions[actions.index(after) + 1], menu)

    def open(self, path: Path) -> None:
        """Open a file of any kind that can be read."""
        self._questions.remember(path)
        if path.suffix.lower() == files.PROJECT:
            self.project.open(path)
        else:
            self.imports.open(path)

    def ask_open(self) -> None:
        """Let the user choose a file and open it."""
        path = self._questions.open_file(tr("Open"), files.OPEN_FILTER)
        if path is not None:
            self.open(path)

    def ask_import(self) -> None:
        """Let the user choose a motion to put on the timeline."""
        path = self._questions.open_file(tr("Import motion"), files.IMPORT_FILTER)
        if path is not None:
            self.open(path)

    def ask_save_as(self) -> None:
        """Let the user choose where to save."""
        path = self._ask_where()
        if path is not None:
            self.project.save_as(path)

    def ask_recover(self) -> None:
        """Offer what crashed sessions left, if anything."""
        if not self.offer_recovery():
            self._notices.show(tr("There is nothing to recover."), Kind.INFO)

    def offer_recovery(self, report: str = "") -> bool:
        """Show what can be recovered; False if nothing can.

        Args:
            report: What is known about why the last session ended.
        """
        autosave = self.project.autosave
        left = find_leftovers(autosave.path.parent, autosave.path) if autosave is not None else []
        if not left:
            return False
        dialog = RecoveryDialog(self._window, left, report)
        dialog.answered.connect(self._recover)
        dialog.open()
        return True

    def tell_about_last_session(self, faults: Sequence[Path]) -> None:
        """After a start: offer what was not saved, and say that there was a crash.

        Args:
            faults: Reports of what earlier sessions died of.
        """
        report = tr("Sixpoint crashed; a report was written to {path}.", path=faults[-1]) if faults else ""
        if not self.offer_recovery(report) and faults:
            details = faults[-1].read_text(encoding="utf-8", errors="replace")
            self._notices.show(f"{report} {tr('Nothing was lost.')}", Kind.WARNING, details)

    def catch_up(self) -> None:
        """Write down what is not written yet, after an error somewhere."""
        if self.project.autosave is not None:
            self.project.autosave.catch_up()

    def start_autosave(self, folder: Path) -> None:
        """Keep every change from here on in a folder's journals."""
        self.project.start_autosave(folder)

    def may_close(self) -> bool:
        """Whether the window can close now; if not, it may close by itself after saving."""
        return self.project.may_close(lambda: QTimer.singleShot(0, self._window, self._window.close))

    def shut_down(self) -> None:
        """End all work; nothing is to be recovered from here."""
        self.tasks.shut_down()
        self.project.close()

    def _recover(self, leftover: Leftover, answer: Answer) -> None:
        if answer is Answer.DISCARD:
            leftover.discard()
        else:
            self.project.recover(leftover)

    def _ask_where(self) -> Path | None:
        return self._questions.save_project(self.project.path, tr("Untitled"))

    def _show_title(self) -> None:
        self._window.setWindowTitle(f"{self.project.name}[*] \u2013 Sixpoint")
        self._window.setWindowModified(self._document.is_modified)
