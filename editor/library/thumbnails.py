"""Pictures of poses, drawn off the window's thread and kept, in memory and on disk."""

from __future__ import annotations

import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal
from PySide6.QtGui import QImage

from editor.theme import Theme
from editor.worker import Job
from models.document import LibraryPose
from models.posing.picture import draw_pose

__all__ = ["HEIGHT", "WIDTH", "Thumbnails"]

WIDTH, HEIGHT = 96, 112
"""Logical pixels; drawn twice as large, which is sharp on every screen."""

_SCALE = 2
_MOST = 500
_MOST_WAITING = 64  # when more are asked for, as in quick scrolling, the oldest are forgotten until they are seen again
_WAIT_MS = 3000


class Thumbnails(QObject):
    """Draws what is asked for, one picture after the other.

    Args:
        folder: Where pictures are kept between starts; not at all when None.
    """

    ready = Signal(str)  # the version whose picture there is now
    failed = Signal(str, str)  # the version, why there is none

    def __init__(self, folder: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)  # drawing shares the processor with posing
        self._images: OrderedDict[tuple[str, str], QImage] = OrderedDict()
        self._jobs: dict[tuple[str, str], Job] = {}

    def image(self, version: str, load: Callable[[], LibraryPose], theme: Theme) -> QImage | None:
        """The picture of a pose; None while it is being drawn, `ready` tells when it is there.

        Args:
            version: Another text for every other pose.
            load: Gives the pose; called in another thread.
            theme: For the backdrop.
        """
        key = (version, theme.name)
        if key in self._images:
            self._images.move_to_end(key)
            return self._images[key]
        if key not in self._jobs:
            backdrop = theme.rgb("backdrop.top"), theme.rgb("backdrop.bottom")
            file = self._file(key)
            job = Job(lambda _: _kept_or_drawn(file, load, backdrop))
            job.done.connect(lambda image: self._take(key, image))
            job.failed.connect(lambda text, _: self._give_up(key, text))
            self._jobs[key] = job
            while len(self._jobs) > _MOST_WAITING:
                self._jobs.pop(next(iter(self._jobs))).cancel()
            job.start(self._pool)
        return None

    def shut_down(self) -> None:
        """Draw nothing more and wait for the picture in work."""
        for job in self._jobs.values():
            job.cancel()
        self._pool.waitForDone(_WAIT_MS)
        self._jobs.clear()

    def _take(self, key: tuple[str, str], image: QImage) -> None:
        if self._jobs.pop(key, None) is not None:
            self._images[key] = image
            while len(self._images) > _MOST:
                self._images.popitem(last=False)
            self.ready.emit(key[0])

    def _give_up(self, key: tuple[str, str], reason: str) -> None:
        if self._jobs.pop(key, None) is not None:
            self._images[key] = QImage()
            self.failed.emit(key[0], reason)

    def _file(self, key: tuple[str, str]) -> Path | None:
        name = hashlib.sha256("\n".join(key).encode()).hexdigest()
        return self._folder / f"{name}.png" if self._folder else None


def _kept_or_drawn(file: Path | None, load: Callable[[], LibraryPose], backdrop: tuple) -> QImage:
    if file is not None and file.is_file():
        image = QImage(str(file))
        if not image.isNull():
            return image
    kept = load()
    # The character's place does not matter for its picture.
    picture = draw_pose(
        kept.pose.points(kept.skeleton), kept.skeleton, size=(WIDTH * _SCALE, HEIGHT * _SCALE), backdrop=backdrop
    )
    data = picture.tobytes()
    image = QImage(data, picture.width, picture.height, 3 * picture.width, QImage.Format.Format_RGB888).copy()
    if file is not None:
        with contextlib.suppress(OSError):  # without a cache it is drawn again next time
            file.parent.mkdir(parents=True, exist_ok=True)
            image.save(str(file))
    return image
