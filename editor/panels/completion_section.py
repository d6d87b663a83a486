"""What the networks complete: the whole body, single regions, or nothing."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from editor.document import EditorDocument
from editor.panels.parts import toggle
from editor.texts import tr
from models.body import REGIONS

__all__ = ["CompletionSection"]


def _region_titles() -> dict[str, str]:
    words = {
        "head": tr("Head"), "torso": tr("Torso"), "left_arm": tr("Left arm"), "right_arm": tr("Right arm"),
        "left_leg": tr("Left leg"), "right_leg": tr("Right leg"),
    }  # fmt: skip
    return {region: words.get(region, region.replace("_", " ").capitalize()) for region in REGIONS}


class CompletionSection(QWidget):
    """A switch for the body and one for each region."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._titles = _region_titles()
        self._complete = toggle(tr("Complete the body"), tr("Let the networks fill in what is free"))
        self._complete.clicked.connect(self._set_completion)
        grid = QGridLayout()
        grid.setSpacing(4)
        self._regions: dict[str, QPushButton] = {}
        for place, (region, title) in enumerate(self._titles.items()):
            button = toggle(title, tr("Complete this region; off, it stays as near as possible to where it was"))
            button.setProperty("role", "chip")
            button.clicked.connect(lambda is_on, name=region: self._set_completion(is_on, name))
            grid.addWidget(button, place // 2, place % 2)
            self._regions[region] = button
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._complete)
        layout.addLayout(grid)

    def refresh(self) -> None:
        """Take everything from the document."""
        completed = self._document.session.completed_regions
        self._complete.setChecked(bool(completed))
        for name, button in self._regions.items():
            is_on = name in completed
            button.setChecked(is_on)
            button.setText(f"{'●' if is_on else '○'}  {self._titles[name]}")

    def _set_completion(self, is_on: bool, region: str | None = None) -> None:
        what = tr("the body") if region is None else self._titles[region].lower()
        label = tr("Complete {what}", what=what) if is_on else tr("Stop completing {what}", what=what)
        self._document.do(label, lambda: self._document.session.set_completion(is_on, region))
        self.refresh()
