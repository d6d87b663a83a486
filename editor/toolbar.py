"""The toolbar: the commands of the table that have a short text or an icon for it, as wide as there is room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from editor.menus import Actions
from editor.texts import tr

__all__ = ["ToolBar"]


class ToolBar(QToolBar):
    """Texts beside icons where all of them fit, else icons alone; what concerns the view stands on the right.

    Args:
        actions: The table.
    """

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(tr("Tools"), parent)
        self.setObjectName("tools")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setIconSize(QSize(18, 18))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._buttons: list[tuple[QToolButton, bool]] = []  # and whether its text gives way
        self._headings: list[QAction] = []  # what says nothing that the buttons do not say
        self._is_narrow = False
        self._wanted_width = 0
        self._fill(actions)

    @property
    def is_narrow(self) -> bool:
        """Whether texts have given way to icons."""
        return self._is_narrow

    def _fill(self, actions: Actions) -> None:
        menu = ""
        for row in actions.rows():
            if not row.short:
                continue
            if row.menu == "View" != menu:
                spacer = QWidget()
                spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                self.addWidget(spacer)
            elif row.starts_section:
                self.addSeparator()
            if row.menu == "Handles" != menu:
                heading = QLabel(tr("Handles"))
                heading.setProperty("role", "dim")
                self._headings.append(self.addWidget(heading))
            menu = row.menu
            self.addAction(actions[row.id])
            button = self.widgetForAction(actions[row.id])
            if not isinstance(button, QToolButton):
                continue
            if row.icon:
                button.setAccessibleName(tr(row.text))
            if row.short == "icon":
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            self._buttons.append((button, bool(row.icon) and row.short != "icon"))
        self._dress(is_narrow=False)

    def _dress(self, *, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        style = Qt.ToolButtonStyle
        for button, gives_way in self._buttons:
            if gives_way:
                button.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
            button.setProperty("role", "narrow" if is_narrow else "labelled" if gives_way else "")
            button.style().unpolish(button)
            button.style().polish(button)
        for heading in self._headings:
            heading.setVisible(not is_narrow)

    def _give_way(self) -> None:
        if not self._is_narrow:
            self._wanted_width = self.sizeHint().width()
        is_narrow = self.width() < self._wanted_width
        if is_narrow != self._is_narrow:
            self._dress(is_narrow=is_narrow)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_way()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._is_narrow:
            self._dress(is_narrow=False)
            self._give_way()
