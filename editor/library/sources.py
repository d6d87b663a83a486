"""Where kept poses are: in a folder, whose files a team can share, or in the document itself."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QFile

from editor.document import EditorDocument
from editor.texts import tr
from editor.worker import Job
from models.animation import Pose
from models.document import LibraryPose, PoseLibrary
from models.errors import SixpointError

__all__ = ["DocumentPoses", "FolderPoses", "PoseSource", "free_name"]

_EXTENSION = ".json"
_TELL_S = 0.25  # between two parts of a long list


class PoseSource(Protocol):
    """Poses by name. What cannot be done raises SixpointError."""

    title: str
    empty: str  # what would be there and how to make it
    is_near: bool  # it answers at once, in the window's thread; else it is asked in another one

    def entries(self, job: Job | None = None) -> dict[str, str]:
        """The version of every pose by its name, in order; a version is another text whenever the pose is another.

        A job gets what was found so far as parts, and stops it.
        """
        ...

    def load(self, name: str) -> LibraryPose: ...

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        """Loads the pose as it is now, in any thread."""
        ...

    def path(self, name: str) -> Path | None:
        """The file of a pose, where it has one of its own."""
        ...

    def save(self, name: str, pose: Pose) -> None: ...

    def rename(self, name: str, to: str) -> None: ...

    def remove(self, name: str) -> None: ...


class FolderPoses:
    """Poses of a folder. A removed one goes to the wastebasket, as undo does not reach files that others share.

    Args:
        document: Whose proportions a saved pose is made on.
        folder: Where the files are.
    """

    is_near = False

    def __init__(self, document: EditorDocument, folder: Path) -> None:
        self._document, self._library, self.folder = document, PoseLibrary(folder), folder
        self.title = tr("Shared folder")
        self.empty = tr(
            "Poses kept here can be used in every project and shared with a team. Save the first one below."
        )

    def entries(self, job: Job | None = None) -> dict[str, str]:
        found: dict[str, str] = {}
        told_at = time.monotonic()
        try:
            with os.scandir(self.folder) as files:
                for file in files:
                    if job is not None and job.is_cancelled():
                        break
                    if file.name.endswith(_EXTENSION) and file.is_file():
                        state = file.stat()
                        name = file.name.removesuffix(_EXTENSION)
                        found[name] = f"{file.path} {state.st_mtime_ns} {state.st_size}"
                    if job is not None and time.monotonic() - told_at > _TELL_S:
                        told_at = time.monotonic()
                        job.partial.emit(dict(sorted(found.items())))
        except FileNotFoundError:
            return {}  # it is made when the first pose is saved
        except OSError as error:
            reason = error.strerror or str(error)
            raise SixpointError(
                tr("The folder {folder} cannot be read: {reason}.", folder=self.folder, reason=reason)
            ) from error
        return dict(sorted(found.items()))

    def load(self, name: str) -> LibraryPose:
        return self._library.load(name)

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        return lambda: self._library.load(name)

    def save(self, name: str, pose: Pose) -> None:
        self._library.save(name, pose, self._document.skeleton)

    def rename(self, name: str, to: str) -> None:
        if to in self.entries():
            raise SixpointError(tr("There is already a pose “{name}” in this folder; choose another name.", name=to))
        kept = self._library.load(name)
        self._library.save(to, kept.pose, kept.skeleton)
        self._library.remove(name)

    def remove(self, name: str) -> None:
        if not QFile.moveToTrash(str(self.path(name))):
            raise SixpointError(
                tr(
                    "“{name}” could not be moved to the wastebasket; it stays in {folder}.",
                    name=name,
                    folder=self.folder,
                )
            )

    def path(self, name: str) -> Path:
        """The file of a pose."""
        return self.folder / (name + _EXTENSION)


class DocumentPoses:
    """Poses kept in the document: every change can be undone, and they travel with its file."""

    is_near = True

    def __init__(self, document: EditorDocument) -> None:
        self._document = document
        self.title = tr("This document")
        self.empty = tr("Poses kept here are saved with the document. Save the first one below.")

    def entries(self, job: Job | None = None) -> dict[str, str]:
        poses = self._document.content.poses
        return {name: _digest(poses[name]) for name in sorted(poses)}

    def load(self, name: str) -> LibraryPose:
        poses = self._document.content.poses
        if name not in poses:
            raise SixpointError(tr("This document has no pose “{name}” any more.", name=name))
        return LibraryPose(name, poses[name], self._document.skeleton)

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        kept = self.load(name)
        return lambda: kept

    def path(self, name: str) -> Path | None:
        return None

    def save(self, name: str, pose: Pose) -> None:
        self._edit(tr("Save pose {name}", name=name), {**self._document.content.poses, name: pose})

    def rename(self, name: str, to: str) -> None:
        poses = self._document.content.poses
        if to in poses:
            raise SixpointError(tr("There is already a pose “{name}” in this document; choose another name.", name=to))
        renamed = {to if key == name else key: pose for key, pose in poses.items()}
        self._edit(tr("Rename pose {name}", name=name), renamed)

    def remove(self, name: str) -> None:
        poses = {key: pose for key, pose in self._document.content.poses.items() if key != name}
        self._edit(tr("Delete pose {name}", name=name), poses)

    def _edit(self, label: str, poses: dict[str, Pose]) -> None:
        self._document.edit(label, replace(self._document.content, poses=poses))


def _digest(pose: Pose) -> str:
    return hashlib.sha256(pose.root.tobytes() + pose.rotations.tobytes()).hexdigest()


def free_name(source: PoseSource, wish: str) -> str:
    """The wished name, or with a number behind it the first that is free."""
    names = source.entries()
    return next(
        name for count in range(1, len(names) + 2) if (name := wish if count == 1 else f"{wish} {count}") not in names
    )
