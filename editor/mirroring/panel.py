"""The mirror panel: what is mirrored about which plane over which keys, the pairs, and a picture of the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.mirroring.mirror_request import MirrorRequest, meant_ticks, mirror, mirrored_now
from editor.mirroring.pair_table import PairTable
from editor.mirroring.pose_picture import PosePicture
from editor.panels.parts import label, rule, toggle
from editor.texts import tr
from editor.theme import Theme
from models.animation import Pose

__all__ = ["MirrorPanel"]

_WIDTH = 272


def _rows() -> tuple[tuple[str, str, tuple[tuple[str, str, str], ...]], ...]:
    """Each row of choices: its field of the request, its name, and value, text and tip of each choice."""
    return (
        (
            "direction",
            tr("Do"),
            (
                ("swap", tr("Swap"), tr("Exchange the left and the right side")),
                ("left to right", tr("L → R"), tr("Copy the left side to the right one; the middle stays")),
                ("right to left", tr("R → L"), tr("Copy the right side to the left one; the middle stays")),
            ),
        ),
        (
            "plane",
            tr("About"),
            (
                ("body", tr("The body"), tr("The character's own plane: it stays where it stands")),
                ("world", tr("The world"), tr("The plane x = 0: the character changes the side of the stage")),
            ),
        ),
        (
            "scope",
            tr("Of"),
            (
                ("body", tr("Whole body"), tr("All joints, and where the body stands")),
                ("selection", tr("Selection"), tr("The joints of the selected points and of the limb above them")),
            ),
        ),
        (
            "span",
            tr("Over"),
            (
                ("now", tr("Frame"), tr("The pose shown")),
                ("keys", tr("Keys"), tr("The selected keys")),
                ("playback", tr("Range"), tr("The keys in the playback range")),
                ("all", tr("All"), tr("All keys of the character")),
            ),
        ),
    )


class MirrorPanel(QScrollArea):
    """Shows what mirroring would do, and does it in one undo step.

    Args:
        document: What is mirrored.
        theme: Its colours.
    """

    previewed = Signal(object)  # Pose of the frame shown as it would be, None when the panel is hidden or cannot

    def __init__(self, document: EditorDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._theme = document, theme
        self.request = MirrorRequest()
        self.setProperty("role", "panel")
        self.setMinimumWidth(_WIDTH)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        self.buttons: dict[tuple[str, str], QPushButton] = {}
        column.addLayout(self._choices())
        self.picture = PosePicture(theme)
        column.addWidget(self.picture)
        self._says = label("", "dim")
        self._says.setWordWrap(True)
        column.addWidget(self._says)
        self.apply_button = QPushButton()
        self.apply_button.setProperty("role", "primary")
        self.apply_button.clicked.connect(self.apply)
        column.addWidget(self.apply_button)
        column.addSpacing(4)
        column.addWidget(rule())
        column.addWidget(label(tr("PAIRS"), "heading"))
        self.table = PairTable(theme)
        column.addWidget(self.table)
        column.addStretch(1)
        self.setWidget(page)
        for signal in (
            document.pose_changed,
            document.selection_changed,
            document.keys_selected,
            document.content_changed,
            document.pending_changed,
            document.content_replaced,
        ):
            signal.connect(self.refresh)
        document.numbers_changed.connect(self._show_picture)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.picture.set_theme(theme)
        self.table.set_theme(theme)
        self._show_table()

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """The three operations, about the plane, of the part and over the keys that are set here."""
        return {
            "mirror_swap": lambda: self._do("swap"),
            "mirror_left_to_right": lambda: self._do("left to right"),
            "mirror_right_to_left": lambda: self._do("right to left"),
        }

    def choose(self, row: str, value: str) -> None:
        """Set one row of the panel, e.g. "plane" to "world"."""
        change: dict[str, Any] = {row: value}
        self.request = replace(self.request, **change)
        self.refresh()

    def apply(self) -> bool:
        """Do what is set; False if it could not be done."""
        return mirror(self._document, self.request)

    def refresh(self) -> None:
        """Show what is set and what would come of it."""
        if not self.isVisible():
            return
        for (row, value), button in self.buttons.items():
            button.setChecked(getattr(self.request, row) == value)
        hindrance = self.request.hindrance(self._document)
        self.apply_button.setText(self._apply_text())
        self.apply_button.setEnabled(not hindrance)
        self._says.setText(hindrance or self._what())
        self._show_table()
        self._show_picture()

    # Inside

    def _choices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setHorizontalSpacing(12)
        for place, (row, title, values) in enumerate(_rows()):
            grid.addWidget(label(title, "dim"), place, 0)
            group, line = QButtonGroup(self), QHBoxLayout()
            line.setSpacing(4)
            for value, text, tip in values:
                button = toggle(text, tip)
                button.setProperty("role", "segment")
                button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
                group.addButton(button)
                button.clicked.connect(lambda _=False, row=row, value=value: self.choose(row, value))
                line.addWidget(button, 1)
                self.buttons[row, value] = button
            grid.addLayout(line, place, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _do(self, direction: str) -> None:
        self.choose("direction", direction)
        self.apply()

    def _apply_text(self) -> str:
        request, count = self.request, len(meant_ticks(self._document, self.request))
        verb = {
            "swap": tr("Swap the sides"),
            "left to right": tr("Copy left to right"),
            "right to left": tr("Copy right to left"),
        }[request.direction]
        if request.span == "now" or not count:
            return verb
        return tr("{verb} of 1 key", verb=verb) if count == 1 else tr("{verb} of {count} keys", verb=verb, count=count)

    def _what(self) -> str:
        """What the picture shows."""
        if self.request.span == "now":
            return tr("Grey: the pose now. Blue left and orange right: what comes of it.")
        return tr("Grey: the pose now. Blue left and orange right: what comes of it on a key like this.")

    def _show_table(self) -> None:
        joints = self.request.joints(self._document)
        self.table.show_request(self._document.skeleton, self.request.direction, joints)

    def _show_picture(self) -> None:
        if not self.isVisible():
            return
        document = self._document
        is_possible = not (self.request.scope == "selection" and not document.selected.any())
        now: Pose = document.session.pose
        then = mirrored_now(document, self.request).pose if is_possible else now
        self.picture.show_poses(document.skeleton, now, then)
        self.previewed.emit(then if is_possible else None)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self.previewed.emit(None)
        super().hideEvent(event)
