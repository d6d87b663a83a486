"""Pictures of every panel and dialog in both themes and at two scales, for `docs/panels.md`.

`python docs/panel_pictures.py` takes all of them, `python docs/panel_pictures.py library mirror` those of some scenes.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from docs.driver import IMAGES, ROOT, Driver, opened
from docs.panel_states import FALLBACK, SCENES, Scene
from editor.app import create_application

__all__ = ["panel_pictures"]

_SCALES, _THEMES = (1, 2), ("dark", "light")
_WITHOUT_OPENGL = {"QT_XCB_GL_INTEGRATION": "none"}
_SIZE, _PANEL = (1280, 800), (304, 640)  # logical pixels of the window, and of a panel by itself
_SETTLE_MS = 500
_LARGE = 60_000  # bytes: a picture of the figure, which 256 colours would not do for
_PAGE, _MARK = ROOT / "docs" / "panels.md", "## Pictures\n"


def panel_pictures(scenes: Sequence[str] = ()) -> None:
    """Take the pictures of some scenes, or take all of them and write the page.

    Qt learns the scale and the means to draw when it starts: each scale, and drawing without OpenGL, is a process of
    its own.
    """
    captions: dict[str, str] = {}
    for scale in _SCALES:
        for chosen, extra in ((SCENES, {}), (FALLBACK, _WITHOUT_OPENGL)):
            names = [scene.__name__ for scene in chosen if not scenes or scene.__name__ in scenes]
            if names:
                environment = {**os.environ, **extra, "QT_SCALE_FACTOR": str(scale)}
                command = [sys.executable, __file__, "--take", *names]
                done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
                captions.update(json.loads(done.stdout))
    if not scenes:
        _write_page(captions)


def _take(scenes: Sequence[Scene]) -> dict[str, str]:
    """Take pictures at this process's scale; what each shows by its name."""
    captions = {}
    for theme in _THEMES:
        for scene in scenes:
            with tempfile.TemporaryDirectory() as folder, opened(theme, _SIZE) as driver:
                for name, caption, widget in scene(driver, Path(folder)):
                    captions[name] = caption
                    _save(driver, widget, f"{name}-{theme}")
    return captions


def _save(driver: Driver, widget: QWidget, name: str) -> None:
    """A widget as it is; a panel from beside the viewport by itself, in the size that it has in a large window."""
    was, window = widget.size(), driver.window
    driver.wait(_SETTLE_MS)
    if widget in (window.inspector, window.library, window.mirror, window.locomotion.panel):
        widget.resize(*_PANEL)
        driver.wait(_SETTLE_MS)
    picture = widget.grab()
    widget.resize(was)
    _write(picture, name)


def _write(picture: QPixmap, name: str) -> None:
    """Exactly where 256 colours are enough, as for a panel; a figure nearly so."""
    data = QBuffer()
    data.open(QBuffer.OpenModeFlag.ReadWrite)
    picture.save(data, "PNG")
    image = Image.open(io.BytesIO(data.data().data())).convert("RGB")
    path = IMAGES / "panels" / f"{round(picture.devicePixelRatio())}x" / f"{name}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    few = image.quantize(256, dither=Image.Dither.NONE).convert("RGB")
    few.save(path, lossless=True, method=6)
    if path.stat().st_size > _LARGE:
        image.save(path, quality=85, method=6)


def _write_page(captions: Mapping[str, str]) -> None:
    """The tables of pictures, below the text that is written by hand."""
    lines = [_PAGE.read_text(encoding="utf-8").partition(_MARK)[0] + _MARK]
    for scale in _SCALES:
        lines += [f"### At scale {scale}", "", "| | dark | light |", "|---|---|---|"]
        for name, caption in captions.items():
            places = [f"images/panels/{scale}x/{name}-{theme}.webp" for theme in _THEMES]
            pictures = (f"![{caption}, {theme}]({place})" for place, theme in zip(places, _THEMES, strict=True))
            lines.append(f"| {caption} | {' | '.join(pictures)} |")
        lines.append("")
    _PAGE.write_text("\n".join(lines), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] != ["--take"]:
        panel_pictures(arguments)
        return
    application = create_application()
    json.dump(_take([scene for scene in (*SCENES, *FALLBACK) if scene.__name__ in arguments]), sys.stdout)
    application.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
