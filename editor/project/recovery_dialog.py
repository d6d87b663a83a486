"""After a crash: what can be recovered, and what is to become of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from editor.panels.parts import label
from editor.project.leftovers import Leftover
from editor.texts import tr

__all__ = ["Answer", "RecoveryDialog"]

_WIDTH = 460
_ROW = 46


class Answer(Enum):
    """What is to become of the work chosen."""

    RECOVER = "recover"
    DISCARD = "discard"


class RecoveryDialog(QDialog):
    """Lists the sessions that did not end by themselves. Closing it keeps all of them for the next start.

    Args:
        parent: The window.
        leftovers: At least one.
        report: What is known about why, "" for nothing.
    """

    answered = Signal(object, object)  # Leftover, Answer

    def __init__(self, parent: QWidget, leftovers: Sequence[Leftover], report: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle(tr("Recover unsaved work"))
        self.setMinimumWidth(_WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._leftovers = list(leftovers)
        several = len(leftovers) > 1
        title = (
            tr("{count} sessions ended before they were saved", count=len(leftovers))
            if several
            else tr("The last session ended before it was saved")
        )
        text = label(
            tr("Every change up to the last one was kept. Recovered work opens as unsaved; the file stays as it is."),
            "dim",
        )
        text.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Sessions"))
        for leftover in self._leftovers:
            item = QListWidgetItem(_described(leftover))
            item.setSizeHint(QSize(0, _ROW))
            item.setToolTip(str(leftover.project or tr("It was never saved")))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setFixedHeight(min(len(leftovers), 4) * _ROW + 2 * self.list.frameWidth())
        self.list.itemDoubleClicked.connect(lambda: self._answer(Answer.RECOVER))

        self.recover_button = QPushButton(tr("Recover"))
        self.recover_button.setDefault(True)
        self.discard_button = QPushButton(tr("Discard"))
        self.later_button = QPushButton(tr("Ask again later"))
        for button in (self.discard_button, self.later_button):
            button.setAutoDefault(False)
        self.recover_button.clicked.connect(lambda: self._answer(Answer.RECOVER))
        self.discard_button.clicked.connect(lambda: self._answer(Answer.DISCARD))
        self.later_button.clicked.connect(self.reject)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(label(title, "title"))
        layout.addWidget(text)
        layout.addWidget(self.list)
        if report:
            why = label(report, "dim")
            why.setWordWrap(True)
            why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(why)
        layout.addSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.discard_button)
        row.addStretch(1)
        row.addWidget(self.later_button)
        row.addWidget(self.recover_button)
        layout.addLayout(row)
        self.recover_button.setFocus()

    def _answer(self, answer: Answer) -> None:
        row = self.list.currentRow()
        if row < 0:
            return
        leftover = self._leftovers[row]
        if answer is Answer.DISCARD and len(self._leftovers) > 1:
            del self._leftovers[row]
            self.list.takeItem(row)
        else:
            self.accept()
        self.answered.emit(leftover, answer)


def _described(leftover: Leftover) -> str:
    when = QLocale().toString(
        QDateTime.fromSecsSinceEpoch(int(leftover.when.timestamp())), QLocale.FormatType.ShortFormat
    )
    count = leftover.n_lines
    changes = tr("one change") if count == 1 else tr("{count} changes", count=count)
    return f"{leftover.title}\n{changes}, {when}"
