"""Messages over the viewport: what went wrong, what was done. Nothing blocks, nothing is lost in a log."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from editor.panels.notice_card import Kind, NoticeCard, first_sentence
from editor.theme import Theme

__all__ = ["Kind", "Notifications"]

_MARGIN, _GAP, _MOST = 12, 8, 3
_LEAST_HEIGHT = 96  # of the room that is worth keeping to


class Notifications(QObject):
    """A stack of cards in the lower right corner of a widget, the newest at the bottom.

    There they hide a piece of ground, while the view cube is above and the numbers of a gesture are on the left. Errors
    and warnings stay until they are closed; the others leave by themselves. The same message shown twice is one card.
    Where there is no room for all, the older ones wait until the newer ones are gone.

    Args:
        host: Over which they lie.
        theme: Their colours.
        below: What of the host they stay below, if there is room.
    """

    shown = Signal(str)
    crowded = Signal(bool)  # whether there is no room for the other widget

    def __init__(self, host: QWidget, theme: Theme, below: QWidget | None = None) -> None:
        super().__init__(host)
        self._host, self._theme, self._below = host, theme, below
        self._cards: list[NoticeCard] = []
        self._other: QWidget | None = None
        self._is_crowded = False
        host.installEventFilter(self)

    @property
    def texts(self) -> list[str]:
        """The messages, newest first."""
        return [card.text for card in self._cards]

    def show(self, text: str, kind: Kind = Kind.INFO, details: str = "") -> None:
        """Show a message; only its first sentence is in view until it is opened."""
        for card in self._cards:
            if card.text == text:
                self._close(card)
                break
        card = NoticeCard(text, details, kind, self._theme, self._host)
        card.closed.connect(lambda: self._close(card))
        card.resized.connect(self._place)
        self._cards.insert(0, card)
        while len(self._cards) > _MOST:
            self._close(self._cards[-1])
        card.show()
        self._place()
        self.shown.emit(first_sentence(text))

    def keep_clear_of(self, other: QWidget) -> None:
        """Tell another widget of the host when it is in the way; call when that moves, too."""
        self._other = other
        self._place()

    def set_theme(self, theme: Theme) -> None:
        """Newer cards follow; those on screen are dressed again."""
        self._theme = theme
        for card in self._cards:
            card.set_theme(theme)

    def clear(self) -> None:
        """Close all of them."""
        for card in list(self._cards):
            self._close(card)

    def _close(self, card: NoticeCard) -> None:
        if card in self._cards:
            self._cards.remove(card)
            card.hide()
            card.deleteLater()
            self._place()

    def _place(self) -> None:
        room = self._room()
        bottom = room.bottom() + 1
        for card in self._cards:
            card.fit(room.width(), room.height())
            card.move(room.right() + 1 - card.width(), bottom - card.height())
            # The newest is shown in any case, an older one where it is whole.
            card.setVisible(card is self._cards[0] or card.y() >= room.top())
            card.raise_()
            bottom = card.y() - _GAP
        self._tell_other()

    def _room(self) -> QRect:
        room = self._host.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        if self._below is None:
            return room
        top = self._below.geometry().bottom() + 1 + _GAP
        return room if room.bottom() - top < _LEAST_HEIGHT else room.adjusted(0, top - room.top(), 0, 0)

    def _tell_other(self) -> None:
        if self._other is None:
            return
        taken = QRect(self._other.geometry()).adjusted(-_GAP, -_GAP, _GAP, _GAP)
        is_crowded = any(card.geometry().intersects(taken) for card in self._cards)
        if is_crowded != self._is_crowded:
            self._is_crowded = is_crowded
            self.crowded.emit(is_crowded)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False
