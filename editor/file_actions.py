"""Open and export, as the window offers them: dialogs, the worker that reads, what the user is told."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QThreadPool, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from editor import files, worker
from editor.document import EditorDocument
from editor.panels.clip_bar import ClipBar
from editor.panels.notifications import Kind, Notifications
from models.animation import Clip
from models.errors import SixpointError

__all__ = ["FileActions"]

_WAIT_MS = 5000  # on closing, for a reader to notice that it was cancelled


class FileActions(QObject):
    """At most one file is read at a time; opening another stops the first.

    Args:
        window: Parent of the dialogs.
        document: Takes the poses.
        notices: Tells what happened.
        clip_bar: Shows progress, and the frames of a motion.
        settings: Remembers the last folder.
    """

    opened = Signal()

    def __init__(
        self,
        window: QWidget,
        document: EditorDocument,
        notices: Notifications,
        clip_bar: ClipBar,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._document = window, document
        self._notices, self._clip_bar, self._settings = notices, clip_bar, settings
        self._pool = QThreadPool(self)
        self._job: worker.Job | None = None
        clip_bar.cancelled.connect(self.cancel)

    def ask_open(self) -> None:
        """Let the user choose a file and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", self._folder(), files.OPEN_FILTER)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Read a file in a worker; its first pose is shown when it is done."""
        self.cancel()
        self._remember(path)
        skeleton = self._document.session.skeleton
        job = self._job = worker.Job(lambda job: files.read_motion(path, skeleton, job))
        self._clip_bar.show_reading(path.name, 0.0)
        job.progressed.connect(lambda share: self._progressed(job, path, share))
        job.done.connect(lambda clip: self._opened(job, path, clip))
        job.failed.connect(lambda text, details: self._failed(job, text, details))
        job.start(self._pool)

    def ask_export(self) -> None:
        """Let the user choose where to write the pose."""
        filters = ";;".join(files.EXPORT_FILTERS.values())
        start = str(Path(self._folder()) / "pose.json")
        name, chosen = QFileDialog.getSaveFileName(self._window, "Export pose", start, filters)
        if name:
            path = Path(name)
            if not path.suffix:
                path = path.with_suffix(next(ext for ext, text in files.EXPORT_FILTERS.items() if text == chosen))
            self.export(path)

    def export(self, path: Path) -> None:
        """Write the pose shown."""
        self._remember(path)
        try:
            files.export_pose(path, self._document.session)
        except SixpointError as error:
            self._notices.show(str(error), Kind.ERROR)
        else:
            self._notices.show(f"Wrote {path.name}.", Kind.DONE, str(path))

    def cancel(self) -> None:
        """Stop reading, if anything is being read."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._clip_bar.hide()

    def shut_down(self) -> None:
        """Stop reading and wait for the worker."""
        self.cancel()
        self._pool.waitForDone(_WAIT_MS)

    def _progressed(self, job: worker.Job, path: Path, share: float) -> None:
        if job is self._job:
            self._clip_bar.show_reading(path.name, share)

    def _opened(self, job: worker.Job, path: Path, clip: Clip) -> None:
        if job is not self._job:
            return
        self._job = None
        self._clip_bar.show_clip(clip, path.name)
        if clip.n_frames == 0:
            self._notices.show(f"{path.name} holds no frame, so there is no pose to take.", Kind.WARNING)
            return
        pose = files.frame_pose(clip, 0)
        self._document.do(f"Open {path.name}", lambda: self._document.session.set_pose(pose))
        self.opened.emit()
        count = "one pose" if clip.n_frames == 1 else f"{clip.n_frames} frames; choose one below the viewport"
        self._notices.show(f"Opened {path.name}: {count}.", Kind.DONE, "\n".join(clip.report))

    def _failed(self, job: worker.Job, text: str, details: str) -> None:
        if job is self._job:
            self._job = None
            self._clip_bar.hide()
            self._notices.show(text, Kind.ERROR, details)

    def _folder(self) -> str:
        return str(self._settings.value("folder", str(Path.home())))

    def _remember(self, path: Path) -> None:
        self._settings.setValue("folder", str(path.absolute().parent))
