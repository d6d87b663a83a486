"""Every command by its name: type some of its letters, Enter runs it, and its keys are there to be learned."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from editor.actions import Action
from editor.menus import Actions
from editor.panels.fuzzy import score
from editor.panels.parts import label
from editor.texts import tr
from editor.theme import Theme

__all__ = ["CommandSearch"]

_WIDTH, _ROW, _MOST_ROWS = 520, 32, 10
_LEAST_TYPED = 3  # letters from which on what a command does is searched, too
_TIP_WORTH = 0.2  # of a match in what a command does, against one in its name
_ACTION, _KEYS, _ENABLED = (Qt.ItemDataRole.UserRole + offset for offset in range(3))


class CommandSearch(QFrame):
    """Opens over the window; Escape or a click beside it closes it.

    Args:
        actions: What can be run.
        theme: Its colours.
        window: Over which it opens.
    """

    def __init__(self, actions: Actions, theme: Theme, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setProperty("role", "card")
        self._actions, self._window = actions, window
        self._recent: list[str] = []
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("What do you want to do?"))
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self._rows = _Rows(theme, self.list)
        self.list.setItemDelegate(self._rows)
        self._none = label(tr("No command is called like that."), "dim")
        self._none.setContentsMargins(8, 8, 8, 8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        for widget in (self.field, self.list, self._none):
            layout.addWidget(widget)
        self.field.textChanged.connect(self._find)
        self.field.returnPressed.connect(self._run)
        self.list.itemClicked.connect(lambda _: self._run())

    def set_theme(self, theme: Theme) -> None:
        self._rows.theme = theme

    def open(self) -> None:
        """Show it, with what was run last on top."""
        self.field.clear()
        self._find("")
        width = min(_WIDTH, self._window.width() - 32)
        self.setFixedWidth(width)
        top = self._window.mapToGlobal(self._window.rect().topLeft())
        self.move(top.x() + (self._window.width() - width) // 2, top.y() + min(96, self._window.height() // 8))
        self.show()
        self.field.setFocus()

    def found(self) -> list[str]:
        """The ids of the commands listed, best first."""
        return [self.list.item(row).data(_ACTION).id for row in range(self.list.count())]

    def _find(self, typed: str) -> None:
        ranked = []
        for place, row in enumerate(self._actions.rows()):
            worth = self._worth(typed, row)
            if worth is not None and row.id != "search":
                recency = self._recent.index(row.id) - len(self._recent) if row.id in self._recent else 0
                ranked.append((-worth, recency, place, row))
        self.list.clear()
        for *_, row in sorted(ranked, key=lambda each: each[:3]):
            item = QListWidgetItem(self._actions[row.id].text().rstrip("."))
            item.setData(_ACTION, row)
            item.setToolTip(tr(row.tip))
            item.setData(_KEYS, self._actions[row.id].shortcut().toString())
            item.setData(_ENABLED, self._actions[row.id].isEnabled())
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(ranked))
        self._none.setVisible(not ranked)
        self.list.setFixedHeight(_ROW * min(max(len(ranked), 1), _MOST_ROWS) + 4)
        self.adjustSize()

    @staticmethod
    def _worth(typed: str, row: Action) -> float | None:
        name = score(typed, f"{tr(row.text)} {tr(row.menu)}")
        tip = score(typed, tr(row.tip)) if len(typed) >= _LEAST_TYPED else None
        worths = [name] if name is not None else []
        return max([*worths, *([_TIP_WORTH * tip] if tip is not None else [])], default=None)

    def _run(self) -> None:
        item = self.list.currentItem()
        if item is None or not self._actions[item.data(_ACTION).id].isEnabled():
            return
        name = item.data(_ACTION).id
        self._recent = [name, *(other for other in self._recent if other != name)]
        self.close()
        self._actions[name].trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys in the field move through the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and self.list.count():
                row = self.list.currentRow() + step
                self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
                return True
        return super().eventFilter(watched, event)


class _Rows(QStyledItemDelegate):
    """A command: its name, the menu that has it, its keys."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        keys = str(index.data(_KEYS))
        is_enabled = bool(index.data(_ENABLED))
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_current or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme["selected" if is_current else "hover"]))
            painter.drawRoundedRect(option.rect, 5, 5)
        room = QRect(option.rect).adjusted(10, 0, -10, 0)
        metrics = option.fontMetrics
        name, row = str(index.data(Qt.ItemDataRole.DisplayRole)), index.data(_ACTION)
        painter.setPen(QColor(self.theme["text" if is_enabled else "disabled"]))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(QColor(self.theme["dim"]))
        after = room.adjusted(metrics.horizontalAdvance(name) + 12, 0, 0, 0)
        painter.drawText(after, Qt.AlignmentFlag.AlignVCenter, tr(row.menu))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, keys)
