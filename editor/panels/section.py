"""A part of a panel under a heading that folds it away."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor.theme import Theme
from editor.theme.icons import pixmap

__all__ = ["Section"]


class Section(QWidget):
    """A heading and what stands under it; whether it is open is kept between starts.

    Args:
        identity: Names it in the settings.
        title: The heading.
        content: What stands under it.
        settings: Where it is kept.
    """

    def __init__(
        self, identity: str, title: str, content: QWidget, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._key, self._settings = f"sections/{identity}", settings
        self._theme: Theme | None = None
        self._content = content
        self.heading = QToolButton()
        self.heading.setProperty("role", "section")
        self.heading.setText(title)
        self.heading.setCheckable(True)
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.setIconSize(QSize(16, 16))
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(content)
        self.heading.setChecked(bool(settings.value(self._key, True, type=bool)))
        self.heading.toggled.connect(self._fold)
        content.setVisible(self.heading.isChecked())

    @property
    def is_open(self) -> bool:
        return self.heading.isChecked()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        name = "chevron_down" if self.is_open else "chevron_right"
        self.heading.setIcon(QIcon(pixmap(name, theme["dim"], 16, self.devicePixelRatioF())))

    def _fold(self, is_open: bool) -> None:
        self._content.setVisible(is_open)
        self._settings.setValue(self._key, is_open)
        if self._theme is not None:
            self.set_theme(self._theme)
