"""A short recording of the real window as an animated picture, made while the script that drives it goes on.

Frames are kept small (half size, few colours that differ) and only where something changed, so that a README loads
quickly.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

__all__ = ["Film"]

_POINTER = ((0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12))


class Film:
    """Frames of a window.

    Args:
        window: What is recorded.
        width: Of the picture, pixels.
    """

    def __init__(self, window: QWidget, width: int = 800) -> None:
        self._window, self._width = window, width
        self._frames: list[Image.Image] = []
        self._durations: list[int] = []

    def take(self, duration_ms: int, pointer: QPoint | None = None) -> None:
        """The window as it is now, shown for so long; the mouse pointer, which a grab leaves out, drawn in."""
        picture = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        scale = self._width / picture.width()
        small = picture.scaledToWidth(self._width, Qt.TransformationMode.SmoothTransformation)
        frame = Image.frombytes(
            "RGB", (small.width(), small.height()), bytes(small.constBits()), "raw", "RGB", small.bytesPerLine()
        )
        if pointer is not None:
            ratio = self._window.devicePixelRatioF()
            at = (pointer.x() * ratio * scale, pointer.y() * ratio * scale)
            shape = [(at[0] + x, at[1] + y) for x, y in _POINTER]
            ImageDraw.Draw(frame).polygon(shape, fill="white", outline="black")
        if self._frames and frame.tobytes() == self._frames[-1].tobytes():
            self._durations[-1] += duration_ms
            return
        self._frames.append(frame)
        self._durations.append(duration_ms)

    def save(self, path: Path) -> None:
        """Write an animated WebP, which browsers and code hosts show like any picture."""
        first, *rest = self._frames
        first.save(path, save_all=True, append_images=rest, duration=self._durations, loop=0, quality=72, method=4)
