"""Messages over the viewport: what went wrong, what was done. Nothing blocks, nothing is lost in a log."""

from __future__ import annotations

import re
from enum import Enum

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QToolButton, QVBoxLayout, QWidget

from editor.panels.parts import close_button, label
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon, pixmap

__all__ = ["Kind", "Notifications"]

_MARGIN, _GAP, _WIDTH, _MOST, _SHOWN_MS = 12, 8, 380, 3, 6000


class Kind(Enum):
    """How serious a message is: its icon and its colour token."""

    DONE = ("done", "success")
    INFO = ("info", "accent")
    WARNING = ("warning", "warning")
    ERROR = ("warning", "error")


class Notifications(QObject):
    """A stack of cards in the upper right corner of a widget, the newest on top.

    Errors and warnings stay until they are closed; the others leave by themselves. The same message shown twice is
    one card.
    """

    shown = Signal(str)
    crowded = Signal(bool)  # whether there is no room for the other widget

    def __init__(self, host: QWidget, theme: Theme) -> None:
        super().__init__(host)
        self._host, self._theme = host, theme
        self._cards: list[_Card] = []
        self._other: QWidget | None = None
        self._is_crowded = False
        host.installEventFilter(self)

    @property
    def texts(self) -> list[str]:
        """The messages on screen, newest first."""
        return [card.text for card in self._cards]

    def show(self, text: str, kind: Kind = Kind.INFO, details: str = "") -> None:
        """Show a message; only its first sentence is in view until it is opened."""
        for card in self._cards:
            if card.text == text:
                self._close(card)
                break
        card = _Card(text, details, kind, self._theme, self._host)
        card.closed.connect(lambda: self._close(card))
        card.resized.connect(self._place)
        self._cards.insert(0, card)
        while len(self._cards) > _MOST:
            self._close(self._cards[-1])
        card.show()
        self._place()
        self.shown.emit(_first_sentence(text))

    def keep_clear_of(self, other: QWidget) -> None:
        """Stand below another widget of the host where both do not fit beside each other; call when it moves, too."""
        self._other = other
        self._place()

    def set_theme(self, theme: Theme) -> None:
        """Newer cards follow; those on screen are dressed again."""
        self._theme = theme
        for card in self._cards:
            card.set_theme(theme)

    def clear(self) -> None:
        for card in list(self._cards):
            self._close(card)

    def _close(self, card: _Card) -> None:
        if card in self._cards:
            self._cards.remove(card)
            card.hide()
            card.deleteLater()
            self._place()

    def _place(self) -> None:
        width = min(_WIDTH, max(self._host.width() - 2 * _MARGIN, 120))
        for card in self._cards:
            # Wrapped text: the layout knows the height that goes with a width, `adjustSize` does not.
            card.resize(width, card.height_for(width))
        top = self._top(width)
        for card in self._cards:
            card.move(self._host.width() - card.width() - _MARGIN, top)
            card.raise_()
            top += card.height() + _GAP

    def _top(self, width: int) -> int:
        """Where the first card begins; tells the other widget whether there is room for both."""
        other = self._other
        if other is None:
            return _MARGIN
        place = other.geometry()
        fits_beside = place.right() + _GAP + width + _MARGIN <= self._host.width()
        needed = sum(card.height() + _GAP for card in self._cards)
        is_crowded = bool(self._cards) and not fits_beside and place.bottom() + _GAP + needed > self._host.height()
        if is_crowded != self._is_crowded:
            self._is_crowded = is_crowded
            self.crowded.emit(is_crowded)
        return _MARGIN if fits_beside or other.isHidden() else place.bottom() + _GAP

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False


class _Card(QFrame):
    closed = Signal()
    resized = Signal()

    def __init__(self, text: str, details: str, kind: Kind, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.text, self._kind = text, kind
        self.setProperty("role", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        first = _first_sentence(text)
        rest = "\n".join(part for part in (text[len(first) :].strip(), details) if part)

        self._icon, message, self._close_button = label(), label(first), close_button()
        message.setWordWrap(True)
        message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close_button.clicked.connect(self.closed)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(message)
        if rest:
            column.addWidget(self._more(rest), alignment=Qt.AlignmentFlag.AlignLeft)
            column.addWidget(self._details)
        layout = self._grid = QGridLayout(self)
        layout.setContentsMargins(12, 10, 8, 10)
        layout.setHorizontalSpacing(10)
        layout.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(column, 0, 1)
        layout.addWidget(self._close_button, 0, 2, Qt.AlignmentFlag.AlignTop)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)
        if kind in (Kind.DONE, Kind.INFO):
            QTimer.singleShot(_SHOWN_MS, self, self.closed.emit)

    def _more(self, rest: str) -> QToolButton:
        self._details = label(rest, "dim")
        self._details.setWordWrap(True)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details.hide()
        button = QToolButton()
        button.setText(tr("Details"))
        button.setCheckable(True)
        button.toggled.connect(self._details.setVisible)
        button.toggled.connect(self.resized)
        return button

    def height_for(self, width: int) -> int:
        """Height that the wrapped text needs in a width."""
        self._grid.activate()
        return self._grid.totalHeightForWidth(width)

    def set_theme(self, theme: Theme) -> None:
        name, token = self._kind.value
        self._icon.setPixmap(pixmap(name, theme[token], 20, self.devicePixelRatioF()))
        self._close_button.setIcon(icon("close", theme))


def _first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence; the dots of names and numbers do not."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", text.strip(), maxsplit=1)[0]
