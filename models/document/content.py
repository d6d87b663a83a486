"""What a document holds, as one value that is never changed: characters with their tracks, times, kept poses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from models.animation import TICKS_PER_SECOND, FrameRate, Pose, Track
from models.animation.grid import content_bytes, rotation_bytes
from models.animation.ticks import MAX_TICK
from models.body import JOINTS, POINTS, Skeleton, body
from models.document.draft_plan import DraftPlan
from models.errors import RigError, SixpointError
from models.formats.skeleton_json import skeleton_as_dict

__all__ = ["MAX_NAME", "Character", "Content", "Range", "Rig", "checked_name"]

MAX_NAME = 200
_Value = TypeVar("_Value")


def checked_name(name: str, what: str) -> str:
    """The name, if it can be one: 1 to 200 printable characters."""
    if not (0 < len(name) <= MAX_NAME and name.isprintable() and name.strip() == name):
        raise SixpointError(
            f"the name of a {what} must be 1 to {MAX_NAME} printable characters without blanks around it, "
            f"got {name!r:.60}"
        )
    return name


@dataclass(frozen=True)
class Range:
    """From one time to another, both included, in ticks."""

    start: int = 0
    stop: int = 4 * TICKS_PER_SECOND

    def __post_init__(self) -> None:
        if not -MAX_TICK <= self.start <= self.stop <= MAX_TICK:
            raise SixpointError(f"a range ends after it starts and within five months, got {self.start} to {self.stop}")


@dataclass(frozen=True, eq=False)
class Rig:
    """Who a character is: its name and proportions. The skeleton has the canonical joints and points."""

    name: str
    skeleton: Skeleton = field(default_factory=body)

    def __post_init__(self) -> None:
        checked_name(self.name, "character")
        if self.skeleton.joint_names != JOINTS or self.skeleton.point_names != POINTS:
            raise RigError(
                f"the skeleton of '{self.name}' does not have the canonical joints and points; retarget it first"
            )

    @cached_property
    def digest(self) -> bytes:
        skeleton = {} if self.skeleton is body() else skeleton_as_dict(self.skeleton)
        if skeleton == skeleton_as_dict(body()):
            skeleton = {}
        return hashlib.sha256(json.dumps([self.name, skeleton], sort_keys=True).encode()).digest()


@dataclass(frozen=True, eq=False)
class Character:
    """A rig and its keys."""

    rig: Rig
    track: Track = field(default_factory=Track)


@dataclass(frozen=True, eq=False)
class Content:
    """Everything that is saved. Replaced as a whole with every change, sharing what did not change.

    Args:
        rate: Frames a second of the time line; keys stay at their time when it changes.
        playback: What is played and exported.
        characters: By their id, which never changes.
        poses: The poses kept in this document, by name.
        drafts: The plans of locomotion drafts, by the id of the character that walks.
    """

    rate: FrameRate = field(default_factory=FrameRate)
    playback: Range = field(default_factory=Range)
    characters: Mapping[str, Character] = field(default_factory=dict)
    poses: Mapping[str, Pose] = field(default_factory=dict)
    drafts: Mapping[str, DraftPlan] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("characters", "poses", "drafts"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        for name in self.characters:
            checked_name(name, "character's id")
        for name in self.poses:
            checked_name(name, "pose")
        for name in self.drafts:
            self.character(name)

    def character(self, identity: str) -> Character:
        """A character by its id; raises SixpointError with those that are there."""
        if identity not in self.characters:
            raise SixpointError(
                f"there is no character '{identity}' in this document; it has: {', '.join(self.characters) or 'none'}"
            )
        return self.characters[identity]

    def with_character(self, identity: str, character: Character) -> Content:
        """The content with a character added or replaced."""
        return replace(self, characters={**self.characters, identity: character})

    def with_track(self, identity: str, track: Track) -> Content:
        """The content with other keys of a character."""
        return self.with_character(identity, replace(self.character(identity), track=track))

    def without_character(self, identity: str) -> Content:
        """The content without a character, its keys and its draft."""
        self.character(identity)
        return replace(self, characters=_without(self.characters, identity), drafts=_without(self.drafts, identity))

    def with_draft(self, identity: str, plan: DraftPlan | None) -> Content:
        """The content with another plan for a character's draft, or without one."""
        rest = _without(self.drafts, identity)
        return replace(self, drafts=rest if plan is None else {**rest, identity: plan})

    @cached_property
    def hash(self) -> str:
        """Equal for the same content, whatever was done in between; independent of the order of characters."""
        digest = hashlib.sha256(
            repr((self.rate.numerator, self.rate.denominator, self.playback.start, self.playback.stop)).encode()
        )
        for identity, character in sorted(self.characters.items()):
            digest.update(_text_digest(identity) + character.rig.digest + character.track.digest)
        for name, pose in sorted(self.poses.items()):
            digest.update(_text_digest(name) + content_bytes(pose.root) + rotation_bytes(pose.rotations))
        for identity, plan in sorted(self.drafts.items()):
            digest.update(_text_digest(identity) + plan.digest)
        return digest.hexdigest()


def _without(values: Mapping[str, _Value], key: str) -> dict[str, _Value]:
    return {each: value for each, value in values.items() if each != key}


def _text_digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
