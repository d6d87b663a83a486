"""The HIERARCHY part of a BVH file: joints, offsets, channels, End Sites.

Written for the files people have, not for the ones a grammar would like: keywords in any case, names with blanks,
dots, colons and non-ASCII letters, braces on any line, OFFSET and CHANNELS in any order, 0 to 6 channels on any
joint, missing End Sites, several roots. What is odd but clear is noted; what is unclear is an error with its place.
The tree is walked with an explicit stack, so a deeply nested file cannot exhaust Python's.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from models.errors import FileFormatError
from models.formats.bvh_source import LineSource

__all__ = ["MAX_DEPTH", "MAX_JOINTS", "EndSite", "Hierarchy", "Joint", "read_hierarchy"]

# Far above any rig in use, far below what would let a small file fill the memory.
MAX_JOINTS = 4096
MAX_DEPTH = 512

_TOKEN = re.compile(r"[{}]|[^\s{}]+")
_NAME = re.compile(r"[^\r\n{}]*")
_CHANNELS = {f"{axis}{kind}".lower(): axis + kind for axis in "XYZ" for kind in ("position", "rotation", "scale")}
_OPENERS = ("ROOT", "JOINT", "END")


@dataclass
class Joint:
    """One ROOT or JOINT block, in file units.

    Args:
        name: As in the file.
        parent: Index of the parent joint, -1 for a ROOT.
        line: Where it starts, 1-based.
        offset: OFFSET, None until seen.
        channels: "Xposition", "Zrotation", ... in file order; None until CHANNELS is seen.
    """

    name: str
    parent: int
    line: int
    offset: tuple[float, float, float] | None = None
    channels: tuple[str, ...] | None = None


@dataclass
class EndSite:
    """A leaf's end, fixed to joint `parent`."""

    parent: int
    line: int
    offset: tuple[float, float, float] | None = None


@dataclass
class Hierarchy:
    """All joints and End Sites in file order, which is also the order of the motion's columns."""

    joints: list[Joint] = field(default_factory=list)
    ends: list[EndSite] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def n_channels(self) -> int:
        return sum(len(joint.channels or ()) for joint in self.joints)


def read_hierarchy(source: LineSource, path: str | Path) -> Hierarchy:
    """Consume the lines up to and including MOTION (or to the end of the file).

    Raises:
        FileFormatError: with line and column of the first thing that cannot be understood.
    """
    return _Reader(source, path).read()


