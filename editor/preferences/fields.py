"""A control for each kind of preference. It follows changes from elsewhere, so a menu and the dialog agree."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from editor.preferences.preferences import Preferences
from editor.preferences.table import Preference, Value
from editor.texts import language_names, tr

__all__ = ["FolderField", "field_of"]


def field_of(row: Preference, preferences: Preferences) -> QWidget:
    """The control of a preference, connected in both directions."""
    if row.kind == "folder":
        return FolderField(row, preferences)
    choices = tuple(language_names().items()) if row.kind == "language" else row.choices
    if choices:
        return _choice(row, preferences, choices)
    return _switch(row, preferences)


class _Follower(QObject):
    """Shows a value in a control now and whenever it changes; showing is not choosing. It goes with its control."""

    def __init__(
        self, widget: QWidget, row: Preference, preferences: Preferences, show: Callable[[Value], object]
    ) -> None:
        super().__init__(widget)
        self._widget, self._id, self._preferences, self._show = widget, row.id, preferences, show
        widget.setAccessibleName(tr(row.text))
        widget.setToolTip(tr(row.tip))
        preferences.changed.connect(self.refresh)
        self.refresh(row.id)

    def refresh(self, name: str) -> None:
        if name == self._id:
            with QSignalBlocker(self._widget):
                self._show(self._preferences[name])


def _choice(row: Preference, preferences: Preferences, choices: tuple[tuple[str, str], ...]) -> QComboBox:
    field = QComboBox()
    for value, text in choices:
        field.addItem(tr(text), value)
    _Follower(field, row, preferences, lambda value: field.setCurrentIndex(max(field.findData(value), 0)))
    field.currentIndexChanged.connect(lambda index: preferences.__setitem__(row.id, field.itemData(index)))
    return field


def _switch(row: Preference, preferences: Preferences) -> QCheckBox:
    field = QCheckBox()
    _Follower(field, row, preferences, lambda value: field.setChecked(bool(value)))
    field.toggled.connect(lambda is_on: preferences.__setitem__(row.id, is_on))
    return field


class FolderField(QWidget):
    """A folder to type or to choose."""

    def __init__(self, row: Preference, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row, self._preferences = row, preferences
        self.path, choose = QLineEdit(), QPushButton(tr("Choose..."))
        choose.setAutoDefault(False)  # Enter in a field of the dialog must not press it
        self.path.setPlaceholderText(str(preferences.library_folder))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.path, 1)
        layout.addWidget(choose)
        self.setFocusProxy(self.path)
        _Follower(self.path, row, preferences, lambda value: self.path.setText(str(value)))
        self.path.editingFinished.connect(lambda: preferences.__setitem__(row.id, self.path.text().strip()))
        choose.clicked.connect(self._choose)

    def _choose(self) -> None:
        start = str(self._preferences[self._row.id])
        folder = QFileDialog.getExistingDirectory(self, tr(self._row.text), start)
        if folder:
            self._preferences[self._row.id] = folder
