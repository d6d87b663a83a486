"""The window's docks: what stands where, how panels are shown and hidden, and how that is kept between starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabWidget, QWidget

from editor.texts import tr
from editor.theme import Theme

__all__ = ["Docks", "Place", "handlers_of", "set_theme_of"]

# Raised when docks come, go or change their names: an older arrangement would leave them out.
_LAYOUT_VERSION = 5

_WIDTH, _HEIGHT = 300, 250  # of the docks at the first start, logical pixels


@runtime_checkable
class _Themed(Protocol):
    def set_theme(self, theme: Theme) -> None: ...


@runtime_checkable
class _Handling(Protocol):
    def handlers(self) -> Mapping[str, Callable[..., Any]]: ...


def set_theme_of(parts: Iterable[object], theme: Theme) -> None:
    """Dress those parts that draw anything themselves."""
    for part in parts:
        if isinstance(part, _Themed):
            part.set_theme(theme)


def handlers_of(parts: Iterable[object]) -> dict[str, Callable[..., Any]]:
    """The handlers of actions that parts bring along."""
    return {name: handler for part in parts if isinstance(part, _Handling) for name, handler in part.handlers().items()}


@dataclass(frozen=True)
class Place:
    """Where a panel stands.

    Args:
        title: On its tab and in the Panels menu, in English.
        widget: The panel.
        area: The side of the window; panels of one side are tabs of each other, the first one is in front.
        is_shown: At the first start.
    """

    title: str
    widget: QWidget
    area: Qt.DockWidgetArea = Qt.DockWidgetArea.RightDockWidgetArea
    is_shown: bool = True


class Docks:
    """Panels around the viewport.

    Args:
        window: The window around which they stand.
        places: What stands where.
        settings: Keeps the arrangement.
    """

    def __init__(self, window: QMainWindow, places: Iterable[Place], settings: QSettings) -> None:
        self._window, self._settings = window, settings
        self._docks: dict[str, QDockWidget] = {}
        window.setDockNestingEnabled(True)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        # The timeline runs the whole width below the viewport, the inspector the whole height beside both.
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        first: dict[Qt.DockWidgetArea, QDockWidget] = {}
        for place in places:
            dock = QDockWidget(tr(place.title), window)
            dock.setObjectName(f"dock {place.title}")
            dock.setWidget(place.widget)
            # The tab is title enough, and panels stay where one learns to find them.
            dock.setTitleBarWidget(QWidget())
            dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
            if place.area in first:
                window.tabifyDockWidget(first[place.area], dock)
            else:
                first[place.area] = dock
                window.addDockWidget(place.area, dock)
            dock.setVisible(place.is_shown)
            self._docks[place.title] = dock
        for area, dock in first.items():
            dock.raise_()
            is_below = area == Qt.DockWidgetArea.BottomDockWidgetArea
            size, way = (_HEIGHT, Qt.Orientation.Vertical) if is_below else (_WIDTH, Qt.Orientation.Horizontal)
            window.resizeDocks([dock], [size], way)
        self._initial = window.saveState(_LAYOUT_VERSION)

    def __getitem__(self, title: str) -> QDockWidget:
        return self._docks[title]

    def fill_menu(self, menu: QMenu) -> None:
        """An action for every panel that shows or hides it, and one that brings back the first arrangement."""
        for dock in self._docks.values():
            menu.addAction(dock.toggleViewAction())
        menu.addSeparator()
        menu.addAction(tr("Reset layout")).triggered.connect(self.reset)

    def show(self, title: str) -> None:
        """Bring a panel to the front."""
        self._docks[title].show()
        self._docks[title].raise_()

    def reset(self) -> None:
        """Back to the arrangement of the first start."""
        self._window.restoreState(self._initial, _LAYOUT_VERSION)

    def restore(self) -> None:
        """The arrangement of the last session, where there was one."""
        for key, put in (
            ("geometry", self._window.restoreGeometry),
            ("layout", lambda state: self._window.restoreState(state, _LAYOUT_VERSION)),
        ):
            kept = self._settings.value(key)
            if isinstance(kept, QByteArray | bytes):
                put(QByteArray(kept))

    def keep(self) -> None:
        """Remember the arrangement."""
        self._settings.setValue("geometry", self._window.saveGeometry())
        self._settings.setValue("layout", self._window.saveState(_LAYOUT_VERSION))
