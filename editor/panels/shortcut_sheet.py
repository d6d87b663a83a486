"""All keys and mouse buttons on one sheet, written from the same tables that bind them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from editor.actions import ACTIONS
from editor.panels.fuzzy import score
from editor.panels.parts import label
from editor.texts import tr
from editor.viewport.navigation import BINDINGS, Binding

__all__ = ["Sections", "ShortcutSheet", "sections"]

Sections = dict[str, list[tuple[str, str]]]

_COLUMNS = 3
_HEADING_ROWS = 2  # what a heading is worth where columns are made equally long


def sections(
    keys_of: Callable[[str], tuple[str, ...]] | None = None, bindings: tuple[Binding, ...] = BINDINGS
) -> Sections:
    """(keys, what they do) by heading.

    Args:
        keys_of: The keys of an action; those of the table when left out.
        bindings: What the mouse does with the camera.
    """
    result: Sections = {
        tr("Mouse"): [
            (tr("Left drag on a handle"), tr("Move it in the plane of the view")),
            (tr("Shift while dragging"), tr("Move finely")),
            (tr("Ctrl while dragging"), tr("Snap to 5 cm")),
            (tr("X, Y or Z while dragging"), tr("Hold it to an axis, with Shift to a plane")),
            (tr("Esc while dragging"), tr("Take the drag back")),
            (tr("Left click"), tr("Select")),
            (tr("Shift + left click"), tr("Add to the selection")),
            (tr("Left drag beside handles"), tr("Select with a box")),
            (tr("Right click"), tr("Menu of the pose")),
        ],
        tr("Camera"): [
            *((tr(binding.text), tr(binding.action.capitalize())) for binding in bindings),
            (tr("Wheel"), tr("Zoom")),
        ],
    }
    for row in ACTIONS:
        keys = row.keys if keys_of is None else keys_of(row.id)
        if keys:
            shown = tr("  or  ").join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys
            )
            heading = f"{tr(row.menu)}, {tr('in the timeline')}" if row.scope == "timeline" else tr(row.menu)
            result.setdefault(heading, []).append((shown, tr(row.text).rstrip(".")))
    return result


class ShortcutSheet(QDialog):
    """A window beside the work: it does not block it, and Escape closes it.

    Args:
        parent: The window it belongs to.
        shown: What it lists; asked whenever it opens, as keys can be changed.
    """

    def __init__(self, parent: QWidget | None, shown: Callable[[], Sections] = sections) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys and mouse buttons"))
        self.setModal(False)
        self.resize(1080, 720)
        self._shown = shown
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(tr("Find a command or a key"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self.refresh)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(16)
        layout.addWidget(self._filter)
        layout.addWidget(self._scroll, 1)
        self.refresh()

    def refresh(self) -> None:
        """List what is bound now and matches the search."""
        wanted = self._filter.text()
        found = {
            heading: [row for row in rows if score(wanted, f"{row[1]} {row[0]}") is not None]
            for heading, rows in self._shown().items()
        }
        page = QWidget()
        page.setObjectName("sheet")
        columns = QHBoxLayout(page)
        columns.setContentsMargins(0, 0, 8, 0)
        columns.setSpacing(40)
        for headings in _columns({heading: rows for heading, rows in found.items() if rows}):
            column = QVBoxLayout()
            column.setSpacing(20)
            for heading, rows in headings.items():
                column.addLayout(_section(heading, rows))
            column.addStretch(1)
            columns.addLayout(column, 1)
        self._scroll.setWidget(page)


def _columns(found: Sections) -> list[Sections]:
    """The sections in order, in columns of about the same length."""
    lengths = {heading: len(rows) + _HEADING_ROWS for heading, rows in found.items()}
    goal, filled = sum(lengths.values()) / _COLUMNS, 0.0
    result: list[Sections] = [{}]
    for heading, rows in found.items():
        if len(result) < _COLUMNS and filled and filled + lengths[heading] / 2 > goal:
            result.append({})
            filled = 0.0
        result[-1][heading] = rows
        filled += lengths[heading]
    return result


def _section(heading: str, rows: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.addWidget(label(heading, "heading"), 0, 0, 1, 2)
    for row, (keys, effect) in enumerate(rows, start=1):
        text = label(effect)
        text.setWordWrap(True)
        grid.addWidget(text, row, 0)
        grid.addWidget(label(keys, "key"), row, 1, Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return grid
