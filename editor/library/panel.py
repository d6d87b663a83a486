"""The pose library's panel: a source to choose, its poses, and what can be done with one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.library.pose_list import PoseList, pose_files
from editor.library.pose_tools import PoseTools
from editor.library.source_box import SourceBox
from editor.library.sources import FolderPoses, PoseSource, free_name
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
        self._document, self._theme = document, theme
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation)
        self.thumbnails = Thumbnails(cache or Path(folder) / "thumbnails", self)
        self._versions: dict[str, str] = {}  # of the poses on screen, by name
        self._preview: Callable[[float], bool] | None = None
        self.sources = SourceBox(document, preferences)
        self.search, self.list, self._empty = QLineEdit(), PoseList(), label("", "dim")
        self.tools, self._save = PoseTools(), QPushButton(tr("Save pose"))
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Find a pose"))
        self.search.setClearButtonEnabled(True)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(24, 24, 24, 24)
        self._save.setToolTip(tr("Keep the pose shown here"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumSize(*_LEAST)
        for widget in (self.sources, self.search, self.list, self._empty, self.tools, self._save):
            layout.addWidget(widget, 1 if widget in (self.list, self._empty) else 0)

    def _connect(self) -> None:
        self.sources.changed.connect(self.refresh)
        self.search.textChanged.connect(self.refresh)
        self.list.itemSelectionChanged.connect(self._show_tools)
        self.list.itemActivated.connect(self.take)
        self.list.rename_wanted.connect(self.tools.ask_name)
        self._save.clicked.connect(self.save)
        self.tools.renamed.connect(self._rename_to)
        self.tools.take_wanted.connect(self.take)
        self.tools.delete_wanted.connect(self.delete)
        self.tools.blend.pressed.connect(self._begin_blend)
        self.tools.blend.moved.connect(lambda factor: self._preview(factor) if self._preview else None)
        self.tools.blend.released.connect(self._end_blend)
        self.thumbnails.ready.connect(self._show_drawn)
        self.thumbnails.failed.connect(self._show_problem)

    # What is shown

    def handlers(self) -> dict[str, Callable[..., None]]:
        """What this part does for the table of actions."""
        return {"pose_save": self.save}

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._save.setIcon(icon("library", theme))
        for part in (self.list, self.sources, self.tools):
            part.set_theme(theme)
        self.refresh()

    @property
    def source(self) -> PoseSource:
        """Where the poses shown are kept."""
        return self.sources.source

    def shut_down(self) -> None:
        """Before the window closes."""
        self.sources.shut_down()
        self.thumbnails.shut_down()

    def refresh(self) -> None:
        """Look what there is."""
        source, wanted = self.source, self.search.text()
        names = [name for name in source.names() if score(wanted, name) is not None]
        paths = {name: source.path(name) for name in names} if isinstance(source, FolderPoses) else {}
        self.list.show_names(names, paths)
        self._empty.setText(source.empty if not wanted else tr("No pose is called like that."))
        self.list.setVisible(bool(names))
        self._empty.setVisible(not names)
        self._show_tools()
        if self.isVisible():  # pictures nobody sees would only take time from posing
            self._versions = {name: source.version(name) for name in names}
            for name in names:
                self._show_image(name)

    def _show_image(self, name: str) -> None:
        """Show the picture of a pose, or have it drawn."""
        with contextlib.suppress(SixpointError):  # the pose is gone meanwhile
            image = self.thumbnails.image(self._versions[name], self.source.loader(name), self._theme)
            if image is not None:
                self.list.show_image(name, image)

    def _show_drawn(self, version: str) -> None:
        for name in self._named(version):
            self._show_image(name)

    def _show_problem(self, version: str, reason: str) -> None:
        for name in self._named(version):
            self.list.show_problem(name, reason)

    def _named(self, version: str) -> list[str]:
        """The poses on screen of which this is the version; several where they are the same."""
        return [name for name, each in self._versions.items() if each == version]

    def _show_tools(self) -> None:
        self.tools.setVisible(self.list.count() > 0 and self.height() >= _TOOLS_FROM)
        self.tools.show_chosen(self.list.chosen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tools()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

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
        name = free_name(self.source, tr("Pose"))
        if self._try(lambda: self.source.save(name, self._document.session.pose)):
            self.sources.watch()
            self.search.clear()
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
        self.sources.watch()
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
        name, found = self.list.chosen, []
        if not name or not self._try(lambda: found.append(self.source.load(name))):
            return None
        pose: LibraryPose = found[0]
        return pose.mirrored() if self.tools.mirrored.isChecked() else pose

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except SixpointError as error:
            self._document.failed.emit(str(error))
            return False
        return True

    # Files from elsewhere

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is not self.list and pose_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add_files(pose_files(event.mimeData()))
