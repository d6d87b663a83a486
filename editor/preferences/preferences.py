"""The user's preferences: typed, checked, kept in the settings, and a signal for those who follow them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QStandardPaths, Signal

from editor.preferences.table import BY_ID, Value

__all__ = ["Preferences"]


class Preferences(QObject):
    """Values by their id in the table.

    Args:
        settings: Where they are kept between starts.
    """

    changed = Signal(str)  # id

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings

    def __getitem__(self, name: str) -> Value:
        row = BY_ID[name]
        return row.accepted(self.settings.value(name, row.default))

    def __setitem__(self, name: str, value: Value) -> None:
        accepted = BY_ID[name].accepted(value)
        if accepted != self[name]:
            self.settings.setValue(name, accepted)
            self.changed.emit(name)

    def reset(self, name: str) -> None:
        """Back to the value of a first start."""
        self[name] = BY_ID[name].default

    @property
    def library_folder(self) -> Path:
        """Where the pose library is; beside the user's documents unless another folder was chosen."""
        chosen = str(self["library"])
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return Path(chosen) if chosen else Path(documents or Path.home()) / "Sixpoint poses"
