"""What can be done with the chosen pose: name it, take it, blend towards it, mirror it, delete it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from editor.panels.parts import label, toggle
from editor.poses.blend_slider import BlendSlider
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["PoseTools"]


class PoseTools(QWidget):
    """Controls that tell what is wanted; `blend` tells of its own."""

    renamed = Signal(str)
    take_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = ""
        self.blend = BlendSlider()
        self.mirrored = toggle(tr("Mirrored"), tr("Use poses with left and right exchanged"))
        self.take = QPushButton(tr("Take pose"))
        self.take.setToolTip(tr("The character takes the chosen pose, where it stands"))
        self.name, self.delete = QLineEdit(), QToolButton()
        self.name.setAccessibleName(tr("Name of the pose"))
        self.name.setToolTip(tr("Give the pose another name (F2)"))
        self.delete.setToolTip(tr("Delete the pose"))
        self.delete.setAccessibleName(tr("Delete the pose"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        grid.addWidget(label(tr("Name"), "dim"), 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.delete, 0, 2)
        grid.addWidget(label(tr("Blend"), "dim"), 1, 0)
        grid.addWidget(self.blend, 1, 1, 1, 2)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.mirrored, 1)
        row.addWidget(self.take, 1)
        grid.addLayout(row, 2, 0, 1, 3)
        grid.setColumnStretch(1, 1)
        self.name.returnPressed.connect(self._rename)
        self.take.clicked.connect(self.take_wanted)
        self.delete.clicked.connect(self.delete_wanted)

    def set_theme(self, theme: Theme) -> None:
        self.delete.setIcon(icon("delete", theme))
        self.mirrored.setIcon(icon("mirror", theme))

    def show_chosen(self, name: str) -> None:
        """Show the pose that is chosen, "" for none."""
        for widget in (self.blend, self.take, self.name, self.delete):
            widget.setEnabled(bool(name))
        if not (self.name.hasFocus() and self.name.isModified() and name == self._chosen):  # what is typed stays
            self.name.setText(name)
        self._chosen = name

    def _rename(self) -> None:
        self.name.setModified(False)
        self.renamed.emit(self.name.text().strip())

    def ask_name(self) -> None:
        """Let the name be typed."""
        self.name.setFocus()
        self.name.selectAll()
