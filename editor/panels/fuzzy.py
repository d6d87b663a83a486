"""How well a name answers what was typed: letters in order, better where they are together and begin words."""

from __future__ import annotations

__all__ = ["matches", "score"]

_WORD_START, _TOGETHER, _GAP, _NAME_START = 8.0, 5.0, 0.25, 4.0


def score(typed: str, name: str) -> float | None:
    """A number that is larger for a better match, None for none; nothing typed matches everything with 0.

    The best way to find the typed letters in the name in order, by dynamic programming over (letter, place): a letter
    counts more at the start of a word or right after the one before it, and gaps cost a little. Case and blanks in
    what was typed do not matter.
    """
    letters, text = "".join(typed.lower().split()), name.lower()
    if not letters:
        return 0.0
    # best[place]: the best score of the letters so far with the last of them at that place.
    best: dict[int, float] = {}
    for count, letter in enumerate(letters):
        now: dict[int, float] = {}
        for place in (i for i, char in enumerate(text) if char == letter):
            starts_word = place == 0 or not text[place - 1].isalnum()
            own = 1.0 + (_WORD_START if starts_word else 0.0) + (_NAME_START if place == 0 else 0.0)
            if count == 0:
                now[place] = own
                continue
            ways = [
                value + (_TOGETHER if before == place - 1 else -_GAP * (place - before))
                for before, value in best.items()
                if before < place
            ]
            if ways:
                now[place] = own + max(ways)
        best = now
        if not best:
            return None
    return max(best.values()) - 0.01 * len(text)


def matches(typed: str, name: str) -> bool:
    """Whether the typed letters are in the name in order; as `score` not being None, but fast over thousands."""
    rest = iter(name.lower())
    return all(letter in rest for letter in "".join(typed.lower().split()))
