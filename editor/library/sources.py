"""Where kept poses are: in a folder, whose files a team can share, or in the document itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QFile

from editor.document import EditorDocument
from editor.texts import tr
from models.animation import Pose
from models.document import LibraryPose, PoseLibrary
from models.errors import SixpointError

__all__ = ["DocumentPoses", "FolderPoses", "PoseSource", "free_name"]


class PoseSource(Protocol):
    """Poses by name. What cannot be done raises SixpointError."""

    title: str
    empty: str  # what would be there and how to make it

    def names(self) -> tuple[str, ...]: ...

    def load(self, name: str) -> LibraryPose: ...

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        """Loads the pose as it is now, in any thread."""
        ...

    def version(self, name: str) -> str:
        """Another text whenever the pose is another one."""
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

    def __init__(self, document: EditorDocument, folder: Path) -> None:
        self._document, self._library, self.folder = document, PoseLibrary(folder), folder
        self.title = tr("Shared folder")
        self.empty = tr(
            "Poses kept here can be used in every project and shared with a team. Save the first one below."
        )

    def names(self) -> tuple[str, ...]:
        return self._library.names()

    def load(self, name: str) -> LibraryPose:
        return self._library.load(name)

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        return lambda: self._library.load(name)

    def version(self, name: str) -> str:
        try:
            state = self.path(name).stat()
        except OSError:
            return ""
        return f"{self.path(name)} {state.st_mtime_ns} {state.st_size}"

    def save(self, name: str, pose: Pose) -> None:
        self._library.save(name, pose, self._document.skeleton)

    def rename(self, name: str, to: str) -> None:
        if to in self.names():
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
        return self.folder / f"{name}.json"


class DocumentPoses:
    """Poses kept in the document: every change can be undone, and they travel with its file."""

    def __init__(self, document: EditorDocument) -> None:
        self._document = document
        self.title = tr("This document")
        self.empty = tr("Poses kept here are saved with the document. Save the first one below.")

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._document.content.poses))

    def load(self, name: str) -> LibraryPose:
        poses = self._document.content.poses
        if name not in poses:
            raise SixpointError(tr("This document has no pose “{name}” any more.", name=name))
        return LibraryPose(name, poses[name], self._document.skeleton)

    def loader(self, name: str) -> Callable[[], LibraryPose]:
        kept = self.load(name)
        return lambda: kept

    def version(self, name: str) -> str:
        pose = self._document.content.poses[name]
        return hashlib.sha256(pose.root.tobytes() + pose.rotations.tobytes()).hexdigest()

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


def free_name(source: PoseSource, wish: str) -> str:
    """The wished name, or with a number behind it the first that is free."""
    names = set(source.names())
    return next(
        name for count in range(1, len(names) + 2) if (name := wish if count == 1 else f"{wish} {count}") not in names
    )
