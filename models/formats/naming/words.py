"""Reading a joint's name word by word, for names that no convention lists.

`l_UpperArm`, `LeftUpperArm`, `upperarm.L` and `Bip01 L UpperArm` all become the words upper + arm on the left. The
vocabulary is data (`vocabulary.py`); here is only how names are cut and how words vote for roles.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from models.formats.naming.vocabulary import ANIMAL_WORDS, IGNORED_WORDS, SIDE_WORDS, WORD_ROLES

__all__ = ["NameWords", "read_name"]

_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_KNOWN = {word for words, _ in WORD_ROLES for word in words} | set(IGNORED_WORDS) | set(ANIMAL_WORDS)
_LONG_SIDES = {word for word in SIDE_WORDS if len(word) > 2}
_LONGEST_NAME = 200  # characters looked at: longer names come from damaged files


@dataclass(frozen=True)
class NameWords:
    """What the words of a name say.

    Args:
        side: 'L', 'R' or ''.
        words: Lower-case words without the side, in order; numbers are words.
        roles: How much the words speak for each role, 0..1.
        ignored: The name is of a kind that never is a body joint: twist, IK target, end, prop, hair.
        animal: The name belongs to an animal's body: tail, paw, hoof.
    """

    side: str
    words: tuple[str, ...]
    roles: dict[str, float]
    ignored: bool
    animal: bool


@lru_cache(maxsize=4096)
def read_name(name: str) -> NameWords:
    """The words, side and role votes of a joint name."""
    bare = re.sub(r"^.*[:|]", "", unicodedata.normalize("NFKC", name[:_LONGEST_NAME])) or name
    pieces: list[str] = []
    for piece in _PIECES.findall(bare):
        pieces += _split_compound(piece.lower())
    side, words = _take_side(pieces)
    roles = next((dict(votes) for wanted, votes in WORD_ROLES if set(wanted) <= set(words)), {})
    if side and "hips" in roles:  # a hip that has a side is the top of a leg
        roles = {"thigh": roles["hips"]}
    marks = set(words)
    ignored = bool(marks & IGNORED_WORDS) and not ("neck" in roles and not marks & {"end", "nub", "ik"})
    return NameWords(side, words, roles, ignored, bool(marks & ANIMAL_WORDS))


def _take_side(pieces: list[str]) -> tuple[str, tuple[str, ...]]:
    """The side, and the other pieces. A lone letter before a number is a vertebra (L5), not a side."""
    side, words = "", []
    for position, piece in enumerate(pieces):
        found = SIDE_WORDS.get(piece, "")
        rest = [other for other in pieces if other is not piece]
        if found and len(piece) == 1 and all(other.isdigit() for other in rest):
            words.append(piece + "".join(pieces[position + 1 :]))
            return "", tuple(words)
        if found and not side:
            side = found
        else:
            words.append(piece)
    return side, tuple(words)


def _split_compound(piece: str) -> list[str]:
    """'upperarm' -> upper, arm; 'lfemur' -> l, femur; unknown pieces stay whole."""
    if piece.isdigit() or piece in _KNOWN or piece in SIDE_WORDS:
        return [piece]
    found = _segments(piece)
    return found if found is not None else [piece]


def _segments(text: str) -> list[str] | None:
    """The fewest known words that spell `text`, a short side token only at either end; None where there are none."""
    best: list[list[str] | None] = [[]] + [None] * len(text)
    for stop in range(1, len(text) + 1):
        for start in range(stop):
            before, word = best[start], text[start:stop]
            at_an_end = start == 0 or stop == len(text)
            known = word in _KNOWN or word in _LONG_SIDES or (word in SIDE_WORDS and at_an_end)
            if before is None or not known:
                continue
            current = best[stop]
            if current is None or len(before) + 1 < len(current):
                best[stop] = [*before, word]
    found = best[len(text)]
    # 'lr' or 'rl' are not names: at least one word must mean something.
    return found if found and any(word in _KNOWN for word in found) else None
