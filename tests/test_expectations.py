"""The page of expectations names tests that there are, so that it stays true when tests are renamed or go."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "expectations.md"
NAMED = re.compile(r"`([\w/]+\.py)(?:::(test_\w+))?`")


def rows() -> list[tuple[str, str]]:
    """What is expected and what holds it, of every row of every table."""
    lines = [line.strip("| ").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if "|" in line]
    return [(cells[0], cells[1]) for cells in lines if len(cells) == 2 and cells[0] != "expected"]


@pytest.mark.parametrize(("expected", "held_by"), rows(), ids=[row[0][:50] for row in rows()])
def test_every_expectation_is_held_by_tests_there_are_or_is_said_not_to_be_built(expected, held_by):
    named = NAMED.findall(held_by)
    assert named or held_by.startswith("not built"), expected
    for path, name in named:
        tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in functions if name else functions, f"{path} has no {name}"


def test_a_page_without_rows_would_be_noticed():
    assert len(rows()) > 60
