"""A row of widgets that gives up the less needed ones where there is no room for all."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QLayout, QWidget

__all__ = ["squeeze"]


def squeeze(layout: QLayout, width: int, dispensable: Iterable[QWidget]) -> None:
    """Hide widgets in their order until the rest fits, then show what fits beside it again, the most needed first.

    Args:
        layout: Of the row.
        width: The room, pixels.
        dispensable: What may be hidden, the least needed first; it is all that is shown again.
    """
    wanted = list(dispensable)
    for widget in wanted:
        widget.show()
    hidden: list[QWidget] = []
    while not _fits(layout, width) and len(hidden) < len(wanted):
        hidden.append(wanted[len(hidden)])
        hidden[-1].hide()
    for widget in reversed(hidden):
        widget.show()
        widget.setVisible(_fits(layout, width))


def _fits(layout: QLayout, width: int) -> bool:
    layout.invalidate()
    return layout.minimumSize().width() <= width
