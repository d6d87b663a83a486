"""A question that has to be answered before going on, such as what should become of a change that would be lost.

Errors are never asked about; they go to the notifications.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor.panels.parts import label

__all__ = ["Question", "ask"]

_WIDTH = 420


def ask(parent: QWidget, title: str, explanation: str, choices: Mapping[str, str]) -> str:
    """Let the user choose. The arguments are those of the question; the answer is a key of `choices`."""
    question = Question(parent, title, explanation, choices)
    question.exec()
    return question.answer


class Question(QDialog):
    """A question with a button for each answer.

    Args:
        parent: The window that waits.
        title: The question, one short sentence.
        explanation: What each choice does to the user's work.
        choices: The text of each button by what is answered with it. The first is the default; the last is the one that
            changes nothing, and stands for Escape and for closing the question.
    """

    def __init__(self, parent: QWidget, title: str, explanation: str, choices: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.answer = list(choices)[-1]
        self.setObjectName("question")
        self.setWindowTitle(title)
        self.setMinimumWidth(_WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(8)
        for text, role in ((title, "title"), (explanation, "dim")):
            line = label(text, role)
            line.setWordWrap(True)
            layout.addWidget(line)
        layout.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for choice, words in choices.items():
            button = QPushButton(words)
            button.setAutoDefault(choice == next(iter(choices)))
            button.setDefault(choice == next(iter(choices)))
            button.clicked.connect(lambda _=False, choice=choice: self._choose(choice))
            row.addWidget(button)
        layout.addLayout(row)

    def _choose(self, choice: str) -> None:
        self.answer = choice
        self.accept()
