"""Keys that others were put in the place of: said while it happens and afterwards, never passed over."""

from __future__ import annotations

from editor.document import EditorDocument
from editor.texts import tr

__all__ = ["replaced_text", "tell_replaced"]


def replaced_text(count: int) -> list[str]:
    """What a hint says of it; empty for none."""
    if not count:
        return []
    return [tr("replaces 1 key") if count == 1 else tr("replaces {count} keys", count=count)]


def tell_replaced(document: EditorDocument, count: int) -> None:
    """Say it after the step, with the way back."""
    if count:
        many = tr("{count} keys were replaced; undo brings them back", count=count)
        document.told.emit(tr("1 key was replaced; undo brings it back") if count == 1 else many)
