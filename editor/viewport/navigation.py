"""How mouse, wheel and trackpad move the camera: bindings as data, as in Blender, and as in Maya with Alt."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from editor.viewport.camera import Camera

__all__ = ["BINDINGS", "STYLES", "Binding", "Navigation"]

_Button, _Key = Qt.MouseButton, Qt.KeyboardModifier


@dataclass(frozen=True)
class Binding:
    """A mouse button with modifiers, and what dragging with it does."""

    action: str
    button: Qt.MouseButton
    modifiers: Qt.KeyboardModifier
    text: str


STYLES: dict[str, tuple[Binding, ...]] = {
    "blender": (
        Binding("orbit", _Button.MiddleButton, _Key.NoModifier, "Middle drag"),
        Binding("pan", _Button.MiddleButton, _Key.ShiftModifier, "Shift + middle drag"),
        Binding("zoom", _Button.MiddleButton, _Key.ControlModifier, "Ctrl + middle drag"),
        # For a mouse or a trackpad without a middle button.
        Binding("orbit", _Button.LeftButton, _Key.AltModifier, "Alt + left drag"),
        Binding("pan", _Button.LeftButton, _Key.AltModifier | _Key.ShiftModifier, "Alt + Shift + left drag"),
        Binding("zoom", _Button.LeftButton, _Key.AltModifier | _Key.ControlModifier, "Alt + Ctrl + left drag"),
    ),
    "maya": (
        Binding("orbit", _Button.LeftButton, _Key.AltModifier, "Alt + left drag"),
        Binding("pan", _Button.MiddleButton, _Key.AltModifier, "Alt + middle drag"),
        Binding("zoom", _Button.RightButton, _Key.AltModifier, "Alt + right drag"),
        Binding("pan", _Button.MiddleButton, _Key.NoModifier, "Middle drag"),
    ),
    "both": (
        Binding("orbit", _Button.MiddleButton, _Key.NoModifier, "Middle drag"),
        Binding("pan", _Button.MiddleButton, _Key.ShiftModifier, "Shift + middle drag"),
        Binding("zoom", _Button.MiddleButton, _Key.ControlModifier, "Ctrl + middle drag"),
        Binding("orbit", _Button.LeftButton, _Key.AltModifier, "Alt + left drag"),
        Binding("pan", _Button.MiddleButton, _Key.AltModifier, "Alt + middle drag"),
        Binding("pan", _Button.LeftButton, _Key.AltModifier | _Key.ShiftModifier, "Alt + Shift + left drag"),
        Binding("zoom", _Button.RightButton, _Key.AltModifier, "Alt + right drag"),
    ),
}
"""As in Blender, as in Maya, and, until a preference says otherwise, whatever of both does not clash."""

BINDINGS = STYLES["both"]

_ORBIT_RAD_PER_PX = 0.0075
_ZOOM_PER_PX = 1.006
_ZOOM_PER_STEP = 0.89  # of a mouse wheel, which turns 120 units a step
_MODIFIERS = _Key.ShiftModifier | _Key.ControlModifier | _Key.AltModifier


class Navigation:
    """One camera drag at a time; `action` is None between drags."""

    def __init__(self) -> None:
        self.action: str | None = None
        self.bindings = BINDINGS
        self._button = _Button.NoButton
        self._last = QPointF()

    def set_style(self, style: str) -> None:
        """Take the bindings of a style in `STYLES`."""
        self.bindings = STYLES[style]

    def press(self, event: QMouseEvent) -> bool:
        """Begin a drag if the buttons match a binding."""
        if self.action is not None:
            return False
        modifiers = event.modifiers() & _MODIFIERS
        for binding in self.bindings:
            if binding.button == event.button() and binding.modifiers == modifiers:
                self.action, self._button, self._last = binding.action, event.button(), event.position()
                return True
        return False

    def move(self, event: QMouseEvent, camera: Camera, height: float) -> Camera:
        """The camera after the mouse moved on in a viewport `height` logical pixels high."""
        way = event.position() - self._last
        self._last = event.position()
        if self.action == "orbit":
            return camera.orbited(-_ORBIT_RAD_PER_PX * way.x(), _ORBIT_RAD_PER_PX * way.y())
        if self.action == "pan":
            return camera.panned(way.x(), way.y(), height)
        return camera.zoomed(_ZOOM_PER_PX ** (way.y() - way.x()))

    def release(self, event: QMouseEvent) -> bool:
        """End the drag if its button was released."""
        if self.action is None or event.button() != self._button:
            return False
        self.action = None
        return True

    @staticmethod
    def wheel(event: QWheelEvent, camera: Camera) -> Camera:
        """The camera after a turn of the wheel or a two-finger swipe."""
        steps = event.angleDelta().y() / 120.0
        return camera.zoomed(_ZOOM_PER_STEP**steps)
