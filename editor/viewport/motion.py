"""What of other times is in the scene: ghosts and trails, kept in step with the keys and the time shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer

from editor.document import EditorDocument
from editor.viewport import picking
from editor.viewport.ghosts import GhostPoses, ghosts_at
from editor.viewport.layers import LayerStack
from editor.viewport.scene import Marks, Scene
from editor.viewport.trails import TrailKey, TrailSampler, drawn_trail, trail_ticks
from models.animation import FrameRate, Track

__all__ = ["MotionLayers", "Times"]

Array = NDArray[np.float64]

_KEY_REACH_PX = 9.0
_SLICE_S = 0.006


class Times(Protocol):
    """At which times ghosts are shown."""

    def ticks(self, track: Track, tick: int, rate: FrameRate) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The times before and after the time shown, nearest first."""
        ...


class MotionLayers(QObject):
    """Writes ghosts and trails into a scene.

    Args:
        document: Whose motion it is.
        scene: Where they are put.
        layers: What other figures there are.
        refresh: Called when they have changed.
        parent: Owner.
    """

    def __init__(
        self,
        document: EditorDocument,
        scene: Scene,
        layers: LayerStack,
        refresh: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._scene, self._layers, self._refresh = document, scene, layers, refresh
        self._times: Times | None = None
        self._poses, self._sampler = GhostPoses(), TrailSampler()
        self.trails: tuple[int, ...] = ()
        self._hot: TrailKey | None = None
        self._refining = QTimer(self)
        self._refining.setSingleShot(True)
        self._refining.timeout.connect(self._refine)
        document.time_changed.connect(self.show_time)
        document.content_changed.connect(self.show)
        document.content_changing.connect(self.show)

    def set_ghosts(self, times: Times | None) -> None:
        self._times = times
        self.show()

    def set_trails(self, points: Iterable[int]) -> None:
        """Draw the trails of these points."""
        self.trails = tuple(sorted(points))
        self.show()

    def set_hot(self, key: TrailKey | None) -> None:
        """Show which key is under the mouse."""
        if key != self._hot:
            self._hot = key
            self._draw_trails()
            self._refresh()

    def show(self) -> None:
        """Take the document's motion."""
        document = self._document
        if self.trails and len(document.track):
            ticks = trail_ticks(document.track, document.playback, document.rate)
            if self._sampler.take(document.track, document.skeleton, ticks):
                self._refine()
        self.show_time()

    def show_time(self, *_: object) -> None:
        """The time shown has changed: other ghosts, other colours of the trails."""
        document, ghosts = self._document, self._layers.ghosts(self._scene.theme)
        if self._times is not None and len(document.track):
            times = self._times.ticks(document.track, document.tick, document.rate)
            theme = self._scene.theme
            ghosts = ghosts_at(self._poses, document.track, document.skeleton, times, theme) + ghosts
        if len(ghosts.paints) or len(self._scene.ghosts.paints):
            self._scene.ghosts = ghosts
        self._draw_trails()
        self._refresh()

    def _refine(self) -> None:
        if self._sampler.refine(_SLICE_S):
            self._refining.start(0)
        self._draw_trails()
        self._refresh()

    def _draw_trails(self) -> None:
        marks, sampler, document = Marks(), self._sampler, self._document
        if len(document.track):
            for point in self.trails:
                hot = self._hot.tick if self._hot is not None and self._hot.point == point else None
                places = sampler.places[:, point]
                marks = marks + drawn_trail(
                    places, sampler.ticks, document.track.ticks, document.tick, self._scene.theme, hot=hot
                )
        self._scene.trails = marks

    def key_at(self, cursor: tuple[float, float], projected: Callable[[Array], tuple[Array, Array]]) -> TrailKey | None:
        """The key on a trail that is under the mouse; `projected` gives places on screen and depths."""
        sampler = self._sampler
        is_key = np.isin(sampler.ticks, self._document.track.ticks)
        for point in self.trails:
            places = sampler.places[is_key, point]
            found = picking.nearest(cursor, *projected(places), np.ones(len(places), dtype=bool), _KEY_REACH_PX)
            if found is not None:
                return TrailKey(point, int(sampler.ticks[is_key][found]))
        return None
