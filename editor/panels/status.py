"""The status bar: what the mouse does now, the last message, the time of a solve."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from editor.panels.parts import label

__all__ = ["StatusBar"]

_IDLE = "Drag a handle to pose  ·  middle drag orbits  ·  wheel zooms  ·  ? lists all keys"
_DOING = {
    "move": "Moving  ·  X, Y, Z: along an axis  ·  Shift: finely  ·  Ctrl: snap to 5 cm  ·  Esc: take back",
    "turn": "Turning  ·  Shift: finely  ·  Ctrl: steps of 15°  ·  Esc: take back",
    "orbit": "Orbiting",
    "pan": "Panning",
    "zoom": "Zooming",
}


class StatusBar(QStatusBar):
    """Three texts side by side; a long message is shortened and never widens the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._doing, self._message, self._timing = label(_IDLE), label(), label()
        self._message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.addWidget(self._doing)
        self.addWidget(self._message, 1)
        self.addPermanentWidget(self._timing)

    def show_activity(self, activity: str) -> None:
        """What the mouse is doing: "move", a camera action, or "" for nothing."""
        self._doing.setText(_DOING.get(activity, _IDLE))

    def show_handle(self, title: str, state: str) -> None:
        """The handle under the mouse and what can be done with it."""
        self._doing.setText(f"{title} ({state})  ·  drag: move  ·  R: pin or free")

    def show_hint(self, hint: str) -> None:
        """What a panel's drag does; "" for nothing."""
        self._doing.setText(hint or _IDLE)

    def show_text(self, text: str) -> None:
        """The last message."""
        self._message.setToolTip(text)
        room = self._message.contentsRect().width()
        self._message.setText(self._message.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))

    def show_timing(self, solve_ms: float) -> None:
        """The time of the last solve, once there was one."""
        if solve_ms:
            self._timing.setText(f"{solve_ms:.1f} ms per solve")
