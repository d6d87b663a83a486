"""The animation document: characters, keys, pins that hold, mirroring, edits that can be undone, files."""

from models.document.changes import Change, Edit, differences, patched
from models.document.clips import exported, imported
from models.document.content import Character, Content, Range, Rig
from models.document.document import Document, History
from models.document.draft_plan import DraftPlan
from models.document.journal import Journal, saved
from models.document.library import LibraryPose, PoseLibrary
from models.document.mirroring import Direction, mirrored_key, mirrored_track
from models.document.open_files import OpenNote, other_user
from models.document.pins import held_points, sample_held
from models.document.posing_keys import handles_of, key_of, posing_of
from models.document.project_file import read_project, write_project
from models.document.recovery import JournalHeader, Recovered, journal_header, recovered
from models.document.shown import Snapshots, snapshot_at
from models.document.signal import Signal
from models.document.tweening import breakdown

__all__ = [
    "Change",
    "Character",
    "Content",
    "Direction",
    "Document",
    "DraftPlan",
    "Edit",
    "History",
    "Journal",
    "JournalHeader",
    "LibraryPose",
    "OpenNote",
    "PoseLibrary",
    "Range",
    "Recovered",
    "Rig",
    "Signal",
    "Snapshots",
    "breakdown",
    "differences",
    "exported",
    "handles_of",
    "held_points",
    "imported",
    "journal_header",
    "key_of",
    "mirrored_key",
    "mirrored_track",
    "other_user",
    "patched",
    "posing_of",
    "read_project",
    "recovered",
    "sample_held",
    "saved",
    "snapshot_at",
    "write_project",
]
