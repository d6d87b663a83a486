"""All keys and mouse buttons on one sheet, written from the same tables that bind them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from editor.actions import ACTIONS
from editor.panels.parts import label
from editor.viewport.navigation import BINDINGS

__all__ = ["ShortcutSheet", "sections"]

_MOUSE = (
    ("Left drag on a handle", "Move it in the plane of the view"),
    ("Shift while dragging", "Move finely"),
    ("Ctrl while dragging", "Snap to 5 cm"),
    ("Esc while dragging", "Take the drag back"),
    ("Left click", "Select"),
    ("Shift + left click", "Add to the selection"),
    ("Left drag beside handles", "Select with a box"),
    ("Right click", "Menu of the pose"),
)
_COLUMNS = (("Mouse", "Camera"), ("File", "Edit", "Pose", "Handles"), ("Time", "Keys"), ("View", "Help"))


def sections() -> dict[str, list[tuple[str, str]]]:
    """(keys, what they do) by heading."""
    camera: dict[str, list[str]] = {}
    for binding in BINDINGS:
        camera.setdefault(binding.action, []).append(binding.text)
    result = {
        "Mouse": list(_MOUSE),
        "Camera": [(text, action.capitalize()) for action, texts in camera.items() for text in texts]
        + [("Wheel", "Zoom")],
    }
    for row in ACTIONS:
        if row.keys:
            keys = "  or  ".join(QKeySequence(key).toString() for key in row.keys)
            result.setdefault(row.menu, []).append((keys, row.text.rstrip(".")))
    return result


class ShortcutSheet(QDialog):
    """A window beside the work: it does not block it, and Escape closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        self.setModal(False)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(24, 20, 24, 24)
        columns.setSpacing(40)
        everything = sections()
        for headings in _COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(16)
            for heading in headings:
                column.addLayout(_section(heading, everything[heading]))
            column.addStretch(1)
            columns.addLayout(column)


def _section(heading: str, rows: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    grid.addWidget(label(heading, "heading"), 0, 0, 1, 2)
    for row, (keys, effect) in enumerate(rows, start=1):
        grid.addWidget(label(keys, "key"), row, 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(label(effect), row, 1)
    grid.setColumnStretch(1, 1)
    return grid
