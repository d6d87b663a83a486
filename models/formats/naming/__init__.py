"""Names of joints as data: one file per rig convention, one vocabulary for everything else.

To add a convention, write a file like `unreal.py` and add its name to the list below; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from models.formats.naming.convention import FINGERS, ROLES, RigConvention, name_key
from models.formats.naming.words import NameWords, read_name

__all__ = [
    "CONVENTIONS",
    "FINGERS",
    "ROLES",
    "NameWords",
    "Recognised",
    "RigConvention",
    "name_key",
    "read_name",
    "recognise",
]

_MODULES = (
    "mixamo", "humanik", "unreal", "unity", "vrm", "vroid", "rigify", "auto_rig_pro", "biped", "character_creator",
    "cascadeur", "smpl", "xsens", "bandai_namco", "synty", "daz_genesis", "poser", "biovision", "lafan1", "mmd",
    "cmu_motionbuilder", "cmu_acclaim", "accad", "perception_neuron", "smartbody_jt", "smartbody_base", "ipi_soft",
)  # fmt: skip

CONVENTIONS: tuple[RigConvention, ...] = tuple(
    import_module(f"models.formats.naming.{module}").RIG for module in _MODULES
)

# A convention is recognised when at most this many of the fourteen joints no humanoid lacks go unmatched.
_CORE = ("hips", "head", "upper_arm", "forearm", "hand", "thigh", "shin", "foot")
_CORE_MISSING = 2


@dataclass(frozen=True)
class Recognised:
    """A convention found in a file, and for each matched joint name its (role, side, rank in the role)."""

    convention: RigConvention
    joints: dict[str, tuple[str, str, int]]


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, tuple[str, str, int]], ...]:
    return tuple(convention.table() for convention in CONVENTIONS)


def recognise(names: Sequence[str]) -> Recognised | None:
    """The convention that names most of these joints, or None when none names a whole body.

    Between conventions that match equally many joints, the one with the fewest names of its own that the file lacks
    wins, then the one whose spelling agrees in case, then the one listed first.
    """
    best: Recognised | None = None
    best_rank: tuple[int, int, int] | None = None
    for convention, table in zip(CONVENTIONS, _tables(), strict=True):
        matched = {name: table[key] for name in names if (key := convention.key(name)) in table}
        roles = {(role, side) for role, side, _ in matched.values()}
        core = sum(len([r for r, _ in roles if r == role][:2]) for role in _CORE)
        if core < 14 - _CORE_MISSING:
            continue
        same_case = sum(_same_case(convention, name) for name in matched)
        rank = (len(matched), -len(table), same_case)
        if best_rank is None or rank > best_rank:
            best, best_rank = Recognised(convention, matched), rank
    return best


def _same_case(convention: RigConvention, name: str) -> bool:
    """Does the convention spell the name like the file, case included?"""
    for side in convention.sides:
        for role in ("hips", "upper_arm", "thigh", "head"):
            if any(name.endswith(pattern.replace("{s}", side)) for pattern in getattr(convention, role)):
                return True
    return False
