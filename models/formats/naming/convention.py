"""What a rig convention is: which names a tool or data set gives to the joints of a humanoid.

A convention lists, for each role a joint can play, the names used for it. It does not choose: which of five spine
joints becomes `Spine1` is decided from the rig at hand by the mapper. `{s}` stands for the side token.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

__all__ = ["FINGERS", "ROLES", "RigConvention", "name_key"]

Names = tuple[str, ...]

FINGERS: Names = ("thumb", "index", "middle", "ring", "pinky")
ROLES: Names = (
    "hips", "spine", "neck", "head", "clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe",
    *FINGERS, "helper",
)  # fmt: skip

# A namespace ends at the last ':' or '|'; Mixamo's may also be glued on, with any number.
_NAMESPACE = re.compile(r"^(?:.*[:|])?(?:mixamorig\d*_?)?", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s_\-.]+")


def name_key(name: str) -> str:
    """The name without namespace, case and separators, as names are compared: 'mixamorig:Left_Arm' -> 'leftarm'."""
    bare = _NAMESPACE.sub("", name)
    return _SEPARATORS.sub("", bare or name).lower()


@dataclass(frozen=True)
class RigConvention:
    """Names by role; centre joints are plain, sided ones contain `{s}`.

    Args:
        name: What the user calls the convention.
        sides: The tokens for left and right that replace `{s}`.
        hips: Names of the joint that carries the pelvis, the preferred first.
        spine: From the lowest up.
        clavicle: From the inside out.
        helper: Joints between the others that are none of them: offset, roll and metacarpal joints.
        prefix: Regular expression of what may precede every name and is not part of it.
    """

    name: str
    sides: tuple[str, str]
    hips: Names
    spine: Names
    neck: Names
    head: Names
    upper_arm: Names
    forearm: Names
    hand: Names
    thigh: Names
    shin: Names
    foot: Names
    toe: Names = ()
    clavicle: Names = ()
    thumb: Names = ()
    index: Names = ()
    middle: Names = ()
    ring: Names = ()
    pinky: Names = ()
    helper: Names = ()
    prefix: str = ""

    def table(self) -> dict[str, tuple[str, str, int]]:
        """{comparison key: (role, side 'L', 'R' or '', rank within the role)} of every name."""
        result: dict[str, tuple[str, str, int]] = {}
        for entry in fields(self):
            if entry.name not in ROLES:
                continue
            for rank, pattern in enumerate(getattr(self, entry.name)):
                if "{s}" not in pattern:
                    result.setdefault(name_key(pattern), (entry.name, "", rank))
                    continue
                for side, token in zip("LR", self.sides, strict=True):
                    result.setdefault(name_key(pattern.replace("{s}", token)), (entry.name, side, rank))
        return result

    def key(self, name: str) -> str:
        """The comparison key of a joint name of a file, without this convention's prefix."""
        key = name_key(name)
        return re.sub(f"^(?:{self.prefix})", "", key) if self.prefix else key