class _Reader:
    def __init__(self, source: LineSource, path: str | Path) -> None:
        self._source = source
        self._path = path
        self._hierarchy = Hierarchy()
        self._stack: list[Joint | EndSite] = []
        self._stack_indices: list[int] = []
        self._line = 1
        self._text = ""
        self._at = 0
        self._token_at = 0
        self._is_latin = False

    def read(self) -> Hierarchy:
        self._expect_start()
        while (token := self._next()) is not None:
            keyword = token.upper()
            if keyword == "MOTION":
                break
            if keyword in _OPENERS:
                self._open(keyword)
            elif keyword == "OFFSET":
                self._offset()
            elif keyword == "CHANNELS":
                self._channels()
            elif token == "}":
                self._close()
            else:
                expected = "OFFSET, CHANNELS, JOINT, End Site or '}'" if self._stack else "ROOT or MOTION"
                raise self._error("this is not part of a BVH hierarchy", expected, token)
        return self._finished(has_motion=token is not None)

    # Tokens

    def _advance(self) -> bool:
        """Go to the next line; False at the end of the file."""
        numbered = self._source.next_line()
        if numbered is None:
            return False
        self._line, raw = numbered
        self._at = 0
        try:
            self._text = raw.decode("utf-8")
        except UnicodeDecodeError:
            self._text = raw.decode("latin-1")
            if not self._is_latin:
                self._is_latin = True
                self._note(f"line {self._line}: names are not UTF-8; read as Latin-1")
        return True

    def _next(self) -> str | None:
        while (match := _TOKEN.search(self._text, self._at)) is None:
            if not self._advance():
                return None
        self._token_at, self._at = match.span()
        return match.group()

    def _needed(self, expected: str) -> str:
        token = self._next()
        if token is None:
            raise self._error("the file ends in the middle of the hierarchy", expected, "the end of the file")
        return token

    def _error(self, message: str, expected: str | None = None, found: str | None = None) -> FileFormatError:
        column = self._token_at + 1
        return FileFormatError(self._path, message, line=self._line, column=column, expected=expected, found=found)

    def _note(self, text: str) -> None:
        self._hierarchy.notes.append(text)

    # Blocks

    def _expect_start(self) -> None:
        token = self._next()
        if token is None or token.upper() != "HIERARCHY":
            raise self._error("this does not start like a BVH file", "HIERARCHY", token or "")

    def _open(self, keyword: str) -> None:
        line, name = self._line, self._name()
        joints, ends = self._hierarchy.joints, self._hierarchy.ends
        parent = self._stack_indices[-1] if self._stack else -1
        if isinstance(self._stack[-1] if self._stack else None, EndSite):
            raise self._error("an End Site cannot have children", "'}'", keyword)
        if keyword != "ROOT" and parent < 0:
            raise self._error(f"{keyword} stands outside of a skeleton", "ROOT", f"{keyword} {name}")
        if keyword == "ROOT" and parent >= 0:
            raise self._error("ROOT stands inside another joint", "JOINT", f"ROOT {name}")
        if keyword == "END":
            ends.append(EndSite(parent, line))
            self._push(ends[-1], parent)
        else:
            if not name:
                raise self._error(f"{keyword} has no name", "a joint name", "")
            joints.append(Joint(name, parent, line))
            self._push(joints[-1], len(joints) - 1)
        if len(joints) > MAX_JOINTS or len(ends) > MAX_JOINTS:
            raise self._error(f"more than {MAX_JOINTS} joints", f"at most {MAX_JOINTS}", name)
        if self._needed("'{'") != "{":
            raise self._error(f"the block of '{name}' does not open", "'{'", self._text[self._token_at :])

    def _push(self, block: Joint | EndSite, index: int) -> None:
        self._stack.append(block)
        self._stack_indices.append(index)
        if len(self._stack) > MAX_DEPTH:
            raise self._error(f"joints are nested more than {MAX_DEPTH} deep", f"at most {MAX_DEPTH}", "one more")

    def _name(self) -> str:
        """The rest of the line up to a brace: names may hold blanks, dots, colons, any letters."""
        match = _NAME.match(self._text, self._at)
        assert match is not None  # the pattern also matches nothing
        self._at = match.end()
        return match.group().strip()

    def _offset(self) -> None:
        block = self._block("OFFSET")
        if block.offset is not None:
            raise self._error("a second OFFSET in one block", "CHANNELS, JOINT or '}'", "OFFSET")
        block.offset = (self._number(), self._number(), self._number())

    def _number(self) -> float:
        token = self._needed("a number")
        try:
            value = float(token.replace(",", "."))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise self._error("OFFSET needs three finite numbers", "a number", token)
        return value

    def _channels(self) -> None:
        block = self._block("CHANNELS")
        token = self._needed("the number of channels")
        count = int(token) if token.isascii() and token.isdigit() else -1
        if not 0 <= count <= 9:
            raise self._error("the number of channels is not usable", "0 to 9", token)
        if isinstance(block, EndSite):
            if count:
                raise self._error("an End Site cannot have channels", "0", token)
            return
        if block.channels is not None:
            raise self._error(f"a second CHANNELS in joint '{block.name}'", "JOINT, End Site or '}'", "CHANNELS")
        channels = [self._channel(count, n) for n in range(count)]
        twice = [channel for channel in channels if "position" in channel and channels.count(channel) > 1]
        if twice:
            raise self._error(f"joint '{block.name}' has a channel twice", "each position once", twice[0])
        block.channels = tuple(channels)

    def _channel(self, count: int, n: int) -> str:
        expected = f"channel {n + 1} of {count}, such as Xposition or Zrotation"
        token = self._needed(expected)
        channel = _CHANNELS.get(token.lower())
        if channel is None:
            raise self._error("this is not a channel", expected, token)
        return channel

    def _block(self, keyword: str) -> Joint | EndSite:
        if not self._stack:
            raise self._error(f"{keyword} stands outside of a joint", "ROOT or MOTION", keyword)
        return self._stack[-1]

    def _close(self) -> None:
        if not self._stack:
            raise self._error("a closing brace too many", "ROOT or MOTION", "}")
        block = self._stack.pop()
        self._stack_indices.pop()
        if isinstance(block, EndSite):
            if block.offset is None:
                self._note(f"line {block.line}: End Site has no OFFSET; taken as zero")
            return
        if block.offset is None:
            raise self._error(f"joint '{block.name}' of line {block.line} has no OFFSET", "OFFSET x y z", "}")
        if block.channels is None:
            self._note(f"line {block.line}: joint '{block.name}' has no CHANNELS; it stays at rest")

    def _finished(self, *, has_motion: bool) -> Hierarchy:
        end = "MOTION" if has_motion else "the end of the file"
        if self._stack:
            raise self._error(f"the block of line {self._stack[-1].line} is not closed", "'}'", end)
        if not self._hierarchy.joints:
            raise self._error("there is no skeleton", "ROOT", end)
        if not has_motion:
            self._note("there is no MOTION part; the clip has no frames")
        return self._hierarchy
