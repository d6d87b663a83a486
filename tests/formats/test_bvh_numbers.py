"""The quick parser of plain decimals gives the same bits as Python's own, or declines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.formats.bvh_numbers import parse_plain_rows


def by_python(text: bytes, n_columns: int) -> np.ndarray:
    return np.array([float(token) for token in text.split()]).reshape(-1, n_columns)


@pytest.mark.parametrize("form", ["%.1f", "%.4f", "%.6f", "%.7f", "%d", "% .3f", "%10.5f"])
def test_same_bits_as_python(rng: np.random.Generator, form: str):
    values = rng.normal(size=(200, 23)) * 10.0 ** rng.integers(-4, 6, size=(200, 23))
    text = "\n".join(" ".join(form % value for value in row) for row in values).encode()
    parsed = parse_plain_rows(text, 23)
    assert parsed is not None
    assert parsed.tobytes() == by_python(text, 23).tobytes()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.decimals(-99_999_999, 99_999_999, places=7), min_size=1, max_size=40))
def test_every_number_of_eight_and_seven_digits(numbers: list):
    text = " ".join(f"{number:f}" for number in numbers).encode()
    parsed = parse_plain_rows(text, len(numbers))
    assert parsed is not None
    assert parsed.tobytes() == by_python(text, len(numbers)).tobytes()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (b"", []),
        (b" \n\r\n\t", []),
        (b"1 2", [[1, 2]]),
        (b".5 -.5\r\n5. -5.\r\r\n\t7 8  \n", [[0.5, -0.5], [5, -5], [7, 8]]),
        (b"007 -0.0\n12345678.1234567 0\n", [[7, -0.0], [12345678.1234567, 0]]),
        (b"1 2.25\n\n\n3.5 -4\n", [[1, 2.25], [3.5, -4]]),
    ],
)
def test_odd_but_plain(text: bytes, rows: list):
    parsed = parse_plain_rows(text, 2)
    assert parsed is not None
    assert parsed.tobytes() == np.array(rows, dtype=float).reshape(-1, 2).tobytes()


@pytest.mark.parametrize(
    "text",
    [
        b"1\n2\n", b"1 2 3\n4\n", b"1 2\n3\n", b"1 2 3 4\n", b"1 2 3\n 5\n6 7\n8\n", b"1.2.3 4", b"1..2 4", b"- 4",
        b". 4", b"-. 4", b"1-2 3", b"--1 2", b"1/2 3", b"1e5 2", b"123456789.0 2", b"0.12345678 2", b"+1 2",
        b"1 2,5", b"nan 2", b"1 2\xff", b"1 2:3", b"1. 2 .", b"1 2\n3 .",
        b"1.00000000000000 2.0 3.0 4.0", b"2.000 1.0   77",
    ],
)  # fmt: skip
def test_anything_else_is_declined(text: bytes):
    assert parse_plain_rows(text, 2) is None


@pytest.mark.parametrize("separator", [b" ", b"  ", b"\t", b"     ", b" \t \t "])
@pytest.mark.parametrize("ending", [b"\n", b" \n", b"\r\n", b" \r\n", b"\r", b"\n\n", b"\t \r\n \n "])
def test_any_blanks_between_and_behind(rng: np.random.Generator, separator: bytes, ending: bytes):
    rows = rng.normal(size=(40, 7))
    text = ending.join(separator.join(b"%.3f" % value for value in row) for row in rows)
    parsed = parse_plain_rows(text, 7)
    assert parsed is not None
    assert parsed.tobytes() == by_python(text, 7).tobytes()


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="0123456789.- \n", max_size=60))
def test_no_text_is_misread(text: str):
    tokens = text.split()
    parsed = parse_plain_rows(text.encode(), max(len(tokens), 1))
    try:
        expected = [float(token) for token in tokens]
    except ValueError:
        assert parsed is None
    else:
        one_line = len([line for line in text.split("\n") if line.strip()]) <= 1
        assert parsed is None or (one_line and parsed.ravel().tolist() == expected)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_uneven_tokens_and_blanks_are_never_misread(data: st.DataObject):
    """Tokens whose decimals differ, some whole, with blanks that may make up for the difference."""
    token = st.sampled_from(["1.000", "2.0", "3.25", "44", "5", "-6.125", "0.5", "7.", ".875"])
    blank = st.sampled_from([" ", "  ", "   ", "    "])
    n_rows, n_columns = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    rows = [[data.draw(token) for _ in range(n_columns)] for _ in range(n_rows)]
    text = "\n".join("".join(word + data.draw(blank) for word in row) for row in rows).encode()
    # The quick way may decline where blanks make up for missing decimals (the general reader then answers), but what
    # it gives is right.
    parsed = parse_plain_rows(text, n_columns)
    assert parsed is None or parsed.tolist() == [[float(word) for word in row] for row in rows]
    assert parse_plain_rows(text, n_columns + 1) is None
    assert n_columns == 1 or parse_plain_rows(text, n_columns - 1) is None


def test_no_columns():
    assert parse_plain_rows(b"1 2", 0) is None
