"""A block of text with decimal numbers to an array, several times faster than a general reader.

Motion is nearly always written in plain decimals ("-12.3456"), so the general problem (exponents, names like nan) is
left to NumPy's own reader and the common one is solved with whole-array arithmetic: find where tokens and decimal
points are, gather the sixteen characters around each point as two 64-bit words, and turn the digits of a word into
an integer with three multiplications (the "SIMD within a register" method of W. Mula and D. Lemire). The digits make
one integer over a power of ten, so the result is the nearest float64, as from a general reader.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["parse_plain_rows"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

# A word holds eight digits before the point; another one the point and seven digits after it.
_MAX_WHOLE = 8
_MAX_DECIMALS = 7
_BLANK, _MINUS, _POINT, _SLASH, _NINE = b" -./9"

# The bytes of a word that hold n digits: its last n, and its first n. (Little-endian: the first byte is the lowest.)
_LAST = np.array([((1 << 64) - 1) ^ ((1 << 8 * (8 - n)) - 1) for n in range(_MAX_WHOLE + 1)], dtype=np.uint64)
_FIRST = np.array([(1 << 8 * n) - 1 for n in range(_MAX_DECIMALS + 1)], dtype=np.uint64)


def parse_plain_rows(text: bytes, n_columns: int) -> Array | None:
    """The rows (f, n_columns) of a text of whole lines, blank lines left out.

    Returns None for anything but rows of exactly `n_columns` numbers of at most eight digits before and seven after
    the point, with no exponents and no plus signs; the caller then turns to a reader that knows more.
    """
    # Padded at both ends, so that every token has eight characters on either side.
    padded = b" " * 8 + text + b" " * 8
    characters = np.frombuffer(padded, dtype=np.uint8)
    tokens = _tokens(characters)
    if tokens is None:
        return None
    starts, ends = tokens
    if not _are_rows(characters, starts, ends, n_columns):
        return None
    negative = characters[starts] == _MINUS
    located = _points(characters, starts, ends)
    if located is None or np.count_nonzero(characters == _MINUS) != np.count_nonzero(negative):
        return None
    points, decimals = located
    whole = points - starts - negative
    if whole.max(initial=0) > _MAX_WHOLE or np.max(decimals, initial=0) > _MAX_DECIMALS:
        return None
    if (whole + decimals).min(initial=1) < 1:
        return None
    # A view whose element n is the sixteen bytes from n on, so that one indexing gathers both words of each number.
    windows = np.ndarray((len(padded) - 15,), dtype="V16", buffer=padded, strides=(1,))
    words = windows[points - 8].view("<u8").reshape(-1, 2)
    integers = _digits_value(words[:, 0] & _LAST[whole])
    fractions = _digits_value((words[:, 1] >> np.uint64(8)) & _FIRST[decimals])
    # A fraction word has room for eight digits, so it counts in units of 1e-8.
    values = (integers * np.uint64(10**8) + fractions) / 1e8
    # Set the sign bits; a masked negation costs as much as all the rest.
    values.view(np.uint64)[...] |= negative.astype(np.uint64) << np.uint64(63)
    return values.reshape(-1, n_columns)


def _tokens(characters: Bytes) -> tuple[IntArray, IntArray] | None:
    """First index and index after the last character of each token; None if there is anything but digits, - and ."""
    blank = characters <= _BLANK
    plain = (characters >= _MINUS) & (characters <= _NINE) & (characters != _SLASH)
    if not np.all(blank | plain):
        return None
    edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    return edges[0::2], edges[1::2]


def _are_rows(characters: Bytes, starts: IntArray, ends: IntArray, n_columns: int) -> bool:
    """Is every n-th token the first of a line, with all the others of its row on the same line?"""
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


def _points(characters: Bytes, starts: IntArray, ends: IntArray) -> tuple[IntArray, IntArray | int] | None:
    """Index of each token's decimal point, or its end where it has none, and the number of digits behind it.

    None if a token has two points. Most files are written with one format: then the number is the same for all.
    """
    is_point = characters == _POINT
    if len(starts):
        behind = int(ends[0] - np.argmax(is_point))
        points = ends - behind
        inside = 0 < behind <= ends[0] - starts[0]
        if inside and np.all(is_point[points]) and np.count_nonzero(is_point) == len(points):
            return points, behind - 1
    found = np.flatnonzero(is_point)
    owner = np.searchsorted(ends, found, side="right")
    if np.any(owner[1:] == owner[:-1]):
        return None
    points = ends.copy()
    points[owner] = found
    return points, np.maximum(ends - points - 1, 0)


def _digits_value(word: Words) -> Words:
    """The number whose decimal digits are the eight characters of each word; a zero byte counts as the digit 0."""
    word = (word & np.uint64(0x0F0F0F0F0F0F0F0F)) * np.uint64(10 * 2**8 + 1) >> np.uint64(8)
    word = (word & np.uint64(0x00FF00FF00FF00FF)) * np.uint64(100 * 2**16 + 1) >> np.uint64(16)
    return (word & np.uint64(0x0000FFFF0000FFFF)) * np.uint64(10000 * 2**32 + 1) >> np.uint64(32)
