"""The main window: puts the parts together and connects the table of actions to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from editor import files
from editor.curves import CurveEditor, TweenSlider
from editor.docks import Docks, Place, handlers_of, set_theme_of
from editor.document import EditorDocument
from editor.file_actions import FileActions
from editor.library.panel import LibraryPanel
from editor.locomotion.part import LocomotionPart
from editor.menus import Actions
from editor.mirroring import MirrorPanel
from editor.names import point_title
from editor.panels.command_search import CommandSearch
from editor.panels.hints import Hints
from editor.panels.hover_label import HoverLabel, state_title
from editor.panels.inspector import Inspector
from editor.panels.notifications import Kind, Notifications
from editor.panels.shortcut_sheet import Sections, ShortcutSheet, sections
from editor.panels.status import StatusBar
from editor.poses.operators import PoseOperators
from editor.preferences.dialog import PreferencesDialog
from editor.preferences.keymap import Keymap
from editor.preferences.preferences import Preferences
from editor.project.tasks import TaskBar
from editor.question import ask
from editor.samples import sample_walk
from editor.texts import tr, use_language
from editor.theme import THEMES, theme
from editor.theme.style import apply_theme
from editor.timeline import TimelinePanel
from editor.toolbar import ToolBar
from editor.viewport.handles import shown_points
from editor.viewport.navigation import STYLES, Binding
from editor.viewport.viewport import Viewport
from models.body import LEVELS
from models.posing import HandleState

__all__ = ["MainWindow"]

_LEAST_VIEW = 240, 128  # logical pixels: small enough for some rows of the timeline in a small window


class MainWindow(QMainWindow):
    """The editor.

    Args:
        document: What is posed.
        settings: Where theme, layout and preferences are kept between starts.
    """

    def __init__(self, document: EditorDocument, settings: QSettings) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self.document, self._settings = document, settings
        document.ask_about_pending = self._ask_about_pending
        self.preferences = Preferences(settings, self)
        self.keymap = Keymap(self.preferences, self)
        use_language(str(self.preferences["language"]))
        self._theme = theme(str(self.preferences["theme"]))

        self.viewport = Viewport(document, self._theme)
        self.viewport.setMinimumSize(*_LEAST_VIEW)
        self.notices = Notifications(self.viewport, self._theme, below=self.viewport.cube)
        self.hover_label = HoverLabel(self.viewport)
        self.hints = Hints(self.viewport, self._theme, self.keymap.keys)
        self.notices.keep_clear_of(self.hints)
        self.inspector = Inspector(document, self.preferences)
        self.library = LibraryPanel(document, self.preferences, self._theme)
        self.pose_operators = PoseOperators(document, self)
        self.task_bar = TaskBar()
        self.timeline = TimelinePanel(document, self._theme)
        self.curves = CurveEditor(
            document, self._theme, view=self.timeline.view, edits=self.timeline.edits, preferences=self.preferences
        )
        self.mirror = MirrorPanel(document, self._theme)
        self.tween = TweenSlider(document, self._theme)
        self.inspector.add_section("tween", tr("Between keys"), self.tween)
        self.locomotion = LocomotionPart(document, settings, self)
        self.files = FileActions(self, document, self.notices, self.task_bar, settings)
        self._sheet: ShortcutSheet | None = None
        self._preferences_dialog: PreferencesDialog | None = None
        self._lay_out()
        self.status = StatusBar(self.keymap.keys, self._camera_bindings)
        self.setStatusBar(self.status)
        self.actions_ = Actions(self, self._handlers())
        self.search = CommandSearch(self.actions_, self._theme, self)
        self._take_keys()
        self.actions_.fill_menus(self)
        self.files.add_recent_menu(self.actions_["open"])
        self.docks.fill_menu(self._panels_menu())
        self.timeline.use_actions(self.actions_)
        self.addToolBar(ToolBar(self.actions_))
        self._connect()
        for name in ("theme", "auto_key", "navigation", "reduced_motion"):
            self._follow_preference(name)
        self._show_actions()
        self.docks.restore()
        if settings.value("hints", True, type=bool):
            self.hints.show_hints()

    # Building

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.viewport, 1)
        left.addWidget(self.task_bar)
        left.setContentsMargins(0, 0, 0, 0)
        middle = QWidget()
        middle.setLayout(left)
        self.setCentralWidget(middle)
        self.docks = Docks(self, self._places(), self._settings)

    def _places(self) -> list[Place]:
        """The panels and where they stand."""
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        return [
            Place("Inspector", self.inspector),
            Place("Poses", self.library),
            Place("Mirror", self.mirror),
            Place("Locomotion", self.locomotion.panel),
            Place("Timeline", self.timeline, bottom),
            Place("Curves", self.curves, bottom),
        ]

    def _parts(self) -> list[object]:
        """Everything that brings handlers along or is dressed in the theme."""
        own = [self.viewport, self.notices, self.hints, self.files, self.pose_operators, self.locomotion, self.tween]
        return [*own, *(place.widget for place in self._places())]

    @property
    def _dragged(self) -> tuple[Viewport, TimelinePanel, CurveEditor, TweenSlider]:
        """The parts in which a drag may be going on."""
        return self.viewport, self.timeline, self.curves, self.tween

    def _panels_menu(self) -> QMenu:
        """A menu of the panels, in the menu of views."""
        grid = self.actions_["grid"]
        view = next(menu for menu in self.menuBar().findChildren(QMenu) if grid in menu.actions())
        return view.addMenu(tr("Panels"))

    def _handlers(self) -> dict:
        document, viewport = self.document, self.viewport
        handlers = {
            **handlers_of(self._parts()),
            "quit": self.close,
            "undo": self._undo,
            "redo": document.redo,
            "select_all": lambda: document.select(np.flatnonzero(shown_points(document.level, document.states))),
            "select_none": lambda: document.select([]),
            "pose_save": self._save_pose,
            "preferences": self._show_preferences,
            "search": self._show_search,
            "sample_walk": self._open_sample_walk,
            "pin": document.toggle_pins,
            "off": lambda: document.set_state(HandleState.OFF),
            "complete": self._set_completion,
            "mirror": lambda: document.do(tr("Mirror"), document.session.mirror),
            "reset": lambda: document.do(tr("Reset to rest"), document.session.reset),
            "level_next": self._show_next_level,
            "frame": viewport.frame,
            "orthographic": viewport.set_orthographic,
            "grid": viewport.set_grid_shown,
            "theme": self._switch_theme,
            "shortcuts": self._show_shortcuts,
            "hints": self.hints.show_hints,
        }
        for level in LEVELS:
            handlers[f"level_{level}"] = lambda _=True, level=level: document.set_level(level)
        for view in ("front", "right", "top", "back", "left", "bottom"):
            handlers[view] = lambda view=view: viewport.look_from(view)
        return handlers

    def _connect(self) -> None:
        document, viewport = self.document, self.viewport
        document.history_changed.connect(self._show_actions)
        for signal in (document.pose_changing, document.content_changing):
            # In the middle of a gesture undo takes back the gesture, even the first one.
            signal.connect(lambda: self.actions_["undo"].setEnabled(True))
        document.pose_changed.connect(self._show_actions)
        document.pose_changed.connect(self._refresh_hover)
        document.selection_changed.connect(self._show_actions)
        document.level_changed.connect(self._show_actions)
        document.told.connect(self.status.show_text)
        document.numbers_changed.connect(lambda: self.status.show_timing(document.solve_ms))
        document.failed.connect(lambda text: self.notices.show(text, Kind.ERROR))
        viewport.hovered.connect(self._show_hover)
        viewport.activity_changed.connect(self._show_doing)
        for panel in (self.timeline, self.curves):
            panel.hint_changed.connect(self.status.show_hint)
        self.timeline.ghost_range_changed.connect(viewport.set_ghosts)
        for layer in (*self.locomotion.layers, self.mirror.layer):
            viewport.add_layer(layer)
        for row in self.locomotion.rows:
            self.timeline.rows.add(row, on_top=True)
        self.locomotion.told.connect(lambda text, details: self.notices.show(text, Kind.DONE, details))
        self.locomotion.failed.connect(lambda text, details: self.notices.show(text, Kind.ERROR, details))
        self.locomotion.tool_changed.connect(self._show_path_tool)
        viewport.graphics_failed.connect(lambda text: self.notices.show(text, Kind.ERROR))
        viewport.menu_requested.connect(self._show_menu)
        self.files.opened.connect(viewport.frame_if_lost)
        self.notices.shown.connect(self.status.show_text)
        self.preferences.changed.connect(self._follow_preference)
        document.auto_key_changed.connect(self._keep_auto_key)
        self.keymap.changed.connect(self._take_keys)
        self.notices.crowded.connect(self.hints.give_way)
        self.hints.moved.connect(lambda: self.notices.keep_clear_of(self.hints))
        self.hints.sample_wanted.connect(self._open_sample_walk)
        self.hints.closed.connect(lambda: self._settings.setValue("hints", False))

    # Showing

    def _apply_theme(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, self._theme)
        parts: list[object] = [*self._parts(), self.actions_, self.search]
        set_theme_of([*parts, self._preferences_dialog], self._theme)

    def _switch_theme(self) -> None:
        names = list(THEMES)
        self.preferences["theme"] = names[(names.index(self._theme.name) + 1) % len(names)]

    def _follow_preference(self, name: str) -> None:
        """Use a preference that was changed, or that is used for the first time."""
        value = self.preferences[name]
        if name == "theme":
            self._theme = theme(str(value))
            self._apply_theme()
        elif name == "auto_key":
            self.document.set_auto_key(bool(value))
        elif name == "navigation":
            self.viewport.set_navigation(str(value))
        elif name == "reduced_motion":
            self.viewport.set_motion_ms(0 if value else int(self._theme["motion_ms"]))

    def _keep_auto_key(self, is_on: bool) -> None:
        self.preferences["auto_key"] = is_on

    def _take_keys(self) -> None:
        self.actions_.set_keys(self.keymap.keys)

    def _show_actions(self) -> None:
        document, actions = self.document, self.actions_
        stack, has_selection = document.undo_stack, bool(document.selected.any())
        actions["undo"].setEnabled(stack.canUndo())
        actions["redo"].setEnabled(stack.canRedo())
        actions["undo"].setText(tr("Undo {what}", what=stack.undoText()).rstrip())
        actions["redo"].setText(tr("Redo {what}", what=stack.redoText()).rstrip())
        for name in ("pin", "off"):
            actions[name].setEnabled(has_selection)
        actions["complete"].setChecked(document.is_completing)
        actions[f"level_{document.level}"].setChecked(True)
        for name, is_on in {**self.viewport.checked(), **self.locomotion.checked()}.items():
            actions[name].setChecked(is_on)

    def _show_path_tool(self, is_on: bool) -> None:
        if is_on:
            self.docks.show("Locomotion")
        self._show_actions()

    def _show_doing(self, activity: str) -> None:
        self.status.show_activity(activity)
        if activity == "move":
            self.hover_label.hide()

    def _show_hover(self, point: int) -> None:
        if point < 0:
            self.hover_label.hide()
            self.status.show_activity("")
            return
        document = self.document
        state, is_unreached = HandleState(document.states[point]), bool(document.unreached[point])
        place = self.viewport.handle_positions()[point]
        self.hover_label.show_for(point, state, is_unreached, QPointF(*place).toPoint())
        self.status.show_handle(point_title(point), state_title(state, is_unreached))

    def _refresh_hover(self) -> None:
        """A key may change the state of the handle that the mouse rests on."""
        if self.hover_label.isVisible():
            self._show_hover(self.viewport.handles.hovered)

    def _show_menu(self, at: QPointF) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in ("pin", "off", "mirror", "reset", "frame"):
            menu.addAction(self.actions_[name])
        menu.popup(at.toPoint())

    def _show_shortcuts(self) -> None:
        if self._sheet is None:
            self._sheet = ShortcutSheet(self, self._bound)
        self._sheet.refresh()
        self._sheet.show()
        self._sheet.raise_()

    def _bound(self) -> Sections:
        return sections(self.keymap.keys, self._camera_bindings())

    def _camera_bindings(self) -> tuple[Binding, ...]:
        return STYLES[str(self.preferences["navigation"])]

    def _show_search(self) -> None:
        self.search.open()

    def _show_preferences(self) -> None:
        if self._preferences_dialog is None:
            self._preferences_dialog = PreferencesDialog(self.preferences, self.keymap, self._theme, self)
        self._preferences_dialog.show()
        self._preferences_dialog.raise_()

    # Doing

    def _ask_about_pending(self) -> str:
        return ask(
            self,
            tr("This pose is not a key yet"),
            tr("At another time the motion there is shown. What should become of the pose?"),
            {"key": tr("Set a key"), "drop": tr("Drop the pose"), "stay": tr("Stay here")},
        )

    def _undo(self) -> None:
        """In the middle of a drag, undo means to take back the drag."""
        if not any(part.cancel() for part in self._dragged):
            self.document.undo()

    def _open_sample_walk(self) -> None:
        """As a new document, once nothing can be lost."""
        self.hints.close_hints()
        self.files.project.show_new(sample_walk())

    def _save_pose(self) -> None:
        self.docks.show("Poses")
        self.library.save()

    def _set_completion(self, is_on: bool) -> None:
        label = tr("Complete the body") if is_on else tr("Stop completing")
        self.document.do(label, lambda: self.document.session.set_completion(is_on))
        self._show_actions()

    def _show_next_level(self) -> None:
        levels = list(LEVELS)
        self.document.set_level(levels[(levels.index(self.document.level) + 1) % len(levels)])

    # Events of the window

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.viewport.cancel():
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _droppable(event.mimeData().urls()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _droppable(event.mimeData().urls())
        if path is not None:
            event.acceptProposedAction()
            self.files.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        for part in self._dragged:
            part.cancel()
        self.timeline.player.stop()
        self.library.shut_down()
        self.locomotion.shut_down()
        if not self.files.may_close():
            event.ignore()
            return
        self.docks.keep()
        self.files.shut_down()
        super().closeEvent(event)


def _droppable(urls: list[QUrl]) -> Path | None:
    """The first local file among them that can be opened."""
    paths = (Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    return next((path for path in paths if files.is_readable(path)), None)
