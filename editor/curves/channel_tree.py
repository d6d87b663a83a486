"""The list of channels beside the curves: what is shown, in which line, with its value at the time shown."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.curves.channels import Channel, Group
from editor.curves.curve_model import CurveModel
from editor.curves.pens import channel_icon
from editor.texts import tr
from editor.theme import Theme

__all__ = ["ChannelTree"]

_ROW_HEIGHT = 24
_NUMBERS_MS = 50
_NAME, _VALUE = 0, 1


class ChannelTree(QTreeWidget):
    """Groups with three channels each. The box switches a curve on and off, the name emphasises it.

    Args:
        model: Whose channels.
        theme: Its colours.
    """

    def __init__(self, model: CurveModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._theme = model, theme
        self._items: dict[Channel, QTreeWidgetItem] = {}
        self._heads: dict[Group, QTreeWidgetItem] = {}
        self._is_showing = False
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(True)
        self.setIndentation(14)
        self.setIconSize(QSize(18, 12))
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Channels"))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_VALUE, QHeaderView.ResizeMode.ResizeToContents)
        self._dress()
        self.itemChanged.connect(self._take_check)
        self.currentItemChanged.connect(self._take_current)
        model.groups_changed.connect(self.rebuild)
        # As often as numbers can be read, not at every move of the mouse.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_NUMBERS_MS)
        self._timer.timeout.connect(self.refresh)
        for signal in (
            model.changed,
            model.document.time_changed,
            model.document.pose_changing,
            model.document.pose_changed,
        ):
            signal.connect(self._schedule)
        self.rebuild()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._dress()
        self.rebuild()

    def item_of(self, channel: Channel) -> QTreeWidgetItem:
        """The row of a channel."""
        return self._items[channel]

    def rebuild(self) -> None:
        """Another set of channels."""
        folded = {group for group, head in self._heads.items() if not head.isExpanded()}
        self._is_showing = True
        self.clear()
        self._items, self._heads = {}, {}
        for group in self._model.groups:
            head = QTreeWidgetItem(self, [group.title, ""])
            head.setFlags(head.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            head.setSizeHint(_NAME, QSize(0, _ROW_HEIGHT))
            head.setToolTip(_NAME, group.title)
            head.setFirstColumnSpanned(True)
            self._heads[group] = head
            for channel in group.channels:
                item = QTreeWidgetItem(head, [channel.letter, ""])
                item.setData(_NAME, Qt.ItemDataRole.UserRole, channel)
                item.setIcon(_NAME, channel_icon(channel, self._theme, self.devicePixelRatioF()))
                item.setTextAlignment(_VALUE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setForeground(_VALUE, QColor(self._theme["dim"]))
                item.setSizeHint(_NAME, QSize(0, _ROW_HEIGHT))
                is_on = self._model.is_shown(channel)
                item.setCheckState(_NAME, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
                self._items[channel] = item
            head.setExpanded(group not in folded)
        self._is_showing = False
        self.refresh()

    def refresh(self) -> None:
        """The values of the pose shown, and which row is the emphasised curve."""
        if not self.isVisible():
            return
        self._is_showing = True
        for group, head in self._heads.items():
            if not head.isExpanded():
                continue
            values = self._model.values_now(group)
            for channel in group.channels:
                text = self._model.scale.text(channel, float(values[channel.column]))
                if text != self._items[channel].text(_VALUE):
                    self._items[channel].setText(_VALUE, text)
        focused = self._model.focused
        if focused in self._items:
            self.setCurrentItem(self._items[focused])
        elif isinstance(self._channel_of(self.currentItem()), Channel):
            self.selectionModel().clear()
        self._is_showing = False

    def _schedule(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _dress(self) -> None:
        """The emphasised row in a quiet colour, on which the lines of the curves still show."""
        palette = self.palette()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.Highlight, QColor(self._theme["selected"]))
            palette.setColor(group, QPalette.ColorRole.HighlightedText, QColor(self._theme["text"]))
        palette.setColor(QPalette.ColorRole.Base, QColor(self._theme["panel"]))
        palette.setColor(QPalette.ColorRole.Text, QColor(self._theme["text"]))
        self.setPalette(palette)

    def _channel_of(self, item: QTreeWidgetItem | None) -> Channel | None:
        data = item.data(_NAME, Qt.ItemDataRole.UserRole) if item is not None else None
        return data if isinstance(data, Channel) else None

    def _take_check(self, item: QTreeWidgetItem, column: int) -> None:
        channel = self._channel_of(item)
        if channel is not None and column == _NAME and not self._is_showing:
            self._model.show_channels([channel], item.checkState(_NAME) == Qt.CheckState.Checked)

    def _take_current(self, item: QTreeWidgetItem | None) -> None:
        if not self._is_showing:
            self._model.focus(self._channel_of(item))
