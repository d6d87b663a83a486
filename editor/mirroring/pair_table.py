"""The table of partners: what is exchanged with what, what is copied where, what is reflected in place."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.mirroring.pairs import Pair, joint_pairs, point_pairs
from editor.texts import tr
from editor.theme import Theme
from models.body import JOINTS, POINTS, Skeleton
from models.document.mirroring import Direction

__all__ = ["PairTable"]

_ROW_HEIGHT = 22
_ARROWS: dict[Direction, str] = {"swap": "⇄", "left to right": "→", "right to left": "←"}


class PairTable(QTreeWidget):
    """Joints and points in pairs, then those without a partner.

    Args:
        theme: Its colours.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[QTreeWidgetItem, Pair, bool]] = []
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIndentation(12)
        self.setUniformRowHeights(True)
        # As high as its rows: the panel scrolls, not a window within it.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemExpanded.connect(self._fit)
        self.itemCollapsed.connect(self._fit)
        self.setAccessibleName(tr("Pairs"))
        header = self.header()
        header.setStretchLastSection(False)
        mode = QHeaderView.ResizeMode
        for column, how in enumerate((mode.ResizeToContents, mode.ResizeToContents, mode.Stretch)):
            header.setSectionResizeMode(column, how)
        for title, pairs, is_joint in (
            (tr("Joints, left and right"), joint_pairs(), True),
            (tr("Points, left and right"), point_pairs(), False),
        ):
            head = QTreeWidgetItem(self, [tr("{title} ({count})", title=title, count=len(pairs))])
            head.setFirstColumnSpanned(True)
            head.setSizeHint(2, QSize(0, _ROW_HEIGHT))
            head.setExpanded(is_joint)
            for pair in sorted(pairs, key=lambda pair: pair.right is None):
                self._rows.append((QTreeWidgetItem(head), pair, is_joint))
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(theme["panel"]))
        palette.setColor(QPalette.ColorRole.Text, QColor(theme["text"]))
        self.setPalette(palette)

    def _fit(self) -> None:
        heads = [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        shown = [1 + (head.childCount() if head.isExpanded() else 0) for head in heads if head is not None]
        self.setFixedHeight(sum(shown) * _ROW_HEIGHT + 4)

    def rows(self) -> list[tuple[str, str, str, bool]]:
        """Every row: left, what happens, right, and whether it happens to it."""
        return [
            (item.text(0), item.text(1), item.text(2), bool(item.data(0, Qt.ItemDataRole.UserRole)))
            for item, _, _ in self._rows
        ]

    def show_request(self, skeleton: Skeleton, direction: Direction, joints: Collection[str] | None) -> None:
        """Say what happens to each pair; rows that nothing happens to are dim."""
        changed = set(JOINTS) if joints is None else set(joints)
        for item, pair, is_joint in self._rows:
            names = JOINTS if is_joint else POINTS
            owners = {
                names[member] if is_joint else skeleton.joint_names[skeleton.point_joints[member]]
                for member in pair.members
            }
            is_meant = bool(owners & changed)
            if pair.right is None:
                texts = [pair.title, "◦", tr("reflected") if direction == "swap" else tr("stays")]
                is_meant = is_meant and direction == "swap"
            else:
                texts = [pair.title, _ARROWS[direction], pair.title]
            color = QColor(self._theme["text" if is_meant else "disabled"])
            for column, text in enumerate(texts):
                item.setText(column, text)
                item.setForeground(column, color)
            item.setSizeHint(2, QSize(0, _ROW_HEIGHT))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignCenter)
            item.setData(0, Qt.ItemDataRole.UserRole, is_meant)
