"""A block of text with decimal numbers to an array, several times faster than a general reader.

Motion is nearly always written in plain decimals ("-12.3456"), so the general problem (exponents, names like nan) is
left to NumPy's own reader and the common one is solved with whole-array arithmetic: find where tokens and decimal
points are, gather the sixteen characters around each point as two 64-bit words, and turn the digits of a word into
an integer with three multiplications (the "SIMD within a register" method of W. Mula and D. Lemire). The digits make
one integer over a power of ten, so the result is the nearest float64, as from a general reader.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["parse_plain_rows"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]

# A word holds eight digits before the point; another one the point and seven digits after it.
_MAX_WHOLE = 8
_MAX_DECIMALS = 7
_PADDING = 8
_MOST_BLANKS = 4  # between two tokens, for the quick way to find them
_BLANK, _MINUS, _POINT, _ZERO, _NINE = b" -.09"

# The bytes of a word that hold n digits: its last n, and its first n. (Little-endian: the first byte is the lowest.)
_LAST = np.array([((1 << 64) - 1) ^ ((1 << 8 * (8 - n)) - 1) for n in range(_MAX_WHOLE + 1)], dtype=np.uint64)
_FIRST = np.array([(1 << 8 * n) - 1 for n in range(_MAX_DECIMALS + 1)], dtype=np.uint64)

_STEPS = tuple(
    (np.uint64(mask), np.uint64(ten * 2**bits + 1), np.uint64(bits))
    for mask, ten, bits in ((0x0F0F0F0F0F0F0F0F, 10, 8), (0x00FF00FF00FF00FF, 100, 16), (0x0000FFFF0000FFFF, 10000, 32))
)


@dataclass(frozen=True)
class _Tokens:
    """Where the tokens of a text are.

    Args:
        starts: (n,) index of the first character of each.
        ends: (n,) index after the last.
        points: (n,) index of the decimal point, the end where there is none.
        decimals: Digits behind the point: (n,), or one number for all.
    """

    starts: IntArray
    ends: IntArray
    points: IntArray
    decimals: IntArray | int


def parse_plain_rows(text: bytes, n_columns: int) -> Array | None:
    """The rows (f, n_columns) of a text of whole lines, blank lines left out.

    Returns None for anything but rows of exactly `n_columns` numbers of at most eight digits before and seven after
    the point, with no exponents and no plus signs; the caller then turns to a reader that knows more.
    """
    # Every token has eight characters on either side then, and the whole is a multiple of eight.
    padded = b" " * _PADDING + text + b" " * (_PADDING + -len(text) % 8)
    characters = np.frombuffer(padded, dtype=np.uint8)
    blank, is_point, is_minus = characters <= _BLANK, characters == _POINT, characters == _MINUS
    is_digit = characters - _ZERO <= _NINE - _ZERO  # below the zero, unsigned bytes wrap round to large ones
    n_blank, n_minus = int(np.count_nonzero(blank)), int(np.count_nonzero(is_minus))
    if n_blank + n_minus + np.count_nonzero(is_point) + np.count_nonzero(is_digit) < len(characters):
        return None
    tokens = _uniform_tokens(blank, is_point, n_blank) or _any_tokens(blank, is_point)
    if tokens is None or not _are_rows(characters, tokens, n_columns):
        return None
    starts, points, decimals = tokens.starts, tokens.points, tokens.decimals
    negative = is_minus[starts]
    if np.count_nonzero(negative) != n_minus:
        return None
    whole = points - starts - negative
    fits = whole.min(initial=0) >= 0 and whole.max(initial=0) <= _MAX_WHOLE
    if not fits or np.max(decimals, initial=0) > _MAX_DECIMALS:
        return None
    if np.min(decimals, initial=1) == 0 and (whole + decimals).min() == 0:
        return None
    # A view whose element n is the sixteen bytes from n on, so that one indexing gathers both words of each number.
    windows = np.ndarray((len(padded) - 15,), dtype="V16", buffer=padded, strides=(1,))
    words = windows[points - 8].view("<u8").reshape(-1, 2)
    integers = _to_values(words[:, 0] & _LAST[whole])
    fractions = words[:, 1] >> np.uint64(8)
    fractions &= _FIRST[decimals]
    # A fraction word has room for eight digits, so it counts in units of 1e-8.
    integers *= np.uint64(10**8)
    integers += _to_values(fractions)
    values = integers.view(np.int64) / 1e8
    # Set the sign bits; a masked negation costs as much as all the rest.
    values.view(np.uint64)[...] |= negative.astype(np.uint64) << np.uint64(63)
    return values.reshape(-1, n_columns)


def _uniform_tokens(blank: Flags, is_point: Flags, n_blank: int) -> _Tokens | None:
    """The tokens if all have one decimal point and the same number of digits behind it, as one format writes them.

    The points are all there is to search for then; everything else follows from them and is verified.
    """
    points = _flagged(is_point)
    if not len(points):
        return None
    ends = points + int(np.argmax(blank[points[0] :]))
    if ends[-1] > len(blank) - _PADDING or not np.all(blank[ends]) or not np.all(blank[ends[-1] :]):
        return None
    # A token starts after the one blank behind the token before; only at line ends are there sometimes more.
    starts = np.concatenate([[np.argmin(blank)], ends[:-1] + 1])
    for _ in range(_MOST_BLANKS):
        # Outside of the stretches from start to end all is blank now; inside, blanks are left where a start is early
        # or a token has fewer digits.
        if np.sum(ends - starts) == len(blank) - n_blank:
            return _Tokens(starts, ends, points, int(ends[0] - points[0]) - 1)
        starts += blank[starts]
    return None


def _flagged(flags: Flags) -> IntArray:
    """np.flatnonzero in half the time where no two flags are set in the same eight; len(flags) is a multiple of 8."""
    words = flags.view("<u8")
    index = np.flatnonzero(words != 0)
    found = words[index]
    if np.any(found & (found - np.uint64(1))):
        return np.flatnonzero(flags)
    # The one set byte n of a word is 256^n; this factor brings n to the highest byte.
    found *= np.uint64(0x0001020304050607)
    found >>= np.uint64(56)
    index <<= 3
    index += found.view(np.int64)
    return index


def _any_tokens(blank: Flags, is_point: Flags) -> _Tokens | None:
    """The tokens with at most one decimal point each; where one has none it is thought to stand at the end."""
    edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    starts, ends = edges[0::2], edges[1::2]
    found = np.flatnonzero(is_point)
    owner = np.searchsorted(ends, found, side="right")
    if np.any(owner[1:] == owner[:-1]):
        return None
    points = ends.copy()
    points[owner] = found
    return _Tokens(starts, ends, points, np.maximum(ends - points - 1, 0))


def _are_rows(characters: Bytes, tokens: _Tokens, n_columns: int) -> bool:
    """Is every n-th token the first of a line, with all the others of its row on the same line?"""
    starts, ends = tokens.starts, tokens.ends
    if n_columns < 1 or len(starts) % n_columns:
        return False
    is_break = characters == ord("\n")
    row_ends = ends[n_columns - 1 :: n_columns]
    if np.all(is_break[row_ends]) and np.count_nonzero(is_break) == len(row_ends):
        return True  # the usual file: one break right after each row and no other
    breaks = np.flatnonzero(is_break | (characters == ord("\r")))
    first = np.searchsorted(breaks, starts[::n_columns])
    last = np.searchsorted(breaks, row_ends)
    return bool(np.all(first == last) and np.all(first[1:] > last[:-1]))


def _to_values(words: Words) -> Words:
    """Turn each word's eight characters, in place, into the number they spell; a zero byte counts as the digit 0.

    Neighbouring digits become pairs, pairs become fours, fours the whole. In place, because a dozen arrays would not
    stay in the processor's cache.
    """
    for mask, weight, shift in _STEPS:
        words &= mask
        words *= weight
        words >>= shift
    return words
