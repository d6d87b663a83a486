"""The preferences as a window beside the work: every change counts at once, and each can be taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from editor.panels.parts import label
from editor.preferences.fields import field_of
from editor.preferences.key_table import KeyTable
from editor.preferences.keymap import Keymap
from editor.preferences.preferences import Preferences
from editor.preferences.table import PREFERENCES
from editor.texts import tr
from editor.theme import Theme

__all__ = ["PreferencesDialog"]

_ROW = 30
_KEY_SECTION = "Input"  # the page that has the table of keys below its values


class PreferencesDialog(QDialog):
    """A page for each section of the table.

    Args:
        preferences: What is shown and changed.
        keymap: The keys, on the page of input.
        theme: Its colours.
    """

    def __init__(self, preferences: Preferences, keymap: Keymap, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self.setModal(False)
        self.resize(640, 600)
        self._preferences = preferences
        self.fields: dict[str, QWidget] = {}
        self.keys = KeyTable(keymap, theme)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for section in dict.fromkeys(row.section for row in PREFERENCES):
            self.tabs.addTab(self._page(section), tr(section))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.addWidget(self.tabs)

    def set_theme(self, theme: Theme) -> None:
        self.keys.set_theme(theme)

    def _page(self, section: str) -> QWidget:
        page, column = QWidget(), QVBoxLayout()
        page.setLayout(column)
        column.setContentsMargins(8, 16, 8, 8)
        column.setSpacing(12)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(4)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for row in PREFERENCES:
            if row.section == section:
                field = self.fields[row.id] = field_of(row, self._preferences)
                name = QLabel(tr(row.text))
                name.setBuddy(field)
                name.setMinimumHeight(_ROW)
                form.addRow(name, field)
                tip = label(tr(row.tip), "dim")
                tip.setWordWrap(True)
                tip.setContentsMargins(0, 0, 0, 12)
                form.addRow("", tip)
        column.addLayout(form)
        if section == _KEY_SECTION:
            column.addWidget(self.keys, 1)
        else:
            column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        return scroll
