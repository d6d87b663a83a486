"""Every command of the editor in one table: menus, toolbar, tool tips, shortcuts and the shortcut sheet follow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QLabel, QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from editor.theme import Theme
from editor.theme.icons import icon

__all__ = ["ACTIONS", "Action", "Actions"]


@dataclass(frozen=True)
class Action:
    """One command.

    Args:
        id: Names its handler.
        menu: The menu that lists it, "" for none.
        text: As the menu shows it.
        tip: What it does, a sentence without a full stop.
        keys: Shortcuts, the first is shown.
        icon: Of the icon set, "" for none.
        short: Text on the toolbar; "" keeps it off the toolbar, "icon" shows the icon alone.
        checkable: It is on or off.
        group: Of the actions with this group one is on.
        starts_section: A line is drawn before it in menu and toolbar.
        scope: The panel that must have the focus for the keys to mean this, "" for the whole window. The panel itself
            looks at its keys, so the same ones can mean something else elsewhere.
    """

    id: str
    menu: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    short: str = ""
    checkable: bool = False
    group: str = ""
    starts_section: bool = False
    scope: str = ""


ACTIONS: tuple[Action, ...] = (
    Action("open", "File", "Open...", "Take a pose from a BVH or JSON file", ("Ctrl+O",), "open", "Open"),
    Action("export", "File", "Export pose...", "Write the pose as BVH or JSON", ("Ctrl+E",), "export", "Export"),
    Action("quit", "File", "Quit", "Close the window", ("Ctrl+Q",), starts_section=True),
    Action("undo", "Edit", "Undo", "Take back the last change", ("Ctrl+Z",), "undo", "icon", starts_section=True),
    Action("redo", "Edit", "Redo", "Do again what was taken back", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "icon"),
    Action("select_all", "Edit", "Select all", "Select every handle on screen", ("Ctrl+A",), starts_section=True),
    Action("select_none", "Edit", "Select none", "Select nothing", ("Ctrl+D",)),
    Action(
        "pin", "Pose", "Pin or free", "Hold the selected points where they are, or let them go", ("R",), "pin", "Pin",
        starts_section=True,
    ),
    Action("off", "Pose", "Switch off", "Ask nothing of the selected points", ("Shift+R",), "off"),
    Action("complete", "Pose", "Complete the body", "Let the networks fill in what is free", ("C",), "complete",
           "Complete", checkable=True),
    Action("mirror", "Pose", "Mirror", "Swap left and right", ("Ctrl+M",), "mirror", "Mirror", starts_section=True),
    Action("reset", "Pose", "Reset to rest", "Back to the rest pose, every handle free", ("Ctrl+Shift+R",), "reset",
           "Reset"),
    Action("level_6", "Handles", "Six main handles", "Pelvis, neck, wrists and ankles", (), "", "6", True, "level",
           True),
    Action("level_16", "Handles", "Sixteen handles", "Also elbows, knees, head, directions of hands and feet", (), "",
           "16", True, "level"),
    Action("level_28", "Handles", "Twenty-eight handles", "Also shoulders, hips, chest, roll of hands and feet", (), "",
           "28", True, "level"),
    Action("level_next", "Handles", "Next set", "Show the next larger set of handles", ("H",), starts_section=True),
    Action("play", "Time", "Play", "Play the range, or pause", ("Space",), "play"),
    Action("time_first", "Time", "First frame", "Go to the first frame of the range", ("Shift+Left",), "first",
           starts_section=True),
    Action("key_previous", "Time", "Previous key", "Go to the key before", ("Down",), "key_previous"),
    Action("step_back", "Time", "Frame back", "Go one frame back", ("Left",), "step_back"),
    Action("step_forward", "Time", "Frame forward", "Go one frame on", ("Right",), "step_forward"),
    Action("key_next", "Time", "Next key", "Go to the key after", ("Up",), "key_next"),
    Action("time_last", "Time", "Last frame", "Go to the last frame of the range", ("Shift+Right",), "last"),
    Action("loop", "Time", "Loop", "Begin again after the last frame", (), "loop", checkable=True,
           starts_section=True),
    Action("ping_pong", "Time", "Ping-pong", "Play forth and back", (), "ping_pong", checkable=True),
    Action("range_to_keys", "Time", "Range to keys", "Play from the first key to the last, or the selected interval",
           ("P",), scope="timeline"),
    Action("ghosts", "Time", "Ghosts", "Show the pose before and after the time shown", ("Shift+G",)),
    Action("frame_keys", "Time", "Show all keys", "Zoom the timeline to all keys", ("Home",), scope="timeline"),
    Action("key", "Keys", "Set key", "Make the pose shown a key", ("K",), "key", starts_section=True),
    Action("auto_key", "Keys", "Auto key", "Make every change of the pose a key at once", ("Shift+K",), "auto_key",
           checkable=True),
    Action("key_delete", "Keys", "Delete keys", "Delete the selected keys, or the one at the time shown",
           ("Delete", "Backspace", "X"), starts_section=True, scope="timeline"),
    Action("key_duplicate", "Keys", "Duplicate keys", "Put copies behind the selected keys", ("Shift+D",),
           scope="timeline"),
    Action("key_cut", "Keys", "Cut keys", "Take the selected keys out and keep them for pasting", ("Ctrl+X",),
           scope="timeline"),
    Action("key_copy", "Keys", "Copy keys", "Keep the selected keys for pasting", ("Ctrl+C",), scope="timeline"),
    Action("key_paste", "Keys", "Paste keys", "Put the kept keys in at the time shown", ("Ctrl+V",), scope="timeline"),
    Action("key_paste_mirrored", "Keys", "Paste keys mirrored", "Paste with left and right exchanged",
           ("Ctrl+Shift+V",), scope="timeline"),
    Action("key_select_all", "Keys", "Select all keys", "Select every key of the character", ("A", "Ctrl+A"),
           starts_section=True, scope="timeline"),
    Action("key_select_none", "Keys", "Select no keys", "Select no key", ("Alt+A", "Ctrl+D"), scope="timeline"),
    Action("insert_frame", "Keys", "Insert a frame", "Move the keys from the time shown on by a frame", ("Ctrl++",),
           starts_section=True, scope="timeline"),
    Action("remove_frame", "Keys", "Remove a frame", "Take out the frame shown; later keys move up", ("Ctrl+-",),
           scope="timeline"),
    Action("remove_interval", "Keys", "Remove the interval", "Take out the selected keys and the time between them",
           ("Ctrl+Delete",), scope="timeline"),
    Action("interpolation", "Keys", "Interpolation...", "Choose how the motion goes on from the selected keys", ("T",),
           "ease", starts_section=True, scope="timeline"),
    Action("interpolation_step", "Keys", "Step", "Hold until the next key"),
    Action("interpolation_linear", "Keys", "Linear", "Go to the next key at constant speed"),
    Action("interpolation_smooth", "Keys", "Smooth", "Go to the next key without overshooting it"),
    Action("interpolation_spline", "Keys", "Spline", "Go to the next key with the swing of sampled motion"),
    Action("frame", "View", "Frame", "Look at the selected points, or at the whole body", ("F", "Home"), "frame",
           "icon", starts_section=True),
    Action("front", "View", "Front", "Look from the front", ("1",), starts_section=True),
    Action("right", "View", "Left side", "Look at the body's left side", ("3",)),
    Action("top", "View", "Top", "Look from above", ("7",)),
    Action("back", "View", "Back", "Look from behind", ("Ctrl+1",)),
    Action("left", "View", "Right side", "Look at the body's right side", ("Ctrl+3",)),
    Action("bottom", "View", "Bottom", "Look from below", ("Ctrl+7",)),
    Action("orthographic", "View", "Orthographic", "Parallel lines stay parallel", ("5",), checkable=True,
           starts_section=True),
    Action("grid", "View", "Grid", "Show the ground's grid", ("Ctrl+G",), "grid", "icon", checkable=True),
    Action("theme", "View", "Dark or light", "Switch the theme", ("Ctrl+T",), "theme", "icon"),
    Action("shortcuts", "Help", "Shortcuts", "List keys and mouse buttons", ("?", "F1"), "help", "icon"),
    Action("hints", "Help", "First steps", "Show the three hints again"),
)  # fmt: skip


class Actions:
    """The table as Qt actions, connected to handlers.

    Args:
        window: Owns them; their shortcuts work in it.
        handlers: One callable an action id; a checkable action passes its new state. Actions without one are left out.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[..., None]]) -> None:
        self._by_id: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for row in ACTIONS:
            if row.id not in handlers:
                continue
            action = QAction(row.text, window)
            action.setShortcuts([QKeySequence(key) for key in row.keys])
            if row.scope:
                # The menu shows the keys; they work where the panel says so.
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            keys = f"  ({QKeySequence(row.keys[0]).toString()})" if row.keys else ""
            action.setToolTip(f"{row.tip}{keys}")
            action.setStatusTip(row.tip)
            if row.short not in ("", "icon"):
                action.setIconText(row.short)
            action.setCheckable(row.checkable)
            if row.group:
                groups.setdefault(row.group, QActionGroup(window)).addAction(action)
            # `triggered` also passes a state for actions that have none.
            handler = handlers[row.id]
            action.triggered.connect(handler if row.checkable else lambda _=False, call=handler: call())
            window.addAction(action)
            self._by_id[row.id] = action

    def __getitem__(self, action_id: str) -> QAction:
        return self._by_id[action_id]

    def _rows(self) -> list[Action]:
        """The rows of the table that have a handler."""
        return [row for row in ACTIONS if row.id in self._by_id]

    def fill_menus(self, window: QMainWindow) -> None:
        """The menu bar."""
        menus: dict[str, QMenu] = {}
        for row in self._rows():
            if row.menu not in menus:
                menus[row.menu] = window.menuBar().addMenu(f"&{row.menu}")
            elif row.starts_section:
                menus[row.menu].addSeparator()
            menus[row.menu].addAction(self[row.id])

    def fill_toolbar(self, toolbar: QToolBar) -> None:
        """The toolbar: those with a short text or an icon for it; what concerns the view stands on the right."""
        toolbar.setIconSize(QSize(18, 18))
        toolbar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        menu = ""
        for row in self._rows():
            if not row.short:
                continue
            if row.menu == "View" != menu:
                spacer = QWidget()
                spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                toolbar.addWidget(spacer)
            elif row.starts_section:
                toolbar.addSeparator()
            if row.menu == "Handles" != menu:
                label = QLabel("Handles")
                label.setProperty("role", "dim")
                toolbar.addWidget(label)
            menu = row.menu
            toolbar.addAction(self[row.id])
            button = toolbar.widgetForAction(self[row.id])
            if not isinstance(button, QToolButton):
                continue
            if row.short == "icon":
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
                button.setAccessibleName(row.text)
            elif row.icon:
                button.setProperty("role", "labelled")

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        for row in self._rows():
            if row.icon:
                self[row.id].setIcon(icon(row.icon, theme))
