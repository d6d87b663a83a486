"""The choice between the poses of a folder and those of the document, with word of changes in either."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QSignalBlocker, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from editor.document import EditorDocument
from editor.library.sources import DocumentPoses, FolderPoses, PoseSource
from editor.preferences.preferences import Preferences
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["SourceBox"]

_SETTLED_MS = 250  # after the last of a burst of changes in the folder


class SourceBox(QWidget):
    """What is shown is `source`.

    Args:
        document: Has poses of its own.
        preferences: Say which folder.
    """

    changed = Signal()  # another source, or other poses in it

    def __init__(self, document: EditorDocument, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preferences = document, preferences
        self._sources: list[PoseSource] = []
        self.choice, self._open = QComboBox(), QToolButton()
        self.choice.setAccessibleName(tr("Where poses are kept"))
        self._open.setToolTip(tr("Show the folder"))
        self._open.setAccessibleName(tr("Show the folder"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self._open)
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.changed)
        self._watcher.directoryChanged.connect(lambda _: self._settled.start())
        self.choice.activated.connect(self._choose)  # also the same again: look anew
        self.choice.currentIndexChanged.connect(self._choose)
        self._open.clicked.connect(self._open_folder)
        preferences.changed.connect(self._take_folder)
        for signal in (document.content_changed, document.content_replaced):
            signal.connect(self._follow_document)
        self._take_folder("library")

    @property
    def source(self) -> PoseSource:
        """The one chosen."""
        return self._sources[max(self.choice.currentIndex(), 0)]

    def set_theme(self, theme: Theme) -> None:
        self._open.setIcon(icon("folder", theme))

    def shut_down(self) -> None:
        self._settled.stop()

    def watch(self) -> None:
        """Follow what others do in the folder, once it is there; to be called when it has just been read."""
        folder = str(self._preferences.library_folder)
        if Path(folder).is_dir() and folder not in self._watcher.directories():
            self._watcher.addPath(folder)

    def _take_folder(self, name: str) -> None:
        if name != "library":
            return
        folder, chosen = self._preferences.library_folder, max(self.choice.currentIndex(), 0)
        self._sources = [FolderPoses(self._document, folder), DocumentPoses(self._document)]
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems([source.title for source in self._sources])
            self.choice.setItemData(0, str(folder), Qt.ItemDataRole.ToolTipRole)
            self.choice.setCurrentIndex(chosen)
        if self._watcher.directories():
            self._watcher.removePaths(self._watcher.directories())
        self._choose()

    def _choose(self) -> None:
        self._open.setVisible(isinstance(self.source, FolderPoses))
        self.changed.emit()

    def _follow_document(self) -> None:
        if isinstance(self.source, DocumentPoses):
            self.changed.emit()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._preferences.library_folder)))
