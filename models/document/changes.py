"""What one edit changes: small values before and after, each in a named slot of the content.

Slots are ("rate",), ("playback",), ("rig", id), ("key", id, tick), ("pose", name) and ("draft", id). An edit of one key
among ten thousand holds two keys; undo exchanges before and after; the journal writes the values after.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from models.animation import FrameRate, Key, Pose, Track
from models.document.content import Character, Content, Range, Rig
from models.document.draft_plan import DraftPlan
from models.errors import SixpointError

__all__ = ["Change", "Edit", "Slot", "Value", "differences", "patched"]

Slot: TypeAlias = tuple[str | int, ...]
Value: TypeAlias = FrameRate | Range | Rig | Key | Pose | DraftPlan | None

_NAMED = {"pose": Pose, "draft": DraftPlan}


@dataclass(frozen=True, eq=False)
class Change:
    """A slot's value before and after; None where there is none."""

    slot: Slot
    before: Value
    after: Value


@dataclass(frozen=True, eq=False)
class Edit:
    """One finished gesture, as undo lists it."""

    label: str
    changes: tuple[Change, ...]

    def reversed(self) -> Edit:
        """The edit that takes this one back."""
        return replace(self, changes=tuple(Change(c.slot, c.after, c.before) for c in self.changes))


def differences(before: Content, after: Content) -> tuple[Change, ...]:
    """The changes that lead from one content to another. Shared keys are told apart by identity, so it is fast."""
    changes: list[Change] = []
    if before.rate != after.rate:
        changes.append(Change(("rate",), before.rate, after.rate))
    if before.playback != after.playback:
        changes.append(Change(("playback",), before.playback, after.playback))
    for identity in dict.fromkeys([*before.characters, *after.characters]):
        old, new = before.characters.get(identity), after.characters.get(identity)
        if old is new:
            continue
        old_rig, new_rig = old.rig if old else None, new.rig if new else None
        if old_rig is not new_rig:
            changes.append(Change(("rig", identity), old_rig, new_rig))
        changes += _key_changes(identity, old.track if old else Track(), new.track if new else Track())
    for name in dict.fromkeys([*before.poses, *after.poses]):
        old_pose, new_pose = before.poses.get(name), after.poses.get(name)
        if old_pose is not new_pose:
            changes.append(Change(("pose", name), old_pose, new_pose))
    for identity in dict.fromkeys([*before.drafts, *after.drafts]):
        old_plan, new_plan = before.drafts.get(identity), after.drafts.get(identity)
        if old_plan != new_plan:
            changes.append(Change(("draft", identity), old_plan, new_plan))
    return tuple(changes)


def _key_changes(identity: str, before: Track, after: Track) -> list[Change]:
    if before is after:
        return []
    old, new = ({key.tick: key for key in track} for track in (before, after))
    return [
        Change(("key", identity, tick), old.get(tick), new.get(tick))
        for tick in sorted(old.keys() | new.keys())
        if old.get(tick) is not new.get(tick)
    ]


def patched(content: Content, changes: Iterable[Change]) -> Content:
    """The content with the values after; raises SixpointError if a key has no character."""
    rate, playback = content.rate, content.playback
    characters = dict(content.characters)
    named: dict[str, dict[str, Any]] = {"pose": dict(content.poses), "draft": dict(content.drafts)}
    removed: list[str] = []
    keys: dict[str, dict[int, Key | None]] = {}
    for change in changes:
        match change.slot, change.after:
            case ("rate",), FrameRate() as value:
                rate = value
            case ("playback",), Range() as value:
                playback = value
            case ("rig", str(identity)), Rig() as value:
                track = characters[identity].track if identity in characters else Track()
                characters[identity] = Character(value, track)
            case ("rig", str(identity)), None:
                removed.append(identity)
            case ("key", str(identity), int(tick)), (Key() | None) as value:
                keys.setdefault(identity, {})[tick] = value
            case (("pose" | "draft") as kind, str(name)), value if isinstance(value, _NAMED[kind]):
                named[kind][name] = value
            case (("pose" | "draft") as kind, str(name)), None:
                named[kind].pop(name, None)
            case _:
                raise SixpointError(f"an edit changes '{change.slot}', which documents do not have")
    for identity, by_tick in keys.items():
        if identity not in characters:
            raise SixpointError(f"an edit changes keys of '{identity}', which this document does not have")
        character = characters[identity]
        characters[identity] = replace(character, track=character.track.replaced(by_tick))
    for identity in removed:
        characters.pop(identity, None)
    return Content(rate, playback, characters, named["pose"], named["draft"])
