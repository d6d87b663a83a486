"""The pose library's panel: a source to choose, its poses, and what can be done with one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.library.pose_list import PoseList, pose_files
from editor.library.pose_tools import PoseTools
from editor.library.shelf import Shelf
from editor.library.source_box import SourceBox
from editor.library.sources import PoseSource
from editor.library.thumbnails import Thumbnails
from editor.panels.fuzzy import matches
from editor.panels.parts import label
from editor.poses.operators import blend_into
from editor.preferences.preferences import Preferences
from editor.project.tasks import TaskBar
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon
from models.document import LibraryPose
from models.errors import SixpointError

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
        self._wanted = ("", False)  # what is to be chosen once it is there, and whether its name is asked for
        self._asked_for = ""  # the version of the pose chosen
        self._held: LibraryPose | None = None  # that pose, once it is read
        self._preview: Callable[[float], bool] | None = None
        self.sources = SourceBox(document, preferences)
        self.search, self.list, self._empty = QLineEdit(), PoseList(self._picture), label("", "dim")
        self.tools, self._save, self.bar = PoseTools(), QPushButton(tr("Save pose")), TaskBar()
        self.shelf = Shelf(lambda: self.source, self.bar, document.failed.emit, self)
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
        for widget in (self.sources, self.search, self.list, self._empty, self.bar, self.tools, self._save):
            layout.addWidget(widget, 1 if widget in (self.list, self._empty) else 0)

    def _connect(self) -> None:
        self.sources.changed.connect(self.refresh)
        self.shelf.changed.connect(self._take_entries)
        self.search.textChanged.connect(self._show_entries)
        self.list.chosen_changed.connect(self._show_tools)
        self.list.activated.connect(self.take)
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
        for part in (self.sources, self.tools):
            part.set_theme(theme)
        self.list.set_theme(theme)
        self._show_entries()

    @property
    def source(self) -> PoseSource:
        """Where the poses shown are kept."""
        return self.sources.source

    def shut_down(self) -> None:
        """Before the window closes."""
        self.sources.shut_down()
        self.shelf.shut_down()
        self.thumbnails.shut_down()

    def refresh(self) -> None:
        """Look what there is; while nobody sees it, later."""
        if self.isVisible():
            self.shelf.read()

    def _take_entries(self) -> None:
        """There are other poses, or the same ones."""
        if not self.shelf.is_reading and not self.source.is_near:
            self.sources.watch()
        self._show_entries()
        name, is_asked = self._wanted
        if name in self.shelf.entries:
            self._wanted = ("", False)
            self.list.choose(name)
            if is_asked:
                self.tools.ask_name()

    def _show_entries(self) -> None:
        source, wanted = self.source, self.search.text()
        versions = {name: version for name, version in self.shelf.entries.items() if matches(wanted, name)}
        self.list.show_poses(versions, source.path)
        if self.shelf.entries:
            self._empty.setText(tr("No pose is called like that."))
        elif self.shelf.was_stopped:
            self._empty.setText(tr("Reading was stopped. Choose the folder again to go on."))
        else:
            self._empty.setText("" if self.shelf.is_reading else source.empty)
        self.list.setVisible(bool(versions))
        self._empty.setVisible(not versions)
        self._show_tools()

    def _picture(self, name: str) -> QImage | None:
        """The picture of a pose that is about to be seen, if it is drawn already."""
        try:
            return self.thumbnails.image(self.shelf.entries[name], self.source.loader(name), self._theme)
        except SixpointError:  # the pose is gone meanwhile
            return None

    def _show_drawn(self, version: str) -> None:
        for name in self._named(version):
            self.list.model_.refresh_picture(name)

    def _show_problem(self, version: str, reason: str) -> None:
        for name in self._named(version):
            self.list.model_.problems[name] = reason
            self.list.model_.refresh_picture(name)

    def _named(self, version: str) -> list[str]:
        """The poses of which this is the version; several where they are the same."""
        return [name for name, each in self.shelf.entries.items() if each == version]

    def _show_tools(self) -> None:
        name = self.list.chosen
        version = self.shelf.entries.get(name, "")
        self.tools.setVisible(bool(self.list.shown()) and self.height() >= _TOOLS_FROM)
        self.tools.show_chosen(name)
        if version != self._asked_for:
            self._asked_for, self._held = version, None
            if name:  # blending follows the mouse: the pose has to be there when it begins
                self.shelf.load(name, lambda pose: self._hold(version, pose), failed=lambda _: None)

    def _hold(self, version: str, pose: LibraryPose) -> None:
        if version == self._asked_for:
            self._held = pose

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tools()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    # What is done

    def take(self) -> None:
        """Take the chosen pose all the way."""
        name = self.list.chosen
        if self._held is not None:
            self._apply(self._held)
        elif name:
            self.shelf.load(name, self._apply)

    def _apply(self, kept: LibraryPose) -> None:
        document, pose = self._document, self._as_set(kept)
        goal = pose.applied(document.session.pose, document.skeleton)
        document.do(tr("Take pose {name}", name=pose.name), lambda: document.session.set_pose(goal))

    def save(self) -> None:
        """Keep the pose shown and let its name be typed."""
        self.search.clear()
        pose = self._document.session.pose
        self.shelf.keep(tr("Pose"), pose, lambda name: self._look_for(name, is_asked=True))

    def delete(self) -> None:
        """Delete the chosen pose."""
        if self.list.chosen:
            self.shelf.remove(self.list.chosen)

    def add_files(self, paths: list[Path]) -> None:
        """Keep the poses of files under their names."""
        for path in paths:
            self.shelf.keep_file(path, self._document.skeleton, self._look_for)

    def _look_for(self, name: str, *, is_asked: bool = False) -> None:
        """Choose a pose as soon as it is in the list."""
        self._wanted = name, is_asked
        self.refresh()

    def _rename_to(self, to: str) -> None:
        """Give the chosen pose another name."""
        name = self.list.chosen
        if name and to and to != name:
            self.shelf.rename(name, to, self._look_for)
        self.tools.show_chosen(name)

    def _begin_blend(self) -> None:
        if self._held is not None and not self._document.is_in_gesture:
            pose = self._as_set(self._held)
            self._document.begin(tr("Blend to {name}", name=pose.name))
            self._preview = blend_into(self._document, pose)

    def _end_blend(self) -> None:
        if self._preview is not None:
            self._preview = None
            self._document.commit()
        self.tools.blend.set_factor(0.0)  # the next blend starts from the pose there is now

    def _as_set(self, pose: LibraryPose) -> LibraryPose:
        return pose.mirrored() if self.tools.mirrored.isChecked() else pose

    # Files from elsewhere

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is not self.list and pose_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add_files(pose_files(event.mimeData()))
