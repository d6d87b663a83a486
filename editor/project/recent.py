"""The files that were opened or saved last, kept between starts, and the menu that offers them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMenu

from editor.texts import tr

__all__ = ["RecentFiles"]

_MOST = 10
_KEY = "recent files"


class RecentFiles:
    """The last files, newest first.

    Args:
        settings: Where they are kept.
    """

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    @property
    def paths(self) -> list[Path]:
        """At most ten; files may be gone by now."""
        kept = self._settings.value(_KEY, [])
        names = kept if isinstance(kept, list) else [kept]
        return [Path(name) for name in names if isinstance(name, str) and name][:_MOST]

    def add(self, path: Path) -> None:
        """Put a file in front."""
        path = path.absolute()
        self._keep([path, *(other for other in self.paths if other != path)])

    def forget(self, path: Path) -> None:
        """Take a file off the list, e.g. one that is gone."""
        self._keep([other for other in self.paths if other != path.absolute()])

    def clear(self) -> None:
        self._keep([])

    def fill(self, menu: QMenu, open_file: Callable[[Path], None]) -> None:
        """Make a menu list them: their names, with the folder where two have the same."""
        menu.clear()
        paths = self.paths
        names = [path.name for path in paths]
        for path in paths:
            text = path.name if names.count(path.name) == 1 else f"{path.name}  ({path.parent.name})"
            action = menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(partial(_open, open_file, path))
            action.setToolTip(str(path))
            action.setStatusTip(str(path))
        if paths:
            menu.addSeparator()
            menu.addAction(tr("Clear the list"), self.clear)
        else:
            menu.addAction(tr("Files you open or save are listed here")).setEnabled(False)

    def _keep(self, paths: list[Path]) -> None:
        self._settings.setValue(_KEY, [str(path) for path in paths[:_MOST]])


def _open(open_file: Callable[[Path], None], path: Path, _: bool = False) -> None:
    open_file(path)
