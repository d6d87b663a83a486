"""What other programs expect of a motion file, read from `export_presets.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["ExportPreset", "joint_names", "name_sets", "presets"]


@dataclass(frozen=True)
class ExportPreset:
    """One program's conventions.

    Args:
        name: The program.
        unit: A unit of the BVH writer.
        up: "y" or "z".
        order: Order of the rotation channels, e.g. "ZXY".
        rate: Frames a second, None for the timeline's.
        names: A set of joint names, None for the body's own.
        advice: What to do in the program.
    """

    name: str
    unit: str
    up: str
    order: str
    rate: float | None
    names: str | None
    advice: str


def presets() -> tuple[ExportPreset, ...]:
    """All presets, as they are listed."""
    return tuple(ExportPreset(**values) for values in _data()["presets"])


def name_sets() -> tuple[str, ...]:
    """The sets of joint names besides the body's own."""
    return tuple(_data()["names"])


def joint_names(name_set: str | None, joints: tuple[str, ...]) -> tuple[str, ...]:
    """The names of joints in a set; those the set does not have keep their own."""
    names: Mapping[str, str] = _data()["names"][name_set] if name_set else {}
    return tuple(names.get(joint, joint) for joint in joints)


@lru_cache(maxsize=1)
def _data() -> Mapping:
    text = files("editor.project").joinpath("export_presets.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))
