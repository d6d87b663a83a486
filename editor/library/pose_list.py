"""The poses of a source as pictures with names, in a grid: choose, drag out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QKeyEvent, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QListView, QListWidget, QListWidgetItem, QWidget

from editor.library.thumbnails import HEIGHT, WIDTH
from editor.texts import tr
from editor.theme import Theme

__all__ = ["PoseList", "pose_files"]

_EXTENSION = ".json"
_NAME, _PATH = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class PoseList(QListWidget):
    """Shows names and pictures; what is wanted of them is told."""

    rename_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Poses"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(QSize(WIDTH, HEIGHT))
        self.setGridSize(QSize(WIDTH + 16, HEIGHT + 36))
        self.setUniformItemSizes(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self._blank = QPixmap(WIDTH, HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        self._blank.fill(QColor(theme["backdrop.bottom"]))

    @property
    def chosen(self) -> str:
        """The name of the pose chosen, "" for none."""
        item = self.currentItem()
        return str(item.data(_NAME)) if item is not None and item.isSelected() else ""

    def shown(self) -> list[str]:
        """The names on screen."""
        return [str(self.item(row).data(_NAME)) for row in range(self.count())]

    def show_names(self, names: list[str], paths: dict[str, Path]) -> None:
        """Show other poses; the one chosen stays so while it is there."""
        chosen = self.chosen
        self.blockSignals(True)
        self.clear()
        for name in names:
            item = QListWidgetItem(_untinted(self._blank), name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsDragEnabled)
            item.setData(_NAME, name)
            item.setData(_PATH, str(paths.get(name, "")))
            item.setToolTip(tr("{name}\nDouble click: take the pose", name=name))
            self.addItem(item)
            if name == chosen:
                self.setCurrentItem(item)
        self.blockSignals(False)

    def choose(self, name: str) -> None:
        for row in range(self.count()):
            if self.item(row).data(_NAME) == name:
                self.setCurrentRow(row)

    def show_image(self, name: str, image: QImage) -> None:
        """The picture of a pose; an empty one where it cannot be read."""
        for row in range(self.count()):
            item = self.item(row)
            if item.data(_NAME) == name and not image.isNull():
                self.blockSignals(True)
                pixmap = QPixmap.fromImage(image)
                pixmap.setDevicePixelRatio(image.width() / WIDTH)
                item.setIcon(_untinted(pixmap))
                self.blockSignals(False)

    def show_problem(self, name: str, reason: str) -> None:
        """Say why a pose has no picture."""
        for row in range(self.count()):
            if self.item(row).data(_NAME) == name:
                self.blockSignals(True)
                self.item(row).setToolTip(reason)
                self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.rename_wanted.emit()
        else:
            super().keyPressEvent(event)

    def mimeData(self, items: list[QListWidgetItem]) -> QMimeData:  # type: ignore[override]
        """The files of the poses, for other windows and programs."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(item.data(_PATH)) for item in items if item.data(_PATH)])
        return data


def _untinted(pixmap: QPixmap) -> QIcon:
    """An icon that keeps its colours where it is selected; the frame around it tells."""
    result = QIcon(pixmap)
    result.addPixmap(pixmap, QIcon.Mode.Selected)
    return result


def pose_files(data: QMimeData) -> list[Path]:
    """The files among what is dragged that can be poses."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return [path for path in paths if path.suffix.lower() == _EXTENSION]
