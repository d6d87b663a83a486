"""The project the window works on: its file, whether it is saved, and how another takes its place without losing it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.document import EditorDocument
from editor.panels.notifications import Kind, Notifications
from editor.project.autosave import Autosave
from editor.project.leftovers import Leftover, read_leftover
from editor.project.recent import RecentFiles
from editor.project.tasks import Tasks
from editor.texts import tr
from models.animation import Key
from models.document import Content, OpenNote, Recovered, other_user, posing_of, read_project, write_project
from models.posing import Snapshot

__all__ = ["EXTENSION", "ProjectFiles"]

EXTENSION = ".sixpoint"

Then = Callable[[], None]


class ProjectFiles(QObject):
    """New, open, save, revert and recover.

    Reading and writing happen in threads. A failure leaves the document, its journal and the file as they were.

    Args:
        document: What is worked on; its content at this moment is what a new project begins with.
        tasks: Runs the work.
        notices: Tells what happened.
        recent: Remembers the files.
    """

    changed = Signal()  # another file, or saved or not
    opened = Signal()  # another project is shown

    def __init__(
        self,
        document: EditorDocument,
        tasks: Tasks,
        notices: Notifications,
        recent: RecentFiles,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._tasks, self._notices, self._recent = document, tasks, notices, recent
        self._first = document.content
        self._on_disk = Content()
        self.path: Path | None = None
        self.autosave: Autosave | None = None
        self.ask_about_changes: Callable[[], str] = lambda: "stay"
        self.ask_about_newer: Callable[[Path], bool] = lambda path: False
        self.ask_where: Callable[[], Path | None] = lambda: None
        self._note: OpenNote | None = None
        self._stamp: tuple[int, int] | None = None
        self._is_saving = False
        self._save_next: tuple[Path, Then] | None = None
        document.modified_changed.connect(self.changed)

    @property
    def name(self) -> str:
        """What the title says."""
        return tr("Untitled") if self.path is None else self.path.name

    def start_autosave(self, folder: Path) -> Autosave:
        """Keep every change from here on in a journal in a folder."""
        self.autosave = Autosave(self._document, folder, self)
        self.autosave.failed.connect(lambda text: self._notices.show(text, Kind.WARNING))
        self.autosave.begin(self.path, self._on_disk)
        return self.autosave

    # Another content

    def new(self) -> None:
        """Begin anew."""
        self.show_new(self._first)

    def show_new(self, content: Content) -> None:
        """Begin anew with a content that no file has, e.g. a sample."""
        self.leave(lambda: self._show(content, Content(), None))

    def open(self, path: Path) -> None:
        """Work on the project in a file."""
        self.leave(lambda: self._read(path))

    def revert(self) -> None:
        """Back to what the file has."""
        if self.path is None:
            self._notices.show(tr("This project was never saved, so there is nothing to go back to."), Kind.INFO)
        elif self._document.is_modified:
            if self.ask_about_changes() == "discard":
                self._read(self.path)
        else:
            self._read(self.path)

    def recover(self, leftover: Leftover, done: Then = lambda: None) -> None:
        """Show the work of a session that crashed, as not saved; its journal goes once the new one has everything."""

        def show(found: tuple[Content, Recovered]) -> None:
            base, result = found
            self._show(result.content, base, leftover.project)
            self._document.undo_stack.resetClean()
            if result.pending is not None:
                self._show_pending(*result.pending)
            leftover.discard()
            self._notices.show(tr("Recovered {name}. Save it to keep it.", name=leftover.title), Kind.DONE)
            done()

        def read() -> None:
            title = tr("Recovering {name}", name=leftover.title)
            self._tasks.run(title, lambda _: read_leftover(leftover), show)

        self.leave(read)

    def leave(self, then: Then) -> None:
        """Go on once nothing can be lost: at once, after saving, or not at all."""
        if not self._document.is_modified:
            then()
            return
        answer = self.ask_about_changes()
        if answer == "discard":
            then()
        elif answer == "save":
            self._document.set_key()  # of a pose that is none yet; it would be lost otherwise
            self.save(then)

    def may_close(self, close_later: Then) -> bool:
        """Whether the window can close now; otherwise it will be closed after saving, if the user wants it closed."""
        is_now: list[bool] = []
        closing = [True]

        def close() -> None:
            if closing[0]:
                is_now.append(True)
            else:
                close_later()

        self.leave(close)
        closing[0] = False
        return bool(is_now)

    # Saving

    def save(self, then: Then = lambda: None) -> None:
        """Save, asking where if it was never saved."""
        path = self.path or self.ask_where()
        if path is not None:
            self.save_as(path, then)

    def save_as(self, path: Path, then: Then = lambda: None) -> None:
        """Save in a file, which is that of the project from here on.

        Args:
            path: Where; the extension is added if it has none.
            then: Called after it was saved.
        """
        path = path if path.suffix else path.with_suffix(EXTENSION)
        if self._is_saving:
            # Two at once could end in the wrong order; of several that wait, the last one says what is wanted.
            self._save_next = (path, then)
            return
        is_changed = path == self.path and self._stamp is not None and _stamp(path) not in (None, self._stamp)
        if is_changed and not self.ask_about_newer(path):
            return
        document = self._document
        document.abort_gestures()
        content, index = document.content, document.undo_stack.index()
        if self.autosave is not None:
            self.autosave.before_save(content)

        def done(_: object) -> None:
            self._is_saving = False
            self._saved(path, content, index)
            then()
            if self._save_next is not None:
                (another, afterwards), self._save_next = self._save_next, None
                self.save_as(another, afterwards)

        def failed(text: str, details: str) -> None:
            self._is_saving, self._save_next = False, None
            advice = tr("Nothing is lost. Choose another place with File > Save as.")
            self._notices.show(f"{text}. {advice}", Kind.ERROR, details)

        self._is_saving = True
        title = tr("Saving {name}", name=path.name)
        self._tasks.run(title, lambda _: write_project(path, content), done, failed=failed, can_cancel=False)

    def close(self) -> None:
        """The window closes and nothing of it is needed any more."""
        self._take_note_back()
        if self.autosave is not None:
            self.autosave.end()

    # Inside

    def _read(self, path: Path) -> None:
        before = self._document.content

        def read() -> Content:
            content = read_project(path)
            content.hash  # noqa: B018  # kept in the content; the journal needs it
            return content

        def show(content: Content) -> None:
            if self._document.content is before:
                self._show(content, content, path)
            else:  # changed while it was read
                self.leave(lambda: self._show(content, content, path))

        def failed(text: str, details: str) -> None:
            if not path.exists():
                self._recent.forget(path)
            self._notices.show(text, Kind.ERROR, details)

        self._tasks.run(tr("Opening {name}", name=path.name), lambda _: read(), show, failed=failed)

    def _show(self, content: Content, base: Content, path: Path | None) -> None:
        """Work on a content from here on."""
        self._document.replace_content(content)
        self._on_disk = base
        self._own(path)
        if self.autosave is not None:
            self.autosave.begin(path, base)
        self.opened.emit()

    def _saved(self, path: Path, content: Content, index: int) -> None:
        document = self._document
        self._on_disk = content
        self._own(path)
        if self.autosave is not None:
            self.autosave.after_save(path, content)
        if document.content is content and document.undo_stack.index() == index:
            document.mark_saved()
        else:  # it was edited meanwhile, and no step of the undo stack is what the file has
            document.undo_stack.resetClean()
        text = tr("Saved {name}.", name=path.name)
        if document.has_pending_edit:
            text += " " + tr("The pose shown is not a key yet and not in the file; set a key and save again.")
        self._notices.show(text, Kind.WARNING if document.has_pending_edit else Kind.DONE, str(path))
        self.changed.emit()

    def _own(self, path: Path | None) -> None:
        """Make a file that of the project: remember it, and let others know."""
        if path != self.path:
            self._take_note_back()
        is_new, self.path = path != self.path, path
        self._stamp = None if path is None else _stamp(path)
        if path is not None:
            self._recent.add(path)
            other = other_user(path)
            if other is None:
                self._note = OpenNote.own()
                self._note.leave(path)
            elif is_new:
                self._notices.show(
                    tr("{name} is open in another window as well. Whoever saves last wins.", name=path.name),
                    Kind.WARNING,
                    tr(
                        "Process {process} of {host} has it open. Save under another name to keep both.",
                        process=other.process,
                        host=other.host,
                    ),
                )
        self.changed.emit()

    def _take_note_back(self) -> None:
        if self._note is not None and self.path is not None:
            self._note.take_back(self.path)
        self._note = None

    def _show_pending(self, identity: str, key: Key) -> None:
        """Show a pose that was no key when the session ended, as the edit in progress that it was."""
        document = self._document
        document.set_character(identity, key.tick)
        document.set_auto_key(False)
        skeleton = document.session.skeleton
        snapshot = Snapshot(posing_of(key, skeleton), key.pose, key.pose.points(skeleton))
        document.do(tr("Recovered pose"), lambda: document.session.restore(snapshot))


def _stamp(path: Path) -> tuple[int, int] | None:
    """What changes when somebody writes a file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
