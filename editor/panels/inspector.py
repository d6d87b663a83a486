"""The panel on the right: the selected points and the pose, in numbers that can be typed."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.panels.completion_section import CompletionSection
from editor.panels.parts import rule
from editor.panels.rotation_section import RotationSection
from editor.panels.section import Section
from editor.panels.selection_section import SelectionSection
from editor.panels.solve_section import SolveSection
from editor.preferences.preferences import Preferences
from editor.texts import tr
from editor.theme import Theme

__all__ = ["Inspector"]

_WIDTH = 272


class Inspector(QScrollArea):
    """Shows the document in sections; every control calls it, none keeps a value of its own."""

    def __init__(
        self, document: EditorDocument, preferences: Preferences | QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        if isinstance(preferences, QSettings):
            preferences = Preferences(preferences, self)
        self.setObjectName("inspector")
        self.setMinimumWidth(_WIDTH)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selection = SelectionSection(document, preferences)
        self.rotation = RotationSection(document)
        self.completion = CompletionSection(document)
        self.solve = SolveSection(document, preferences)
        page = QWidget()
        page.setObjectName("page")
        layout = QVBoxLayout()
        layout.setContentsMargins(12, 8, 16, 16)
        layout.setSpacing(8)
        self._layout, self._settings = layout, preferences.settings
        self._sections: list[Section] = []
        for identity, title, content in (
            ("selection", tr("Selection"), self.selection),
            ("rotation", tr("Rotation"), self.rotation),
            ("completion", tr("Completion"), self.completion),
            ("solve", tr("Solver"), self.solve),
        ):
            self.add_section(identity, title, content)
        page_layout = QVBoxLayout()
        page_layout.addLayout(layout)
        page_layout.addStretch(1)
        page_layout.setContentsMargins(0, 0, 0, 0)
        page.setLayout(page_layout)
        self.setWidget(page)

        document.numbers_changed.connect(self.refresh)
        document.selection_changed.connect(self.refresh)
        document.skeleton_changed.connect(self.refresh)
        preferences.changed.connect(lambda name: self.refresh() if name == "unit" else None)
        self.refresh()

    def add_section(self, identity: str, title: str, content: QWidget) -> None:
        """Put something about the pose below what there is; `identity` names it in the settings."""
        content.setContentsMargins(8, 0, 0, 4)
        section = Section(identity, title, content, self._settings)
        if self._sections:
            self._layout.addWidget(rule())
        self._layout.addWidget(section)
        self._sections.append(section)

    def set_theme(self, theme: Theme) -> None:
        for section in self._sections:
            section.set_theme(theme)
        colors = [theme[f"axis_text.{axis}"] for axis in "xyz"]
        self.selection.set_axis_colors(colors)
        self.rotation.set_axis_colors(colors)

    def refresh(self) -> None:
        """Take everything from the document."""
        for part in (self.selection, self.rotation, self.completion, self.solve):
            part.refresh()
