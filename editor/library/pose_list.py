"""The poses of a source as pictures with names, in a grid: choose, drag out. Thousands are no more work than ten."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QKeyEvent, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from editor.library.thumbnails import HEIGHT, WIDTH
from editor.texts import tr
from editor.theme import Theme

__all__ = ["PoseList", "PoseModel", "pose_files"]

_EXTENSION = ".json"
_BATCH = 200  # rows laid out at a time

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PoseModel(QAbstractListModel):
    """Names, and a picture for those that are on screen.

    Args:
        picture: The picture of a pose, None while there is none; asked when it is to be painted.
    """

    def __init__(self, picture: Callable[[str], QImage | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = picture
        self.names: list[str] = []
        self._versions: Mapping[str, str] = {}
        self.problems: dict[str, str] = {}  # why a pose has no picture, by its name
        self.blank = QIcon()
        self._path: Callable[[str], Path | None] = lambda _: None
        self._icons: dict[str, QIcon] = {}

    def show_poses(self, versions: Mapping[str, str], path: Callable[[str], Path | None]) -> None:
        """Show other poses.

        Args:
            versions: Of each by its name.
            path: The file of a pose, where it has one.
        """
        self.beginResetModel()
        for name in [name for name in self._icons if versions.get(name) != self._versions.get(name)]:
            del self._icons[name]
        self.names, self._versions, self._path = list(versions), versions, path
        self.problems.clear()
        self.endResetModel()

    def is_same(self, versions: Mapping[str, str]) -> bool:
        """Whether these poses are shown already."""
        return versions == self._versions

    def row_of(self, name: str) -> int:
        """The row of a pose, -1 for none."""
        return self.names.index(name) if name in self.names else -1

    def refresh_picture(self, name: str) -> None:
        """There is another picture of a pose."""
        row = self.row_of(name)
        if row >= 0:
            self._icons.pop(name, None)
            self.dataChanged.emit(self.index(row), self.index(row))

    def forget_pictures(self) -> None:
        """All of them are to be asked for again."""
        self._icons.clear()
        if self.names:
            self.dataChanged.emit(self.index(0), self.index(len(self.names) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        name = self.names[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(name)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.problems.get(name) or tr("{name}\nDouble click: take the pose", name=name)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The files of the poses, for other windows and programs."""
        data = QMimeData()
        paths = (self._path(self.names[index.row()]) for index in indexes)
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths if path is not None])
        return data

    def _icon(self, name: str) -> QIcon:
        if name not in self._icons:
            image = self._picture(name)
            if image is None or image.isNull():
                return self.blank
            pixmap = QPixmap.fromImage(image)
            pixmap.setDevicePixelRatio(image.width() / WIDTH)
            self._icons[name] = _untinted(pixmap)
        return self._icons[name]


class PoseList(QListView):
    """Shows names and pictures; what is wanted of them is told.

    Args:
        picture: As for the model.
    """

    rename_wanted = Signal()
    chosen_changed = Signal()

    def __init__(self, picture: Callable[[str], QImage | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = PoseModel(picture, self)
        self.setModel(self.model_)
        self.setAccessibleName(tr("Poses"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(QSize(WIDTH, HEIGHT))
        self.setGridSize(QSize(WIDTH + 16, HEIGHT + 36))
        self.setUniformItemSizes(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.selectionModel().selectionChanged.connect(self.chosen_changed)

    def set_theme(self, theme: Theme) -> None:
        """Draw what stands where there is no picture."""
        pixmap = QPixmap(WIDTH, HEIGHT)
        pixmap.fill(QColor(theme["backdrop.bottom"]))
        self.model_.blank = _untinted(pixmap)
        self.model_.forget_pictures()

    @property
    def chosen(self) -> str:
        """The name of the pose chosen, "" for none."""
        rows = self.selectionModel().selectedIndexes()
        return self.model_.names[rows[0].row()] if rows else ""

    def shown(self) -> list[str]:
        """The names in the list."""
        return list(self.model_.names)

    def show_poses(self, versions: Mapping[str, str], path: Callable[[str], Path | None]) -> None:
        """Show other poses; the one chosen stays so while it is there. As for the model."""
        if self.model_.is_same(versions):
            return
        chosen, place = self.chosen, self.verticalScrollBar().value()
        self.model_.show_poses(versions, path)
        self.choose(chosen)
        self.verticalScrollBar().setValue(place)

    def choose(self, name: str) -> None:
        """Choose a pose, if it is there."""
        row = self.model_.row_of(name)
        if row >= 0:
            self.setCurrentIndex(self.model_.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.rename_wanted.emit()
        else:
            super().keyPressEvent(event)


def _untinted(pixmap: QPixmap) -> QIcon:
    """An icon that keeps its colours where it is selected; the frame around it tells."""
    result = QIcon(pixmap)
    result.addPixmap(pixmap, QIcon.Mode.Selected)
    return result


def pose_files(data: QMimeData) -> list[Path]:
    """The files among what is dragged that can be poses."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return [path for path in paths if path.suffix.lower() == _EXTENSION]
