"""File formats by extension. Adding one is a module with `read` and/or `write` and a line in the table below.

Modules are imported when their format is first used, so that optional libraries and start-up time cost nothing.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from models.animation import Clip
from models.errors import SixpointError

__all__ = ["check", "read", "readable", "writable", "write"]

_MODULES = {
    ".bvh": "models.formats.bvh",
    ".json": "models.formats.pose_json",
}


def readable() -> tuple[str, ...]:
    """Extensions that can be read, with the dot."""
    return tuple(extension for extension in _MODULES if hasattr(_module(extension), "read"))


def writable() -> tuple[str, ...]:
    """Extensions that can be written, with the dot."""
    return tuple(extension for extension in _MODULES if hasattr(_module(extension), "write"))


def read(path: str | Path, **options: Any) -> Clip:
    """The clip in a file of any known format; `options` are those of the format's own `read`.

    Raises:
        SixpointError: for an unknown extension or an option the format does not have.
        FileFormatError: if the file cannot be understood.
    """
    return _call("read", path, (), options)


def write(path: str | Path, clip: Clip, **options: Any) -> Any:
    """Write a clip in the format of the path's extension; `options` are those of the format's own `write`.

    Raises:
        SixpointError: for an unknown extension, an option the format does not have, or a file that cannot be written.
    """
    return _call("write", path, (clip,), options)


def _module(extension: str) -> ModuleType:
    return importlib.import_module(_MODULES[extension])


def check(verb: str, path: str | Path, options: Iterable[str]) -> None:
    """Raise SixpointError unless files like `path` can be read or written (the verb) with these options."""
    extension = Path(path).suffix.lower()
    known = readable() if verb == "read" else writable()
    if extension not in known:
        found = f"'{extension}'" if extension else "no extension"
        raise SixpointError(f"{path}: Sixpoint cannot {verb} this kind of file ({found}); it can: {', '.join(known)}")
    allowed = list(inspect.signature(getattr(_module(extension), verb)).parameters)[1 if verb == "read" else 2 :]
    unknown = sorted(set(options) - set(allowed))
    if unknown:
        raise SixpointError(
            f"{path}: '{unknown[0]}' is no option to {verb} {extension} files; options: {', '.join(allowed) or 'none'}"
        )


def _call(verb: str, path: str | Path, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    check(verb, path, options)
    return getattr(_module(Path(path).suffix.lower()), verb)(path, *arguments, **options)
