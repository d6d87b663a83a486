"""The mirror panel: what is mirrored about which plane over which keys, and the pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.mirroring.ghost_layer import MirrorLayer
from editor.mirroring.mirror_request import MirrorRequest, meant_ticks, mirror
from editor.mirroring.pair_table import PairTable
from editor.panels.parts import label, rule, toggle
from editor.texts import tr
from editor.theme import Theme

__all__ = ["MirrorPanel"]

_WIDTH = 272
_LOOKS = (QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut)


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


class MirrorPanel(QWidget):
    """Says what mirroring would do, and does it in one undo step.

    While the mouse or the focus is on one of its buttons, `layer` shows in the viewport what that would make of the
    pose.

    Args:
        document: What is mirrored.
        theme: Its colours.
    """

    def __init__(self, document: EditorDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._theme = document, theme
        self.request = MirrorRequest()
        self.layer = MirrorLayer(document, self)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.buttons: dict[tuple[str, str], QPushButton] = {}
        self.table = PairTable(theme)
        self._says = label("", "dim")
        self._says.setWordWrap(True)
        self.apply_button = QPushButton()
        self.apply_button.setProperty("role", "primary")
        self.apply_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the viewport
        self.apply_button.clicked.connect(self.apply)
        self._lay_out()
        for button in (*self.buttons.values(), self.apply_button):
            button.installEventFilter(self)
        for signal in (
            document.selection_changed,
            document.keys_selected,
            document.content_changed,
            document.content_replaced,
        ):
            signal.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        """What is chosen scrolls; what does it stays in sight."""
        page, column = QWidget(), QVBoxLayout()
        page.setObjectName("page")
        page.setLayout(column)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(self._choices())
        column.addSpacing(4)
        column.addWidget(rule())
        column.addWidget(label(tr("Pairs"), "title"))
        column.addWidget(self.table)
        column.addStretch(1)
        scroller = QScrollArea()
        scroller.setProperty("role", "panel")
        scroller.setMinimumWidth(_WIDTH)
        scroller.setWidgetResizable(True)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setWidget(page)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 8, 12, 12)
        foot.setSpacing(8)
        foot.addWidget(self._says)
        foot.addWidget(self.apply_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroller, 1)
        layout.addWidget(rule())
        layout.addLayout(foot)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
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
        self.request = self._with(row, value)
        self.refresh()
        self._show_preview()

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
        self._says.setText(hindrance or tr("Rest the mouse on a button: a violet figure shows what would come of it."))
        self._show_table()

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

    def _show_table(self) -> None:
        joints = self.request.joints(self._document)
        self.table.show_request(self._document.skeleton, self.request.direction, joints)

    def _show_preview(self) -> None:
        """Of the button that the mouse is on, else of the one that has the focus."""
        choices: list[tuple[tuple[str, ...], QPushButton]] = [*self.buttons.items(), ((), self.apply_button)]
        looked_at = [
            key
            for is_looked_at in (QWidget.underMouse, QWidget.hasFocus)
            for key, button in choices
            if button.isVisible() and is_looked_at(button)
        ]
        self.layer.show_request(self._with(*looked_at[0]) if looked_at else None)

    def _with(self, row: str = "", value: str = "") -> MirrorRequest:
        """What is set, but for one row."""
        change: dict[str, Any] = {row: value} if row else {}
        return replace(self.request, **change)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _LOOKS:
            self._show_preview()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_preview()
