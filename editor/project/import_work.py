"""Motion of other programs on its way to keys: read, mapped to the body, put on the timeline. No widgets here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from editor.worker import Job
from models.animation import Clip, FrameRate
from models.body import Skeleton
from models.document import Content, Range, imported
from models.errors import Cancelled, RigError
from models.formats import registry
from models.formats.rig_map import RigMap, map_rig

__all__ = ["ImportOptions", "Imported", "MotionSource", "import_motion", "mapped", "read_source", "said", "source_of"]

Take = Literal["every", "few", "pose"]

_ADVICE = re.compile(r"[;,] (?:change it with|if that is wrong, give) --.*$")
_GUESS = re.compile(r"unit (?:guessed|taken) as (\w+)|up axis (?:guessed|taken) as (\w)")


@dataclass(frozen=True, eq=False)
class MotionSource:
    """A motion file that was read.

    Args:
        path: The file.
        clip: Its motion on its own rig, metres, Y up.
        rig_map: Which of its joints is which, None if that was not found.
        problem: Why not, "" if it was.
    """

    path: Path
    clip: Clip
    rig_map: RigMap | None
    problem: str

    @property
    def unit(self) -> str:
        """The unit that was guessed, "" if the file needs no guess."""
        return self._guess(1)

    @property
    def up(self) -> str:
        """The up axis that was guessed, "y" or "z", "" if the file needs no guess."""
        return self._guess(2).lower()

    def _guess(self, group: int) -> str:
        found = (match[group] for note in self.clip.report for match in _GUESS.finditer(note) if match[group])
        return next(found, "")


@dataclass(frozen=True)
class ImportOptions:
    """What is taken of a motion and where it goes.

    Args:
        take: A key on every frame, few keys within a tolerance, or the pose of one frame.
        tolerance_cm: For few keys: the largest distance of any point from the motion.
        frame: For one pose.
        at: The tick of the first frame.
        ripple: Later keys move behind the motion; else those within its time are replaced.
        sets_timeline: The timeline takes the motion's rate and length.
    """

    take: Take = "every"
    tolerance_cm: float = 0.5
    frame: int = 0
    at: int = 0
    ripple: bool = False
    sets_timeline: bool = False


@dataclass(frozen=True, eq=False)
class Imported:
    """The content with the motion in it, and the number of its keys."""

    content: Content
    n_keys: int


def read_source(path: Path, options: Mapping[str, Any], job: Job) -> MotionSource:
    """The motion in a file with the map that was found.

    Args:
        options: Unit, up axis and rate where the guess is not to be used.
    """
    watched = {}
    if path.suffix.lower() == ".bvh":
        watched = {"progress": job.progressed.emit, "cancelled": job.is_cancelled, **options}
    return source_of(path, registry.read(path, **watched))


def source_of(path: Path, clip: Clip) -> MotionSource:
    """A motion with the map that is found for it."""
    try:
        return MotionSource(path, clip, map_rig(clip.skeleton), "")
    except RigError as error:
        return MotionSource(path, clip, None, str(error))


def mapped(source: MotionSource, rig_map: RigMap, skeleton: Skeleton) -> Clip:
    """The motion on the character's body.

    Raises:
        RigError: if the map leaves out what no body can do without, or names what the rig does not have.
    """
    # Needed for files only: mapping rigs would cost every start a twentieth of a second.
    from models.formats.retarget import retarget

    return retarget(source.clip, rig_map, skeleton=skeleton)


def import_motion(content: Content, identity: str, clip: Clip, options: ImportOptions, job: Job) -> Imported:
    """The content with a motion as keys of a character."""
    tolerance_cm = options.tolerance_cm if options.take == "few" else None
    result = imported(content, identity, clip, options.at, tolerance_cm=tolerance_cm, ripple=options.ripple)
    if job.is_cancelled():
        raise Cancelled("the import was cancelled")
    rate = FrameRate.of(clip.fps)
    stop = options.at + rate.tick(clip.n_frames - 1)
    keys = result.character(identity).track.between(options.at, stop)
    if options.sets_timeline and clip.n_frames > 1:
        result = replace(result, rate=rate, playback=Range(options.at, stop))
    result.hash  # noqa: B018  # kept in the keys; the next save need not wait for it
    return Imported(result, len(keys))


def said(note: str) -> str:
    """A sentence of a report without its advice for the command line."""
    return _ADVICE.sub("", note)
