"""The icon set: one SVG file each, drawn in the theme's text colour at the screen's resolution."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt, QTemporaryDir
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.theme.tokens import Theme

__all__ = ["icon", "icon_file", "pixmap"]


@lru_cache(maxsize=256)
def _drawn(name: str, color: str, size: int, scale: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(_coloured(name, color).encode()))
    image = QPixmap(round(size * scale), round(size * scale))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    image.setDevicePixelRatio(scale)
    return image


def _coloured(name: str, color: str) -> str:
    svg = files("editor.theme").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")
    return svg.replace("currentColor", color)


@lru_cache(maxsize=1)
def _folder() -> QTemporaryDir:
    return QTemporaryDir()


@lru_cache(maxsize=16)
def icon_file(name: str, color: str) -> str:
    """The path of an icon as a file, which is the only form that a style sheet takes; it is gone with the program."""
    path = Path(_folder().path()) / f"{name}-{color.removeprefix('#')}.svg"
    path.write_text(_coloured(name, color), encoding="utf-8")
    return path.as_posix()


def pixmap(name: str, color: str, size: int, scale: float) -> QPixmap:
    """One icon, `size` logical pixels, for a screen of `scale` physical pixels a logical one."""
    return _drawn(name, color, size, scale)


def icon(name: str, theme: Theme) -> QIcon:
    """An icon with its disabled and its checked look, sharp on every screen of the computer."""
    result, size = QIcon(), int(theme["spacing.icon"])
    looks = (
        (QIcon.Mode.Normal, QIcon.State.Off, theme["text"]),
        (QIcon.Mode.Normal, QIcon.State.On, theme["accent"]),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme["disabled"]),
        (QIcon.Mode.Disabled, QIcon.State.On, theme["disabled"]),
    )
    scales = sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()})
    for mode, state, color in looks:
        for scale in scales:
            result.addPixmap(_drawn(name, color, size, scale), mode, state)
    return result
