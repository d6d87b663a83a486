"""Every preference in one table: the dialog, the defaults and what is accepted follow it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BY_ID", "PREFERENCES", "Preference", "Value"]

Value = str | bool


@dataclass(frozen=True)
class Preference:
    """One value that is kept between starts.

    Args:
        id: Names it in the settings.
        section: The page of the dialog.
        text: As the dialog shows it.
        tip: What it does, a sentence without a full stop.
        default: Its value at first; its type is the type of the preference.
        choices: (value, text) of a choice; empty for a text or a switch.
        kind: "folder" for a text that names one.
    """

    id: str
    section: str
    text: str
    tip: str
    default: Value
    choices: tuple[tuple[str, str], ...] = ()
    kind: str = ""

    def accepted(self, value: object) -> Value:
        """A value, from a file that anybody may have edited, as one that can be used; the default where it cannot."""
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else str(value).lower() in ("true", "1")
        text = str(value)
        return text if not self.choices or text in dict(self.choices) else self.default


PREFERENCES: tuple[Preference, ...] = (
    Preference(
        id="theme", section="Look", text="Theme", tip="Colours of the window", default="dark",
        choices=(("dark", "Dark"), ("light", "Light")),
    ),
    Preference(
        id="reduced_motion", section="Look", text="Less motion",
        tip="The camera and panels jump instead of gliding", default=False,
    ),
    Preference(
        id="language", section="Look", text="Language", tip="Of all texts, from the next start on", default="en",
        kind="language",
    ),
    Preference(
        id="shortcuts", section="Input", text="Shortcuts", tip="Keys as in the program you know", default="blender",
        choices=(("blender", "As in Blender"), ("maya", "As in Maya")),
    ),
    Preference(
        id="navigation", section="Input", text="Camera", tip="Mouse buttons that orbit, pan and zoom", default="both",
        choices=(("both", "Both at once"), ("blender", "As in Blender"), ("maya", "As in Maya")),
    ),
    Preference(
        id="unit", section="Work", text="Lengths", tip="Unit in which places are shown and typed", default="m",
        choices=(("m", "Metres"), ("cm", "Centimetres")),
    ),
    Preference(
        id="auto_key", section="Work", text="Auto key",
        tip="Make every change of the pose a key at once", default=True,
    ),
    Preference(
        id="library", section="Work", text="Pose library", tip="Folder of the pose library; a team can share one",
        default="", kind="folder",
    ),
)  # fmt: skip

BY_ID = {row.id: row for row in PREFERENCES}
