"""`.sixpoint` project files: read with every value checked and bounded, written whole or not at all.

The layout is documented in docs/project-file.md. A file of an older version is brought to the newest, version by
version, before it is read; a newer one is refused with a sentence that says so.
"""

from __future__ import annotations

import contextlib
import gc
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from models.animation import FrameRate, Track
from models.document.content import Character, Content, Range
from models.document.draft_json import plan_from, plan_values
from models.document.key_json import key_values, keys_from, pose_values, poses_from, rig_from, rig_values
from models.document.long_json import load_project
from models.errors import FileFormatError, SixpointError
from models.formats.atomic import write_atomically
from models.formats.json_values import member

__all__ = ["VERSION", "read_project", "write_project"]

VERSION = 2
_FORMAT = "sixpoint-project"

# From a version to the next: values in, values out. The file of version N is brought up by _MIGRATIONS[N].
_MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda data: {**data, "drafts": []},  # documents had no locomotion drafts
}

_MAX_CHARACTERS, _MAX_KEYS, _MAX_POSES = 1000, 1_000_000, 10_000


def write_project(path: str | Path, content: Content) -> None:
    """Save a content; the old file is there until the new one is complete.

    Raises:
        SixpointError: if it cannot be written.
    """
    write_atomically(path, "\n".join(_lines(content)) + "\n")


def read_project(path: str | Path) -> Content:
    """The content of a project file.

    Raises:
        FileFormatError: if it cannot be read, is of a newer version, or holds anything that is not as documented.
    """
    with _uncollected():
        return _content(_migrated(load_project(path), path), path)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage collection: it would look in vain, again and again, through the millions of lists and numbers that a
    file becomes, which takes as long as reading it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _lines(content: Content) -> Iterator[str]:
    """One key a line, so that files can be compared."""
    playback, rate = content.playback, content.rate
    yield "{"
    yield f' "format": {_json(_FORMAT)}, "version": {VERSION},'
    yield f' "rate": [{rate.numerator}, {rate.denominator}], "range": [{playback.start}, {playback.stop}],'
    yield ' "characters": ['
    characters = list(content.characters.items())
    for number, (identity, character) in enumerate(characters):
        rig = _json({"id": identity, **rig_values(character.rig)})
        yield f'  {rig[:-1]}, "keys": ['
        keys = character.track.keys
        for index, key in enumerate(keys):
            yield f"   {_json(key_values(key))}{',' if index < len(keys) - 1 else ''}"
        yield f"  ]}}{',' if number < len(characters) - 1 else ''}"
    yield ' ], "poses": ['
    poses = list(content.poses.items())
    for number, (name, pose) in enumerate(poses):
        yield f"  {_json({'name': name, **pose_values(pose)})}{',' if number < len(poses) - 1 else ''}"
    yield ' ], "drafts": ['
    drafts = list(content.drafts.items())
    for number, (identity, plan) in enumerate(drafts):
        yield f"  {_json({'character': identity, **plan_values(plan)})}{',' if number < len(drafts) - 1 else ''}"
    yield " ]}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _migrated(data: dict[str, Any], path: str | Path) -> dict[str, Any]:
    if data.get("format") != _FORMAT:
        raise FileFormatError(path, "this is no Sixpoint project", expected=_FORMAT, found=str(data.get("format")))
    version = member(data, "version", int, path)
    if version > VERSION:
        raise FileFormatError(
            path,
            "the project was saved by a newer Sixpoint; open it there, or update",
            expected=f"version {VERSION} or older",
            found=str(version),
        )
    while version < VERSION:
        if version not in _MIGRATIONS:
            raise FileFormatError(
                path, "there never was such a version", expected=f"1 to {VERSION}", found=str(version)
            )
        data = _MIGRATIONS[version](data)
        version += 1
    return data


def _content(data: dict[str, Any], path: str | Path) -> Content:
    characters: dict[str, Character] = {}
    for values in _bounded(data, "characters", _MAX_CHARACTERS, path):
        identity = member(values, "id", str, path)
        if identity in characters:
            raise FileFormatError(path, "two characters have the same id", found=identity)
        keys = keys_from(_bounded(values, "keys", _MAX_KEYS, path), path)
        if len({key.tick for key in keys}) < len(keys):
            raise FileFormatError(path, f"two keys of '{identity:.60}' are at the same time", expected="one key a tick")
        characters[identity] = Character(rig_from(values, path), Track.of(keys))
    kept = _bounded(data, "poses", _MAX_POSES, path)
    names = [member(values, "name", str, path) for values in kept]
    walks = _bounded(data, "drafts", _MAX_CHARACTERS, path)
    drafts = {member(values, "character", str, path): plan_from(values, path) for values in walks}
    try:
        rate, playback = FrameRate(*_pair(data, "rate", path)), Range(*_pair(data, "range", path))
        return Content(rate, playback, characters, dict(zip(names, poses_from(kept, path), strict=True)), drafts)
    except FileFormatError:
        raise
    except SixpointError as error:
        raise FileFormatError(path, str(error)) from error


def _bounded(data: Any, key: str, most: int, path: str | Path) -> list[Any]:
    values: list[Any] = member(data, key, list, path)
    if len(values) > most:
        raise FileFormatError(path, f"there are too many {key}", expected=f"at most {most:,}", found=f"{len(values):,}")
    return values


def _pair(data: dict[str, Any], key: str, path: str | Path) -> tuple[int, int]:
    values = member(data, key, list, path)
    if len(values) != 2 or not all(type(value) is int for value in values):
        raise FileFormatError(path, f"'{key}' is not usable", expected="two whole numbers", found=str(values))
    return values[0], values[1]
