"""The keys of every command: to look at, to change one by one, with what clashes marked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.actions import ACTIONS
from editor.panels.fuzzy import score
from editor.panels.parts import label
from editor.preferences.keymap import Keymap
from editor.texts import tr
from editor.theme import Theme

__all__ = ["KeyTable"]

_ID = Qt.ItemDataRole.UserRole


class KeyTable(QWidget):
    """Choose a command, press its new keys.

    Args:
        keymap: What is shown and changed.
        theme: Its colours.
    """

    def __init__(self, keymap: Keymap, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keymap, self._theme = keymap, theme
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search, self.tree = QLineEdit(), QTreeWidget()
        self.search.setPlaceholderText(tr("Find a command"))
        self.search.setClearButtonEnabled(True)
        self.tree.setHeaderLabels([tr("Command"), tr("Keys")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setMinimumHeight(160)
        self.tree.setUniformRowHeights(True)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setAccessibleName(tr("New keys"))
        self.clear, self.reset, self.reset_all = (
            QPushButton(tr("No keys")), QPushButton(tr("Reset")), QPushButton(tr("Reset all")),
        )  # fmt: skip
        self.note = label("", "warning")
        self.note.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        for button in (self.clear, self.reset, self.reset_all):
            button.setAutoDefault(False)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        layout.addWidget(self.note)
        self.search.textChanged.connect(lambda _: self.refresh())
        self.tree.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.edit.editingFinished.connect(self._take)
        self.clear.clicked.connect(lambda: self._keymap.set_keys(self.chosen, []) if self.chosen else None)
        self.reset.clicked.connect(lambda: self._keymap.reset(self.chosen) if self.chosen else None)
        self.reset_all.clicked.connect(self._reset_all)
        keymap.changed.connect(self.refresh)
        self.refresh()

    @property
    def chosen(self) -> str:
        """The id of the command chosen, "" for none."""
        item = self.tree.currentItem()
        return str(item.data(0, _ID) or "") if item is not None else ""

    def choose(self, action_id: str) -> None:
        """Choose a command, if it is listed."""
        if action_id in self._items:
            self.tree.setCurrentItem(self._items[action_id])

    def keys_shown(self) -> dict[str, str]:
        """The text of the keys by command."""
        return {name: item.text(1) for name, item in self._items.items()}

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """List the commands that match the search; changed ones are bold, clashing ones in the colour of warnings."""
        chosen, wanted = self.chosen, self.search.text()
        self._items.clear()
        self.tree.clear()
        menus: dict[str, QTreeWidgetItem] = {}
        for row in ACTIONS:
            if score(wanted, f"{tr(row.text)} {tr(row.menu)}") is None:
                continue
            if row.menu not in menus:
                menus[row.menu] = QTreeWidgetItem(self.tree, [tr(row.menu)])
                menus[row.menu].setForeground(0, QColor(self._theme["dim"]))
                menus[row.menu].setFlags(Qt.ItemFlag.ItemIsEnabled)
            keys = ", ".join(QKeySequence(key).toString() for key in self._keymap.keys(row.id))
            item = QTreeWidgetItem(menus[row.menu], [tr(row.text).rstrip("."), keys])
            item.setData(0, _ID, row.id)
            item.setToolTip(0, tr(row.tip))
            self._items[row.id] = item
            font = item.font(1)
            font.setBold(self._keymap.is_changed(row.id))
            item.setFont(1, font)
            if self._keymap.rivals(row.id):
                item.setForeground(1, QColor(self._theme["warning"]))
        self.tree.expandAll()
        self.choose(chosen)
        self._show_chosen()

    def _show_chosen(self) -> None:
        name = self.chosen
        for widget in (self.edit, self.clear):
            widget.setEnabled(bool(name))
        self.reset.setEnabled(bool(name) and self._keymap.is_changed(name))
        keys = self._keymap.keys(name) if name else ()
        self.edit.setKeySequence(QKeySequence(keys[0]) if keys else QKeySequence())
        rivals = ", ".join(tr(row.text).rstrip(".") for row in self._keymap.rivals(name)) if name else ""
        self.note.setVisible(bool(rivals))
        self.note.setText(tr("These keys also call {others}; one of them will not work.", others=rivals))

    def _reset_all(self) -> None:
        self._keymap.reset()

    def _take(self) -> None:
        typed, name = self.edit.keySequence().toString(), self.chosen
        kept = self._keymap.keys(name) if name else ()
        if name and typed and typed not in kept[:1]:
            self._keymap.set_keys(name, [typed, *kept[1:]])
