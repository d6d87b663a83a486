"""Which rows there are, from top to bottom: those that were added, and those of each character."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.document import EditorDocument
from editor.timeline.body_row import BodyRow
from editor.timeline.character_keys import CharacterKeys
from editor.timeline.columns import PARTS
from editor.timeline.part_row import PartRow
from editor.timeline.row import ROW_HEIGHT, Row

__all__ = ["RowList"]


class RowList(QObject):
    """The rows of the dope sheet and of its labels.

    Attributes:
        shown: Those that are not folded away.
    """

    changed = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._above: list[Row] = []
        self._below: list[Row] = []
        self._groups: dict[str, list[Row]] = {}
        self.shown: list[Row] = []
        self.update_characters()

    @property
    def height(self) -> int:
        """Pixels."""
        return ROW_HEIGHT * len(self.shown)

    def add(self, row: Row, *, on_top: bool = False) -> None:
        """Put in a row of another kind, above or below the characters."""
        (self._above if on_top else self._below).append(row)
        self._show()

    def remove(self, row: Row) -> None:
        """Take out a row that was added."""
        for rows in (self._above, self._below):
            if row in rows:
                rows.remove(row)
        self._show()

    def update_characters(self) -> None:
        """Characters may have come, gone or changed their names."""
        characters = self._document.content.characters
        names = {identity: character.rig.name for identity, character in characters.items()}
        if {identity: rows[0].label for identity, rows in self._groups.items()} == names:
            return
        for identity in characters:
            self._groups.setdefault(identity, self._rows_of(identity))[0].label = names[identity]
        self._groups = {identity: self._groups[identity] for identity in characters}
        self._show()

    def fold(self, row: Row) -> None:
        """Hide or show the rows below a head."""
        if row.is_folded is not None:
            row.is_folded = not row.is_folded
            self._show()

    def at(self, y: float) -> Row | None:
        """The row at a height."""
        index = int(y // ROW_HEIGHT)
        return self.shown[index] if 0 <= index < len(self.shown) else None

    def between(self, top: float, bottom: float) -> list[Row]:
        """The rows that a box from one height to another touches."""
        return self.shown[max(int(top // ROW_HEIGHT), 0) : max(int(bottom // ROW_HEIGHT) + 1, 0)]

    def _rows_of(self, identity: str) -> list[Row]:
        keys = CharacterKeys(self._document, identity)
        return [BodyRow(identity, keys), *(PartRow(keys, part) for part in range(len(PARTS)))]

    def _show(self) -> None:
        self.shown = list(self._above)
        for head, *parts in self._groups.values():
            self.shown += [head] if head.is_folded else [head, *parts]
        self.shown += self._below
        self.changed.emit()
