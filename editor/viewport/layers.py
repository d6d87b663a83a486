"""What other parts of the editor show and take in the viewport besides the figure, e.g. a path on the ground."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal

from editor.theme import Theme
from editor.viewport.gestures import Cursor, View
from editor.viewport.scene import Ghosts, Marks

__all__ = ["Gesture", "Layer", "LayerStack"]


class Gesture(Protocol):
    """What a press began, until it is released or taken back."""

    @property
    def activity(self) -> str:
        """What the mouse does, as the status bar names it."""

    def move(self, cursor: Cursor, fine: bool, snap: bool) -> None:
        """The mouse is at another place, logical pixels."""

    def commit(self) -> None:
        """The button was released."""

    def abort(self) -> None:
        """As if it had not been."""


class Layer(QObject):
    """A layer that shows nothing and takes nothing: override what there is."""

    changed = Signal()  # what it shows is another

    def marks(self, theme: Theme) -> Marks:
        """Its shapes on the ground."""
        return Marks()

    def ghosts(self, theme: Theme) -> Ghosts:
        """Figures it shows besides the one that is posed."""
        return Ghosts()

    def hover(self, view: View, cursor: Cursor) -> bool:
        """The mouse is there without a button; whether something of the layer is under it."""
        return False

    def press(self, view: View, cursor: Cursor, *, add: bool = False) -> Gesture | None:
        """What the left button begins there, before the figure is asked; None leaves it to the figure."""
        return None

    def key(self, key: int) -> bool:
        """A key was pressed over the viewport; whether it was for the layer."""
        return False


class LayerStack:
    """The layers of a viewport, the last one on top."""

    def __init__(self) -> None:
        self._layers: list[Layer] = []

    def add(self, layer: Layer) -> None:
        self._layers.append(layer)

    def marks(self, theme: Theme) -> Marks:
        return sum((layer.marks(theme) for layer in self._layers), Marks())

    def ghosts(self, theme: Theme) -> Ghosts:
        return sum((layer.ghosts(theme) for layer in self._layers), Ghosts())

    def hover(self, view: View, cursor: Cursor) -> bool:
        # Every layer is asked, so that one lights up and the others go out.
        return any([layer.hover(view, cursor) for layer in self._layers])

    def press(self, view: View, cursor: Cursor, *, add: bool = False) -> Gesture | None:
        """The first gesture that a layer begins there, from the top."""
        gestures = (layer.press(view, cursor, add=add) for layer in reversed(self._layers))
        return next((gesture for gesture in gestures if gesture is not None), None)

    def key(self, key: int) -> bool:
        """Whether a layer took the key, asked from the top."""
        return any(layer.key(key) for layer in reversed(self._layers))
