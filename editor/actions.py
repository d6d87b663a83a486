"""Every command of the editor in one table: menus, toolbar, tool tips, keys, search and the sheet of keys follow it.

Texts are English here and looked up in the user's language where they are shown.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ACTIONS", "Action"]


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
        maya: Shortcuts where keys are to be as in Maya; None for the same.
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
    maya: tuple[str, ...] | None = None

    def keys_in(self, preset: str) -> tuple[str, ...]:
        """The shortcuts in a preset, "blender" or "maya"."""
        return self.keys if preset != "maya" or self.maya is None else self.maya


ACTIONS: tuple[Action, ...] = (
    Action("new", "File", "New", "Begin a new project", ("Ctrl+N",)),
    Action("open", "File", "Open...", "Open a project, motion, a pose or set points", ("Ctrl+O",), "open", "Open"),
    Action("save", "File", "Save", "Save the project", ("Ctrl+S",), starts_section=True),
    Action("save_as", "File", "Save as...", "Save the project in another file", ("Ctrl+Shift+S",)),
    Action("revert", "File", "Revert", "Go back to what the file has"),
    Action("recover", "File", "Recover unsaved work...", "See what sessions left that ended before they were saved"),
    Action("import", "File", "Import motion...", "Put motion of a BVH or JSON file on the timeline", ("Ctrl+I",),
           starts_section=True),
    Action("export", "File", "Export motion...", "Write the motion for another program", ("Ctrl+E",), "export",
           "Export"),
    Action("export_pose", "File", "Export pose...", "Write the pose shown as JSON or BVH", ("Ctrl+Shift+E",)),
    Action("quit", "File", "Quit", "Close the window", ("Ctrl+Q",), starts_section=True),
    Action("undo", "Edit", "Undo", "Take back the last change", ("Ctrl+Z",), "undo", "icon", starts_section=True,
           maya=("Ctrl+Z", "Z")),
    Action("redo", "Edit", "Redo", "Do again what was taken back", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "icon",
           maya=("Ctrl+Y", "Shift+Z", "Ctrl+Shift+Z")),
    Action("select_all", "Edit", "Select all", "Select every handle on screen", ("Ctrl+A", "A"), starts_section=True,
           maya=("Ctrl+A",)),
    Action("select_none", "Edit", "Select none", "Select nothing", ("Ctrl+D", "Alt+A"), maya=("Ctrl+D",)),
    Action("preferences", "Edit", "Preferences...", "Theme, keys, units and the rest of what you prefer", ("Ctrl+,",),
           "preferences", starts_section=True),
    Action(
        "pin", "Pose", "Pin or free", "Hold the selected points where they are, or let them go", ("R",), "pin", "Pin",
        starts_section=True,
    ),
    Action("off", "Pose", "Switch off", "Ask nothing of the selected points", ("Shift+R",), "off"),
    Action("complete", "Pose", "Complete the body", "Let the networks fill in what is free", ("C",), "complete",
           "Complete", checkable=True),
    Action("mirror", "Pose", "Mirror", "Swap left and right", ("Ctrl+M",), "mirror", "Mirror", starts_section=True),
    Action("mirror_swap", "Pose", "Mirror as set", "Swap left and right as the mirror panel is set", ("Ctrl+Shift+M",)),
    Action("mirror_left_to_right", "Pose", "Copy left to right", "Give the right side the left one's pose, as the "
           "mirror panel is set", ("Shift+Alt+Right",)),
    Action("mirror_right_to_left", "Pose", "Copy right to left", "Give the left side the right one's pose, as the "
           "mirror panel is set", ("Shift+Alt+Left",)),
    Action("reset", "Pose", "Reset to rest", "Back to the rest pose, every handle free", ("Ctrl+Shift+R",), "reset",
           "Reset"),
    Action("reset_previous", "Pose", "To previous key", "Take the pose of the key before", ("Alt+Left",)),
    Action("reset_next", "Pose", "To next key", "Take the pose of the key after", ("Alt+Right",)),
    Action("pose_copy", "Pose", "Copy pose", "Keep the pose for pasting, also into other programs as text", ("Ctrl+C",),
           "copy", starts_section=True),
    Action("pose_paste", "Pose", "Paste pose", "Take the copied pose, where the character stands", ("Ctrl+V",),
           "paste"),
    Action("pose_paste_mirrored", "Pose", "Paste mirrored", "Take the copied pose with left and right exchanged",
           ("Ctrl+Shift+V",)),
    Action("pose_paste_part", "Pose", "Paste part of the way...", "Go a part of the way to the copied pose, or beyond",
           ("Ctrl+Alt+V",)),
    Action("pose_save", "Pose", "Save to library...", "Keep the pose in the pose library", ("Ctrl+Shift+L",), "library",
           starts_section=True),
    Action("tool_select", "Tools", "Select", "Click and drag handles, without a gizmo", ("Q",), "select", "icon", True,
           "tool", True),
    Action("tool_move", "Tools", "Move", "Arrows and planes on the selection to move along", ("W",), "move", "icon",
           True, "tool"),
    Action("tool_turn", "Tools", "Turn", "Rings on a selected hand, foot or head to turn it", ("E",), "turn", "icon",
           True, "tool"),
    Action("grab", "Tools", "Grab", "Let the selection follow the mouse until a click; X, Y and Z hold it to an axis",
           ("G",), starts_section=True),
    Action("gizmo_local", "Tools", "Local axes", "Gizmos along the axes of what is selected, not the world's",
           ("Shift+W",), checkable=True, starts_section=True),
    Action("snap", "Tools", "Snap", "Snap to the grid and the ground; Ctrl does the opposite", (),
           checkable=True),
    Action("level_6", "Handles", "Six main handles", "Pelvis, neck, wrists and ankles", (), "", "6", True, "level",
           True),
    Action("level_16", "Handles", "Sixteen handles", "Also elbows, knees, head, directions of hands and feet", (), "",
           "16", True, "level"),
    Action("level_28", "Handles", "Twenty-eight handles", "Also shoulders, hips, chest, roll of hands and feet", (), "",
           "28", True, "level"),
    Action("level_next", "Handles", "Next set", "Show the next larger set of handles", ("H",), starts_section=True),
    Action("play", "Time", "Play", "Play the range, or pause", ("Space",), "play", maya=("Alt+V", "Space")),
    Action("time_first", "Time", "First frame", "Go to the first frame of the range", ("Shift+Left",), "first",
           starts_section=True, maya=("Alt+Shift+V", "Shift+Left")),
    Action("key_previous", "Time", "Previous key", "Go to the key before", ("Down",), "key_previous",
           maya=(",", "Down")),
    Action("step_back", "Time", "Frame back", "Go one frame back", ("Left",), "step_back", maya=("Alt+,", "Left")),
    Action("step_forward", "Time", "Frame forward", "Go one frame on", ("Right",), "step_forward",
           maya=("Alt+.", "Right")),
    Action("key_next", "Time", "Next key", "Go to the key after", ("Up",), "key_next", maya=(".", "Up")),
    Action("time_last", "Time", "Last frame", "Go to the last frame of the range", ("Shift+Right",), "last"),
    Action("loop", "Time", "Loop", "Begin again after the last frame", (), "loop", checkable=True,
           starts_section=True),
    Action("ping_pong", "Time", "Ping-pong", "Play forth and back", (), "ping_pong", checkable=True),
    Action("range_to_keys", "Time", "Range to keys", "Play from the first key to the last, or the selected interval",
           ("P",), scope="timeline"),
    Action("ghosts", "Time", "Ghosts", "Show the pose before and after the time shown", ("Shift+G",)),
    Action("frame_keys", "Time", "Show all keys", "Zoom the timeline to all keys", ("Home",), scope="timeline"),
    Action("curves_frame_all", "Time", "Frame all curves", "Fit all keys into the curve editor", ("Home",),
           starts_section=True, scope="curves"),
    Action("curves_frame_selected", "Time", "Frame selected curves", "Fit the selected keys into the curve editor",
           ("F",), scope="curves"),
    Action("curves_normalise", "Time", "Normalise curves", "Show every curve over the whole height", ("N",),
           scope="curves"),
    Action("key", "Keys", "Set key", "Make the pose shown a key", ("K", "I"), "key", starts_section=True,
           maya=("S", "K")),
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
    Action("path_tool", "Locomotion", "Draw path", "Draw a path on the ground: it becomes a walk", ("Shift+P",), "path",
           "Path", checkable=True, starts_section=True),
    Action("path_delete", "Locomotion", "Delete waypoints", "Take the selected waypoints out of the path"),
    Action("path_clear", "Locomotion", "Delete path", "Take the path and its draft away"),
    Action("draft_insert", "Locomotion", "Insert draft as keys", "Make the draft keys, few within 1 cm",
           ("Ctrl+Return",), starts_section=True),
    Action("frame", "View", "Frame", "Look at the selected points, or at the whole body", ("F", "Home"), "frame",
           "icon", starts_section=True, maya=("F", "A", "Home")),
    Action("front", "View", "Front", "Look from the front", ("1",), starts_section=True),
    Action("right", "View", "Left side", "Look at the body's left side", ("3",)),
    Action("top", "View", "Top", "Look from above", ("7",)),
    Action("back", "View", "Back", "Look from behind", ("Ctrl+1",)),
    Action("left", "View", "Right side", "Look at the body's right side", ("Ctrl+3",)),
    Action("bottom", "View", "Bottom", "Look from below", ("Ctrl+7",)),
    Action("orthographic", "View", "Orthographic", "Parallel lines stay parallel", ("5",), checkable=True,
           starts_section=True),
    Action("grid", "View", "Grid", "Show the ground's grid", ("Ctrl+G",), "grid", "icon", checkable=True),
    Action("silhouette", "View", "Silhouette", "Show the figure as one dark shape", ("Shift+S",), checkable=True),
    Action("contacts", "View", "Contacts", "Mark where the feet touch the ground", checkable=True),
    Action("trail", "View", "Trail", "Show or hide the trails of the selected points", ("Shift+T",),
           starts_section=True),
    Action("trails_none", "View", "No trails", "Hide all trails"),
    Action("theme", "View", "Dark or light", "Switch the theme", ("Ctrl+T",), "theme", "icon"),
    Action("search", "Help", "Search commands...", "Find any command by its name and run it", ("F3", "Ctrl+Space"),
           "search"),
    Action("shortcuts", "Help", "Shortcuts", "List keys and mouse buttons", ("?", "F1"), "help", "icon"),
    Action("hints", "Help", "First steps", "Show the three hints again", starts_section=True),
    Action("sample_walk", "Help", "Sample walk", "Open a short walk to play with", (), "walk"),
)  # fmt: skip
