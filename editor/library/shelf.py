"""The poses of a source as they were last seen, and every change of them, wherever the source wants it done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from editor.library.errands import Errands
from editor.library.sources import PoseSource, free_name
from editor.project.tasks import TaskBar
from editor.texts import tr
from editor.worker import Job
from models.animation import Pose
from models.body import Skeleton
from models.document import LibraryPose
from models.errors import SixpointError
from models.formats.pose_json import read_pose

__all__ = ["Shelf"]


class Shelf(QObject):
    """Asks a source that is near at once, and one whose disk may be slow in another thread.

    Args:
        source: What to ask now.
        bar: Tells of what takes long, and stops it.
        failed: Told what could not be done.
    """

    changed = Signal()  # other poses, or they are being read, or no longer

    def __init__(
        self, source: Callable[[], PoseSource], bar: TaskBar, failed: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._source, self._failed = source, failed
        self._errands = Errands(bar, lambda text, _: failed(text), self)
        self.entries: dict[str, str] = {}
        """Versions of the poses by their names, in order."""
        self._of: PoseSource | None = None
        self._reading: Job | None = None

    @property
    def is_reading(self) -> bool:
        return self._errands.is_running(self._reading)

    @property
    def is_busy(self) -> bool:
        """Whether anything is still to come of what was asked for."""
        return self._errands.is_busy

    @property
    def was_stopped(self) -> bool:
        """Whether reading was stopped, so that there may be more."""
        return self._reading is not None and not self.is_reading

    def read(self) -> None:
        """Look what there is. A long list comes in parts."""
        source = self._source()
        if source is not self._of:
            self._of, self.entries = source, {}
        if self._reading is not None:
            self._errands.cancel(self._reading)
        if source.is_near:
            self._take(source.entries())
            return
        self._reading = self._errands.run(
            tr("Reading the folder"), source.entries, self._take, partial=self._take_part, failed=self._give_up
        )
        self._reading.ended.connect(self.changed)
        self.changed.emit()

    def _take(self, entries: dict[str, str]) -> None:
        self._reading = None
        self._take_part(entries)

    def _take_part(self, entries: dict[str, str]) -> None:
        self.entries = entries
        self.changed.emit()

    def _give_up(self, reason: str, _: str) -> None:
        self._take({})
        self._failed(reason)

    def load(self, name: str, then: Callable[[LibraryPose], None], failed: Callable[[str], None] | None = None) -> None:
        """Read a pose; `failed` is told in place of everyone."""
        source = self._source()
        self._do(tr("Reading {name}", name=name), lambda: source.load(name), then, failed)

    def keep(self, wish: str, pose: Pose, then: Callable[[str], None]) -> None:
        """Keep a pose under a name that is free; `then` gets the name."""
        source = self._source()

        def save() -> str:
            name = free_name(source, wish)
            source.save(name, pose)
            return name

        self._do(tr("Saving the pose"), save, then)

    def keep_file(self, path: Path, skeleton: Skeleton, then: Callable[[str], None]) -> None:
        """Keep the pose of a file under the file's name, fitted to a character."""

        def read(_: Job) -> Pose:
            pose, own = read_pose(path)
            # Poses of a document have no proportions of their own.
            return LibraryPose(path.stem, pose, own).applied(pose, skeleton, stays=False)

        self._errands.run(tr("Reading {name}", name=path.name), read, lambda pose: self.keep(path.stem, pose, then))

    def rename(self, name: str, to: str, then: Callable[[str], None]) -> None:
        """Give a pose another name, which `then` gets."""
        source = self._source()
        self._do(tr("Renaming {name}", name=name), lambda: source.rename(name, to), lambda _: then(to))

    def remove(self, name: str) -> None:
        """Delete a pose."""
        source = self._source()
        self._do(tr("Deleting {name}", name=name), lambda: source.remove(name), lambda _: self.read())

    def shut_down(self) -> None:
        """Stop what is going on and wait until it has."""
        self._errands.shut_down()

    def _do(
        self,
        title: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Do work where the source wants it done, and what comes then here."""
        tell = failed or self._failed
        if not self._source().is_near:
            self._errands.run(title, lambda _: work(), then, failed=lambda text, _: tell(text))
            return
        try:
            result = work()
        except SixpointError as error:
            tell(str(error))
        else:
            then(result)
