"""The status bar: what the mouse does now, the last message, the time of a solve."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from editor.menus import key_text
from editor.panels.parts import ElidedLabel, label
from editor.texts import tr
from editor.viewport.navigation import BINDINGS, Binding

__all__ = ["StatusBar"]

_GAP = "  ·  "


class StatusBar(QStatusBar):
    """Three texts side by side; a long message is shortened and never widens the window.

    Args:
        keys_of: The keys of an action, as they are bound now.
        bindings: What the mouse does with the camera now.
    """

    def __init__(
        self,
        keys_of: Callable[[str], tuple[str, ...]],
        bindings: Callable[[], tuple[Binding, ...]] = lambda: BINDINGS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._keys_of, self._bindings = keys_of, bindings
        self.setSizeGripEnabled(False)
        self._doing, self._message, self._timing = ElidedLabel(self._idle()), ElidedLabel(), label()
        self._message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.addWidget(self._doing)
        self.addWidget(self._message, 1)
        self.addPermanentWidget(self._timing)

    def show_activity(self, activity: str) -> None:
        """What the mouse is doing: "move", "turn", a camera action, or "" for nothing."""
        fine, back = tr("Shift: finely"), tr("Esc: take back")
        doing = {
            "move": (tr("Moving"), tr("X, Y, Z: along an axis"), fine, tr("Ctrl: snap to 5 cm"), back),
            "turn": (tr("Turning"), fine, tr("Ctrl: steps of 15°"), back),
            "orbit": (tr("Orbiting"),),
            "pan": (tr("Panning"),),
            "zoom": (tr("Zooming"),),
        }
        self._doing.show_text(_GAP.join(doing[activity]) if activity in doing else self._idle())

    def show_handle(self, title: str, state: str) -> None:
        """The handle under the mouse and what can be done with it."""
        keys = key_text(self._keys_of("pin"))
        can = [tr("drag: move"), *([tr("{keys}: pin or free", keys=keys)] if keys else [])]
        self._doing.show_text(_GAP.join([f"{title} ({state})", *can]))

    def show_hint(self, hint: str) -> None:
        """What a panel's drag does; "" for nothing."""
        self._doing.show_text(hint or self._idle())

    def show_text(self, text: str) -> None:
        """The last message."""
        self._message.show_text(text)

    def show_timing(self, solve_ms: float) -> None:
        """The time of the last solve, once there was one."""
        if solve_ms:
            self._timing.setText(tr("{time} ms per solve", time=f"{solve_ms:.1f}"))

    def _idle(self) -> str:
        orbit = next(binding.text for binding in self._bindings() if binding.action == "orbit")
        keys = key_text(self._keys_of("shortcuts"))
        parts = [tr("Drag a handle to pose"), tr("{mouse} orbits", mouse=tr(orbit)), tr("Wheel zooms")]
        return _GAP.join([*parts, *([tr("{keys} lists all keys", keys=keys)] if keys else [])])
