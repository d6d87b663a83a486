"""A question that has to be answered before going on, such as what should become of a change that would be lost.

Errors are never asked about; they go to the notifications.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor.panels.parts import label

__all__ = ["ask"]

_WIDTH = 420


def ask(parent: QWidget, title: str, explanation: str, choices: Mapping[str, str]) -> str:
    """Let the user choose.

    Args:
        parent: The window that waits.
        title: The question, one short sentence.
        explanation: What each choice does to the user's work.
        choices: The text of each button by what is returned for it. The first is the default; the last is the one that
            changes nothing, and stands for Escape and for closing the question.
    """
    question = QDialog(parent)
    question.setObjectName("question")
    question.setWindowTitle(title)
    question.setMinimumWidth(_WIDTH)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    layout = QVBoxLayout(question)
    layout.setContentsMargins(20, 20, 20, 16)
    layout.setSpacing(8)
    text = label(explanation, "dim")
    text.setWordWrap(True)
    layout.addWidget(label(title, "title"))
    layout.addWidget(text)
    layout.addSpacing(12)
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    answer = list(choices)[-1]

    def choose(choice: str) -> None:
        nonlocal answer
        answer = choice
        question.accept()

    for choice, words in choices.items():
        button = QPushButton(words)
        button.setAutoDefault(choice == next(iter(choices)))
        button.setDefault(choice == next(iter(choices)))
        button.clicked.connect(lambda _=False, choice=choice: choose(choice))
        row.addWidget(button)
    layout.addLayout(row)
    question.exec()
    return answer
