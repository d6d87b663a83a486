"""The pose library's panel: a source to choose, its poses, and what can be done with one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QStandardPaths, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.library.pose_list import PoseList, pose_files
from editor.library.pose_tools import PoseTools
from editor.library.sources import DocumentPoses, FolderPoses, PoseSource, free_name
from editor.library.thumbnails import Thumbnails
from editor.panels.fuzzy import score
from editor.panels.parts import label
from editor.poses.operators import blend_into
from editor.preferences.preferences import Preferences
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon
from models.document import LibraryPose
from models.errors import SixpointError
from models.formats.pose_json import read_pose

__all__ = ["LibraryPanel"]

_LEAST, _TOOLS_FROM = (240, 160), 340  # below that height a double click is all there is room for
_SETTLED_MS = 250  # after the last of a burst of changes in the folder


class LibraryPanel(QWidget):
    """Poses to save, find, take, blend towards, mirror, rename and delete.

    Args:
        document: Takes and gives the poses.
        preferences: Say which folder.
        theme: Its colours.
        cache: Where pictures are kept; beside other caches when left out.
    """

    def __init__(
        self,
        document: EditorDocument,
        preferences: Preferences,
        theme: Theme,
        cache: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("library")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._document, self._preferences, self._theme = document, preferences, theme
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation)
        self.thumbnails = Thumbnails(cache or Path(folder) / "thumbnails", self)
        self._sources: list[PoseSource] = []
        self._preview: Callable[[float], bool] | None = None
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._build()
        self._connect()
        self._take_folder("library")
        self.set_theme(theme)

    def _build(self) -> None:
        self._source, self._search = QComboBox(), QLineEdit()
        self._source.setAccessibleName(tr("Where poses are kept"))
        self._search.setPlaceholderText(tr("Find a pose"))
        self._search.setClearButtonEnabled(True)
        self._open_folder = QToolButton()
        self._open_folder.setToolTip(tr("Show the folder"))
        self._open_folder.setAccessibleName(tr("Show the folder"))
        self.list, self._empty = PoseList(), label("", "dim")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(24, 24, 24, 24)
        self.tools, self._save = PoseTools(), QPushButton(tr("Save pose"))
        self._save.setToolTip(tr("Keep the pose shown here"))
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._source, 1)
        head.addWidget(self._open_folder)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumSize(*_LEAST)
        layout.addLayout(head)
        layout.addWidget(self._search)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.tools)
        layout.addWidget(self._save)

    def _connect(self) -> None:
        self._source.currentIndexChanged.connect(lambda _: self.refresh())
        self._search.textChanged.connect(lambda _: self.refresh())
        self._open_folder.clicked.connect(self._show_folder)
        self.list.itemSelectionChanged.connect(self._show_tools)
        self.list.itemDoubleClicked.connect(lambda _: self.take())
        self.list.itemActivated.connect(lambda _: self.take())
        self.list.rename_wanted.connect(self.tools.ask_name)
        self._save.clicked.connect(self.save)
        self.tools.renamed.connect(self._rename_to)
        self.tools.take_wanted.connect(self.take)
        self.tools.delete_wanted.connect(self.delete)
        self.tools.blend.pressed.connect(self._begin_blend)
        self.tools.blend.moved.connect(lambda factor: self._preview(factor) if self._preview else None)
        self.tools.blend.released.connect(self._end_blend)
        self.thumbnails.ready.connect(self._show_image)
        self.thumbnails.failed.connect(self._show_problem)
        self._settled.timeout.connect(self.refresh)
        self._watcher.directoryChanged.connect(lambda _: self._settled.start())
        self._preferences.changed.connect(self._take_folder)
        self._document.content_changed.connect(self._follow_document)
        self._document.content_replaced.connect(self._follow_document)

    # What is shown

    def handlers(self) -> dict[str, Callable[..., None]]:
        """What this part does for the table of actions."""
        return {"pose_save": self.save}

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.list.set_theme(theme)
        self._open_folder.setIcon(icon("folder", theme))
        self._save.setIcon(icon("library", theme))
        self.tools.set_theme(theme)
        self.refresh()

    @property
    def source(self) -> PoseSource:
        """The one chosen."""
        return self._sources[max(self._source.currentIndex(), 0)]

    def shut_down(self) -> None:
        """Before the window closes."""
        self._settled.stop()
        self.thumbnails.shut_down()

    def refresh(self) -> None:
        """Look what there is."""
        source, wanted = self.source, self._search.text()
        names = [name for name in source.names() if score(wanted, name) is not None]
        paths = {name: source.path(name) for name in names} if isinstance(source, FolderPoses) else {}
        self.list.show_names(names, paths)
        self._empty.setText(source.empty if not wanted else tr("No pose is called like that."))
        self.list.setVisible(bool(names))
        self._empty.setVisible(not names)
        self._open_folder.setVisible(isinstance(source, FolderPoses))
        if self.isVisible():  # pictures nobody sees would only take time from posing
            for name in names:
                self._ask_image(name)
        self._show_tools()

    def _ask_image(self, name: str) -> None:
        with contextlib.suppress(SixpointError):  # gone meanwhile
            source = self.source
            image = self.thumbnails.image(source.version(name), source.loader(name), self._theme)
            if image is not None:
                self.list.show_image(name, image)

    def _show_image(self, version: str) -> None:
        for name in self.list.shown():
            if self.source.version(name) == version:
                self._ask_image(name)

    def _show_problem(self, version: str, reason: str) -> None:
        for name in self.list.shown():
            if self.source.version(name) == version:
                self.list.show_problem(name, reason)

    def _show_tools(self) -> None:
        self.tools.setVisible(self.list.count() > 0 and self.height() >= _TOOLS_FROM)
        self.tools.show_chosen(self.list.chosen)

    def _take_folder(self, name: str) -> None:
        if name != "library":
            return
        folder, chosen = self._preferences.library_folder, max(self._source.currentIndex(), 0)
        self._sources = [FolderPoses(self._document, folder), DocumentPoses(self._document)]
        self._source.blockSignals(True)
        self._source.clear()
        self._source.addItems([f"{source.title}" for source in self._sources])
        self._source.setItemData(0, str(folder), Qt.ItemDataRole.ToolTipRole)
        self._source.setCurrentIndex(chosen)
        self._source.blockSignals(False)
        if self._watcher.directories():
            self._watcher.removePaths(self._watcher.directories())
        self._watch()
        self.refresh()

    def _watch(self) -> None:
        folder = str(self._preferences.library_folder)
        if Path(folder).is_dir() and folder not in self._watcher.directories():
            self._watcher.addPath(folder)

    def _follow_document(self) -> None:
        if isinstance(self.source, DocumentPoses):
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tools()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._preferences.library_folder)))

    # What is done

    def take(self) -> None:
        """Take the chosen pose all the way."""
        pose = self._chosen_pose()
        if pose is not None:
            document = self._document
            goal = pose.applied(document.session.pose, document.skeleton)
            document.do(tr("Take pose {name}", name=pose.name), lambda: document.session.set_pose(goal))

    def save(self) -> None:
        """Keep the pose shown and let its name be typed."""
        self._try(self._save_now)

    def _save_now(self) -> None:
        name = free_name(self.source, tr("Pose"))
        self.source.save(name, self._document.session.pose)
        self._search.clear()
        self._watch()
        self.refresh()
        self.list.choose(name)
        self.tools.ask_name()

    def delete(self) -> None:
        """Delete the chosen pose."""
        name = self.list.chosen
        if name:
            self._try(lambda: self.source.remove(name))
            self.refresh()

    def add_files(self, paths: list[Path]) -> None:
        """Keep the poses of files under their names."""
        for path in paths:
            self._try(partial(self._add_file, path))
        self._watch()
        self.refresh()

    def _add_file(self, path: Path) -> None:
        pose, skeleton = read_pose(path)
        # Fitted to the character shown, as poses of a document have no proportions of their own.
        fitted = LibraryPose(path.stem, pose, skeleton).applied(pose, self._document.skeleton, stays=False)
        self.source.save(free_name(self.source, path.stem), fitted)

    def _rename_to(self, to: str) -> None:
        """Give the chosen pose another name."""
        name = self.list.chosen
        if name and to and to != name:
            is_done = self._try(lambda: self.source.rename(name, to))
            self.refresh()
            self.list.choose(to if is_done else name)
        self._show_tools()

    def _begin_blend(self) -> None:
        pose = self._chosen_pose()
        if pose is not None and not self._document.is_in_gesture:
            self._document.begin(tr("Blend to {name}", name=pose.name))
            self._preview = blend_into(self._document, pose)

    def _end_blend(self) -> None:
        if self._preview is not None:
            self._preview = None
            self._document.commit()
        self.tools.blend.set_factor(0.0)  # the next blend starts from the pose there is now

    def _chosen_pose(self) -> LibraryPose | None:
        name = self.list.chosen
        found: list[LibraryPose] = []
        if name:
            self._try(lambda: found.append(self.source.load(name)))
        if not found:
            return None
        return found[0].mirrored() if self.tools.mirrored.isChecked() else found[0]

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is not self.list and pose_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add_files(pose_files(event.mimeData()))

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except SixpointError as error:
            self._document.failed.emit(str(error))
            return False
        return True
