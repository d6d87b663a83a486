"""Config dataclasses as command lines: every field is an option with the field's name, type and default."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any, TypeVar, get_type_hints

__all__ = ["add_fields", "from_options"]

T = TypeVar("T")


def add_fields(parser: argparse.ArgumentParser, config: type, defaults: Any = None) -> None:
    """One `--name` for each field of a dataclass; tuples of whole numbers are written 512,512.

    A field that is not given is left out of the parsed options' values (None), so that presets can fill it.
    """
    hints = get_type_hints(config)
    for field in fields(config):
        kind = hints[field.name]
        parse = _widths if kind == tuple[int, ...] else kind
        shown = "" if defaults is None else f"default {getattr(defaults, field.name)}"
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=parse, default=None, help=shown, metavar="X")


def from_options(config: T, options: argparse.Namespace) -> T:
    """The dataclass with every field replaced that was given on the command line."""
    names = [field.name for field in fields(config)]  # type: ignore[arg-type]
    given = {name: getattr(options, name) for name in names if getattr(options, name, None) is not None}
    return type(config)(**{**{name: getattr(config, name) for name in names}, **given})


def _widths(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))
