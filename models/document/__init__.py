"""The animation document: characters, keys, pins that hold, mirroring, edits that can be undone, files."""

from models.document.changes import Change, Edit, differences, patched
from models.document.content import Character, Content, Range, Rig
from models.document.document import Document, History
from models.document.mirroring import Direction, mirrored_key, mirrored_track
from models.document.pins import held_points, sample_held
from models.document.posing_keys import handles_of, key_of, posing_of
from models.document.signal import Signal

__all__ = [
    "Change",
    "Character",
    "Content",
    "Direction",
    "Document",
    "Edit",
    "History",
    "Range",
    "Rig",
    "Signal",
    "differences",
    "handles_of",
    "held_points",
    "key_of",
    "mirrored_key",
    "mirrored_track",
    "patched",
    "posing_of",
    "sample_held",
]
