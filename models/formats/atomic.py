"""Files written whole or not at all.

The data go to a temporary file in the target's own folder, are flushed to the disk, and take the target's name in
one step. Whatever stops the writing before that, an error, a full disk, Ctrl+C, the old file is untouched and the
temporary one is removed.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from models.errors import SixpointError

__all__ = ["write_atomically"]


def write_atomically(path: str | Path, data: bytes | str | Callable[[BinaryIO], None]) -> None:
    """Make `path` hold exactly `data`.

    Args:
        path: The target. A symbolic link is followed; a device or pipe is written to directly.
        data: Bytes, text (written as UTF-8), or a function that writes to the open binary file it is given.

    Raises:
        SixpointError: if the file cannot be written. Errors of the function pass through.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            _write_in_place(target, path, data)
            return
        handle, temporary = tempfile.mkstemp(prefix=".sixpoint-", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise _not_written(path, error) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            _send(stream, data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise _not_written(path, error) from error
        raise
    _sync_folder(target.parent)


def _send(stream: BinaryIO, data: bytes | str | Callable[[BinaryIO], None]) -> None:
    if callable(data):
        data(stream)
    else:
        stream.write(data.encode("utf-8") if isinstance(data, str) else data)


def _write_in_place(target: Path, path: str | Path, data: bytes | str | Callable[[BinaryIO], None]) -> None:
    if target.is_dir():
        raise SixpointError(f"{path} cannot be written: it is a folder; give a file name")
    with target.open("wb") as stream:
        _send(stream, data)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _sync_folder(folder: Path) -> None:
    """Flush the folder's entry too, so that the new name survives a power cut; not all systems can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_written(path: str | Path, error: OSError) -> SixpointError:
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        return SixpointError(f"{path} cannot be written: there is no folder {folder}; create it first")
    return SixpointError(f"{path} cannot be written: {error.strerror or error}")
