"""One message over the viewport: its first sentence, the rest behind a button."""

from __future__ import annotations

import re
from enum import Enum

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QIcon
from PySide6.QtWidgets import QFrame, QGridLayout, QPlainTextEdit, QToolButton, QWidget

from editor.panels.parts import close_button, label
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon, pixmap

__all__ = ["Kind", "NoticeCard", "first_sentence"]

_SHOWN_MS = 6000
_WIDTH, _LEAST_WIDTH, _DETAILS_HEIGHT, _ROW = 400, 160, 160, 24
_LONG_WORD = 32  # letters: a longer one, such as the name of a file, may be broken anywhere
_BREAK = "\u200b"


class Kind(Enum):
    """How serious a message is: its icon and its colour token."""

    DONE = ("done", "success")
    INFO = ("info", "accent")
    WARNING = ("warning", "warning")
    ERROR = ("warning", "error")


class NoticeCard(QFrame):
    """A message; what was done leaves by itself, unless it is being read: under the mouse, or opened.

    Args:
        text: The message; what follows its first sentence belongs to the details.
        details: The rest, "" for none.
        kind: How serious it is.
        theme: Its colours.
        parent: Over which it lies.
    """

    closed = Signal()
    resized = Signal()

    def __init__(self, text: str, details: str, kind: Kind, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.text, self._kind = text, kind
        self.setProperty("role", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        first = first_sentence(text)
        rest = "\n".join(part for part in (text[len(first) :].strip(), details) if part)
        self._icon, self._message = label(), label(_breakable(first))
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close_button = close_button()
        self._close_button.clicked.connect(self.closed)
        self._more, self._details = QToolButton(), QPlainTextEdit(rest)
        self._lay_out(has_more=bool(rest))
        self._leaves = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._leaves.timeout.connect(self.closed)
        self._wait()
        self.set_theme(theme)

    def _lay_out(self, *, has_more: bool) -> None:
        layout = self._grid = QGridLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(4)
        top = Qt.AlignmentFlag.AlignTop
        layout.addWidget(self._icon, 0, 0, top)
        layout.addWidget(self._message, 0, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._close_button, 0, 2, top)
        layout.addWidget(self._more, 1, 1, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._details, 2, 1, 1, 2)
        layout.setColumnStretch(1, 1)
        self._icon.setMinimumHeight(_ROW)
        self._more.setText(tr("Details"))
        self._more.setProperty("role", "fold")
        self._more.setCheckable(True)
        self._more.setIconSize(QSize(16, 16))
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more.setVisible(has_more)
        self._more.toggled.connect(self._open)
        self._details.setReadOnly(True)
        self._details.setAccessibleName(tr("Details"))
        self._details.setTabChangesFocus(True)
        self._details.setMinimumSize(1, _ROW)
        self._details.hide()

    @property
    def is_open(self) -> bool:
        """Whether the details are in view."""
        return self._more.isChecked()

    def fit(self, width: int, height: int) -> None:
        """Take the size that the text needs, within a room, logical pixels."""
        margins = self._grid.contentsMargins()
        beside = margins.left() + margins.right() + 2 * self._grid.horizontalSpacing() + 20 + 24
        natural = self._message.fontMetrics().horizontalAdvance(self._message.text()) + beside + 8
        width = min(_WIDTH, width) if self.is_open else min(max(natural, _LEAST_WIDTH), _WIDTH, width)
        if self.is_open:
            self._details.setFixedHeight(_ROW)
            others = self._height(width) - _ROW
            wanted = self._wanted_height(width - beside + 24)
            self._details.setFixedHeight(max(_ROW, min(wanted, _DETAILS_HEIGHT, height - others)))
        # Wrapped text: the layout knows the height that goes with a width, `adjustSize` does not.
        self.resize(width, self._height(width))

    def _height(self, width: int) -> int:
        self._grid.invalidate()
        self._grid.activate()
        return self._grid.totalHeightForWidth(width)

    def _wanted_height(self, width: int) -> int:
        """Of the details, with every line of them in view."""
        frame = 2 * (self._details.frameWidth() + round(self._details.document().documentMargin())) + 4
        room = QRect(0, 0, width - frame, 1)
        text = self._details.toPlainText()
        return self._details.fontMetrics().boundingRect(room, Qt.TextFlag.TextWrapAnywhere, text).height() + frame

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        name, token = self._kind.value
        self._icon.setPixmap(pixmap(name, theme[token], 20, self.devicePixelRatioF()))
        self._close_button.setIcon(icon("close", theme))
        chevron = "chevron_down" if self.is_open else "chevron_right"
        self._more.setIcon(QIcon(pixmap(chevron, theme["dim"], 16, self.devicePixelRatioF())))

    def _open(self, is_open: bool) -> None:
        self._details.setVisible(is_open)
        self.set_theme(self._theme)
        self._wait()
        self.resized.emit()

    def _wait(self) -> None:
        """Leave in a while, if nobody is reading."""
        if self._kind in (Kind.DONE, Kind.INFO) and not self.is_open and not self.underMouse():
            self._leaves.start()
        else:
            self._leaves.stop()

    # Qt

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._leaves.stop()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._wait()


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence; the dots of names and numbers do not."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z0-9“])", text.strip(), maxsplit=1)[0]


def _breakable(text: str) -> str:
    """The text with places to break it inside its longest words, which would else be cut off."""
    return re.sub(rf"\S{{{_LONG_WORD},}}", lambda word: _BREAK.join(word.group()), text)
