"""Joint names that can stand in a BVH file."""

from __future__ import annotations

import re

__all__ = ["writable_names"]

_UNSAFE = re.compile(r"[^A-Za-z0-9_:.\-]")
_UNWRITABLE = re.compile(r"[{}\x00-\x1f\x7f\x85\u2028\u2029]+")


def writable_names(names: tuple[str, ...], *, safe: bool) -> tuple[tuple[str, ...], list[str]]:
    """The names as written, and a sentence for each that had to change; they stay unique.

    Args:
        names: Joint names.
        safe: Keep only ASCII letters, digits and `_ : . -`, as some viewers demand. Otherwise only what would break
            the file is replaced: braces, line breaks, control characters.
    """
    pattern = _UNSAFE if safe else _UNWRITABLE
    written: dict[str, str] = {}  # new name -> old name, in order
    for name in names:
        base = pattern.sub("_", name.strip()) or "joint"
        new, number = base, 2
        while new in written:
            new, number = f"{base}_{number}", number + 1
        written[new] = name
    return tuple(written), [f"joint '{old}' is written as '{new}'" for new, old in written.items() if new != old]
