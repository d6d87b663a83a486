"""Changing the camera at once or in a short glide."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from editor.viewport.camera import Camera

__all__ = ["CameraGlide"]


class CameraGlide(QObject):
    """Carries a camera from one place to another.

    Args:
        show: Called with every camera on the way, the last one included.
        duration_ms: How long a glide takes; 0 for none.
        parent: Owner.
    """

    def __init__(self, show: Callable[[Camera], None], duration_ms: int, parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._ends: tuple[Camera, Camera] | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._step)
        self.set_duration(duration_ms)

    def set_duration(self, duration_ms: int) -> None:
        self._animation.setDuration(duration_ms)

    def go(self, start: Camera, end: Camera) -> None:
        """Glide from one camera to another, or jump if glides take no time."""
        self.stop()
        if self._animation.duration() == 0:
            self._show(end)
            return
        self._ends = (start, end)
        self._animation.start()

    def stop(self) -> None:
        """Stay where the glide has come to."""
        self._animation.stop()
        self._ends = None

    def _step(self, t: float) -> None:
        if self._ends is not None:
            self._show(self._ends[0].toward(self._ends[1], t))
